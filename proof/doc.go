// Package proof shows, by experiment, what the server promises: that it keeps working, loses nothing, tells nobody what
// they must not know, and is fast. It starts the real program and, where one is needed, a real Postgres, on loopback.
//
// Each folder here holds one experiment, as tests that are short with `make test` and long with a target of their own
// (see the Makefile). What the experiments share stands in this package: the program (program.go), its processes
// (server.go) and players (player.go).
package proof
