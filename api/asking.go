package api

import (
	"context"
	"net/netip"

	"tender/domain"
)

// asking is what is known of a request, and the context of it. begin makes it; admit, and the limits that it asks, add to it.
// Whoever is handed the request's context afterwards, or one made of it, only reads it.
type asking struct {
	context.Context
	number string     // of the request, a UUID
	client netip.Addr // not valid when it is not known
	caller caller
	accept []string
	once   *domain.Asked // nil for a request without a key
	mover  string        // the account whose move it is, if it is one
}

// askingKey is what an asking is found by in contexts that are made of it.
type askingKey struct{}

// Value is of context.Context.
func (a *asking) Value(key any) any {
	if _, own := key.(askingKey); own {
		return a
	}
	return a.Context.Value(key)
}

// nothingAsked is what is known where there is no request.
var nothingAsked = &asking{Context: context.Background()}

// askingOf is what is known of the request to which a context belongs.
func askingOf(ctx context.Context) *asking {
	if a, ok := ctx.Value(askingKey{}).(*asking); ok {
		return a
	}
	return nothingAsked
}

// callerOf says who sent the request; the zero caller is somebody signed out.
func callerOf(ctx context.Context) caller { return askingOf(ctx).caller }
