package money

import (
	"testing"

	"tender/domain/kindtest"
)

func TestMoneyPassesTheBattery(t *testing.T) { kindtest.Battery(t, Kind, 2) }
