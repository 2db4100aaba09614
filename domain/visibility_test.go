package domain_test

import (
	"testing"

	"tender/domain"
	"tender/domain/kindtest"
)

func TestPrivateGameHasNoSeatsForSubstitutes(t *testing.T) {
	for _, to := range []domain.MissedSeat{domain.ToBot, domain.ToSubstitute, domain.Drop} {
		for _, seen := range []domain.Visibility{domain.Public, domain.Unlisted, domain.Private} {
			in, terms := opening(), domain.DefaultTerms()
			terms.Missed = to
			in.Terms, in.Visibility = &terms, seen
			_, _, err := domain.Kinds{kindtest.Toy}.Open(in, by("ann"), noon)
			r, is := domain.AsRefusal(err)
			if want := to == domain.ToSubstitute && seen == domain.Private; is != want || is && (r.Code != domain.InvalidTerms || r.Pointer != "/terms/missed") {
				t.Errorf("%s, %s: %v", seen, to, err)
			}
		}
	}
}
