package domain

import (
	"encoding/json"
	"errors"
)

// The words in preferences that turn a sort of mail off, and on at once.
const (
	mailOff = "off"
	mailNow = "now"
)

// InDigests is the sort of mail that a digest is, in tokens for unsubscribing: no notice has it.
const InDigests NoticeType = "digest"

// StopDigests turns off the mails that preferences, as they are stored, keep for a digest, and changes nothing else of
// them.
func StopDigests(preferences []byte) ([]byte, error) {
	whole, err := members(preferences)
	if err != nil {
		return nil, err
	}
	events, err := members(whole["events"])
	if err != nil {
		return nil, err
	}
	for sort, wish := range events {
		ways, err := members(wish)
		if err != nil {
			return nil, err
		}
		if string(ways[string(ByEmail)]) != `"`+string(InDigest)+`"` {
			continue
		}
		ways[string(ByEmail)] = json.RawMessage(`"` + mailOff + `"`)
		if events[sort], err = json.Marshal(ways); err != nil {
			return nil, err
		}
	}
	if len(events) > 0 {
		if whole["events"], err = json.Marshal(events); err != nil {
			return nil, err
		}
	}
	return json.Marshal(whole)
}

// TurnMail changes what preferences, as they are stored, say of mails of one sort, and nothing else of them: those for
// all games, or those for one, which then say nothing of it any more, so that the former hold. Empty preferences are
// none yet.
func TurnMail(preferences []byte, sort NoticeType, on, oneGame bool) ([]byte, error) {
	whole, err := members(preferences)
	if err != nil {
		return nil, err
	}
	events, err := members(whole["events"])
	if err != nil {
		return nil, err
	}
	ways, err := members(events[string(sort)])
	if err != nil {
		return nil, err
	}
	switch {
	case oneGame:
		delete(ways, string(ByEmail))
	case on:
		ways[string(ByEmail)] = json.RawMessage(`"` + mailNow + `"`)
	default:
		ways[string(ByEmail)] = json.RawMessage(`"` + mailOff + `"`)
	}
	if events[string(sort)], err = json.Marshal(ways); err != nil {
		return nil, err
	}
	if whole["events"], err = json.Marshal(events); err != nil {
		return nil, err
	}
	return json.Marshal(whole)
}

// members reads an object without looking into its members.
func members(object []byte) (map[string]json.RawMessage, error) {
	out := map[string]json.RawMessage{}
	if len(object) > 0 && json.Unmarshal(object, &out) != nil || out == nil {
		return nil, errors.New("stored preferences are not as they should be")
	}
	return out, nil
}
