// Package api answers HTTP. Every request passes the same gates in the same order (gate.go): its number, its size, who
// sends it, whether it is one well-formed JSON value, whether it fits the contract. Then a handler named after the
// operation of the contract makes a domain input of it. Every refusal leaves as a problem (problem.go).
//
// The package knows the domain and nothing of storage or mail: what it needs of them are the small interfaces in
// deps.go. It serialises no game but through domain.View, and logs no token, body, address or query.
package api
