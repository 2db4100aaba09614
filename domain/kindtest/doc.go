// Package kindtest holds what every kind must pass, whatever its rules: one line in a kind's tests runs all of it, and
// every later idea protects all kinds at once. It also has Toy, a kind small enough to be read in a minute, for tests
// of everything around the kinds.
package kindtest
