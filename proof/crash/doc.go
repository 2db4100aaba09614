// Package crash shows that a server which is killed again and again, or whose Postgres is, or whose disk is full, loses
// nothing that it has acknowledged and does nothing twice.
//
// Players play games of every kind through the HTTP API (driver_test.go). What they ask for, and what is acknowledged, they
// write into a journal on the disk (journal_test.go). Meanwhile something is killed at random moments (crash_test.go). In the
// end the server runs on until nothing is due, and then the database, the journal and what webhooks and mails have brought are
// held against each other (check_test.go):
//
//   - every acknowledged opening, joining, bid and move is in the log of its game once, and none was asked for that is there
//     twice; there is nothing in a log that nobody asked for;
//   - tender verify says that every log folds to its snapshot, and the database itself that it is whole;
//   - the numbers of entries and events have no gaps; no round was revealed twice, no deadline fired twice;
//   - every notice that was to be told at once, and not overtaken, has arrived under its one id;
//   - no game, delivery or letter is left whose time has come.
//
// # Deadlines
//
// A pace is 60 seconds at least, and a short run does not last so long. The clock of the server is not touched, and no row
// is changed that says what happened: both would show something of another program. Instead some games are begun before the
// first start by the same store whose clock is behind, so that their deadlines come while the server is being killed. It is
// what a server leaves that was down for most of a minute. One player of each never moves. A run that lasts minutes sees
// the deadlines of their later phases, too.
//
// # Leases
//
// A worker that is killed leaves what it had claimed to the end of its lease: up to 10 seconds for games and a minute for notices.
// A long run waits for that. A short one moves the ends of leases to the present, while no server runs: due_at is a hint
// for workers and no part of what happened.
package crash
