package kindtest

import "testing"

func TestToyPassesTheBattery(t *testing.T) { Battery(t, Toy, 20) }
