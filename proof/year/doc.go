// Package year shows that games do not stall: a simulation lets people play a thousand games in a year that lasts minutes, on
// both databases, and checks what is stored of it in the end.
//
// It drives the real store with a clock that only it moves. The next instant is the earliest of what people have in mind, the
// next deadline and the next delivery (loop_test.go); nothing happens between two. People move because a notice has reached
// them, never because the simulation knows that it is their turn: whoever always answers notices must never miss a turn
// (people_test.go). Deadlines are run as the worker for deadlines runs them, up to a second late.
//
// The checks (check_test.go and those beside it) read the logs and events of all games. They go through each log entry by entry
// and compute for themselves when which deadline could fall, who was owed a notice, and what may have happened once only.
package year
