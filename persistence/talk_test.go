package persistence_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tender/domain"
)

// say says something and expects it to be taken.
func (w *world) say(t *testing.T, game string, c domain.TalkChannel, a domain.Account, text string) domain.Message {
	t.Helper()
	m, err := w.Say(t.Context(), domain.Message{Game: game, Channel: c, Account: a.ID, Text: text})
	must(t, err)
	return m
}

// heard is what a reader is shown of a channel: number, name and text of each message.
func (w *world) heard(t *testing.T, game string, c domain.TalkChannel, reader string, after, limit int) (all []string) {
	t.Helper()
	messages, err := w.Messages(t.Context(), game, c, reader, after, limit)
	must(t, err)
	for _, m := range messages {
		all = append(all, fmt.Sprintf("%d %s: %s%s", m.Number, m.Name, m.Text, map[bool]string{true: "(removed)"}[m.Removed]))
	}
	return all
}

func wantAll(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %q instead of %q", what, got, want)
	}
}

func TestMessagesAreNumberedByGameAndChannel(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		game, other := w.game(t, ps...), w.game(t, ps...)
		first := w.say(t, game, domain.AtTable, ps[0], "hello")
		if first.Number != 1 || first.Name != "person1" || !first.At.Equal(w.clock.now().Truncate(time.Millisecond)) || first.Text != "hello" {
			t.Errorf("said %+v", first)
		}
		w.say(t, game, domain.AtTable, ps[1], "well\nbid")
		w.say(t, game, domain.AmongSpectators, ps[1], "psst")
		w.say(t, other, domain.AtTable, ps[1], "elsewhere")
		w.say(t, game, domain.AtTable, ps[0], "thanks")
		wantAll(t, "table", w.heard(t, game, domain.AtTable, "", 0, 100), "1 person1: hello", "2 person2: well\nbid", "3 person1: thanks")
		wantAll(t, "a page of it", w.heard(t, game, domain.AtTable, ps[0].ID, 1, 1), "2 person2: well\nbid")
		wantAll(t, "beside", w.heard(t, game, domain.AmongSpectators, "", 0, 100), "1 person2: psst")
		wantAll(t, "nothing more", w.heard(t, game, domain.AtTable, "", 3, 100))
		w.verify(t, game)
	})
}

func TestMessagesSaidAtOnceHaveNumbersWithoutGaps(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 4)
		game := w.game(t, ps...)
		var talking sync.WaitGroup
		for i := range 12 {
			talking.Go(func() {
				if _, err := w.Say(t.Context(), domain.Message{Game: game, Channel: domain.AtTable, Account: ps[i%4].ID, Text: "at once"}); err != nil {
					t.Error(err)
				}
			})
		}
		talking.Wait()
		for i, m := range w.heard(t, game, domain.AtTable, "", 0, 100) {
			if !strings.HasPrefix(m, fmt.Sprint(i+1, " ")) {
				t.Errorf("%d. is %s", i+1, m)
			}
		}
	})
}

func TestAPersonSaysOnlySoMuchInAGame(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		game, other := w.game(t, ps...), w.game(t, ps...)
		w.exec(t, fmt.Sprintf(`INSERT INTO messages (game_id, channel, n, at, account_id, text, removed_at)
			WITH RECURSIVE i (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < %d) SELECT '%s', 'table', n, 1, '%s', 'x', 0 FROM i`,
			domain.MaxMessages-1, game, ps[0].ID))
		w.exec(t, fmt.Sprintf("INSERT INTO talks (game_id, channel, last) VALUES ('%s', 'table', %d)", game, domain.MaxMessages-1))
		w.say(t, game, domain.AmongSpectators, ps[0], "the last")
		for _, c := range []domain.TalkChannel{domain.AtTable, domain.AmongSpectators} {
			_, err := w.Say(t.Context(), domain.Message{Game: game, Channel: c, Account: ps[0].ID, Text: "one too many"})
			refused(t, err, domain.TooManyMessages)
		}
		w.say(t, other, domain.AtTable, ps[0], "elsewhere there is room")
		if m := w.say(t, game, domain.AtTable, ps[1], "and for others"); m.Number != domain.MaxMessages {
			t.Errorf("what was refused has taken a number: %+v", m)
		}
	})
}

func TestMutedPeopleAreNotHeardByWhoMutedThemAndByNobodyElseAreMissed(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx, ps := t.Context(), w.people(t, 3)
		game := w.game(t, ps...)
		for _, p := range ps {
			w.say(t, game, domain.AtTable, p, "hello")
		}
		must(t, w.Mute(ctx, ps[0].ID, ps[1].ID))
		must(t, w.Mute(ctx, ps[0].ID, ps[1].ID))
		wantAll(t, "who mutes", w.heard(t, game, domain.AtTable, ps[0].ID, 0, 2), "1 person1: hello", "3 person3: hello")
		for _, reader := range []string{"", ps[1].ID, ps[2].ID} {
			if all := w.heard(t, game, domain.AtTable, reader, 0, 9); len(all) != 3 {
				t.Errorf("%q hears %q", reader, all)
			}
		}
		mutes, err := w.Mutes(ctx, ps[0].ID)
		if err != nil || len(mutes) != 1 || mutes[0].Name != "person2" || mutes[0].Since.IsZero() {
			t.Errorf("mutes %+v, %v", mutes, err)
		}
		_, err = w.Rename(ctx, ps[1].ID, "Somebody", "somebody")
		must(t, err)
		wantAll(t, "under another name", w.heard(t, game, domain.AtTable, ps[0].ID, 0, 9), "1 person1: hello", "3 person3: hello")
		refused(t, w.Unmute(ctx, ps[0].ID, ps[2].ID), domain.NotFound)
		must(t, w.Unmute(ctx, ps[0].ID, ps[1].ID))
		wantAll(t, "again", w.heard(t, game, domain.AtTable, ps[0].ID, 1, 1), "2 Somebody: hello")
		refused(t, w.Mute(ctx, ps[0].ID, "nobody"), domain.NotFound)
		w.exec(t, fmt.Sprintf(`INSERT INTO accounts (id, name, name_key, email, email_key, password_hash, created_at, role, suspended_at, former)
			WITH RECURSIVE i (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < %d) SELECT 'x' || n, 'x' || n, 'x' || n, 'x' || n, 'x' || n, '', 1, 'player', 0, 0 FROM i`,
			domain.MaxMutes))
		w.exec(t, fmt.Sprintf(`INSERT INTO mutes (account_id, muted_id, since) SELECT '%s', id, 1 FROM accounts WHERE id LIKE 'x%%' AND name = id`, ps[0].ID))
		refused(t, w.Mute(ctx, ps[0].ID, ps[1].ID), domain.TooManyMutes)
		must(t, w.Mute(ctx, ps[0].ID, "x1"))
	})
}

func TestARemovedMessageLeavesItsNumberAndNoText(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx, ps := t.Context(), w.people(t, 3)
		game := w.game(t, ps[:2]...)
		for i := range 3 {
			w.say(t, game, domain.AtTable, ps[i%2], fmt.Sprint("secret words ", i+1))
		}
		mo := domain.Act{Who: ps[2].ID, What: domain.ActHush, From: "192.0.2.7"}
		refused(t, w.RemoveMessage(ctx, game, domain.AtTable, 2, false, domain.Act{Who: ps[0].ID, What: domain.ActHush}), domain.NotFound)
		refused(t, w.RemoveMessage(ctx, game, domain.AmongSpectators, 2, true, mo), domain.NotFound)
		refused(t, w.RemoveMessage(ctx, game, domain.AtTable, 4, true, mo), domain.NotFound)
		for range 2 {
			must(t, w.RemoveMessage(ctx, game, domain.AtTable, 1, false, domain.Act{Who: ps[0].ID, What: domain.ActHush}))
			must(t, w.RemoveMessage(ctx, game, domain.AtTable, 2, true, mo))
		}
		wantAll(t, "table", w.heard(t, game, domain.AtTable, "", 0, 9), "1 person1: (removed)", "2 person2: (removed)", "3 person1: secret words 3")
		if rows := strings.Join(w.dump(t)["messages"], "\n"); strings.Contains(rows, "words 1") || strings.Contains(rows, "words 2") {
			t.Errorf("still there: %s", rows)
		}
		acts, _, err := w.Acts(ctx, "", 10)
		if err != nil || len(acts) != 1 || acts[0].What != domain.ActHush || acts[0].On != game || acts[0].Detail != "table 2, of account "+ps[1].ID ||
			acts[0].Who != ps[2].ID {
			t.Errorf("acts %+v, %v", acts, err)
		}
		mine, err := w.MessagesBy(ctx, ps[0].ID)
		if err != nil || len(mine) != 1 || mine[0].Text != "secret words 3" {
			t.Errorf("mine are %+v, %v", mine, err)
		}
	})
}

func TestWhoLeavesLeavesNoWords(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx, ps := t.Context(), w.people(t, 3)
		game := w.game(t, ps[:2]...)
		w.say(t, game, domain.AtTable, ps[0], "my very own words")
		w.say(t, game, domain.AtTable, ps[1], "hello")
		must(t, w.Mute(ctx, ps[1].ID, ps[0].ID))
		must(t, w.Mute(ctx, ps[0].ID, ps[1].ID))
		must(t, w.DeleteAccount(ctx, ps[0].ID, domain.Act{Who: ps[0].ID, What: domain.ActDeleted}))
		wantAll(t, "table", w.heard(t, game, domain.AtTable, "", 0, 9), "1 former player 1: (removed)", "2 person2: hello")
		mutes, err := w.Mutes(ctx, ps[1].ID)
		if err != nil || len(mutes) > 0 {
			t.Errorf("mutes %+v, %v", mutes, err)
		}
		for table, rows := range w.dump(t) {
			if strings.Contains(strings.Join(rows, "\n"), "very own") {
				t.Errorf("%s still has the words", table)
			}
		}
		_, err = w.Say(ctx, domain.Message{Game: game, Channel: domain.AtTable, Account: ps[0].ID, Text: "from beyond"})
		refused(t, err, domain.NotFound)
	})
}

func TestWhoWaitsForAChannelIsWokenByWhatIsSaidThere(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ps := w.people(t, 2)
		game := w.game(t, ps...)
		table, stop := w.WatchTalk(game, domain.AtTable)
		defer stop()
		moves, stopMoves := w.Watch(game)
		defer stopMoves()
		drain(t, w, moves)
		w.say(t, game, domain.AmongSpectators, ps[0], "psst")
		w.settle(t)
		if len(table) > 0 {
			t.Error("woken by another channel")
		}
		// What is rolled back wakes nobody: the answer to a request with a key could not be kept.
		_, err := w.Once(t.Context(), domain.Asked{Account: ps[0].ID, ID: "id", Digest: "digest"}, func(ctx context.Context) (domain.Answer, error) {
			if _, err := w.Say(ctx, domain.Message{Game: game, Channel: domain.AtTable, Account: ps[0].ID, Text: "unsaid"}); err != nil {
				t.Error(err)
			}
			return domain.Answer{}, context.Canceled
		})
		if err == nil || len(table) > 0 {
			t.Errorf("%v, or woken by what was not said", err)
		}
		if m := w.say(t, game, domain.AtTable, ps[0], "hello"); m.Number != 1 {
			t.Errorf("said %+v", m)
		}
		<-table
		if len(moves) > 0 {
			t.Error("talk wakes those who wait for moves")
		}
	})
}

func TestReplicasHearWhatIsSaid(t *testing.T) {
	w := onPostgres(t)
	replica := open(t, w.url, w.clock)
	ps := w.people(t, 2)
	game := w.game(t, ps...)
	table, stop := replica.WatchTalk(game, domain.AtTable)
	defer stop()
	w.say(t, game, domain.AtTable, ps[0], "hello")
	<-table
	wantAll(t, "on the replica", replica.heard(t, game, domain.AtTable, "", 0, 9), "1 person1: hello")
}
