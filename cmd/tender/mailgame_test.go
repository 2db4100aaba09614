package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"tender/domain"
	"tender/domain/kinds"
)

// Four people who have nothing but their mailboxes play whole games: no HTTP call but to sign up, to open the game and
// to join it.
func TestGamesOfEachKindAreFinishedByMailAlone(t *testing.T) {
	for _, kind := range kinds.All {
		t.Run(kind.Name, func(t *testing.T) {
			t.Parallel()
			dir, s := t.TempDir(), newSink(t)
			w := newWorld(t, dir, "sqlite:"+filepath.Join(dir, "tender.db"), takingMail(s))
			game := w.game(kind.Name, kind.Editions[0].Name, "{}", w.people(4))
			sent, over, root := map[string]bool{}, 0, ""
			for n := 0; over < 4; n++ {
				m := s.next(t)
				if refs := strings.Fields(m.header.Get("References")); root == "" {
					root = refs[0]
				} else if refs[0] != root {
					t.Fatalf("the mail %q is of the thread %s, not of %s", m.header.Get("Message-ID"), refs[0], root)
				}
				// A mail that was on its way while the game went on may be answered too late, and nothing else goes wrong.
				if strings.Contains(m.text, "Nothing was done") && !strings.Contains(m.text, "look at") {
					t.Fatalf("refused:\n%s", m.text)
				}
				if strings.HasPrefix(m.text, "The game is over") {
					over++
				}
				lines, to := m.lines(), ""
				if len(lines) > 0 {
					to = m.reply(t)
				}
				if to == "" || sent[to] {
					continue
				}
				sent[to] = true
				line := lines[w.chance.IntN(len(lines))]
				if code := w.post(m.to, to, letter(m.to, fmt.Sprintf("%d@example.org", n), m.quotedBelow(line))); code != 250 {
					t.Fatalf("%q is answered with %d", line, code)
				}
			}
			if table := w.look(game); table.Status != domain.Over {
				t.Errorf("the game is %s", table.Status)
			}
			if err := w.Store.Verify(t.Context(), game); err != nil {
				t.Error(err)
			}
		})
	}
}
