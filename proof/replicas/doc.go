// Package replicas holds the experiments with several servers on one Postgres: they are killed again and again while moves
// are sent to any of them, and the Postgres itself is lost and its standby takes its place.
package replicas
