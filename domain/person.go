package domain

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"go.mau.fi/util/confusable"
	"golang.org/x/net/idna"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// The bounds of a name in characters, and of an e-mail address and its parts in bytes (RFC 5321, 4.5.3.1).
const (
	MinName      = 2
	MaxName      = 30
	maxAddress   = 254
	maxLocalPart = 64
)

// separators may stand, one at a time, between the letters and digits of a name.
const separators = " ._-"

// CheckName says how a name is shown and gives the key by which names that look the same are one name: that of
// another case, with letters of another script or with 1, l and I, or 0 and O, exchanged. The error is a *Refusal.
func CheckName(name string) (shown, key string, err error) {
	switch n := utf8.RuneCountInString(name); {
	case !utf8.ValidString(name):
		return "", "", refuseName("The name must be valid UTF-8.")
	case strings.TrimSpace(name) != name:
		return "", "", refuseName("The name must not begin or end with a space; leave it out.")
	case n < MinName || n > MaxName:
		return "", "", refuseName("The name must have %d to %d characters.", MinName, MaxName)
	}
	shown = norm.NFC.String(name)
	if invisible(shown) || invisible(norm.NFKC.String(shown)) {
		return "", "", refuseName("The name holds characters that cannot be seen; leave them out.")
	}
	if err := checkNameLetters(shown); err != nil {
		return "", "", err
	}
	if looksLikeURL(shown) {
		return "", "", refuseName("The name must not look like a web address; leave out the dots.")
	}
	key = nameKey(shown)
	if strings.HasPrefix(key, nameKey(formerName)) {
		return "", "", refuseName("The name %q means somebody who has left; choose another.", shown)
	}
	for _, word := range reservedNames {
		if key == nameKey(word) {
			return "", "", refuseName("The name %q means something else here; choose another.", shown)
		}
	}
	return shown, key, nil
}

// formerName and a number are what somebody who has deleted the account is called.
const formerName = "former player"

// FormerName is how the nth person who has deleted the account is shown.
func FormerName(n int) string { return formerName + " " + itoa(n) }

// reservedNames are words that drawings and mails use for others than a player of that name, or that would pass for the
// server's own.
var reservedNames = []string{"you", "nobody", "dummy", "the dummy", "tender", "admin", "administrator", "moderator", "host", "system"}

// invisible says whether a text holds characters that are not drawn at all: such as a filler that counts as a letter.
func invisible(text string) bool {
	for _, r := range text {
		if unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, unicode.Cf) || r == khitanFiller {
			return true
		}
	}
	return false
}

// khitanFiller is U+16FE4, which Unicode counts among the ignorable and Go's table does not.
const khitanFiller = '\U00016FE4'

// checkNameLetters lets through letters and digits with single separators between them. Invisible characters, those
// that turn the direction of writing, and pictures are none of these.
func checkNameLetters(name string) error {
	previous := rune(separators[0]) // a name does not begin with a separator
	letters := false
	for _, r := range name {
		switch {
		case unicode.IsLetter(r):
			letters = true
		case unicode.IsDigit(r):
		case unicode.IsMark(r):
			// An accent without a letter before it would sit on whatever stands before the name.
			if strings.ContainsRune(separators, previous) || unicode.IsMark(previous) {
				return refuseName("The name must be written with letters and digits; an accent needs a letter of its own.")
			}
		case strings.ContainsRune(separators, r):
			if strings.ContainsRune(separators, previous) {
				return refuseName("The name must begin and end with a letter or digit, with single spaces, dots, hyphens or underscores between.")
			}
		default:
			return refuseName("The name may hold letters, digits and, between them, spaces, dots, hyphens and underscores; %q is none of these.", r)
		}
		previous = r
	}
	if !letters {
		return refuseName("The name must have at least one letter.")
	}
	if strings.ContainsRune(separators, previous) {
		return refuseName("The name must end with a letter or digit.")
	}
	return nil
}

// looksLikeURL finds names that mail programs would turn into links: a stranger's name stands in mails.
func looksLikeURL(name string) bool {
	lower := strings.ToLower(norm.NFKC.String(name))
	for _, word := range []string{"http", "www.", ".com", ".net", ".org"} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	// A dot with two letters or more on both sides, and no space after it, reads as a domain: example.io.
	for _, word := range strings.Fields(lower) {
		labels := strings.Split(word, ".")
		last := labels[len(labels)-1]
		if len(labels) > 1 && utf8.RuneCountInString(labels[len(labels)-2]) > 1 && utf8.RuneCountInString(last) > 1 {
			return true
		}
	}
	return false
}

// nameKey is the skeleton of UTS 39 of the name without its case. The skeleton is taken twice, since capitals resemble
// others than the small letters do: a Greek capital beta is a B, a small one is none.
func nameKey(name string) string {
	skeleton := confusable.Skeleton(norm.NFKC.String(name))
	skeleton = confusable.Skeleton(cases.Fold().String(skeleton))
	return lookAlikes.Replace(cases.Fold().String(skeleton))
}

// SameName says whether two names are one name, as CheckName's keys are.
func SameName(a, b string) bool { return nameKey(a) == nameKey(b) }

// lookAlikes makes one of what people mistake for one another in a list of names and the skeleton tells apart: i, l and
// 1, o and 0, and names that differ only in what stands between their letters.
var lookAlikes = strings.NewReplacer("i", "l", "1", "l", "0", "o", " ", "", ".", "", "_", "", "-", "")

// CheckEmail says how an address is written to and gives the key by which spellings of one mailbox are one. It takes
// plain addresses only: letters, digits and the signs of a dot-atom (RFC 5322, 3.2.3) before the @, a domain name after
// it. Quoted local parts, comments, display names and addresses in brackets are refused: they are how commands are
// smuggled into mail. The error is a *Refusal.
func CheckEmail(address string) (shown, key string, err error) {
	local, host, found := strings.Cut(address, "@")
	switch {
	case !found || local == "" || host == "" || !utf8.ValidString(host):
		return "", "", refuseEmail("The address must look like name@example.org.")
	case len(address) > maxAddress || len(local) > maxLocalPart:
		return "", "", refuseEmail("The address must have at most %d characters, %d of them before the @.", maxAddress, maxLocalPart)
	case strings.Contains(host, "@"):
		return "", "", refuseEmail("The address must have one @.")
	case !dotAtom(local):
		return "", "", refuseEmail("Before the @ only letters, digits, single dots and !#$%%&'*+-/=?^_`{|}~ can stand.")
	}
	ascii, err := idna.Lookup.ToASCII(host)
	if err != nil || !hostName(ascii) || len(local)+1+len(ascii) > maxAddress {
		return "", "", refuseEmail("After the @ must stand the name of a mail domain, such as example.org.")
	}
	return local + "@" + ascii, strings.ToLower(local) + "@" + ascii, nil
}

// dotAtom says whether a local part is made of atoms with single dots between them.
func dotAtom(local string) bool {
	for atom := range strings.SplitSeq(local, ".") {
		if atom == "" {
			return false
		}
		for _, r := range atom {
			letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
			if !letter && !strings.ContainsRune("!#$%&'*+-/=?^_`{|}~", r) {
				return false
			}
		}
	}
	return true
}

// hostName says whether a domain in ASCII has at least two labels of letters, digits and inner hyphens, the last of
// them not a number: an address of a machine is no mail domain.
func hostName(host string) bool {
	labels := strings.Split(host, ".")
	if len(labels) < 2 {
		return false
	}
	for _, label := range labels {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
		for _, r := range label {
			if !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-') {
				return false
			}
		}
	}
	last := labels[len(labels)-1]
	return strings.Trim(last, "0123456789") != ""
}

func refuseName(format string, args ...any) *Refusal {
	return Refuse(InvalidName, format, args...).At("/name")
}

func refuseEmail(format string, args ...any) *Refusal {
	return Refuse(InvalidEmail, format, args...).At("/email")
}
