// Package telemetry counts and traces what the rooms tell it, for operators: Prometheus metrics, and OpenTelemetry traces.
//
// The rooms do not know it: each declares the small interface that it tells things to, and cmd/tender joins them. Nothing
// in it names a game, an account, a seat, a card or an address.
package telemetry
