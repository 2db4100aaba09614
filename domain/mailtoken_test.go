package domain

import (
	"strings"
	"testing"
)

func TestMailTokenIsReadHoweverItWasSpelled(t *testing.T) {
	t.Parallel()
	token := NewMailToken([16]byte{0: 0, 1: 0x44, 2: 0x32, 15: 0xff})
	if len(token) != 26 || token != strings.ToLower(token) || !strings.ContainsAny(token, "01") {
		t.Fatalf("the token is %q", token)
	}
	for _, spelled := range []string{token, strings.ToUpper(token), strings.ReplaceAll(token, "0", "o"), strings.ReplaceAll(token, "0", "O"),
		strings.ReplaceAll(token, "1", "l"), strings.ReplaceAll(token, "1", "I")} {
		if got, ok := ReadMailToken(spelled); !ok || got != token {
			t.Errorf("%q is read as %q, %v", spelled, got, ok)
		}
	}
}

func TestWhatCanBeNoMailTokenIsNotRead(t *testing.T) {
	t.Parallel()
	token := NewMailToken([16]byte{1, 2, 3})
	for _, text := range []string{"", token[1:], token + "0", strings.Repeat("u", 26), token[:25] + "-", token[:25] + "\x00", "\u212a" + token[1:], "\u212a" + token[3:], strings.Repeat("é", 13)} {
		if got, ok := ReadMailToken(text); ok {
			t.Errorf("%q is read as %q", text, got)
		}
	}
}
