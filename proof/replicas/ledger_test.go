package replicas

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"tender/domain"
	"tender/proof"
)

// ledger is what players know: the moves that were acknowledged, and those whose fate nobody told them.
type ledger struct {
	mu    sync.Mutex
	moves map[string][]entry // by game
}

// entry is a move as it is found in the log again.
type entry struct {
	account string
	step    int
	move    string
	receipt string // of a sealed one that was acknowledged
	told    bool
}

// acknowledged notes an answer that says that a move was made.
func (l *ledger) acknowledged(game string, by *proof.Player, m proof.Move, a proof.Answer) error {
	var answer struct{ Receipt *struct{ ID string } }
	if err := a.Read(&answer); err != nil {
		return err
	}
	e := entryOf(m, by)
	e.told = true
	if m.Sealed {
		if answer.Receipt == nil {
			return fmt.Errorf("a sealed bid without a receipt: %s", a.Body)
		}
		e.receipt = answer.Receipt.ID
	}
	l.add(game, e)
	return nil
}

// unknown notes a move that was sent, and perhaps made.
func (l *ledger) unknown(game string, by *proof.Player, m proof.Move) {
	l.add(game, entryOf(m, by))
}

func (l *ledger) add(game string, e entry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.moves == nil {
		l.moves = map[string][]entry{}
	}
	l.moves[game] = append(l.moves[game], e)
}

// count says how many moves were acknowledged, and of how many the fate is unknown.
func (l *ledger) count() (acknowledged, unknown int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, entries := range l.moves {
		for _, e := range entries {
			if e.told {
				acknowledged++
			} else {
				unknown++
			}
		}
	}
	return acknowledged, unknown
}

func entryOf(m proof.Move, by *proof.Player) entry {
	e := entry{account: by.ID}
	e.step, _ = m.Body["step"].(int)
	for _, name := range []string{"bid", "move"} {
		if raw, ok := m.Body[name].(json.RawMessage); ok {
			e.move = string(raw)
		}
	}
	return e
}

// compare holds the log of a game against the ledger: each acknowledged move is in it once, and each move in it is one that
// was sent, and once.
func (l *ledger) compare(game string, log []domain.Logged) error {
	l.mu.Lock()
	left := slices.Clone(l.moves[game])
	l.mu.Unlock()
	for _, logged := range log {
		made, isMove, err := moveOf(logged)
		if err != nil {
			return err
		}
		if !isMove || logged.By == domain.Clock { // or the server made it for a seat
			continue
		}
		made.told = true
		found := slices.Index(left, made)
		if found < 0 {
			made.told, made.receipt = false, ""
			found = slices.Index(left, made)
		}
		if found < 0 {
			return fmt.Errorf("game %s: entry %d of the log, a %s, is there twice, or nobody sent it", game, logged.Number, logged.Type)
		}
		left = slices.Delete(left, found, found+1)
	}
	for _, e := range left {
		if e.told {
			return fmt.Errorf("game %s: an acknowledged move of step %d is not in the log", game, e.step)
		}
	}
	return nil
}

// moveOf gives the move of an entry of a log.
func moveOf(logged domain.Logged) (e entry, isMove bool, err error) {
	var in struct {
		Move    json.RawMessage
		Moves   []json.RawMessage
		Meant   domain.Meant
		Receipt string
	}
	if logged.Type != "seal" && logged.Type != "play" {
		return e, false, nil
	}
	if err := json.Unmarshal(logged.Input, &in); err != nil {
		return e, true, err
	}
	if len(in.Moves) == 1 {
		in.Move = in.Moves[0]
	}
	return entry{account: logged.By.Account, step: in.Meant.Step, move: string(in.Move), receipt: in.Receipt}, true, nil
}
