package proof

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
)

// Player is a person with an account who talks to a server over HTTP. BaseURL may be changed between calls, to go to
// another server or to the same one after a restart.
type Player struct {
	BaseURL string
	Client  *http.Client // http.DefaultClient if nil
	ID      string
	Token   string
	Name    string
}

// Answer is what a server said.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// OK says whether the request was carried out.
func (a Answer) OK() bool { return a.Status >= 200 && a.Status < 300 }

// Read reads a JSON body.
func (a Answer) Read(into any) error { return json.Unmarshal(a.Body, into) }

// Call makes a request. An error means that no whole answer came: whether it was carried out is then unknown.
func (p *Player) Call(ctx context.Context, method, path string, body any, header ...string) (Answer, error) {
	var sent io.Reader
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			return Answer{}, err
		}
		sent = bytes.NewReader(raw)
	}
	r, err := http.NewRequestWithContext(ctx, method, p.BaseURL+path, sent)
	if err != nil {
		return Answer{}, err
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if p.Token != "" {
		r.Header.Set("Authorization", "Bearer "+p.Token)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	client := p.Client
	if client == nil {
		client = http.DefaultClient
	}
	response, err := client.Do(r)
	if err != nil {
		return Answer{}, err
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	return Answer{response.StatusCode, response.Header, raw}, err
}

// must is Call for what has to work.
func (p *Player) must(ctx context.Context, method, path string, body, into any) error {
	a, err := p.Call(ctx, method, path, body)
	if err != nil {
		return err
	}
	if !a.OK() {
		return fmt.Errorf("%s %s: %d %s", method, path, a.Status, a.Body)
	}
	if into == nil {
		return nil
	}
	return a.Read(into)
}

// SignUp makes an account, signs in, and exchanges the short-lived token for a personal one that lasts.
func SignUp(ctx context.Context, base, name string, client *http.Client) (*Player, error) {
	p := &Player{BaseURL: base, Client: client, Name: name}
	const password = "correct horse battery"
	mail := name + "@example.org"
	var account struct{ ID string }
	if err := p.must(ctx, "POST", "/v1/accounts", map[string]any{"name": name, "email": mail, "password": password}, &account); err != nil {
		return nil, err
	}
	p.ID = account.ID
	var session struct {
		AccessToken string `json:"access_token"`
	}
	if err := p.must(ctx, "POST", "/v1/sessions", map[string]any{"email": mail, "password": password}, &session); err != nil {
		return nil, err
	}
	p.Token = session.AccessToken
	var personal struct{ Token string }
	err := p.must(ctx, "POST", "/v1/me/tokens", map[string]any{"name": "proof", "scopes": []string{"read", "play", "manage"}}, &personal)
	p.Token = personal.Token
	return p, err
}

// Open opens a game for so many seats. more are further members of the request.
func (p *Player) Open(ctx context.Context, kind string, seats int, more map[string]any) (game string, err error) {
	body := map[string]any{"kind": kind, "seats": seats}
	for name, v := range more {
		body[name] = v
	}
	var opened struct{ ID string }
	err = p.must(ctx, "POST", "/v1/games", body, &opened)
	return opened.ID, err
}

// Join takes the next seat of a game; the last one starts it.
func (p *Player) Join(ctx context.Context, game string) error {
	return p.must(ctx, "POST", "/v1/games/"+game+"/seats", map[string]any{}, nil)
}

// View is of a game what a player needs to move.
type View struct {
	Status     string
	Round      int
	Phase      string
	Step       int
	WaitingFor []int `json:"waiting_for"`
	LastEvent  int   `json:"last_event"`
	You        *struct {
		Seat   int
		Sealed json.RawMessage
	}
	Own   json.RawMessage
	Table json.RawMessage
	Moves []struct {
		Move    json.RawMessage
		Does    string
		Example bool
	}
}

// Wanted says whether the game waits for the viewer.
func (v View) Wanted() bool {
	return v.You != nil && slices.Contains(v.WaitingFor, v.You.Seat) && len(v.Moves) > 0
}

// View looks at a game.
func (p *Player) View(ctx context.Context, game string) (v View, err error) {
	return v, p.must(ctx, "GET", "/v1/games/"+game, nil, &v)
}

// Move is one of the moves that a view offers, ready to be sent.
type Move struct {
	Method, Path string
	Body         map[string]any
	Key          string // for Idempotency-Key
	Sealed       bool
}

// Choose picks a move from a view by chance, or says false when the player is not wanted. sealed names the phases that take
// sealed bids.
func Choose(game string, v View, sealed map[string]bool, r *rand.Rand) (Move, bool) {
	if !v.Wanted() {
		return Move{}, false
	}
	move := v.Moves[r.IntN(len(v.Moves))].Move
	m := Move{Key: strconv.FormatUint(r.Uint64(), 36) + strconv.FormatUint(r.Uint64(), 36), Sealed: sealed[v.Phase]}
	if m.Sealed {
		m.Method, m.Path, m.Body = "PUT", "/v1/games/"+game+"/bid", map[string]any{"bid": move, "step": v.Step}
	} else {
		m.Method, m.Path, m.Body = "POST", "/v1/games/"+game+"/moves", map[string]any{"move": move, "step": v.Step}
	}
	return m, true
}

// Send makes a move.
func (p *Player) Send(ctx context.Context, m Move) (Answer, error) {
	return p.Call(ctx, m.Method, m.Path, m.Body, "Idempotency-Key", m.Key)
}

// SealedPhases asks the server which phases of a kind take sealed bids.
func (p *Player) SealedPhases(ctx context.Context, kind string) (map[string]bool, error) {
	var k struct {
		Phases []struct {
			Name   string
			Sealed bool
		}
	}
	if err := p.must(ctx, "GET", "/v1/kinds/"+kind, nil, &k); err != nil {
		return nil, err
	}
	sealed := map[string]bool{}
	for _, phase := range k.Phases {
		sealed[phase.Name] = phase.Sealed
	}
	return sealed, nil
}
