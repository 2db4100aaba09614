package mowmoney

import (
	"encoding/json"
	"strconv"
	"strings"

	"tender/domain"
)

// writeCommand writes a move in short: "buy medium mower", "bid A 3 17 stake 1, OJ bluff 1", "pickup 10 15 49".
func writeCommand(raw json.RawMessage, _ domain.Drawing) string {
	var m Move
	if json.Unmarshal(raw, &m) != nil {
		return ""
	}
	switch m.Type {
	case moveBuyMower:
		return wordBuy + " " + m.Mower + " " + wordMower
	case moveBuyCard:
		return wordBuy + " " + m.Deck + " " + wordCard
	case moveDone:
		if len(m.Discard) > 0 {
			return moveDone + " " + wordDiscard + " " + numbers(m.Discard)
		}
	case movePickup:
		return movePickup + " " + numbers(m.Cards) + forJob(m.Job)
	case moveBid:
		if len(m.Stacks) == 0 {
			return movePass
		}
		stacks := make([]string, len(m.Stacks))
		for i := range m.Stacks {
			stacks[i] = writeStack(&m.Stacks[i])
		}
		return moveBid + " " + strings.Join(stacks, ", ")
	}
	return m.Type
}

func writeStack(t *Stack) string {
	text := t.Token
	if len(t.Cards) > 0 {
		text += " " + numbers(t.Cards)
	}
	if len(t.Stake) > 0 {
		text += " " + wordStake + " " + numbers(t.Stake)
	}
	if t.Bluffs > 0 {
		text += " " + wordBluff + " " + strconv.Itoa(t.Bluffs)
	}
	text += forJob(t.Job)
	if t.Decoy {
		text += " " + wordDecoy
	}
	return text
}

func forJob(job string) string {
	if job == "" {
		return ""
	}
	return " for " + spoken(job)
}
