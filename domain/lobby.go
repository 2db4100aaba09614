package domain

import (
	"encoding/hex"
	"time"
	"unicode"
	"unicode/utf8"

	"tender/domain/shuffle"
)

// MaxNonce is the longest nonce that a player may give, in bytes; MaxTitle the longest title, in characters.
const (
	MaxNonce = 64
	MaxTitle = 60
)

// Open makes a table. The actor becomes its host and sits in seat 1; a game for one starts at once.
func (ks Kinds) Open(in Open, by Actor, at time.Time) (*Table, Outcome, error) {
	at = at.UTC().Truncate(time.Millisecond)
	kind, err := ks.At(in.Kind, in.Revision)
	if err != nil {
		return nil, Outcome{}, err
	}
	edition, err := kind.Edition(in.Edition)
	if err != nil {
		return nil, Outcome{}, err
	}
	if in.Seats < edition.MinSeats || in.Seats > edition.MaxSeats {
		return nil, Outcome{}, Refuse(SeatsOutOfRange, "%s (%s) is for %d to %d players; ask for a number of seats between them.",
			kind.Title, edition.Name, edition.MinSeats, edition.MaxSeats).At("/seats")
	}
	options, err := kind.Options(edition.Name, in.Seats, in.Options)
	if err != nil {
		if r, ok := AsRefusal(err); ok {
			return nil, Outcome{}, r.At("/options" + r.Pointer)
		}
		return nil, Outcome{}, err
	}
	pace, err := kind.checkPace(in.Pace)
	if err != nil {
		return nil, Outcome{}, err
	}
	if err := checkBots(in); err != nil {
		return nil, Outcome{}, err
	}
	if err := checkVisibility(in.Visibility); err != nil {
		return nil, Outcome{}, err
	}
	terms, err := in.Terms.check()
	if err != nil {
		return nil, Outcome{}, err
	}
	if err := checkSubstitutes(in.Visibility, terms); err != nil {
		return nil, Outcome{}, err
	}
	if err := checkTitle(in.Title); err != nil {
		return nil, Outcome{}, err
	}
	if err := checkNonce(in.Nonce); err != nil {
		return nil, Outcome{}, err
	}
	if err := checkSeries(in.Series); err != nil {
		return nil, Outcome{}, err
	}
	t := &Table{ID: in.ID, Kind: kind, Edition: edition.Name, Options: options, Title: in.Title, Host: by.Account,
		Size: in.Seats, Pace: pace, Terms: terms, ServerSeed: in.ServerSeed, Revision: kind.Revision, Series: in.Series, Status: Opened, OpenedAt: at,
		Seats: []Seat{{Account: by.Account, Nonce: in.Nonce}}}
	if in.Visibility != Public {
		t.Visibility = in.Visibility
	}
	if len(in.Players) > 0 {
		t.Seats = seated(in.Players)
	}
	t.sit(t.SeatOf(by.Account), in.Who)
	for i, p := range in.Players {
		t.sit(i+1, p.Who)
	}
	d := decision{Table: t, at: at, by: by, out: Outcome{Seat: t.SeatOf(by.Account)}}
	d.tell("game_opened", opened{Seats: in.Seats}, nil)
	for range in.Bots {
		d.seatBot()
	}
	for _, guest := range in.Invited {
		if err := (Invite{guest}).decide(&d, by); err != nil {
			return nil, Outcome{}, err
		}
	}
	if len(t.Seats) == t.Size {
		d.begin()
		d.remind()
	}
	return t, d.out, nil
}

// seated gives everybody a seat.
func seated(players []Seating) []Seat {
	seats := make([]Seat, len(players))
	for i, p := range players {
		seats[i] = Seat{Account: p.Account, Bot: p.Account == "", Nonce: p.Nonce}
	}
	return seats
}

// checkTitle lets through one line of visible text, or none at all: titles stand in mail subjects and in drawings.
func checkTitle(title string) error {
	if utf8.RuneCountInString(title) > MaxTitle {
		return Refuse(InvalidTitle, "The title must have at most %d characters.", MaxTitle).At("/title")
	}
	seen := title == ""
	for _, r := range title {
		if !unicode.IsGraphic(r) || r == utf8.RuneError {
			return Refuse(InvalidTitle, "The title must be one line of visible characters.").At("/title")
		}
		seen = seen || !unicode.IsSpace(r) && !unicode.IsMark(r)
	}
	if !seen || invisible(title) {
		return Refuse(InvalidTitle, "The title must be one line of visible characters.").At("/title")
	}
	return nil
}

func checkNonce(nonce string) error {
	if len(nonce) > MaxNonce {
		return Refuse(NonceTooLong, "The nonce must have at most %d bytes.", MaxNonce).At("/nonce")
	}
	return nil
}

func (d *decision) open() error {
	if d.Status != Opened {
		return Refuse(GameNotOpen, "This game is %s; that can only be done while it is open.", d.Status)
	}
	return nil
}

func (d *decision) join(in Join, by Actor) error {
	if d.out.Seat > 0 {
		return Refuse(AlreadySeated, "You already have seat %d in this game.", d.out.Seat)
	}
	if d.Vacant() > 0 {
		return d.substitute(in, by)
	}
	if d.Status == Active && len(d.Seats) == d.Size {
		return Refuse(GameFull, "All %d seats are taken and the game has started; look for another one that is open.", d.Size)
	}
	if err := d.open(); err != nil {
		return err
	}
	if err := checkNonce(in.Nonce); err != nil {
		return err
	}
	if in.Seat != 0 && in.Seat != len(d.Seats)+1 {
		return Refuse(SeatNotVacant, "Who joins an open game gets the next seat, which is %d; leave the seat out.", len(d.Seats)+1).At("/seat")
	}
	invited := d.InvitationOf(by.Account, in.Invitation, d.at)
	switch {
	case invited == "" && d.Visibility == Private:
		return Refuse(NotInvited, "Only who is invited can join this game; ask its host.")
	case invited == "" && d.Free() == 0:
		return d.full("for you")
	}
	if err := d.reliable(in.Who); err != nil {
		return err
	}
	d.Seats = append(d.Seats, Seat{Account: by.Account, Nonce: in.Nonce})
	d.out.Seat = len(d.Seats)
	d.sit(d.out.Seat, in.Who)
	if invited != "" {
		d.answered(d.invitation(invited), InvitationAccepted, d.out.Seat)
	}
	d.tell("seat_taken", seatTaken{Seat: len(d.Seats)}, nil)
	if len(d.Seats) == d.Size {
		d.begin()
	}
	return nil
}

func (d *decision) leave(by Actor) error {
	seat := d.out.Seat
	if seat == 0 {
		return Refuse(NotSeated, "You have no seat in this game.")
	}
	if d.Status == Active && d.Terms != nil {
		d.vacate(seat, "left")
		d.out.Seat = 0
		return nil
	}
	if err := d.open(); err != nil {
		return Refuse(GameNotOpen, "This game is %s; a seat can be given back only while it is open or running.", d.Status)
	}
	d.remove(seat)
	d.out.Seat = 0
	next := d.hostAfter(seat)
	if next == "" {
		d.tell("seat_left", seatLeft{Seat: seat}, nil)
		d.end("everybody has left")
		return nil
	}
	if d.Host == by.Account {
		d.Host = next
	}
	d.tell("seat_left", seatLeft{Seat: seat, Host: d.SeatOf(d.Host)}, nil)
	return nil
}

func (d *decision) host(by Actor) error {
	if by.Account == "" || by.Account != d.Host {
		return Refuse(NotHost, "Only the host of the game may do that.")
	}
	return nil
}

// hostOfOpen lets the host of a game pass that is still open.
func (d *decision) hostOfOpen(by Actor) error {
	if err := d.host(by); err != nil {
		return err
	}
	return d.open()
}

func (d *decision) start(by Actor) error {
	if err := d.hostOfOpen(by); err != nil {
		return err
	}
	edition, err := d.Kind.Edition(d.Edition)
	if err != nil {
		return err
	}
	if len(d.Seats) < edition.MinSeats {
		return Refuse(TooFewPlayers, "%s (%s) needs at least %d players and %d are here; ask somebody to join first.",
			d.Kind.Title, edition.Name, edition.MinSeats, len(d.Seats))
	}
	d.begin()
	return nil
}

func (d *decision) abandon(in Abandon, by Actor) error {
	if in.Moderator {
		return d.callOff()
	}
	if err := d.host(by); err == nil && d.Status == Active && d.Terms != nil && d.alone() {
		d.giveUp("the host called it off")
		return nil
	}
	if err := d.hostOfOpen(by); err != nil {
		return err
	}
	d.end("the host called it off")
	return nil
}

// end abandons the game.
func (d *decision) end(why string) {
	d.voidInvitations()
	d.Status, d.EndedAt = Abandoned, d.at
	d.stop()
	d.tell("game_abandoned", gameAbandoned{Why: why}, nil)
	for i, s := range d.Seats {
		if s.Account != d.Host && !s.Bot {
			d.notify(GameAbandoned, i+1)
		}
	}
}

// begin draws the seed from the server's part and the players' and sets the game up (rules/shuffle, Fairness).
func (d *decision) begin() {
	d.voidInvitations()
	nonces := make([]string, len(d.Seats))
	for i, s := range d.Seats {
		nonces[i] = s.Nonce
	}
	server := d.serverSeed()
	position, err := d.Kind.Start(d.Edition, d.Options, len(d.Seats), shuffle.Seed(server, nonces))
	if err != nil {
		panic("options that were checked are refused: " + err.Error())
	}
	d.Status, d.StartedAt, d.position, d.Step = Active, d.at, position, 1
	d.folding.starts.note(position)
	d.tell("game_started", started{Seats: len(d.Seats), Commitment: shuffle.Commitment(server)}, nil)
	d.notifyAll(GameStarted)
	d.fillBanks()
	d.await(Wanted{}, 0)
}

func (t *Table) serverSeed() (seed [32]byte) {
	b, err := hex.DecodeString(t.ServerSeed)
	if err != nil || len(b) != len(seed) {
		panic("the server seed is not 32 bytes in hex")
	}
	copy(seed[:], b)
	return seed
}

// Commitment is the published promise of the server's part of the seed.
func (t *Table) Commitment() string { return shuffle.Commitment(t.serverSeed()) }
