//go:build !linux

package main

// untouch does nothing: other systems count what is all zeros in other ways.
func untouch([]byte) {}
