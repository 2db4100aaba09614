package domain_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"tender/domain"
	"tender/domain/kindtest"
)

// given are the default terms with what a host says in their place, as JSON.
func given(t testing.TB, text string) (*domain.Terms, error) {
	t.Helper()
	terms := domain.DefaultTerms()
	if err := json.Unmarshal([]byte(text), &terms); err != nil {
		t.Fatal(err)
	}
	placed, err := terms.Placed(time.LoadLocation, noon)
	terms.Schedule = placed
	return &terms, err
}

func TestTermsThatMeanNothingAreRefusedWhenAGameIsOpened(t *testing.T) {
	const invalid, zone = domain.InvalidTerms, domain.UnknownZone
	for _, c := range []struct {
		text, pointer string
		code          domain.Code
	}{
		{`{"clock":"24:00","zone":"UTC"}`, "/clock", invalid}, {`{"clock":"8:00","zone":"UTC"}`, "/clock", invalid},
		{`{"clock":"20:00:00","zone":"UTC"}`, "/clock", invalid}, {`{"clock":"20.00","zone":"UTC"}`, "/clock", invalid},
		{`{"clock":"-1:00","zone":"UTC"}`, "/clock", invalid},
		{`{"clock":"20:00"}`, "/zone", zone}, {`{"clock":"20:00","zone":"Local"}`, "/zone", zone},
		{`{"clock":"20:00","zone":"Mars/Olympus"}`, "/zone", zone}, {`{"clock":"20:00","zone":"../UTC"}`, "/zone", zone},
		{`{"clock":"20:00","zone":"europe/berlin"}`, "/zone", zone}, {`{"clock":"20:00","zone":"CEST"}`, "/zone", zone},
		{`{"zone":"Mars/Olympus"}`, "/zone", zone}, {`{"zone":"UTC"}`, "/zone", invalid},
		{`{"days":["mon"]}`, "/days", invalid}, {`{"min":3600}`, "/min", invalid},
		{`{"clock":"20:00","zone":"UTC","days":["monday"]}`, "/days/0", invalid}, {`{"clock":"20:00","zone":"UTC","days":["mon","Tue"]}`, "/days/1", invalid},
		{`{"clock":"20:00","zone":"UTC","days":["mon","mon"]}`, "/days/1", invalid}, {`{"clock":"20:00","zone":"UTC","days":[""]}`, "/days/0", invalid},
		{`{"clock":"20:00","zone":"UTC","min":-1}`, "/min", invalid}, {`{"clock":"20:00","zone":"UTC","min":59}`, "/min", invalid},
		{`{"clock":"20:00","zone":"UTC","min":1000000000000}`, "/min", invalid},
		{`{"grace":-1}`, "/grace", invalid}, {`{"grace":604801}`, "/grace", invalid}, {`{"grace":1000000000000}`, "/grace", invalid},
		{`{"bank":{}}`, "/bank/cap", invalid}, {`{"bank":{"start":60}}`, "/bank/cap", invalid}, {`{"bank":{"start":0,"cap":0}}`, "/bank/cap", invalid},
		{`{"bank":{"start":60,"cap":-1}}`, "/bank/cap", invalid}, {`{"bank":{"start":60,"cap":1000000000000}}`, "/bank/cap", invalid},
		{`{"bank":{"start":61,"cap":60}}`, "/bank/start", invalid}, {`{"bank":{"start":-1,"cap":60}}`, "/bank/start", invalid},
		{`{"bank":{"start":0,"cap":60}}`, "/bank/start", invalid},
		{`{"bank":{"start":60,"increment":61,"cap":60}}`, "/bank/increment", invalid}, {`{"bank":{"start":60,"increment":-1,"cap":60}}`, "/bank/increment", invalid},
	} {
		open := opening()
		var err error
		if open.Terms, err = given(t, c.text); err == nil {
			_, _, err = domain.Kinds{kindtest.Toy}.Open(open, by("ann"), noon)
		}
		if r, ok := domain.AsRefusal(err); !ok || r.Code != c.code || r.Pointer != "/terms"+c.pointer {
			t.Errorf("%s: %v", c.text, err)
		}
	}
	for _, pace := range []int{0, -1, 59, domain.MaxPace + 1, 1e12} {
		open := opening()
		open.Pace = domain.Pace{"bid": pace}
		_, _, err := domain.Kinds{kindtest.Toy}.Open(open, by("ann"), noon)
		if r, ok := domain.AsRefusal(err); !ok || r.Code != domain.PaceOutOfRange {
			t.Errorf("a pace of %d: %v", pace, err)
		}
	}
}

func TestTermsThatAreInOrderAreShownBeforeOneJoins(t *testing.T) {
	for text, want := range map[string]string{
		`{}`: "",
		`{"early":false,"grace":600,"bank":{"start":3600,"increment":60,"cap":7200}}`:       "bids are revealed at the deadline, not before; grace after the deadline 10 minutes; time bank 1 hour, 1 minute more for each move, at most 2 hours",
		`{"clock":"20:00","zone":"Europe/Berlin","days":["fri","mon"],"min":28800}`:         "deadlines fall at 20:00 Europe/Berlin on mon and fri, at least 8 hours after an early end",
		`{"clock":"20:00","zone":"UTC","days":["fri","mon","tue","wed","thu","sat","sun"]}`: "deadlines fall at 20:00 UTC",
		`{"bank":{"start":0,"increment":60,"cap":60},"grace":604800}`:                       "grace after the deadline 7 days; time bank nothing, 1 minute more for each move, at most 1 minute",
	} {
		in := opening()
		var err error
		if in.Terms, err = given(t, text); err != nil {
			t.Fatal(text, err)
		}
		v := open(t, in).View("", map[string]string{"ann": "Ann"})
		if got := v.Terms.Text(); got != want {
			t.Errorf("%s: %s", text, got)
		}
		drawn := strings.Join(strings.Fields(kindtest.Toy.Text(v, time.UTC)), " ")
		if !strings.Contains(drawn, "pace: bid 1 day, pickup 1 day") || want != "" && !strings.Contains(drawn, "terms: "+want) || want == "" && strings.Contains(drawn, "terms:") {
			t.Errorf("%s is drawn as\n%s", text, drawn)
		}
	}
}

// A game that was opened before there were terms is stored, and goes on, as it was.
func TestGameWithoutTermsHasNothingNew(t *testing.T) {
	table := running(t)
	for _, word := range []string{"terms", "course", "bank"} {
		if strings.Contains(string(table.Encode()), `"`+word+`"`) {
			t.Errorf("%s is stored: %s", word, table.Encode())
		}
	}
	if v := table.View("ann", nil); v.Terms != nil || v.Overtime != nil || v.Seats[0].Bank != nil {
		t.Errorf("%+v", v)
	}
	must(t, table, domain.Expire{}, "", table.Deadline)
	if table.Step != 2 {
		t.Error("the deadline did not end the wait")
	}
}
