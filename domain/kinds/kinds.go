// Package kinds lists what can be played.
package kinds

import (
	"tender/domain"
	"tender/domain/money"
	"tender/domain/mowmoney"
)

// All is every kind of this server. Adding a kind is adding a line.
var All = domain.Kinds{
	money.Kind,
	mowmoney.Kind,
}
