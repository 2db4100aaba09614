package kindtest

import (
	"encoding/json"
	"fmt"

	"tender/domain"
)

var toyCommands = []domain.CommandForm{
	{Usage: "bid NUMBER", Phase: "bid", Example: "bid 5", About: "Seal a number from 0, a pass, to 9."},
	{Usage: "keep", Phase: "pickup", Example: "keep", About: "Keep your point."},
	{Usage: "drop", Phase: "pickup", Example: "drop", About: "Drop your point."},
	{Usage: "draw", Phase: "pickup", Example: "draw", About: "See how many you have."},
}

func readToy(line domain.CommandLine, _ domain.Drawing) (domain.Command, error) {
	tokens, err := line.Tokens()
	if err != nil {
		return domain.Command{}, err
	}
	m := ToyMove{Type: line.Verb}
	switch {
	case line.Verb == "bid" && len(tokens) == 1 && tokens[0].IsNumber():
		m.Number = tokens[0].Number
	case line.Verb == "bid":
		return domain.Command{}, domain.Refuse(domain.BadCommand, "Write bid and one number, such as: bid 5.")
	case line.Verb != "keep" && line.Verb != "drop" && line.Verb != "draw":
		return domain.Command{}, nil
	case line.Rest != "":
		return domain.Command{}, domain.Refuse(domain.BadCommand, "Write %s alone on its line.", line.Verb)
	}
	raw, err := json.Marshal(m)
	return domain.Command{Move: raw, Said: writeToy(raw, domain.Drawing{})}, err
}

func writeToy(move json.RawMessage, _ domain.Drawing) string {
	var m ToyMove
	if json.Unmarshal(move, &m) != nil {
		return ""
	}
	if m.Type == "bid" {
		return fmt.Sprintf("bid %d", m.Number)
	}
	return m.Type
}
