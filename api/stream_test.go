package api_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// listener reads a stream over a connection of the bubble's.
type listener struct {
	testing.TB
	conn     net.Conn
	answer   *http.Response
	lines    *bufio.Reader
	finished <-chan struct{}
}

func (w *world) listen(t *testing.T, path, token string, headers ...string) *listener {
	t.Helper()
	conn, finished := dial(t, w.handler)
	r := w.request("GET", path, token, "", append(headers, "Accept", "text/event-stream")...)
	r.Host = "tender"
	if err := r.Write(conn); err != nil {
		t.Fatal(err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(conn), r)
	if err != nil {
		t.Fatal(err)
	}
	return &listener{t, conn, answer, bufio.NewReader(answer.Body), finished}
}

// next reads a message, or a comment, in one line; "end" when the stream has ended.
func (l *listener) next() string {
	l.Helper()
	var all []string
	for {
		line, err := l.lines.ReadString('\n')
		if err == io.EOF {
			return "end"
		}
		if err != nil {
			return "broken: " + err.Error()
		}
		if line = strings.TrimSuffix(line, "\n"); line == "" {
			return strings.Join(all, "|")
		}
		all = append(all, line)
	}
}

// hears wants the next messages to begin so.
func (l *listener) hears(begins ...string) {
	l.Helper()
	for _, want := range begins {
		if got := l.next(); !strings.HasPrefix(got, want) {
			l.Fatalf("heard %q instead of %q", got, want)
		}
	}
}

func TestAStreamTellsWhatWasMissedAndGoesOn(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	path := "/v1/games/" + w.seated(ada, ben)
	missed := len(w.store.games[strings.TrimPrefix(path, "/v1/games/")].told)
	synctest.Test(t, func(t *testing.T) {
		l := w.listen(t, path+"/events", ada)
		if l.answer.StatusCode != 200 || l.answer.Header.Get("Content-Type") != "text/event-stream" || l.answer.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%d %v", l.answer.StatusCode, l.answer.Header)
		}
		l.hears("id: 0|retry: 2000")
		for n := range missed {
			l.hears(fmt.Sprintf(`id: %d|data: {"number":%d,`, n+1, n+1))
		}
		w.want(200, w.do("PUT", path+"/bid", ben, `{"bid":{"cards":[0]}}`))
		l.hears("event: changed|data: {\"game\":\"" + strings.TrimPrefix(path, "/v1/games/") + "\"}")
		w.want(200, w.do("PUT", path+"/bid", ben, `{"bid":{"cards":[0]}}`)) // for Ada it looks as before
		began := time.Now()
		l.hears(":")
		if time.Since(began) != 15*time.Second {
			t.Errorf("a sign of life after %v", time.Since(began))
		}
		w.want(200, w.do("PUT", path+"/bid", ada, `{"bid":{"cards":[0]}}`))
		l.hears(fmt.Sprintf("id: %d|data: ", missed+1))
	})
	if len(w.store.watchers) > 0 {
		t.Error("the watch was not given up")
	}
}

// meddler does something the moment that a text has been sent to it, before anything else is looked at.
type meddler struct {
	*httptest.ResponseRecorder
	text string
	then func()
}

func (m *meddler) Write(p []byte) (int, error) {
	n, err := m.ResponseRecorder.Write(p)
	if strings.Contains(string(p), m.text) {
		m.then()
	}
	return n, err
}

func TestAChangeRightAfterTheEventsIsTold(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	game := w.seated(ada, ben)
	last := len(w.store.games[game].told)
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		m := &meddler{httptest.NewRecorder(), fmt.Sprintf(`"number":%d,`, last), func() {
			w.want(200, w.do("PUT", "/v1/games/"+game+"/bid", ben, `{"bid":{"cards":[0]}}`))
		}}
		var stream sync.WaitGroup
		stream.Go(func() {
			w.handler.ServeHTTP(m, w.request("GET", "/v1/games/"+game+"/events", ada, "", "Accept", "text/event-stream").WithContext(ctx))
		})
		synctest.Wait()
		cancel()
		stream.Wait()
		if text := m.Body.String(); strings.Count(text, "event: changed") != 1 {
			t.Errorf("%s", text)
		}
	})
}

func TestAStreamGoesOnWhereTheLastOneEnded(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	game := w.seated(ada, ben)
	path := "/v1/games/" + game + "/events"
	last := len(w.store.games[game].told)
	synctest.Test(t, func(t *testing.T) {
		w.listen(t, path, ada, "Last-Event-ID", "1").hears("id: 1|", "id: 2|data")
	})
	synctest.Test(t, func(t *testing.T) { // the header counts: the address stays the same when a browser connects again
		w.listen(t, path+"?after=1", ada, "Last-Event-ID", "2").hears("id: 2|", "id: 3|data")
	})
	synctest.Test(t, func(t *testing.T) {
		w.listen(t, fmt.Sprintf("%s?after=%d", path, last), ada).hears(fmt.Sprintf("id: %d|", last), "event: changed")
	})
	for _, id := range []string{"x", "-1", "1.5", "99999999999"} {
		w.refused(422, "invalid_input", w.do("GET", path, ada, "", "Accept", "text/event-stream", "Last-Event-ID", id))
	}
	w.refused(404, "not_found", w.do("GET", "/v1/games/nosuch/events", ada, "", "Accept", "text/event-stream"))
	if a := w.do("HEAD", path, ada, "", "Accept", "text/event-stream"); a.Code != 200 || a.Body.Len() > 0 {
		t.Errorf("%d %s", a.Code, a.Body)
	}
}

func TestAStreamEndsWithItsGame(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	path := w.do("POST", "/v1/games", ada, `{"kind":"money","seats":2}`).Header().Get("Location")
	synctest.Test(t, func(t *testing.T) {
		l := w.listen(t, path+"/events?after=1", "")
		l.hears("id: 1|", "event: changed")
		w.want(204, w.do("DELETE", path, ada, ""))
		l.hears("id: 2|data", "end")
		w.listen(t, path+"/events?after=1", "").hears("id: 1|", "id: 2|data", "end")
	})
	w.want(204, w.do("GET", path+"/events?after=2", "", "", "Accept", "text/event-stream"))
}

func TestAStreamEndsWithItsSession(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	other, _ := w.signIn("ada@example.org")
	game := w.seated(ada, w.person("Ben"))
	for _, path := range []string{"/v1/games/" + game + "/events?after=1000", "/v1/me/events"} {
		token, _ := w.signIn("ada@example.org")
		synctest.Test(t, func(t *testing.T) {
			mine, others := w.listen(t, path, token), w.listen(t, path, other)
			mine.next()
			others.next()
			<-time.After(21 * time.Second)
			began := time.Now()
			w.want(204, w.do("DELETE", "/v1/sessions/current", token, ""))
			for got := mine.next(); got != "end"; got = mine.next() {
				if strings.HasPrefix(got, "broken") {
					t.Fatal(got)
				}
			}
			if time.Since(began) > 5*time.Second {
				t.Errorf("%s ended after %v", path, time.Since(began))
			}
			for range 3 { // the other session's goes on
				if got := others.next(); got == "end" {
					t.Errorf("%s: ended for a session that lasts", path)
				}
			}
		})
	}
}

func TestAStreamEndsWhenItsTokenExpires(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	synctest.Test(t, func(t *testing.T) {
		l := w.listen(t, "/v1/me/events", ada)
		l.hears("id: 0|")
		w.pass(16 * time.Minute)
		l.hears("end")
	})
}

func TestAStreamEndsWhenTheServerStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stopping := make(chan struct{})
		w := newWorldThatStops(t, stopping)
		l := w.listen(t, "/v1/me/events", w.person("Ada"))
		l.hears("id: 0|")
		began := time.Now()
		close(stopping)
		l.hears("end")
		if time.Since(began) > 0 {
			t.Errorf("after %v", time.Since(began))
		}
	})
}

func TestAListenerThatDoesNotReadHoldsNoHandlerForEver(t *testing.T) {
	w := newWorld(t)
	game := w.seated(w.person("Ada"), w.person("Ben"))
	synctest.Test(t, func(t *testing.T) {
		l := w.listen(t, "/v1/games/"+game+"/events", "")
		<-time.After(31 * time.Second)
		select {
		case <-l.finished:
		default:
			t.Error("the handler still writes")
		}
	})
}

func TestAStreamLastsAsLongAsItIsRead(t *testing.T) {
	w := newWorld(t)
	game := w.seated(w.person("Ada"), w.person("Ben"))
	synctest.Test(t, func(t *testing.T) {
		l := w.listen(t, "/v1/games/"+game+"/events?after=1000", "")
		l.hears("id: 1000|", "event: changed")
		for range 40 { // ten minutes
			l.hears(":")
		}
	})
}

func TestAStreamEndsWithItsClient(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		r := w.request("GET", "/v1/me/events", ada, "", "Accept", "text/event-stream").WithContext(ctx)
		time.AfterFunc(time.Second, cancel)
		w.send(r)
	})
	if log := w.log.String(); strings.Contains(log, "level=ERROR") {
		t.Error(log)
	}
}

func TestTheStreamOfAnAccountTellsOfAllItsGames(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.person("Ada"), w.person("Ben")
	old := w.seated(ada, ben)
	before := len(w.store.news[w.store.accounts[0].ID])
	synctest.Test(t, func(t *testing.T) {
		l := w.listen(t, "/v1/me/events", ada)
		l.hears(fmt.Sprintf("id: %d|retry", before)) // it begins now
		game := w.seated(ben, ada)
		l.hears(fmt.Sprintf(`id: %d|data: {"game":"%s","number":2,`, before+1, game)) // Ada's own seat
		for range len(w.store.games[game].told) - 2 {
			l.hears("id: ")
		}
		w.want(200, w.do("PUT", "/v1/games/"+old+"/bid", ada, `{"bid":{"cards":[0]}}`))
		w.want(200, w.do("PUT", "/v1/games/"+old+"/bid", ben, `{"bid":{"cards":[0]}}`))
		if got := l.next(); !strings.Contains(got, `"game":"`+old+`"`) {
			t.Errorf("%s", got)
		}
	})
	var page struct {
		Events []struct {
			Game   string
			Number int
		}
		Next int64
	}
	w.do("GET", "/v1/me/events?after=1&limit=2", ada, "").read(&page)
	if len(page.Events) != 2 || page.Events[0].Game != old || page.Events[0].Number != 2 || page.Next != 3 {
		t.Errorf("%+v", page)
	}
	w.refused(401, "unauthenticated", w.do("GET", "/v1/me/events", "", "", "Accept", "text/event-stream"))
}

func TestThereAreSoManyPlacesForListeners(t *testing.T) {
	w := newWorld(t)
	game := w.seated(w.person("Ada"), w.person("Ben"))
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		var all sync.WaitGroup
		ask := func() *http.Request {
			return w.request("GET", "/v1/games/"+game+"/events", "", "", "Accept", "text/event-stream").WithContext(ctx)
		}
		for range 1000 {
			all.Go(func() { w.handler.ServeHTTP(httptest.NewRecorder(), ask()) })
		}
		synctest.Wait()
		a := w.send(ask())
		if a.Code != 503 || a.code() != "too_busy" || a.Header().Get("Retry-After") == "" {
			t.Errorf("%d %s", a.Code, a.Body)
		}
		cancel()
		all.Wait()
	})
}
