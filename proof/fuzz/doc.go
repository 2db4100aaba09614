// Package fuzz holds the fuzz targets that belong to no room alone; the reading of commands is fuzzed beside each kind.
// `make fuzz` runs all of them; the inputs that are worth keeping are in testdata, and every test run tries them.
package fuzz
