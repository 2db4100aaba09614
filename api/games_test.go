package api_test

import (
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"tender/domain"
)

// viewed is what a test reads of a view.
type viewed struct {
	ID         string
	Status     string
	Round      int
	Phase      string
	Step       int
	WaitingFor []int `json:"waiting_for"`
	LastEvent  int   `json:"last_event"`
	Deadline   string
	You        *struct{ Seat int }
	Moves      []struct{ Move json.RawMessage }
}

// TestAWholeGameOverHTTP plays by the moves that views offer, looking at everything on the way: each answer is held
// against the contract by the world.
func TestAWholeGameOverHTTP(t *testing.T) {
	w := newWorld(t)
	tokens := []string{w.person("Ada"), w.person("Ben"), w.person("Cem")}
	id := w.seated(tokens...)
	path := "/v1/games/" + id
	r := rand.New(rand.NewPCG(3, 4))
	for turn := 0; ; turn++ {
		if turn > 3000 {
			t.Fatal("the game does not end")
		}
		var v viewed
		w.do("GET", path, "", "").read(&v)
		if v.Status == "over" {
			break
		}
		token := tokens[v.WaitingFor[0]-1]
		if turn%7 == 0 {
			w.want(200, w.do("GET", "/v1/me/turns", token, ""))
			w.want(200, w.do("GET", path, token, "", "Accept", "text/plain"))
			w.want(200, w.do("GET", path+"/events?limit=200&after="+strconv.Itoa(v.LastEvent-1), token, ""))
			w.refused(409, domain.RecordNotOver, w.do("GET", path+"/record", "", ""))
		}
		w.do("GET", path, token, "").read(&v)
		table := w.store.games[id].table
		move := string(table.Sample(v.You.Seat, r))
		if table.Kind.Phase(v.Phase).Sealed {
			w.want(200, w.do("PUT", path+"/bid", token, `{"bid":`+move+`,"step":`+strconv.Itoa(v.Step)+`}`))
		} else {
			w.want(200, w.do("POST", path+"/moves", token, `{"move":`+move+`,"round":`+strconv.Itoa(v.Round)+`}`))
		}
	}
	record := w.do("GET", path+"/record", "", "")
	w.want(200, record)
	if _, err := (domain.Kinds{w.store.games[id].table.Kind}).Replay(record.Body.Bytes()); err != nil {
		t.Error(err)
	}
	w.refused(409, domain.GameNotActive, w.do("PUT", path+"/bid", tokens[0], `{"bid":{"cards":[0]}}`))
	w.want(200, w.do("GET", "/v1/games?status=over&mine=true", tokens[0], "", "Accept", "text/plain"))
}

func TestASeatIsTakenAndGivenBack(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	var v viewed
	w.do("POST", "/v1/games", ada, `{"kind":"money","seats":3}`).read(&v)
	path := "/v1/games/" + v.ID
	w.refused(409, domain.AlreadySeated, w.do("POST", path+"/seats", ada, ""))
	w.want(201, w.do("POST", path+"/seats", ben, `{"nonce":"a phrase"}`))
	w.refused(403, domain.NotHost, w.do("POST", path+"/start", ben, ""))
	w.want(204, w.do("DELETE", path+"/seats/me", ben, ""))
	w.refused(403, domain.NotSeated, w.do("DELETE", path+"/seats/me", ben, ""))
	w.refused(409, domain.TooFewPlayers, w.do("POST", path+"/start", ada, ""))
	w.refused(403, domain.NotHost, w.do("DELETE", path, ben, ""))
	w.want(201, w.do("POST", path+"/seats", ben, ""))
	w.want(200, w.do("POST", path+"/start", ada, ""))
	w.refused(409, domain.GameNotOpen, w.do("DELETE", path, ada, ""))
	w.do("POST", "/v1/games", ada, `{"kind":"money","seats":3}`).read(&v)
	w.want(204, w.do("DELETE", "/v1/games/"+v.ID, ada, ""))
}

func TestABidIsReplacedAndWithdrawn(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	path := "/v1/games/" + w.seated(ada, ben)
	w.want(200, w.do("PUT", path+"/bid", ada, `{"bid":{"cards":[0]},"ready":false}`))
	first := w.do("PUT", path+"/bid", ada, `{"bid":{"type":"bid","cards":[0]}}`)
	w.want(200, first)
	var got struct {
		Receipt domain.Receipt
		View    viewed
	}
	first.read(&got)
	if string(got.Receipt.Bid) != `{"type":"bid","cards":[0]}` || len(got.View.WaitingFor) != 1 {
		t.Errorf("%s", first.Body)
	}
	w.want(200, w.do("DELETE", path+"/bid?step=1", ada, ""))
	w.refused(409, domain.NothingSealed, w.do("DELETE", path+"/bid", ada, ""))
}

func TestAMoveForAnotherTurnComesBackWithTheView(t *testing.T) {
	w := newWorld(t)
	ada, ben, cem := w.person("Ada"), w.person("Ben"), w.person("Cem")
	path := "/v1/games/" + w.seated(ada, ben)
	for situation, c := range map[string]struct {
		method, path, body string
		code               domain.Code
		pointer            string
	}{
		"bid of another step":    {"PUT", "/bid", `{"bid":{"cards":[0]},"step":9}`, domain.Stale, "/step"},
		"bid of another round":   {"PUT", "/bid", `{"bid":{"cards":[0]},"round":9}`, domain.Stale, "/round"},
		"move of another step":   {"POST", "/moves", `{"move":{"type":"keep"},"step":9}`, domain.Stale, "/step"},
		"withdrawal of another":  {"DELETE", "/bid?round=7", "", domain.Stale, "/round"},
		"move in a sealed phase": {"POST", "/moves", `{"move":{"type":"keep"}}`, domain.WrongPhase, "/move"},
	} {
		a := w.do(c.method, path+c.path, ada, c.body)
		w.refused(409, c.code, a)
		var p struct {
			View   *viewed
			Errors []struct{ Pointer string }
		}
		a.read(&p)
		if (p.View != nil) != (c.code == domain.Stale) || len(p.Errors) != 1 || p.Errors[0].Pointer != c.pointer {
			t.Errorf("%s: %s", situation, a.Body)
		}
	}
	w.refused(403, domain.NotSeated, w.do("PUT", path+"/bid", cem, `{"bid":{"cards":[0]}}`))
	w.pass(48 * time.Hour)
	token, _ := w.signIn("ada@example.org")
	w.refused(409, domain.DeadlinePassed, w.do("PUT", path+"/bid", token, `{"bid":{"cards":[0]}}`))
}

func TestARefusedMovePointsIntoTheBody(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	path := "/v1/games/" + w.seated(ada, ben)
	for body, want := range map[string]string{
		`{"bid":{"cards":[0,0]}}`:                       "fake_twice /bid/cards/1",
		`{"bid":{"cards":[0],"surprise":1}}`:            "malformed_move /bid/surprise",
		`{"bid":{"Cards":[0]}}`:                         "malformed_move /bid/Cards",
		`{"bid":{"Type":"bid","cards":[0]}}`:            "malformed_move /bid/Type",
		`{"bid":{"cards":["0"]}}`:                       "malformed_move /bid/cards/0",
		`{"bid":{"cards":[1e400]}}`:                     "malformed_move /bid/cards/0",
		`{"bid":{"cards":[1.0]}}`:                       "malformed_move /bid/cards/0",
		`{"bid":{"cards":[92233720368547758080]}}`:      "malformed_move /bid/cards/0",
		`{"bid":{}}`:                                    "empty_bid /bid/cards",
		`{"bid":{"type":"keep"}}`:                       "wrong_phase /bid/type",
		`{"bid":{"type":"dance"}}`:                      "malformed_move /bid/type",
		`{"bid":{"cards":[99]}}`:                        "unknown_serial /bid/cards/0",
		`{"bid":{"cards":[0]},"seat":2}`:                "invalid_input /seat",
		`{"bid":{"cards":[0]},"ready":"yes"}`:           "invalid_input /ready",
		`{"bid":{"cards":[0]},"step":0}`:                "invalid_input /step",
		`{"bid":{"cards":[0]},"step":9007199254740993}`: "invalid_input /step",
		`{"bid":[0]}`:                                   "invalid_input /bid",
		`{"bid":null}`:                                  "invalid_input /bid",
		`{}`:                                            "invalid_input /bid",
	} {
		before := w.store.fingerprint()
		a := w.do("PUT", path+"/bid", ada, body)
		var p struct {
			Code   string
			Errors []struct{ Pointer, Detail string }
		}
		a.read(&p)
		if len(p.Errors) != 1 || p.Code+" "+p.Errors[0].Pointer != want || a.Code >= 500 {
			t.Errorf("%s: %s", body, a.Body)
		}
		if w.store.fingerprint() != before {
			t.Errorf("%s: something changed", body)
		}
	}
}

func TestOneMoveOrAListOfThem(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	tokens := []string{ada, ben}
	path := "/v1/games/" + w.seated(ada, ben)
	for _, token := range tokens {
		var v viewed
		w.do("GET", path, token, "").read(&v)
		w.want(200, w.do("PUT", path+"/bid", token, `{"bid":`+string(v.Moves[1].Move)+`}`))
	}
	var v viewed
	w.do("GET", path, "", "").read(&v)
	mine, other := tokens[v.WaitingFor[0]-1], tokens[2-v.WaitingFor[0]]
	w.refused(422, "invalid_input", w.do("POST", path+"/moves", mine, `{}`))
	w.refused(422, "invalid_input", w.do("POST", path+"/moves", mine, `{"move":{"type":"keep"},"moves":[{"type":"keep"}]}`))
	w.refused(422, "invalid_input", w.do("POST", path+"/moves", mine, `{"moves":[]}`))
	w.refused(409, domain.NotWanted, w.do("POST", path+"/moves", other, `{"move":{"type":"keep"}}`))
	a := w.do("POST", path+"/moves", mine, `{"moves":[{"type":"swap","with":"IX"}]}`)
	w.refused(422, "no_such_bid", a)
	if !strings.Contains(a.Body.String(), `"/moves/0/with"`) {
		t.Errorf("%s", a.Body)
	}
	a = w.do("POST", path+"/moves", mine, `{"moves":[{"type":"keep"},{"type":"keep"}]}`)
	w.refused(409, domain.NotWanted, a)
	a = w.do("POST", path+"/moves", mine, `{"moves":[{"type":"keep"}]}`)
	w.want(200, a)
	if !strings.Contains(a.Body.String(), `"turn_taken"`) {
		t.Errorf("no event: %s", a.Body)
	}
}

func TestListsAreReadPageByPage(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	for range 5 {
		w.want(201, w.do("POST", "/v1/games", ada, `{"kind":"money","seats":3}`))
	}
	seen, next := 0, ""
	for pages := 0; pages == 0 || next != ""; pages++ {
		var page struct {
			Games []struct{ ID string }
			Next  string
		}
		target := "/v1/games?limit=2"
		if next != "" {
			target += "&cursor=" + next
		}
		w.do("GET", target, "", "").read(&page)
		seen, next = seen+len(page.Games), page.Next
	}
	if seen != 5 {
		t.Errorf("%d games seen", seen)
	}
	w.refused(400, domain.InvalidCursor, w.do("GET", "/v1/games?cursor=forged", "", ""))
	w.refused(401, "unauthenticated", w.do("GET", "/v1/games?mine=true", "", ""))
	w.want(200, w.do("GET", "/v1/games?kind=money&status=open&mine=true", ada, ""))
	w.store.fault = domain.Refuse(domain.UnknownKind, "There is no such kind.")
	a := w.do("GET", "/v1/games?cursor=MQ", "", "")
	w.refused(422, domain.UnknownKind, a)
	if strings.Contains(a.Body.String(), `"cursor"`) {
		t.Errorf("the cursor is blamed: %s", a.Body)
	}
}
