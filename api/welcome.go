package api

import "context"

// welcome is what somebody reads who opens the server's address: one screen.
const welcome = `Tender: asynchronous games of sealed bids.

A game collects secret bids until a deadline, resolves the round the moment
the last bid is in, and tells the next player that it is their turn.

    GET /openapi.yaml           the API, with a game in six calls
    GET /v1/kinds               what can be played
    GET /v1/kinds/NAME          one kind: its rules and how to move
    GET /v1/games?status=open   games that wait for players

Sign up with POST /v1/accounts and sign in with POST /v1/sessions; then
GET /v1/me/turns lists the games that wait for you. With Accept: text/plain,
and in browsers, games, lists and kinds are drawn for people.
`

func (s *server) GetWelcome(context.Context, GetWelcomeRequestObject) (GetWelcomeResponseObject, error) {
	return asText(welcome), nil
}
