package api_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"tender/domain"
)

// termed opens a game of the named under terms and starts it.
func (w *world) termed(change func(*domain.Terms), names ...string) (path string) {
	w.Helper()
	terms := domain.DefaultTerms()
	change(&terms)
	ctx := context.Background()
	id, _, err := w.store.OpenGame(ctx, domain.Open{Kind: "money", Title: "Friday", Seats: len(names), Terms: &terms}, domain.Actor{Account: w.idOf(names[0])})
	for _, name := range names[1:] {
		if err == nil {
			_, err = w.store.Decide(ctx, id, domain.Join{}, domain.Actor{Account: w.idOf(name)})
		}
	}
	if err != nil {
		w.Fatal(err)
	}
	return "/v1/games/" + id
}

// seats is what the contract calls View, as far as seats go.
type seats struct {
	You *struct {
		Seat   int
		Sealed *struct{ ID string }
	}
	Lost  int `json:"lost_seat"`
	Host  int
	Own   *struct{}
	Seats []struct {
		Player, Held string
		Row          int `json:"missed_in_a_row"`
		Reliability  *domain.Reliability
	}
}

func TestASeatInARunningGameIsLeftTakenByASubstituteAndKeptFromTheFormer(t *testing.T) {
	w := newWorld(t)
	ada, ben, cem := w.person("Ada"), w.person("Ben"), w.person("Cem")
	path := w.termed(func(terms *domain.Terms) { terms.Missed = domain.ToSubstitute }, "Ada", "Ben")
	w.want(200, w.do("PUT", path+"/bid", ada, `{"bid":{"cards":[0]},"ready":false}`))
	w.refused(409, domain.GameFull, w.do("POST", path+"/seats", cem, ""))
	if page := w.do("GET", "/v1/games?vacant=true", cem, "").Body.String(); !strings.Contains(page, `"games":[]`) {
		t.Error(page)
	}
	w.refused(403, domain.NotSeated, w.do("POST", path+"/seats/me", cem, ""))
	w.want(204, w.do("DELETE", path+"/seats/me", ada, ""))

	var v seats
	w.do("GET", path, ada, "").read(&v)
	if v.You != nil || v.Own != nil || v.Lost != 1 || v.Host != 2 || v.Seats[0].Held != "vacant" || v.Seats[0].Player != "" {
		t.Errorf("%+v", v)
	}
	text := w.do("GET", path, ben, "", "Accept", "text/plain").Body.String()
	if !strings.Contains(text, "vacant: a substitute may take it") {
		t.Error(text)
	}
	if page := w.do("GET", "/v1/games?vacant=true", cem, "").Body.String(); !strings.Contains(page, `"vacant":1`) {
		t.Error(page)
	}
	w.refused(403, domain.NotSeated, w.do("PUT", path+"/bid", ada, `{"bid":{"cards":[0]}}`))
	w.refused(422, "invalid_input", w.do("POST", path+"/seats", cem, `{"seat":0}`))
	w.refused(409, domain.SeatNotVacant, w.do("POST", path+"/seats", cem, `{"seat":2}`))
	a := w.do("POST", path+"/seats", cem, `{"seat":1}`)
	w.want(201, a)
	a.read(&v)
	if v.You == nil || v.You.Seat != 1 || v.You.Sealed != nil || v.Own == nil || v.Seats[0].Player != "Cem" {
		t.Errorf("%+v", v)
	}
	w.refused(403, domain.NotSeated, w.do("POST", path+"/seats/me", ada, ""))
	w.want(204, w.do("DELETE", path+"/seats/me", cem, ""))
	w.refused(409, domain.HeldBefore, w.do("POST", path+"/seats", ada, ""))
	w.want(201, w.do("POST", path+"/seats/me", cem, ""))
	w.refused(409, domain.AlreadySeated, w.do("POST", path+"/seats/me", cem, ""))
}

func TestGameThatAsksForReliabilityShowsItAndSaysWhatIsMissing(t *testing.T) {
	w := newWorld(t)
	w.person("Ada")
	ben := w.person("Ben")
	w.store.taken[w.idOf("Ben")] = []domain.TurnOf{{}, {}, {}, {Missed: true}}
	var me struct{ Reliability domain.Reliability }
	w.do("GET", "/v1/me", ben, "").read(&me)
	if me.Reliability != (domain.Reliability{Percent: 75, Turns: 4}) {
		t.Error(me)
	}
	terms := domain.DefaultTerms()
	terms.MinReliability = 80
	id, _, err := w.store.OpenGame(t.Context(), domain.Open{Kind: "money", Seats: 2, Terms: &terms}, domain.Actor{Account: w.idOf("Ada")})
	if err != nil {
		t.Fatal(err)
	}
	a := w.do("POST", "/v1/games/"+id+"/seats", ben, "")
	w.refused(403, domain.NotReliable, a)
	if !strings.Contains(a.Body.String(), "80 percent and yours is 75 (of 4 turns)") {
		t.Error(a.Body)
	}
	w.store.taken[w.idOf("Ben")] = w.store.taken[w.idOf("Ben")][:3]
	var v seats
	w.do("POST", "/v1/games/"+id+"/seats", ben, "").read(&v)
	if r := v.Seats[1].Reliability; r == nil || *r != (domain.Reliability{Percent: 100, Turns: 3}) {
		t.Errorf("%+v", v)
	}
}

func TestVacationsArePlannedAndEnded(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	w.person("Ben")
	path := w.termed(func(*domain.Terms) {}, "Ada", "Ben")
	at := func(days int) string { return w.now().UTC().AddDate(0, 0, days).Format(time.RFC3339) }
	plan := func(from, to int) string {
		return `{"vacations":[{"start":"` + at(from) + `","end":"` + at(to) + `"}]}`
	}
	var list struct {
		Vacations []struct{ Start, End time.Time }
		DaysAYear int `json:"days_a_year"`
		Left      []struct {
			Year int
			Days float64
		}
	}
	var before, after viewed
	w.do("GET", path, ada, "").read(&before)
	w.do("PUT", "/v1/me/vacations", ada, `{"vacations":[{"end":"`+at(10)+`"}]}`).read(&list)
	if len(list.Vacations) != 1 || list.DaysAYear != 42 || len(list.Left) != 2 || list.Left[0].Days > 32.01 || list.Left[0].Days < 31.9 {
		t.Errorf("%+v", list)
	}
	w.do("GET", path, ada, "").read(&after)
	if after.Deadline <= before.Deadline {
		t.Errorf("the deadline is %s, as before", after.Deadline)
	}
	w.want(200, w.do("GET", "/v1/me/vacations", ada, "", "Accept", "text/plain"))
	unchanged := w.store.fingerprint()
	w.refused(422, domain.InvalidVacation, w.do("PUT", "/v1/me/vacations", ada, plan(-1, 3)))
	w.refused(422, domain.InvalidVacation, w.do("PUT", "/v1/me/vacations", ada, plan(3, 3)))
	w.refused(422, domain.VacationUsed, w.do("PUT", "/v1/me/vacations", ada, plan(1, 44)))
	w.refused(422, "invalid_input", w.do("PUT", "/v1/me/vacations", ada, `{"vacations":[{"start":"tomorrow","end":"later"}]}`))
	if w.store.fingerprint() != unchanged {
		t.Error("something changed")
	}
	w.pass(10 * time.Minute)
	w.want(204, w.do("DELETE", "/v1/me/vacations", ada, ""))
	w.do("GET", "/v1/me/vacations", ada, "").read(&list)
	if len(list.Vacations) != 0 || list.Left[0].Days < 41.9 { // it was too short to be remembered
		t.Errorf("%+v", list)
	}
}

func TestWhoDeletesTheAccountLeavesRunningGamesToo(t *testing.T) {
	w := newWorld(t)
	w.person("Ada")
	ben := w.person("Ben")
	w.person("Cem")
	path := w.termed(func(*domain.Terms) {}, "Ada", "Ben", "Cem")
	access, _ := w.signIn("ada@example.org")
	w.want(204, w.do("DELETE", "/v1/me", access, ""))
	var v seats
	w.do("GET", path, ben, "").read(&v)
	if v.Seats[0].Held != "bot" || v.Seats[0].Player != "bot 1" || v.Host != 2 {
		t.Errorf("%+v", v)
	}
}
