package api_test

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestAViewThatHasNotChangedIsNotSentAgain(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	path := "/v1/games/" + w.seated(ada, ben)
	tags := map[string]bool{}
	for _, c := range [][2]string{{ada, ""}, {ben, ""}, {"", ""}, {ada, "text/plain"}, {"", "text/plain"}} {
		a := w.do("GET", path, c[0], "", "Accept", c[1])
		tag := a.Header().Get("ETag")
		w.want(200, a)
		if a.Header().Get("Vary") != "Accept, Authorization" || a.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%v", a.Header())
		}
		tags[tag] = true
		for _, header := range []string{tag, `"other", ` + tag, "W/" + tag, "*"} {
			again := w.do("GET", path, c[0], "", "Accept", c[1], "If-None-Match", header)
			if again.Code != 304 || again.Body.Len() > 0 || again.Header().Get("ETag") != tag {
				t.Errorf("%s: %d", header, again.Code)
			}
		}
		w.want(200, w.do("GET", path, c[0], "", "Accept", c[1], "If-None-Match", `"other"`))
	}
	if len(tags) != 5 {
		t.Errorf("five views have %d tags", len(tags))
	}
}

// TestABidOfAnotherChangesNoTagBeyondItsCover: two bids with the same cover give the same bytes to everybody else.
func TestABidOfAnotherChangesNoTagBeyondItsCover(t *testing.T) {
	seen := map[string]int{}
	for _, move := range []int{1, 2} {
		w := newWorld(t)
		ada, ben := w.person("Ada"), w.person("Ben")
		path := "/v1/games/" + w.seated(ada, ben)
		table := w.store.games[strings.TrimPrefix(path, "/v1/games/")].table
		own := compact(table.View(w.store.accounts[0].ID, nil).Own)
		serial := strings.Split(strings.Split(own, `"serial":`)[move], ",")[0]
		w.want(200, w.do("PUT", path+"/bid", ada, `{"bid":{"cards":[`+serial+`]}}`))
		for _, token := range []string{ben, ""} {
			a := w.do("GET", path, token, "")
			seen[a.Header().Get("ETag")+a.Body.String()]++
			seen[w.do("GET", path+"/events", token, "").Body.String()]++
		}
	}
	for what, n := range seen {
		if n%2 != 0 {
			t.Errorf("seen in one world only: %s", what)
		}
	}
}

func TestWaitingEndsWhenTheGameChanges(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	path := "/v1/games/" + w.seated(ada, ben)
	tag := w.do("GET", path, ada, "").Header().Get("ETag")
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		done := make(chan answer)
		go func() { done <- w.do("GET", path+"?wait=30", ada, "", "If-None-Match", tag) }()
		<-time.After(7 * time.Second) // of the bubble's clock
		w.want(200, w.do("PUT", path+"/bid", ben, `{"bid":{"cards":[0]}}`))
		a := <-done
		w.want(200, a)
		if a.Header().Get("ETag") == tag || time.Since(began) != 7*time.Second {
			t.Errorf("after %v: %v", time.Since(began), a.Header())
		}
	})
	if len(w.store.watchers) > 0 {
		t.Error("the watch was not given up")
	}
}

func TestWaitingGoesOnWhenOnlyOthersSeeAChange(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	path := "/v1/games/" + w.seated(ada, ben)
	w.want(200, w.do("PUT", path+"/bid", ben, `{"bid":{"cards":[0]}}`))
	tag := w.do("GET", path, "", "").Header().Get("ETag")
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		done := make(chan answer)
		go func() { done <- w.do("GET", path+"?wait=30", "", "", "If-None-Match", tag) }()
		<-time.After(7 * time.Second)
		w.want(200, w.do("PUT", path+"/bid", ben, `{"bid":{"cards":[0]}}`)) // a spectator sees the same as before
		w.want(304, <-done)
		if time.Since(began) != 30*time.Second {
			t.Errorf("after %v", time.Since(began))
		}
	})
}

func TestWaitingEndsWithTheClient(t *testing.T) {
	w := newWorld(t)
	path := "/v1/games/" + w.seated(w.person("Ada"), w.person("Ben"))
	tag := w.do("GET", path, "", "").Header().Get("ETag")
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(3*time.Second, cancel)
		r := httptest.NewRequestWithContext(ctx, "GET", path+"?wait=60", nil)
		r.Header.Set("If-None-Match", tag)
		a := httptest.NewRecorder()
		w.handler.ServeHTTP(a, r)
		if time.Since(began) != 3*time.Second || a.Body.Len() > 0 {
			t.Errorf("after %v: %s", time.Since(began), a.Body)
		}
	})
	if log := w.log.String(); !strings.Contains(log, "status=499") || strings.Contains(log, "level=ERROR") || strings.Contains(log, "fault") {
		t.Errorf("%s", log)
	}
}

func TestNobodyWaitsWithoutSomethingToCompare(t *testing.T) {
	w := newWorld(t)
	path := "/v1/games/" + w.seated(w.person("Ada"), w.person("Ben"))
	w.want(200, w.do("GET", path+"?wait=60", "", ""))
}

func TestWaitingEndsWhenTheServerStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stopping := make(chan struct{})
		w := newWorldThatStops(t, stopping)
		path := "/v1/games/" + w.seated(w.person("Ada"), w.person("Ben"))
		tag := w.do("GET", path, "", "").Header().Get("ETag")
		began := time.Now()
		done := make(chan answer)
		go func() { done <- w.do("GET", path+"?wait=60", "", "", "If-None-Match", tag) }()
		synctest.Wait()
		close(stopping)
		w.want(304, <-done)
		if time.Since(began) > 0 {
			t.Errorf("after %v", time.Since(began))
		}
	})
}
