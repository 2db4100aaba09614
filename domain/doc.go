// Package domain is what is true of every game on this server: how a game opens, fills, starts, collects sealed
// moves, resolves them, waits, ends, and what may be seen of it by whom. The rules of each kind of game are in a
// package of their own below this one and plug in through Rules.
//
// Words, used in the same sense in code, tables, JSON and documents:
//
//	kind    a game one can play; has editions and options
//	game    one play of a kind: seats, state, deadline, log
//	seat    a place in a game, numbered from 1; held by a person or a bot
//	phase   what a game is waiting for: bid, swap, invest, pickup, over
//	move    what a seat submits; a sealed move is secret and can be replaced until the reveal
//	event   what happened, as told to those who may know it
//	view    what one viewer (a seat, a spectator) may see of a game
//	notice  an event's message to one person over one channel
//	stored  said of a sealed move: it is kept and will count; its seat will not miss
//	ready   said of a stored move: its seat does not want to think again, the game may go on
//
// The package is pure: no input or output, no clock, no chance of its own, no knowledge of HTTP, SQL or mail. Times,
// random bytes and identifiers are arguments.
package domain
