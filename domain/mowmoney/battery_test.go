package mowmoney

import (
	"testing"

	"tender/domain/kindtest"
)

func TestMowMoneyPassesTheBattery(t *testing.T) { kindtest.Battery(t, Kind, 2) }

func TestPlaythroughs(t *testing.T) {
	kindtest.Playthrough(t, Kind, "solo", "2016", "", 1, 2)
	kindtest.Playthrough(t, Kind, "three", "2016", `{"stall_rounds":3}`, 3, 4)
}
