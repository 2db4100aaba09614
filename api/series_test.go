package api_test

import (
	"strings"
	"testing"

	"tender/domain"
)

func TestSeriesIsShownAsJSONAndAsText(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	series := "/v1/series/" + w.series(ada)
	w.want(201, w.do("POST", "/v1/games/"+w.newest(ada)+"/seats", ben, ""))
	var stands domain.SeriesView
	a := w.do("GET", series, "", "")
	w.want(200, a)
	if a.read(&stands); stands.Of != 3 || stands.Over || len(stands.Games) != 1 || stands.Standings[1].Player != "Ben" {
		t.Errorf("%+v", stands)
	}
	text := w.do("GET", series, "", "", "Accept", "text/plain")
	if w.want(200, text); !strings.Contains(text.Body.String(), "0 of 3 games played") {
		t.Errorf("%s", text.Body)
	}
	w.refused(404, domain.NotFound, w.do("GET", "/v1/series/nothing", ada, ""))
	for _, games := range []string{"0", "1", "21", "-1", "1000000000000", `"3"`, "null"} {
		w.refused(422, "invalid_input", w.do("POST", "/v1/games", ada, `{"kind":"money","seats":2,"series":{"games":`+games+`}}`))
	}
	var turns struct {
		Turns  []domain.Turn
		Counts domain.TurnCounts
	}
	a = w.do("GET", "/v1/me/turns", ben, "")
	w.want(200, a)
	if a.read(&turns); turns.Counts.All != 1 || turns.Counts.Kinds["money"] != 1 {
		t.Errorf("%+v", turns)
	}
}

// series opens the first game of a series for two and gives the id of the series.
func (w *world) series(token string) string {
	w.Helper()
	a := w.do("POST", "/v1/games", token, `{"kind":"money","seats":2,"series":{"games":3}}`)
	w.want(201, a)
	var v struct{ Series *domain.Series }
	if a.read(&v); v.Series == nil || v.Series.Number != 1 || v.Series.Of != 3 {
		w.Fatalf("series %+v", v.Series)
	}
	return v.Series.ID
}
