package api_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

// crowd lets people who are signed out wait for a game for a minute, and gives what they were answered.
func crowd(w *world, people int, path, tag string) (answers func() []answer) {
	var all sync.WaitGroup
	got := make([]answer, people)
	for i := range people {
		all.Go(func() { got[i] = w.do("GET", path+"?wait=60", "", "", "If-None-Match", tag) })
	}
	return func() []answer { all.Wait(); return got }
}

func TestTooManyStrangersWaitForAGame(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	path, other := "/v1/games/"+w.seated(ada, ben), "/v1/games/"+w.seated(ada, ben)
	tag := w.do("GET", path, "", "").Header().Get("ETag")
	own := w.do("GET", path, ada, "").Header().Get("ETag")
	otherTag := w.do("GET", other, "", "").Header().Get("ETag")
	synctest.Test(t, func(t *testing.T) {
		answers := crowd(w, 1000, path, tag)
		synctest.Wait()
		a := w.do("GET", path+"?wait=60", "", "", "If-None-Match", tag)
		w.refused(503, "too_busy", a)
		if a.Header().Get("Retry-After") == "" {
			t.Errorf("%v", a.Header())
		}
		w.want(304, w.do("GET", path, "", "", "If-None-Match", tag)) // who does not wait is answered
		for _, c := range [][3]string{{path, ada, own}, {other, "", otherTag}} {
			w.want(304, w.do("GET", c[0]+"?wait=1", c[1], "", "If-None-Match", c[2]))
		}
		for _, a := range answers() {
			w.want(304, a)
		}
		w.want(304, w.do("GET", path+"?wait=1", "", "", "If-None-Match", tag)) // their places are free again
	})
}

func TestOneAccountDoesNotTakeThePlacesOfAll(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	path := "/v1/games/" + w.seated(ada, ben)
	tag, other := w.do("GET", path, ada, "").Header().Get("ETag"), w.do("GET", path, ben, "").Header().Get("ETag")
	synctest.Test(t, func(t *testing.T) {
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() { w.want(304, w.do("GET", path+"?wait=60", ada, "", "If-None-Match", tag)) })
		}
		synctest.Wait()
		w.refused(503, "too_busy", w.do("GET", path+"?wait=60", ada, "", "If-None-Match", tag))
		w.want(304, w.do("GET", path+"?wait=1", ben, "", "If-None-Match", other))
		all.Wait()
		w.want(304, w.do("GET", path+"?wait=1", ada, "", "If-None-Match", tag)) // the places are free again
	})
}

// TestAChangeIsDrawnOnceForAllStrangers: the first one's drawing is being made while the others come, who share the next.
func TestAChangeIsDrawnOnceForAllStrangers(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	path := "/v1/games/" + w.seated(ada, ben)
	tag := w.do("GET", path, "", "").Header().Get("ETag")
	synctest.Test(t, func(t *testing.T) {
		answers := crowd(w, 100, path, tag)
		synctest.Wait()
		var drawn atomic.Int32
		slow := make(chan struct{})
		w.store.viewing = func(account string) {
			if account == "" {
				drawn.Add(1)
				<-slow
			}
		}
		w.want(200, w.do("PUT", path+"/bid", ben, `{"bid":{"cards":[0]}}`))
		synctest.Wait()
		close(slow)
		for _, a := range answers() {
			w.want(200, a)
		}
		if n := drawn.Load(); n != 2 {
			t.Errorf("drawn %d times", n)
		}
	})
}

// TestADrawingThatWasBegunBeforeAChangeIsNotTakenForNews: who hears of a change shares no drawing from before it.
func TestADrawingThatWasBegunBeforeAChangeIsNotTakenForNews(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	path := "/v1/games/" + w.seated(ada, ben)
	tag := w.do("GET", path, "", "").Header().Get("ETag")
	synctest.Test(t, func(t *testing.T) {
		answers := crowd(w, 10, path, tag)
		synctest.Wait()
		slow := make(chan struct{})
		var first atomic.Bool
		w.store.viewed = func(account string) {
			if account == "" && first.CompareAndSwap(false, true) {
				<-slow
			}
		}
		early := make(chan answer)
		go func() { early <- w.do("GET", path, "", "") }()
		synctest.Wait()
		w.want(200, w.do("PUT", path+"/bid", ben, `{"bid":{"cards":[0]}}`))
		synctest.Wait()
		close(slow)
		if a := <-early; a.Header().Get("ETag") != tag {
			t.Error("the early drawing shows what came later")
		}
		for _, a := range answers() {
			w.want(200, a)
			if a.Header().Get("ETag") == tag {
				t.Error("news with an old tag")
			}
		}
	})
}

func TestADrawingThatPanicsHoldsUpNobody(t *testing.T) {
	w := newWorld(t)
	path := "/v1/games/" + w.seated(w.person("Ada"), w.person("Ben"))
	w.store.viewing = func(string) { panic("no view") }
	for range 2 {
		w.refused(500, "internal", w.do("GET", path, "", ""))
	}
	w.store.viewing = nil
	w.want(200, w.do("GET", path, "", ""))
}

func TestViewsAreCachedAlikeWhetherSentOrKnown(t *testing.T) {
	w := newWorld(t)
	path := "/v1/games/" + w.seated(w.person("Ada"), w.person("Ben"))
	sent := w.do("GET", path, "", "")
	known := w.do("GET", path, "", "", "If-None-Match", sent.Header().Get("ETag"))
	w.want(304, known)
	for _, name := range []string{"Cache-Control", "Vary", "ETag"} {
		if a, b := sent.Header().Get(name), known.Header().Get(name); a != b || a == "" {
			t.Errorf("%s: %q and %q", name, a, b)
		}
	}
}
