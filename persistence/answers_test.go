package persistence_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tender/domain"
)

var question = domain.Asked{ID: "one request", Account: "somebody", Digest: "its body"}

// bidding carries out a bid and answers.
func (w *world) bidding(game string, a domain.Account, answer domain.Answer, err error) func(context.Context) (domain.Answer, error) {
	return func(ctx context.Context) (domain.Answer, error) {
		if _, err := w.Decide(ctx, game, bid(1), by(a)); err != nil {
			return domain.Answer{}, err
		}
		return answer, err
	}
}

func TestARequestThatIsRepeatedGetsItsFirstAnswer(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		game := w.game(t, ps...)
		first := domain.Answer{Status: 201, Header: map[string]string{"Location": "/x"}, Body: []byte("é\n")}
		_, err := w.Once(t.Context(), question, w.bidding(game, ps[0], first, nil))
		must(t, err)
		never := func(context.Context) (domain.Answer, error) {
			t.Error("carried out again")
			return domain.Answer{}, nil
		}
		before := w.dump(t)
		again, err := w.Once(t.Context(), question, never)
		must(t, err)
		found, ok, err := w.Answered(t.Context(), question)
		must(t, err)
		for _, a := range []domain.Answer{again, found} {
			if a.Status != 201 || a.Header["Location"] != "/x" || string(a.Body) != "é\n" || !ok {
				t.Errorf("%+v", a)
			}
		}
		other := question
		other.Digest = "another body"
		_, err = w.Once(t.Context(), other, never)
		refused(t, err, domain.KeyReused)
		_, _, err = w.Answered(t.Context(), other)
		refused(t, err, domain.KeyReused)
		same(t, "repeated", before, w.dump(t))

		w.clock.advance(24 * time.Hour)
		if _, ok, err := w.Answered(t.Context(), question); ok || err != nil {
			t.Errorf("kept for more than a day: %v", err)
		}
		_, err = w.Once(t.Context(), other, func(context.Context) (domain.Answer, error) { return first, nil })
		must(t, err)
		if rows := w.dump(t)["answers"]; len(rows) != 1 {
			t.Errorf("%d answers are kept", len(rows))
		}
	})
}

func TestAnAnswerIsKeptTogetherWithWhatItSaysOrNotAtAll(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		game := w.game(t, ps...)
		changed, stop := w.Watch(game)
		defer stop()
		drain(t, w, changed)
		before := w.dump(t)
		broken := errors.New("broken")
		_, err := w.Once(t.Context(), question, w.bidding(game, ps[0], domain.Answer{}, broken))
		if !errors.Is(err, broken) {
			t.Errorf("%v", err)
		}
		_, err = w.Once(t.Context(), question, func(ctx context.Context) (domain.Answer, error) {
			w.bidding(game, ps[0], domain.Answer{}, nil)(ctx)
			panic("half-way")
		})
		if err == nil {
			t.Error("a panic is an answer")
		}
		same(t, "after failures", before, w.dump(t))

		_, err = w.Once(t.Context(), question, w.bidding(game, ps[0], domain.Answer{Status: 409, Refused: true}, nil))
		must(t, err)
		after := w.dump(t)
		if len(after["answers"]) != 1 {
			t.Error("the refusal was not kept")
		}
		after["answers"] = before["answers"]
		same(t, "after a refusal", before, after)
		w.settle(t)
		if len(changed) > 0 {
			t.Error("woken by what was undone")
		}
	})
}

func TestNobodyIsWokenBeforeTheCommit(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		game := w.game(t, ps...)
		changed, stop := w.Watch(game)
		defer stop()
		drain(t, w, changed)
		_, err := w.Once(t.Context(), question, func(ctx context.Context) (domain.Answer, error) {
			a, err := w.bidding(game, ps[0], domain.Answer{Status: 200}, nil)(ctx)
			if len(changed) > 0 {
				t.Error("woken before the commit")
			}
			view, viewErr := w.View(ctx, game, ps[0].ID)
			if viewErr != nil || view.You.Sealed == nil {
				t.Errorf("the bid is not to be seen inside: %v", viewErr)
			}
			return a, err
		})
		must(t, err)
		<-changed
	})
}

func TestOfManyAtOnceOneIsCarriedOut(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		game := w.game(t, ps...)
		stores := []*world{w, w}
		if w.url[:7] != "sqlite:" {
			stores[1] = open(t, w.url, w.clock)
		}
		var carried atomic.Int32
		var all sync.WaitGroup
		for i := range 16 {
			s := stores[i%2]
			all.Go(func() {
				a, err := s.Once(t.Context(), question, func(ctx context.Context) (domain.Answer, error) {
					carried.Add(1)
					return s.bidding(game, ps[0], domain.Answer{Status: 200, Body: []byte("first")}, nil)(ctx)
				})
				if err != nil || string(a.Body) != "first" {
					t.Errorf("%+v %v", a, err)
				}
			})
		}
		all.Wait()
		if n := carried.Load(); n != 1 {
			t.Errorf("carried out %d times", n)
		}
	})
}

func TestNobodyDecidesWhileAGameIsHeld(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		game := w.game(t, ps...)
		var taken atomic.Int32
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				err := w.Hold(t.Context(), game, func(ctx context.Context) error {
					view, err := w.View(ctx, game, ps[0].ID)
					if err != nil || view.You.Sealed != nil {
						return err
					}
					taken.Add(1)
					_, err = w.Decide(ctx, game, bid(1), by(ps[0]))
					return err
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if n := taken.Load(); n != 1 {
			t.Errorf("%d saw the game without a bid", n)
		}
		refused(t, w.Hold(t.Context(), "nosuch", func(context.Context) error { t.Error("held nothing"); return nil }), domain.NotFound)
		w.verify(t, game)
	})
}
