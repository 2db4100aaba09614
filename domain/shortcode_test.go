package domain

import (
	"crypto/rand"
	"strings"
	"testing"
)

func TestAShortCodeIsTheSameHoweverItIsTyped(t *testing.T) {
	code, err := NewShortCode(rand.Reader)
	if err != nil || len(code) != 11 || code[5] != '-' || strings.ContainsAny(code, "IO01") {
		t.Fatalf("%q, %v", code, err)
	}
	want := ShortCodeHash("a1", code)
	for _, typed := range []string{strings.ToLower(code), strings.ReplaceAll(code, "-", ""), " " + strings.ReplaceAll(code, "-", " ")} {
		if got := ShortCodeHash("a1", typed); got != want || want == "" {
			t.Errorf("%q: %q, not %q", typed, got, want)
		}
	}
	if ShortCodeHash("a2", code) == want {
		t.Error("the code of one account is that of another")
	}
	for _, none := range []string{"", "ABCDE", code + "A", "ABCDE-FGHI0", "ABCDE\x00FGHJ"} {
		if got := ShortCodeHash("a1", none); got != "" {
			t.Errorf("%q has a hash", none)
		}
	}
}
