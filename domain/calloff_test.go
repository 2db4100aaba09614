package domain_test

import (
	"strings"
	"testing"

	"tender/domain"
)

func TestModeratorCallsOffWhatIsOpenOrRunning(t *testing.T) {
	waiting := open(t, opening())
	must(t, waiting, domain.Join{}, "bob", noon)
	playing := running(t)
	must(t, playing, bid("1", true), "bob", noon)
	for _, table := range []*domain.Table{waiting, playing} {
		out := must(t, table, domain.Abandon{Moderator: true}, "mo", noon)
		if len(out.Notices) != len(table.Seats) || len(out.Events) != 1 || !strings.Contains(string(out.Events[0].Data), "a moderator called it off") {
			t.Errorf("%+v", out)
		}
		v := table.View("bob", nil)
		if v.Status != domain.Abandoned || v.Deadline != nil || v.You.Sealed != nil || len(v.Moves) > 0 || v.ServerSeed != "" || v.Result != nil {
			t.Errorf("%+v", v)
		}
		for _, s := range table.Seats {
			if s.Since != 0 {
				t.Errorf("still wanted: %+v", s)
			}
		}
		refused(t, table, domain.Abandon{Moderator: true}, "mo", noon, domain.GameNotActive)
		refused(t, table, bid("1", true), "bob", noon, domain.GameNotActive)
	}
}

func TestRolesIncludeThoseBelow(t *testing.T) {
	for _, c := range []struct {
		have, needed domain.Role
		may          bool
	}{{domain.Admin, domain.Moderator, true}, {domain.Moderator, domain.Moderator, true}, {domain.Player, domain.Moderator, false},
		{domain.Moderator, domain.Admin, false}, {"", domain.Player, false}, {"root", domain.Player, false}} {
		if c.have.AtLeast(c.needed) != c.may {
			t.Errorf("%q for %q", c.have, c.needed)
		}
	}
}
