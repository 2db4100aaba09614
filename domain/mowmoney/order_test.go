package mowmoney

import (
	"testing"

	"tender/domain"
	"tender/domain/kindtest"
)

func TestGamesWithStandingOrdersFoldAndReplay(t *testing.T) {
	made := map[domain.ByRule]int{}
	for seats := 1; seats <= 5; seats++ {
		for rule, n := range kindtest.Ordered(t, Kind, editions[0].Name, "", seats, uint64(seats)) {
			made[rule] += n
		}
	}
	if made[domain.ByOrder] < 20 || made[domain.ByForced] < 5 {
		t.Errorf("moves by rule: %v", made)
	}
}
