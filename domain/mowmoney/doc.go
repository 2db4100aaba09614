// Package mowmoney is the kind "mow-money": Matt Saunders' game of landscaping firms (Mayday Games, 2016), in which
// the lowest bid wins a contract. Source: its rulebook. What had to be completed in the copy at hand is marked [D]
// where it stands as data (cards.go, contracts.go) and listed for players in Kind.Cards; what had to be decided is
// marked [R] at the line that does it.
//
// Editions:
//
//	2016   1 to 6 seats; one seat plays against a dummy rival
//
// Options:
//
//	stall_rounds     integer, 0–20, default 6; after so many rounds in a row that took no contract the next round is
//	                 the last; 0 for never
//	show_bid_sizes   boolean, default true; others see how many stacks lie under a sealed bid and how many cards each has
//
// One file for each part of the rulebook, in its order: setup, invest, bid, resolve, pickup, maintenance, solo, score.
// view.go says what may be seen, text.go draws it, sample.go plays at random.
//
// What lies open: contracts face up, the number of those below, money, mowers, contracts won, how many cards of which
// deck somebody holds (the backs differ), the discards, and every stack once it is revealed. What is hidden: which
// cards somebody holds, the order of the decks, the contracts face down.
package mowmoney
