package persistence_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"tender/domain"
)

func TestAMailTokenIsMadeOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ann, bob := w.person(t, "ann"), w.person(t, "bob")
		wanted := domain.MailToken{Purpose: domain.ToReply, Account: ann.ID, Game: "g", Step: 3}
		var mu sync.Mutex
		var asking sync.WaitGroup
		made := map[string]bool{}
		for range 8 {
			asking.Go(func() {
				text, err := w.MailToken(t.Context(), wanted)
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				made[text] = true
				mu.Unlock()
			})
		}
		asking.Wait()
		if len(made) != 1 {
			t.Fatalf("eight who asked at once got %d tokens", len(made))
		}
		for _, other := range []domain.MailToken{{Purpose: domain.ToReply, Account: ann.ID, Game: "g", Step: 4}, {Purpose: domain.ToReply, Account: ann.ID, Game: "h", Step: 3},
			{Purpose: domain.ToReply, Account: bob.ID, Game: "g", Step: 3}, {Purpose: domain.ToUnsubscribe, Account: ann.ID, Notice: domain.BidWanted},
			{Purpose: domain.ToUnsubscribe, Account: ann.ID, Notice: domain.Reminder}} {
			text, err := w.MailToken(t.Context(), other)
			must(t, err)
			if made[text] {
				t.Errorf("%+v has the token of another", other)
			}
			made[text] = true
		}
	})
}

func TestAMailTokenIsFoundHoweverItIsSpelled(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		wanted := domain.MailToken{Purpose: domain.ToReply, Account: w.person(t, "ann").ID, Game: "g", Step: 3}
		text, err := w.MailToken(t.Context(), wanted)
		must(t, err)
		for _, spelled := range []string{text, strings.ToUpper(text), strings.NewReplacer("0", "O", "1", "l").Replace(text)} {
			found, err := w.MailTokenByText(t.Context(), spelled)
			must(t, err)
			if found.Text != text || found.Account != wanted.Account || found.Game != "g" || found.Step != 3 || found.Purpose != domain.ToReply || found.CreatedAt.IsZero() {
				t.Errorf("%q is %+v", spelled, found)
			}
		}
		for _, wrong := range []string{"", "x", text[1:], text + "0", domain.NewMailToken([16]byte{}), "\x00" + text[1:], strings.Repeat("%", 26)} {
			_, err := w.MailTokenByText(t.Context(), wrong)
			refused(t, err, domain.NotFound)
		}
	})
}

func TestDigestsAreTurnedOffForAllGames(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ann := w.person(t, "ann")
		game := w.game(t, ann, w.person(t, "bob"))
		wish := func(mode domain.Mode) domain.Preferences {
			return domain.Preferences{Events: map[domain.NoticeType]domain.Wish{domain.BidWanted: {Email: mode}, domain.GameOver: {Email: domain.AtOnce}}}
		}
		must(t, w.SetPreferences(t.Context(), ann.ID, "", wish(domain.InDigest)))
		must(t, w.SetPreferences(t.Context(), ann.ID, game, wish(domain.InDigest)))
		token, err := w.MailToken(t.Context(), domain.MailToken{Purpose: domain.ToUnsubscribe, Account: ann.ID, Notice: domain.InDigests})
		must(t, err)
		for range 2 {
			sort, err := w.TurnMail(t.Context(), token, false)
			must(t, err)
			all, one, err := w.Preferences(t.Context(), ann.ID, game)
			must(t, err)
			for _, p := range []domain.Preferences{all, one} {
				if sort != domain.InDigests || p.Events[domain.BidWanted].Email != domain.Off || p.Events[domain.GameOver].Email != domain.AtOnce {
					t.Errorf("%s: %+v", sort, p)
				}
			}
		}
		_, err = w.TurnMail(t.Context(), token, true)
		refused(t, err, domain.NotFound)
	})
}

func TestOneSortOfMailIsTurnedOffAndOn(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ann, bob := w.person(t, "ann"), w.person(t, "bob")
		w.exec(t, `INSERT INTO preferences (account_id, game_id, preferences, changed_at) VALUES
			('`+ann.ID+`', 'g', '{"events":{"bid_wanted":{"email":"now"},"reminder":{"email":"off"}},"quiet":{}}', 1),
			('`+bob.ID+`', '', '{"zone":"Asia/Tokyo"}', 1)`)
		token := func(account string) string {
			text, err := w.MailToken(t.Context(), domain.MailToken{Purpose: domain.ToUnsubscribe, Account: account, Notice: domain.BidWanted})
			must(t, err)
			return text
		}
		state := func() []string {
			db := w.raw(t)
			defer db.Close()
			rows := rowsOf(t, db, "preferences")
			for i, row := range rows {
				row = strings.NewReplacer(ann.ID, "ann ", bob.ID, "bob ").Replace(row)
				rows[i] = strings.TrimRight(row, "0123456789")
			}
			slices.Sort(rows)
			return rows
		}
		for range 2 { // the second time changes nothing
			sort, err := w.TurnMail(t.Context(), strings.ToUpper(token(ann.ID)), false)
			must(t, err)
			if got, want := state(), []string{`ann g{"events":{"bid_wanted":{},"reminder":{"email":"off"}},"quiet":{}}`, `ann {"events":{"bid_wanted":{"email":"off"}}}`,
				`bob {"zone":"Asia/Tokyo"}`}; !slices.Equal(got, want) || sort != domain.BidWanted {
				t.Fatalf("%s:\n%q, not\n%q", sort, got, want)
			}
		}
		_, err := w.TurnMail(t.Context(), token(ann.ID), true)
		must(t, err)
		_, err = w.TurnMail(t.Context(), token(bob.ID), false)
		must(t, err)
		if got := state(); got[1] != `ann {"events":{"bid_wanted":{"email":"now"}}}` || got[2] != `bob {"events":{"bid_wanted":{"email":"off"}},"zone":"Asia/Tokyo"}` {
			t.Errorf("%q", got)
		}
		before := w.dump(t)
		reply, err := w.MailToken(t.Context(), domain.MailToken{Purpose: domain.ToReply, Account: ann.ID, Game: "g", Step: 1})
		must(t, err)
		for _, wrong := range []string{reply, "", domain.NewMailToken([16]byte{})} {
			_, err := w.TurnMail(t.Context(), wrong, false)
			refused(t, err, domain.NotFound)
		}
		before["mail_tokens"] = w.dump(t)["mail_tokens"]
		same(t, "wrong tokens", before, w.dump(t))
		must(t, w.DeleteAccount(t.Context(), ann.ID, domain.Act{What: domain.ActDeleted}))
		_, err = w.TurnMail(t.Context(), reply, false)
		refused(t, err, domain.NotFound)
	})
}
