// Package model plays both kinds a second time: plain, slow, obvious code, written from the rules alone and sharing
// nothing with package domain but the names in the API's JSON. A random driver plays games through the API and, in step
// with it, through the model; whatever a player or a spectator is shown has to be what the model says.
//
// The server draws every game from a seed that it keeps until the end. The driver owns the source of the server's chance
// here, finds the seed by the commitment that the server publishes, and so knows the deck from the first step.
package model
