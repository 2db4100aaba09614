package api_test

import (
	"strings"
	"sync"
	"testing"
)

// serials are the cards of a seat's hand, the fake first.
func (w *world) serials(path string, account int) []string {
	w.Helper()
	table := w.store.games[strings.TrimPrefix(path, "/v1/games/")].table
	own := compact(table.View(w.store.accounts[account].ID, nil).Own)
	all := []string{"0"}
	for _, part := range strings.Split(own, `"serial":`)[1:] {
		if serial := strings.FieldsFunc(part, func(r rune) bool { return r < '0' || r > '9' })[0]; serial != "0" {
			all = append(all, serial)
		}
	}
	return all
}

func TestAMoveForAViewThatHasChangedIsStale(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	path := "/v1/games/" + w.seated(ada, ben)
	tag := w.do("GET", path, ada, "").Header().Get("ETag")
	text := w.do("GET", path, ada, "", "Accept", "text/plain").Header().Get("ETag")
	of := w.do("GET", path, ben, "").Header().Get("ETag")
	before := w.store.fingerprint()
	for _, header := range []string{`"other"`, "W/" + tag, of, text, ""} {
		a := w.do("PUT", path+"/bid", ada, `{"bid":{"cards":[0]}}`, "If-Match", header)
		w.refused(412, "stale", a)
		var p struct {
			View   struct{ ID string }
			Status int
		}
		if a.read(&p); "/v1/games/"+p.View.ID != path || p.Status != 412 {
			t.Errorf("%s", a.Body)
		}
		w.refused(412, "stale", w.do("DELETE", path+"/bid", ada, "", "If-Match", header))
		w.refused(412, "stale", w.do("POST", path+"/moves", ada, `{"move":{"type":"keep"}}`, "If-Match", header))
	}
	if w.store.fingerprint() != before {
		t.Error("something changed")
	}
	w.want(200, w.do("PUT", path+"/bid", ada, `{"bid":{"cards":[0]},"ready":false}`, "If-Match", `"other", `+tag))
	w.refused(412, "stale", w.do("PUT", path+"/bid", ada, `{"bid":{"cards":[0]}}`, "If-Match", tag)) // one's own bid is in the view
	w.want(200, w.do("DELETE", path+"/bid", ada, "", "If-Match", "*"))
	w.want(200, w.do("PUT", path+"/bid", ada, `{"bid":{"cards":[0]}}`, "If-Match", tag)) // it looks again as it did
}

func TestAReplacedBidWithTheSameCoverMakesNobodysMoveStale(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	path := "/v1/games/" + w.seated(ada, ben)
	cards := w.serials(path, 1)
	w.want(200, w.do("PUT", path+"/bid", ben, `{"bid":{"cards":[`+cards[1]+`]},"ready":false}`))
	tag := w.do("GET", path, ada, "").Header().Get("ETag")
	w.want(200, w.do("PUT", path+"/bid", ben, `{"bid":{"cards":[`+cards[2]+`]},"ready":false}`))
	w.want(200, w.do("PUT", path+"/bid", ada, `{"bid":{"cards":[0]}}`, "If-Match", tag))
}

func TestOfTwoBidsOnTheSameViewOneIsTaken(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	path := "/v1/games/" + w.seated(ada, ben)
	cards := w.serials(path, 0)
	tag := w.do("GET", path, ada, "").Header().Get("ETag")
	codes := make([]int, 8)
	var all sync.WaitGroup
	for i := range codes {
		all.Go(func() {
			codes[i] = w.do("PUT", path+"/bid", ada, `{"bid":{"cards":[`+cards[1+i%3]+`]}}`, "If-Match", tag).Code
		})
	}
	all.Wait()
	taken := 0
	for _, code := range codes {
		if code == 200 {
			taken++
		} else if code != 412 {
			t.Errorf("%d", code)
		}
	}
	if taken != 1 {
		t.Errorf("%d were taken", taken)
	}
}
