package domain

import (
	"encoding/json"
	"errors"
)

// The words in preferences that turn a sort of mail off, on at once, and into a part of a digest.
const (
	mailOff    = "off"
	mailNow    = "now"
	mailDigest = "digest"
)

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

// StopDigest turns all sorts of mail off that preferences, as they are stored, have in a digest, and nothing else.
func StopDigest(preferences []byte) ([]byte, error) {
	whole, err := members(preferences)
	if err != nil {
		return nil, err
	}
	events, err := members(whole["events"])
	if err != nil {
		return nil, err
	}
	for sort := range events {
		ways, err := members(events[sort])
		if err != nil {
			return nil, err
		}
		if string(ways[string(ByEmail)]) != `"`+mailDigest+`"` {
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

// members reads an object without looking into its members.
func members(object []byte) (map[string]json.RawMessage, error) {
	out := map[string]json.RawMessage{}
	if len(object) > 0 && json.Unmarshal(object, &out) != nil || out == nil {
		return nil, errors.New("stored preferences are not as they should be")
	}
	return out, nil
}
