// Package persistence keeps games, accounts and what is due in Postgres or in an embedded SQLite file, through GORM
// and with the same code for both. It knows domain and nothing of HTTP, mail or any kind of game: a table goes in and
// comes out as the text that domain encodes.
//
// Everything that can happen to a game goes through Store.Decide: one transaction that locks the game's row, lets
// domain decide, writes the input to the log, stores what changed and what is due next. There is no job queue; a
// game's deadline and a delivery's next attempt are columns, and workers claim due rows with a lease.
//
// Errors that a player may see are *domain.Refusal, found with domain.AsRefusal; every other error is internal.
package persistence
