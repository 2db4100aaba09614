package notify

import "tender/domain"

// Channels says over which channels a notice goes. Webhooks get every notice. So does e-mail, except that the first
// call to move of a game is part of the mail that says that the game has started: one mail, not two.
func Channels(n domain.Notice) []domain.Channel {
	if first := n.Step == 1; first && (n.Type == domain.BidWanted || n.Type == domain.TurnStarted) {
		return []domain.Channel{domain.ByWebhook}
	}
	return []domain.Channel{domain.ByEmail, domain.ByWebhook}
}
