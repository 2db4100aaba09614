package persistence_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tender/domain"
)

// stays are the tables that keep rows about an account when its person has left: games hold by its id alone.
var stays = []string{"seats", "messages"}

// goes are those whose rows must be gone.
var goes = []string{"sessions", "refresh_tokens", "personal_tokens", "webhooks", "deliveries", "answers", "inboxes", "inbox", "claims", "codes",
	"letters", "identities", "preferences", "mail_tokens", "mails_in", "mutes",
	"reliability", "vacations", "vacation_news", "former_seats"}

func TestDeletedAccountLeavesItsGamesAndNothingElse(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx, ps := t.Context(), w.people(t, 2)
		ann := ps[0]
		must(t, w.AddRefreshToken(ctx, w.token("first", "s1", ann), ""))
		_, err := w.AddPersonalToken(ctx, w.personal("p", ann, time.Hour), "")
		must(t, err)
		_, err = w.AddWebhook(ctx, domain.Webhook{Account: ann.ID, URL: "https://example.org/"}, "", "")
		must(t, err)
		game := w.game(t, ps...)
		claimed, err := w.ClaimDeliveries(ctx, 100, time.Minute)
		must(t, err)
		must(t, w.DeleteAccount(ctx, ann.ID, domain.Act{Who: ann.ID, What: domain.ActDeleted, From: "192.0.2.7"}))
		refused(t, w.DeleteAccount(ctx, ann.ID, domain.Act{}), domain.NotFound)

		for table, rows := range w.dump(t) {
			for _, row := range rows {
				if strings.Contains(row, ann.Name) { // which is in the address too
					t.Errorf("%s still says who it was: %s", table, row)
				}
			}
		}
		for _, table := range w.tablesOfAccounts(t) {
			n := 0
			db := w.raw(t)
			must(t, db.QueryRowContext(ctx, "SELECT COUNT(*) FROM "+table+" WHERE account_id = '"+ann.ID+"'").Scan(&n))
			must(t, db.Close())
			if slices.Contains(goes, table) && n > 0 {
				t.Errorf("%d rows are left in %s", n, table)
			}
			if !slices.Contains(goes, table) && !slices.Contains(stays, table) {
				t.Errorf("say here whether rows of %s go with their account, and let DeleteAccount know", table)
			}
		}
		alive(t, w, "s1", false)
		v, err := w.View(ctx, game, ps[1].ID)
		if err != nil || v.Seats[0].Player != "former player 1" || v.Status != domain.Active {
			t.Errorf("seats %+v, %v", v.Seats, err)
		}
		// The seat goes by what stands for who does not move, and nobody is written to.
		w.decide(t, game, bid(3), ps[1])
		w.clock.advance(time.Hour)
		if n, err := w.ExpireDue(ctx); err != nil || n != 1 {
			t.Errorf("expired %d, %v", n, err)
		}
		w.verify(t, game)
		more, err := w.ClaimDeliveries(ctx, 100, time.Minute)
		must(t, err)
		for _, d := range append(claimed, more...) {
			if d.Account != ann.ID {
				continue
			}
			if o, err := w.Obligation(ctx, d); err != nil || o.Void == "" {
				t.Errorf("still owed %+v, %v", d, err)
			}
		}
		if _, err := w.CreateAccount(ctx, domain.Account{Name: ann.Name, NameKey: ann.NameKey, Email: ann.Email, EmailKey: ann.EmailKey}); err != nil {
			t.Errorf("name and address are free again: %v", err)
		}
	})
}

// tablesOfAccounts are all tables with rows that name an account as theirs.
func (w *world) tablesOfAccounts(t *testing.T) (tables []string) {
	t.Helper()
	db := w.raw(t)
	defer db.Close()
	query := `SELECT table_name FROM information_schema.columns WHERE table_schema = current_schema() AND column_name = 'account_id'`
	if strings.HasPrefix(w.url, "sqlite:") {
		query = `SELECT m.name FROM sqlite_master AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table' AND c.name = 'account_id'`
	}
	rows, err := db.QueryContext(t.Context(), query)
	must(t, err)
	defer rows.Close()
	for rows.Next() {
		var name string
		must(t, rows.Scan(&name))
		tables = append(tables, name)
	}
	must(t, rows.Err())
	if len(tables) < 5 {
		t.Errorf("only %v", tables)
	}
	return tables
}

func TestFormerPlayersAreNumbered(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		var leaving sync.WaitGroup
		people := w.people(t, 6)
		for _, a := range people {
			leaving.Go(func() {
				if err := w.DeleteAccount(t.Context(), a.ID, domain.Act{What: domain.ActDeleted}); err != nil {
					t.Error(err)
				}
			})
		}
		leaving.Wait()
		names := map[string]bool{}
		for _, a := range people {
			now, err := w.Account(t.Context(), a.ID)
			if err != nil || now.Name != fmt.Sprint("former player ", now.Former) || now.Email != "" || now.PasswordHash != "" {
				t.Errorf("%+v, %v", now, err)
			}
			names[now.Name] = true
			_, err = w.AccountByName(t.Context(), now.NameKey)
			refused(t, err, domain.NotFound)
			_, err = w.Suspend(t.Context(), a.ID, domain.Act{})
			refused(t, err, domain.NotFound)
		}
		if len(names) != len(people) {
			t.Errorf("names %v", names)
		}
	})
}

func TestExportHasMyMovesOfGamesThatHaveEndedOnly(t *testing.T) {
	onBoth(t, func(t *testing.T, w *world) {
		ctx, ps := t.Context(), w.people(t, 2)
		ended, running := w.game(t, ps...), w.game(t, ps...)
		for _, game := range []string{ended, running} {
			w.decide(t, game, bid(2), ps[0])
			w.decide(t, game, bid(1), ps[1])
		}
		must(t, w.CallOff(ctx, ended, domain.Act{Who: ps[1].ID, What: domain.ActAbandon}))
		played, err := w.PlayedGames(ctx, ps[1].ID)
		must(t, err)
		if len(played) != 2 {
			t.Fatalf("played %+v", played)
		}
		for _, p := range played {
			var types []string
			for _, m := range p.Moves {
				types = append(types, m.Type)
			}
			want := map[string]string{ended: "[join seal abandon]", running: "[]"}[p.Game.ID]
			if fmt.Sprint(types) != want || p.Seat != 2 || p.Game.Title != "an evening" {
				t.Errorf("%+v: %v instead of %s", p.Game, types, want)
			}
		}
		played, err = w.PlayedGames(ctx, ps[0].ID)
		must(t, err)
		all, err := json.Marshal(played)
		must(t, err)
		if !strings.Contains(string(all), `"amount":2`) || strings.Contains(string(all), `"amount":1`) {
			t.Errorf("lacks moves, or holds another's: %s", all)
		}
	})
}
