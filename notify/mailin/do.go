package mailin

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tender/domain"
)

// errand is what the lines of one mail ask for.
type errand struct {
	kind  *domain.Kind
	view  domain.View
	token domain.MailToken
	lines []found
	asked []domain.Command // of the lines, in order
}

// do carries out what a mail of the right person asks for.
func (d *Desk) do(ctx context.Context, m Message, t domain.MailToken) (domain.MailDone, error) {
	v, err := d.Games.View(ctx, t.Game, t.Account)
	if err != nil {
		return domain.MailDone{}, err
	}
	kind, err := d.Kinds.At(v.Kind, v.Revision)
	if err != nil {
		return domain.MailDone{}, err
	}
	e := errand{kind: kind, view: v, token: t}
	e.lines = commands(m.Text, func(line string) verdict {
		_, v, _ := e.judge(line)
		return v
	})
	if len(e.lines) == 0 {
		return domain.MailDone{Outcome: domain.MailHelped, Said: "The first line of your mail is no command, so nothing was done.\n\n" + e.help()}, nil
	}
	in, refusal := e.input()
	if refusal != nil || in == nil {
		return e.done(refusal), nil
	}
	_, err = d.Games.Decide(ctx, t.Game, in, domain.Actor{Account: t.Account})
	if r, ok := domain.AsRefusal(err); ok {
		return e.done(e.at(r)), nil
	}
	if err != nil {
		return domain.MailDone{}, err
	}
	return domain.MailDone{Outcome: domain.MailMoved, Said: e.said()}, nil
}

// judge reads a line. What is too long to be a command is prose.
func (e *errand) judge(line string) (domain.Command, verdict, *domain.Refusal) {
	if len(line) > domain.MaxCommand {
		return domain.Command{}, none, domain.Refuse(domain.BadCommand, "The line is too long for a command.")
	}
	c, err := e.kind.Command(e.view, line)
	if err == nil {
		return c, right, nil
	}
	r, ok := domain.AsRefusal(err)
	if !ok {
		r = domain.Refuse(domain.BadCommand, "The line cannot be read as a command.")
	}
	if r.Code == domain.UnknownCommand {
		return c, none, r
	}
	return c, wrong, r
}

// lineRefusal is a refusal with the line that it is about; 0 is none.
type lineRefusal struct {
	text string
	line int
}

// input makes one input of all lines, so that all are carried out or none. It is nil when they change nothing.
func (e *errand) input() (domain.Input, *lineRefusal) {
	var moves, orders []json.RawMessage
	var in domain.Input
	ordered := 0 // the line of the orders
	meant := domain.Meant{Step: e.token.Step}
	for _, l := range e.lines {
		c, v, r := e.judge(l.text)
		if v != right || l.verdict != right {
			return nil, e.wrong(l, r)
		}
		e.asked = append(e.asked, c)
		switch c.Verb {
		case domain.VerbHelp, domain.VerbStatus:
			continue
		case domain.VerbOrders:
			if ordered > 0 {
				return nil, &lineRefusal{"A mail can hold one line of orders, which are in the place of all that you have; put them on one line with ; between.", l.number}
			}
			orders, ordered = c.Orders, l.number
			continue
		}
		if meant.Step == 0 { // that would mean any turn
			return nil, &lineRefusal{"The mail that you answer was about no turn; answer the latest one.", l.number}
		}
		if c.Verb != domain.VerbPlay && in != nil || len(moves) > 0 && c.Verb != domain.VerbPlay || len(moves) == 0 && in != nil {
			return nil, &lineRefusal{"A mail can hold one bid; send the one that you mean.", l.number}
		}
		switch c.Verb {
		case domain.VerbSeal:
			in = domain.Seal{Move: c.Move, Ready: true, Meant: meant}
		case domain.VerbWithdraw:
			in = domain.Withdraw{Meant: meant}
		case domain.VerbPlay:
			moves = append(moves, c.Move)
			in = domain.PlayMoves{Moves: moves, Meant: meant}
		case domain.VerbOrders, domain.VerbHelp, domain.VerbStatus:
		}
	}
	return withOrders(in, orders, ordered)
}

// withOrders adds standing orders, which stood on a line, to what else a mail asks for. Line 0 says that it asks for none.
func withOrders(in domain.Input, orders []json.RawMessage, line int) (domain.Input, *lineRefusal) {
	if line == 0 {
		return in, nil
	}
	switch in := in.(type) {
	case nil:
		return domain.GiveOrders{Orders: orders}, nil
	case domain.Seal:
		in.Orders = orders
		return in, nil
	}
	return nil, &lineRefusal{"Orders can stand beside a bid; send other moves and orders in two mails.", line}
}

// wrong says what is wrong with a line.
func (e *errand) wrong(l found, r *domain.Refusal) *lineRefusal {
	text := "The line and the one under it seem to be one that was broken in two, and together they are no command. Leave an empty line below a command, or write it shorter, with the numbers of the cards."
	if r != nil && r.Code != domain.UnknownCommand {
		text = r.Text
	}
	return &lineRefusal{text, l.number}
}

// at finds the line that a refusal is about.
func (e *errand) at(r *domain.Refusal) *lineRefusal {
	if strings.HasPrefix(r.Pointer, "/orders") {
		return &lineRefusal{r.Text, e.lines[e.ordered()].number}
	}
	n := 0
	if rest, ok := strings.CutPrefix(r.Pointer, "/moves/"); ok {
		index, _, _ := strings.Cut(rest, "/")
		n, _ = strconv.Atoi(index)
	}
	for i, c := range e.asked {
		if c.Verb == domain.VerbHelp || c.Verb == domain.VerbStatus || c.Verb == domain.VerbOrders {
			continue
		}
		if n == 0 {
			return &lineRefusal{r.Text, e.lines[i].number}
		}
		n--
	}
	return &lineRefusal{r.Text, e.lines[e.ordered()].number}
}

// ordered finds the line of orders, or the first line.
func (e *errand) ordered() int {
	return max(0, slices.IndexFunc(e.asked, func(c domain.Command) bool { return c.Verb == domain.VerbOrders }))
}

// done is how a mail ends that has changed nothing.
func (e *errand) done(r *lineRefusal) domain.MailDone {
	if r == nil {
		return domain.MailDone{Outcome: domain.MailShown, Said: e.said()}
	}
	where := ""
	if len(e.lines) > 1 {
		where = fmt.Sprintf(" Line %d:", r.line)
	}
	return domain.MailDone{Outcome: domain.MailRefused, Said: "Nothing was done." + where + " " + r.text + "\n"}
}

// said tells what was carried out.
func (e *errand) said() string {
	var b strings.Builder
	help := false
	for _, c := range e.asked {
		switch c.Verb {
		case domain.VerbSeal:
			b.WriteString("Your move is stored: " + c.Said + ".\n")
		case domain.VerbPlay, domain.VerbWithdraw, domain.VerbOrders:
			b.WriteString("Done: " + c.Said + ".\n")
		case domain.VerbHelp:
			help = true
		case domain.VerbStatus:
		}
	}
	if help {
		b.WriteString(e.help())
	}
	return b.String()
}

// help lists what can be written.
func (e *errand) help() string {
	phase := ""
	if e.view.Status == domain.Active {
		phase = e.view.Phase
	}
	return "Write one of these as the first line of your answer; several lines are several moves.\n\n" + e.kind.CommandHelp(phase)
}
