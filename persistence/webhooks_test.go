package persistence_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"tender/domain"
)

// hook adds a webhook of an account that is told of some notices, of all if none are named.
func (w *world) hook(t *testing.T, a domain.Account, url string, events ...domain.NoticeType) domain.Webhook {
	t.Helper()
	h, err := w.AddWebhook(t.Context(), domain.Webhook{Account: a.ID, URL: url, Secret: "whsec_1", Events: events}, "", "")
	must(t, err)
	return h
}

// reread finds a webhook as it is now.
func (w *world) reread(t *testing.T, h domain.Webhook) domain.Webhook {
	t.Helper()
	now, err := w.WebhookByID(t.Context(), h.ID)
	must(t, err)
	return now
}

// letters claims what letters of a type are on their way, and finishes them.
func (w *world) letters(t *testing.T, kind domain.LetterType) (posts []domain.Post) {
	t.Helper()
	claimed, err := w.ClaimLetters(t.Context(), 100, time.Minute)
	must(t, err)
	for _, l := range claimed {
		post, owed, err := w.Post(t.Context(), l)
		if must(t, err); owed && l.Type == kind {
			posts = append(posts, post)
		}
		_, err = w.FinishLetter(t.Context(), l, domain.Attempt{At: w.clock.now(), Status: domain.Delivered})
		must(t, err)
	}
	return posts
}

// sent gives the deliveries to a webhook that are due, claimed.
func (w *world) sent(t *testing.T, h domain.Webhook) (to []domain.Delivery) {
	t.Helper()
	for _, all := range w.claim(t) {
		for _, d := range all {
			if d.Target == h.ID {
				to = append(to, d)
			}
		}
	}
	return to
}

// try writes an attempt at a delivery down that had an answer, and makes another follow a minute later unless it was
// received.
func (w *world) try(t *testing.T, d domain.Delivery, answer int) {
	t.Helper()
	now := w.clock.now()
	a := domain.Attempt{At: now, Status: domain.Pending, RetryAt: now.Add(time.Minute), Why: domain.WhyRefused, Answer: answer}
	switch answer {
	case 200:
		a = domain.Attempt{At: now, Status: domain.Delivered, Answer: answer}
	case 410:
		a.Status, a.RetryAt = domain.Failed, time.Time{}
	}
	w.finish(t, d, a, true)
}

func TestWebhookIsToldOfWhatItWantsOnly(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		all := w.hook(t, ps[0], "https://a.example/")
		bids := w.hook(t, ps[0], "https://b.example/", domain.BidWanted, domain.GameOver)
		turns := w.hook(t, ps[0], "https://c.example/", domain.TurnStarted)
		off := w.hook(t, ps[0], "https://d.example/")
		no := false
		_, err := w.ChangeWebhook(t.Context(), ps[0].ID, off.ID, domain.HookChange{Enabled: &no})
		must(t, err)
		w.game(t, ps...)
		told := map[string]int{}
		for _, d := range w.claim(t)[domain.BidWanted] {
			told[d.Target]++
		}
		if told[all.ID] != 1 || told[bids.ID] != 1 || told[turns.ID] != 0 || told[off.ID] != 0 {
			t.Errorf("told: %v", told)
		}
	})
}

func TestWebhookIsKeptAsItWasMade(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ann, bob := w.person(t, "ann"), w.person(t, "bob")
		h := w.hook(t, ann, "https://a.example/", domain.GameOver, domain.BidWanted)
		if h.Format != domain.StandardFormat || len(h.KeySeed) != 32 || !slices.Equal(w.reread(t, h).KeySeed, h.KeySeed) {
			t.Errorf("%+v", h)
		}
		if other := w.hook(t, ann, "https://b.example/"); slices.Equal(other.KeySeed, h.KeySeed) {
			t.Error("two webhooks have one key")
		}
		format, events := domain.SlackFormat, []domain.NoticeType{domain.TurnStarted}
		changed, err := w.ChangeWebhook(t.Context(), ann.ID, h.ID, domain.HookChange{Format: &format, Events: &events})
		if err != nil || changed.Format != format || !slices.Equal(changed.Events, events) || changed.URL != h.URL || changed.Secret != h.Secret {
			t.Errorf("%+v, %v", changed, err)
		}
		_, err = w.ChangeWebhook(t.Context(), bob.ID, h.ID, domain.HookChange{Format: &format})
		refused(t, err, domain.NotFound)
		_, err = w.RotateSecret(t.Context(), domain.Webhook{ID: h.ID, Account: bob.ID, Secret: "whsec_2"}, time.Hour, "", "")
		refused(t, err, domain.NotFound)
	})
}

func TestReplacedSecretsLastAsLongAsAsked(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ann := w.person(t, "ann")
		h := w.hook(t, ann, "https://a.example/")
		rotate := func(secret string, overlap time.Duration) error {
			_, err := w.RotateSecret(t.Context(), domain.Webhook{ID: h.ID, Account: ann.ID, Secret: secret}, overlap, "", "")
			return err
		}
		is := func(when, secret string, old ...string) {
			t.Helper()
			now := w.reread(t, h)
			got := []string{}
			for _, o := range now.Old {
				got = append(got, o.Secret)
			}
			if now.Secret != secret || !slices.Equal(got, append([]string{}, old...)) {
				t.Errorf("%s: %s and %v", when, now.Secret, got)
			}
		}
		must(t, rotate("whsec_2", 24*time.Hour))
		is("changed", "whsec_2", "whsec_1")
		must(t, rotate("whsec_2", 24*time.Hour))
		is("sent again", "whsec_2", "whsec_1")
		w.clock.advance(time.Hour)
		must(t, rotate("whsec_3", 24*time.Hour))
		is("changed twice", "whsec_3", "whsec_2", "whsec_1")
		refused(t, rotate("whsec_4", time.Hour), domain.TooManySecrets)
		refused(t, rotate("whsec_1", time.Hour), domain.InvalidSecret)
		is("refused", "whsec_3", "whsec_2", "whsec_1")
		w.clock.advance(23 * time.Hour)
		is("a day later", "whsec_3", "whsec_2")
		must(t, rotate("whsec_4", time.Hour))
		is("changed once more", "whsec_4", "whsec_2", "whsec_3")
		must(t, rotate("whsec_5", 0))
		is("in an emergency", "whsec_5")
		_, err := w.RotateSecret(t.Context(), domain.Webhook{ID: h.ID, Account: ann.ID, Secret: "whsec_6"}, 0, "ended", "")
		refused(t, err, domain.InvalidToken)
		_, err = w.RotateSecret(t.Context(), domain.Webhook{ID: h.ID, Account: ann.ID, Secret: "whsec_6"}, 0, "", "removed")
		refused(t, err, domain.InvalidToken)
		must(t, rotate("whsec_6", time.Hour))
		must(t, w.RemoveWebhook(t.Context(), ann.ID, h.ID)) // with its old secrets
		if left := w.dump(t)["webhook_secrets"]; len(left) != 0 {
			t.Errorf("left: %v", left)
		}
	})
}

func TestReceiverThatIsGoneIsDisabledAtOnceAndItsOwnerTold(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		h, other := w.hook(t, ps[0], "https://hooks.example.org:8443/secret"), w.hook(t, ps[0], "https://b.example/")
		w.game(t, ps...)
		w.game(t, ps...)
		to := w.sent(t, h)
		if len(to) != 2 {
			t.Fatalf("%+v", to)
		}
		w.try(t, to[0], 410)
		now := w.reread(t, h)
		if !now.Disabled() || now.DisabledWhy != domain.DisabledGone || w.reread(t, other).Disabled() {
			t.Errorf("%+v", now)
		}
		w.finish(t, to[1], domain.Attempt{At: w.clock.now(), Status: domain.Delivered}, false) // dropped meanwhile
		posts := w.letters(t, domain.WebhookDisabled)
		if len(posts) != 1 || posts[0].To.ID != ps[0].ID {
			t.Fatalf("letters: %+v", posts)
		}
		if told := posts[0].Hook; told == nil || told.Host != "hooks.example.org:8443" || told.Why != domain.DisabledGone || told.Webhook != h.ID {
			t.Errorf("told: %+v", told)
		}
		yes := true
		enabled, err := w.ChangeWebhook(t.Context(), ps[0].ID, h.ID, domain.HookChange{Enabled: &yes})
		if err != nil || enabled.Disabled() || enabled.Failed != 0 || !enabled.FailingSince.IsZero() || enabled.DisabledWhy != "" {
			t.Errorf("%+v, %v", enabled, err)
		}
		w.clock.advance(time.Hour)
		if old := w.sent(t, h); len(old) != 0 {
			t.Errorf("something old is sent: %+v", old)
		}
		w.game(t, ps...)
		if fresh := w.sent(t, h); len(fresh) == 0 {
			t.Error("nothing new is sent")
		}
	})
}

func TestReceiverThatFailsForFiveDaysIsDisabled(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		h := w.hook(t, ps[0], "https://a.example/")
		long, _, err := w.OpenGame(t.Context(), domain.Open{Kind: "toy", Seats: 1, Pace: domain.Pace{"bid": 30 * 24 * 3600}}, by(ps[0]))
		must(t, err)
		fail := func() {
			t.Helper()
			for _, d := range w.sent(t, h) {
				if d.Game == long {
					w.try(t, d, 503)
				}
			}
		}
		warned, disabled := 0, 0
		for hour := range 5*24 + 1 { // an attempt every hour
			fail()
			letters, err := w.ClaimLetters(t.Context(), 100, time.Minute)
			must(t, err)
			for _, l := range letters {
				switch l.Type {
				case domain.WebhookFailing:
					if warned++; hour != 24 {
						t.Errorf("warned after %d hours", hour)
					}
				case domain.WebhookDisabled:
					if disabled++; hour != 5*24 {
						t.Errorf("disabled after %d hours", hour)
					}
				}
				_, err = w.FinishLetter(t.Context(), l, domain.Attempt{At: w.clock.now(), Status: domain.Delivered})
				must(t, err)
			}
			w.clock.advance(time.Hour)
		}
		if now := w.reread(t, h); warned != 1 || disabled != 1 || now.DisabledWhy != domain.DisabledFailing || now.Failed != 5*24+1 {
			t.Errorf("warned %d times, told %d times: %+v", warned, disabled, now)
		}
	})
}

func TestNumbersOfWhatAWebhookIsSentHaveNoGap(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		w.hook(t, ps[0], "https://a.example/")
		w.hook(t, ps[0], "https://b.example/")
		long := domain.Pace{"bid": 24 * 3600, "take": 24 * 3600}
		one, _, err := w.OpenGame(t.Context(), domain.Open{Kind: "toy", Seats: 1, Pace: long, Options: []byte(`{"rounds":12}`)}, by(ps[0]))
		must(t, err)
		w.game(t, ps...)
		for range 12 { // turns of the first game pile up
			w.decide(t, one, bid(1), ps[0])
			w.decide(t, one, take(), ps[0])
		}
		var due []domain.Delivery
		for _, all := range w.claim(t) {
			due = append(due, slices.DeleteFunc(all, func(d domain.Delivery) bool { return d.Channel != domain.ByWebhook })...)
		}
		var mu sync.Mutex
		var workers sync.WaitGroup
		seqs := map[string][]int{}
		for _, d := range due {
			for range 2 { // as if the lease had ended meanwhile
				workers.Go(func() {
					seq, err := w.NumberDelivery(t.Context(), d)
					if err != nil {
						t.Errorf("%s: %v", d.ID, err)
					}
					mu.Lock()
					defer mu.Unlock()
					seqs[d.Target+" "+d.Game+" "+d.ID] = append(seqs[d.Target+" "+d.Game+" "+d.ID], seq)
				})
			}
		}
		workers.Wait()
		numbers := map[string][]int{}
		for key, got := range seqs {
			if got[0] != got[1] {
				t.Errorf("%s is numbered %v", key, got)
			}
			var target, game, id string
			_, _ = fmt.Sscan(key, &target, &game, &id)
			numbers[target+" "+game] = append(numbers[target+" "+game], got[0])
		}
		for of, got := range numbers {
			slices.Sort(got)
			for i, n := range got {
				if n != i+1 {
					t.Errorf("%s: %v", of, got)
					break
				}
			}
		}
		if len(numbers) != 4 || len(due) < 40 {
			t.Errorf("only %d deliveries, numbers %v", len(due), numbers)
		}
	})
}

func TestAttemptsThatAreCountedAtOnceDoNotWaitForEachOther(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		h := w.hook(t, ps[0], "https://a.example/")
		for range 12 {
			w.game(t, ps...)
		}
		due := w.sent(t, h)
		var workers sync.WaitGroup
		for i, d := range due {
			workers.Go(func() {
				a := domain.Attempt{At: w.clock.now(), Status: domain.Failed, Why: domain.WhyRefused, Answer: 404}
				if i == len(due)/2 {
					a.Answer = domain.GoneAnswer
				}
				if _, err := w.FinishDelivery(t.Context(), d, a); err != nil {
					t.Errorf("%s: %v", d.ID, err)
				}
			})
		}
		workers.Wait()
		if now := w.reread(t, h); !now.Disabled() || now.Failed < 1 || now.Failed > len(due) {
			t.Errorf("%+v", now)
		}
	})
}
