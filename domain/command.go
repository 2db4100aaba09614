package domain

import (
	"encoding/json"
	"slices"
	"strings"
)

// The refusals of a line that was meant as a command.
const (
	UnknownCommand Code = "unknown_command" // it does not begin with the word of a command
	BadCommand     Code = "bad_command"     // it does, and the rest cannot be read without guessing
)

// CommandForm describes one sort of command, for help: people move by such lines where they have nothing but text, as
// in mails.
type CommandForm struct {
	Usage   string `json:"usage"`           // "swap NAME": what is to be replaced stands in capitals
	About   string `json:"about"`           // a sentence or a few
	Phase   string `json:"phase,omitempty"` // in which it can be given; empty for always
	Example string `json:"example"`         // a line ready to be sent, with made-up cards and names
}

// Verb is what a command asks for.
type Verb string

// What commands ask for.
const (
	VerbSeal     Verb = "seal"     // store Move as a sealed move, ready
	VerbPlay     Verb = "play"     // make Move as an open move
	VerbWithdraw Verb = "withdraw" // take the sealed move back
	VerbOrders   Verb = "orders"   // put Orders in the place of the standing orders that there are
	VerbHelp     Verb = "help"     // say which commands there are
	VerbStatus   Verb = "status"   // show the game
)

// Command is a line of text as it was understood. Whether the rules allow its move is not known yet: Decide says so.
type Command struct {
	Verb Verb
	Move json.RawMessage // of VerbSeal and VerbPlay; else nil
	// Orders are those of VerbOrders, empty when all are to go; else nil.
	Orders []json.RawMessage
	// Said is the command in words, with the serials that names of cards stood for: "bid dollar 20 (17), yen 30 (42, 43),
	// the fake (0)". It shows a move: nobody but its owner may read it.
	Said string
}

// generalForms are the commands of every kind. A withdrawal is for sealed phases only, see CommandForms.
var (
	withdrawForm = CommandForm{Usage: "withdraw", About: "Take your sealed bid back.", Example: "withdraw"}
	generalForms = []CommandForm{
		{Usage: "status", About: "Show the game as it stands.", Example: "status"},
		{Usage: "help", About: "List the commands.", Example: "help"},
	}
)

// CommandForms lists the commands that can be given in a phase, or all of them when phase is "".
func (k *Kind) CommandForms(phase string) []CommandForm {
	var forms []CommandForm
	for _, p := range k.Phases {
		if phase != "" && phase != p.Name {
			continue
		}
		for _, form := range k.Commands {
			if form.Phase == p.Name {
				forms = append(forms, form)
			}
		}
		if p.Sealed {
			form := withdrawForm
			form.Phase = p.Name
			forms = append(forms, form)
		}
	}
	forms = append(forms, k.orderForms()...)
	return append(forms, generalForms...)
}

// CommandHelp writes the commands of a phase, or all of them when phase is "", as text of at most TextWidth columns.
func (k *Kind) CommandHelp(phase string) string {
	var b strings.Builder
	const indent = "      "
	for _, form := range k.CommandForms(phase) {
		b.WriteString("  " + form.Usage + "\n")
		wrapBehind(&b, indent, indent, form.About)
		if form.Example != form.Usage {
			b.WriteString(indent + "Example: " + form.Example + "\n")
		}
	}
	return b.String()
}

// Command reads one line that a seat wrote, against what that seat sees: strictly, for a move that its player did not
// mean is worse than none. It takes any case, spaces of any sort, typographic quotation marks around the line and a full
// stop behind it; what it would have to guess it refuses with UnknownCommand or BadCommand and says what to write.
// help and status are understood from everybody, all else from a seat of a running game.
func (k *Kind) Command(v View, line string) (Command, error) {
	clean, err := cleanCommand(line)
	if err != nil {
		return Command{}, err
	}
	switch word := asciiLower(clean); word {
	case "help", "status":
		return Command{Verb: Verb(word), Said: word}, nil
	}
	switch {
	case v.You == nil:
		return Command{}, Refuse(NotSeated, "You have no seat in this game.")
	case v.Status != Active:
		return Command{}, Refuse(GameNotActive, "This game is %s; moves can be made only while it is running.", v.Status)
	case asciiLower(clean) == "withdraw":
		return Command{Verb: VerbWithdraw, Said: "withdraw your bid"}, nil
	case k.Read == nil:
		return Command{}, k.unknownCommand(clean)
	}
	words := cut(clean)
	if k.ReadOrder != nil && isOrders(words.Verb) {
		return k.orders(words.Rest, v)
	}
	if err := k.inPhase(words.Verb, v.Phase); err != nil {
		return Command{}, err
	}
	c, err := k.Read(words, v.Drawing())
	if err != nil {
		return Command{}, err
	}
	if c.Move == nil {
		return Command{}, k.unknownCommand(words.Verb)
	}
	c.Verb = VerbPlay
	if p := k.Phase(v.Phase); p != nil && p.Sealed {
		c.Verb = VerbSeal
	}
	return c, nil
}

// verbs are the words that the commands of a phase begin with, or all of them when phase is "".
func (k *Kind) verbs(phase string) (words []string) {
	for _, form := range k.CommandForms(phase) {
		word, _, _ := strings.Cut(form.Usage, " ")
		if word = strings.TrimSuffix(word, ":"); !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}

// inPhase refuses a command of another phase in the words of commands, which the rules do not know.
func (k *Kind) inPhase(verb, phase string) error {
	now := k.verbs(phase)
	if slices.Contains(now, verb) || !slices.Contains(k.verbs(""), verb) {
		return nil
	}
	return Refuse(WrongPhase, "This is not the time for %s: it is phase %s; begin the line with %s.", verb, phase, either(now))
}

// unknownCommand refuses a line that begins with no word of a command.
func (k *Kind) unknownCommand(line string) error {
	word, _, _ := strings.Cut(line, " ")
	return Refuse(UnknownCommand, "There is no command %q; begin the line with %s.", Echo(word), either(k.verbs("")))
}

// either joins words as people say what they can choose from: "a, b or c".
func either(words []string) string {
	n := len(words) - 1
	return strings.Join(words[:n], ", ") + " or " + words[n]
}
