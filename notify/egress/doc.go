// Package egress makes the server's requests to addresses that users gave: deliveries of webhooks, tests, checks. It is
// the only package that may (a test looks for others), because a server sees places from where it stands that its users
// have no business reaching: its own database, the router, a cloud's metadata.
//
// An address is checked twice: when it is saved (CheckURL, for a helpful answer) and, what counts, at every attempt to
// connect, after the name has been resolved (guard.control), so that a name that changes its mind gains nothing. Proxies
// from the environment are ignored, redirects are not followed, answers are cut short.
//
// The package knows nothing of games, signatures or retries.
package egress
