// Package speed measures how fast the server is, on one machine and mostly as ratios: what is compared takes turns within
// one run, so that a busy machine slows both down. `make bench` and `make growth` print the tables of docs/performance.md.
//
// The load comes from this test's own process, which shares the processors with the server and the database: requests are
// put together once and written as they are, and of answers only the status and the length are read (wire.go).
package speed
