package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"tender/client"
	"tender/domain/kinds"
)

type demoCommand struct {
	logging
	Kind    string `default:"money" help:"What is played (${default})."`
	Edition string `help:"In which edition (the kind's first)."`
	Players int    `default:"4" help:"How many play (${default})."`
	Seed    uint64 `help:"Makes the players' choices the same again; the shuffle is another one each time."`
}

// demoNames are the players.
var demoNames = []string{"Ada", "Bob", "Cleo", "Dan", "Eve", "Finn"}

// Run starts the real server with a database of its own and lets players play one game through its API.
func (c demoCommand) Run(ctx context.Context, s *streams) (err error) {
	if c.LogLevel == "info" {
		c.LogLevel = "warn" // the table is what there is to see
	}
	if c.Players < 1 || c.Players > len(demoNames) {
		return fmt.Errorf("--players must be from 1 to %d", len(demoNames))
	}
	dir, err := os.MkdirTemp("", "tender-demo-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	server, err := start(ctx, config{storage: storage{Database: "sqlite:" + filepath.Join(dir, "tender.db")}, Addr: "127.0.0.1:0",
		Data: dir, MailFrom: "tender@localhost"}, surroundings{now: time.Now, random: rand.Reader, log: c.logger(s.err)})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Close()) }()
	d := &demo{out: s.out, url: server.URL, chance: mathrand.New(mathrand.NewPCG(c.Seed, uint64(time.Now().UnixNano())))} // #nosec G404 -- nobody is hurt who guesses these moves
	if c.Seed != 0 {
		d.chance = mathrand.New(mathrand.NewPCG(c.Seed, 0)) // #nosec G404 -- as above
	}
	if d.spectator, err = client.NewClientWithResponses(d.url); err != nil {
		return err
	}
	if err := d.open(ctx, c); err != nil {
		return err
	}
	if err := d.play(ctx); err != nil {
		return err
	}
	if err := d.check(ctx); err != nil {
		return err
	}
	return d.mails(filepath.Join(dir, "mail"))
}

// demo is a game under way, seen from outside the server.
type demo struct {
	out       io.Writer
	url       string
	chance    *mathrand.Rand
	spectator *client.ClientWithResponses
	players   []*client.ClientWithResponses
	game      string
	drawn     string // the last round and phase that was drawn
}

// open signs everybody up and in and seats them, which starts the game.
func (d *demo) open(ctx context.Context, c demoCommand) error {
	for i, name := range demoNames[:c.Players] {
		player, err := d.signUp(ctx, name)
		if err != nil {
			return err
		}
		d.players = append(d.players, player)
		if i > 0 {
			joined, err := player.JoinGameWithResponse(ctx, d.game, nil, client.JoinGameJSONRequestBody{Nonce: ptr("a phrase of " + name)})
			if err != nil || joined.StatusCode() != http.StatusOK && joined.StatusCode() != http.StatusCreated {
				return failed("join", joined, err)
			}
			continue
		}
		body := client.CreateGameJSONRequestBody{Kind: c.Kind, Seats: c.Players, Title: ptr("Demo")}
		if c.Edition != "" {
			body.Edition = &c.Edition
		}
		created, err := player.CreateGameWithResponse(ctx, nil, body)
		if err != nil || created.JSON201 == nil {
			return failed("create a game", created, err)
		}
		d.game = created.JSON201.Id
	}
	return nil
}

func (d *demo) signUp(ctx context.Context, name string) (*client.ClientWithResponses, error) {
	email, password := name+"@example.org", "a password of "+name
	account, err := d.spectator.CreateAccountWithResponse(ctx, client.CreateAccountJSONRequestBody{Name: name, Email: email, Password: new(password)})
	if err != nil || account.JSON201 == nil {
		return nil, failed("sign up", account, err)
	}
	session, err := d.spectator.CreateSessionWithResponse(ctx, client.CreateSessionJSONRequestBody{Email: email, Password: password})
	if err != nil || session.JSON201 == nil {
		return nil, failed("sign in", session, err)
	}
	return client.NewClientWithResponses(d.url, client.WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+session.JSON201.AccessToken)
		return nil
	}))
}

// play lets whoever is waited for make one of the moves that their view offers, until the game is over.
func (d *demo) play(ctx context.Context) error {
	for {
		moved := false
		for _, player := range d.players {
			if err := d.draw(ctx); err != nil {
				return err
			}
			turns, err := player.ListTurnsWithResponse(ctx)
			if err != nil || turns.JSON200 == nil {
				return failed("look for turns", turns, err)
			}
			for _, turn := range turns.JSON200.Turns {
				moved = true
				if err := d.move(ctx, player, turn.Sealed); err != nil {
					return err
				}
			}
		}
		if !moved {
			return d.draw(ctx)
		}
	}
}

func (d *demo) move(ctx context.Context, player *client.ClientWithResponses, sealed bool) error {
	game, err := player.GetGameWithResponse(ctx, d.game, &client.GetGameParams{})
	if err != nil || game.JSON200 == nil {
		return failed("look at the game", game, err)
	}
	view := game.JSON200
	if len(view.Moves) == 0 {
		return fmt.Errorf("the game waits for a seat and offers it no move")
	}
	move, err := json.Marshal(view.Moves[d.chance.IntN(len(view.Moves))].Move)
	if err != nil {
		return err
	}
	if sealed {
		bid, err := player.SealBidWithResponse(ctx, d.game, nil, client.SealBidJSONRequestBody{Bid: move, Step: &view.Step})
		if err != nil || bid.JSON200 == nil {
			return failed("bid "+string(move), bid, err)
		}
		return nil
	}
	played, err := player.PlayWithResponse(ctx, d.game, nil, client.PlayJSONRequestBody{Move: ptr(json.RawMessage(move)), Step: &view.Step})
	if err != nil || played.JSON200 == nil {
		return failed("play "+string(move), played, err)
	}
	return nil
}

// draw shows the table to the person at the terminal, as somebody signed out sees it: once when bids are wanted, once
// when they have been revealed, and at the end.
func (d *demo) draw(ctx context.Context) error {
	game, err := d.spectator.GetGameWithResponse(ctx, d.game, &client.GetGameParams{})
	if err != nil || game.JSON200 == nil {
		return failed("watch the game", game, err)
	}
	now := fmt.Sprint(game.JSON200.Round, game.JSON200.Phase)
	if now == d.drawn {
		return nil
	}
	d.drawn = now
	text, err := d.spectator.GetGameWithResponse(ctx, d.game, &client.GetGameParams{}, func(_ context.Context, r *http.Request) error {
		r.Header.Set("Accept", "text/plain")
		return nil
	})
	if err != nil || text.StatusCode() != http.StatusOK {
		return failed("watch the game", text, err)
	}
	_, err = fmt.Fprintf(d.out, "%s\n%s\n", bytes.Repeat([]byte("─"), 78), text.Body)
	return err
}

// check replays the published record, as any player can.
func (d *demo) check(ctx context.Context) error {
	record, err := d.spectator.GetRecordWithResponse(ctx, d.game)
	if err != nil || record.StatusCode() != http.StatusOK {
		return failed("get the record", record, err)
	}
	replayed, err := kinds.All.Replay(record.Body)
	if err != nil {
		return fmt.Errorf("the record does not replay: %w", err)
	}
	_, err = fmt.Fprintf(d.out, "The record's %d steps replay to the same scores, and the shuffle is the one that was promised.\n", replayed.Steps)
	return err
}

// mails says how many mails the players would have had.
func (d *demo) mails(dir string) error {
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(d.out, "Meanwhile %d mails were written for the players.\n", len(files))
	return err
}

// answer is what the generated client's answers have in common.
type answer interface {
	Status() string
	GetBody() []byte
}

// failed says which call did not work.
func failed(what string, a answer, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	var problem client.Problem
	if json.Unmarshal(a.GetBody(), &problem) == nil && problem.Detail != "" {
		return errors.New(problem.Detail)
	}
	return fmt.Errorf("%s: %s", what, a.Status())
}

func ptr[T any](v T) *T { return &v }
