package crash

import (
	"tender/domain"
	"tender/proof"
)

// checkNotices compares what is to be told with what has arrived.
func checkNotices(b books, sink *proof.Sink, f *figures) {
	hooks, mails := sink.Hooks(), sink.Mails()
	stored := map[string]bool{}
	var id, status, channel, why string
	b.each(`SELECT id, status, channel, why FROM deliveries`, func() {
		stored[id] = true
		came := hooks[id]
		if channel == string(domain.ByEmail) {
			came = mails[id]
		}
		switch domain.DeliveryStatus(status) {
		case domain.Delivered:
			f.delivered++
			if came == 0 {
				b.tb.Errorf("delivery %s is said to have arrived by %s and has not", id, channel)
			}
		case domain.Dropped:
			f.dropped++ // the game had gone on, or something later said the same
		case domain.Pending: // nothingLeft says whether it is late
		default:
			b.tb.Errorf("delivery %s is %s: %s", id, status, why)
		}
		if came > 1 {
			f.doubly += came - 1
		}
	}, &id, &status, &channel, &why)
	b.each(`SELECT id FROM letters`, func() { stored[id] = true }, &id)
	for _, arrived := range []map[string]int{hooks, mails} {
		for id := range arrived {
			if !stored[id] {
				b.tb.Errorf("%s has arrived and is not stored", id)
			}
		}
	}
	for _, strange := range sink.Strange() {
		b.tb.Error(strange)
	}
	everybodyHeard(b)
	numbered(b)
}

// everybodyHeard looks for games that are over without everybody having been told so, once by mail and once by webhook.
func everybodyHeard(b books) {
	var game, channel string
	var seat, n int
	b.each(`SELECT g.id, s.seat, c.channel, (SELECT count(*) FROM deliveries AS d WHERE d.game_id = g.id AND d.seat = s.seat
				AND d.notice = 'game_over' AND d.channel = c.channel AND d.status = 'delivered')
			FROM games AS g JOIN seats AS s ON s.game_id = g.id
			JOIN (SELECT id, 'email' AS channel FROM accounts UNION ALL SELECT account_id, 'webhook' FROM webhooks) AS c ON c.id = s.account_id
			WHERE g.status = 'over'`, func() {
		if n != 1 {
			b.tb.Errorf("game %s: seat %d was told %d times by %s that it is over", game, seat, n, channel)
		}
	}, &game, &seat, &channel, &n)
}

// numbered looks for gaps in what one webhook was told of one game.
func numbered(b books) {
	var game string
	var n, different, highest int
	b.each(`SELECT game_id, count(*), count(DISTINCT seq), max(seq) FROM deliveries
			WHERE channel = 'webhook' AND seq > 0 GROUP BY game_id, target, account_id`, func() {
		if n != different || n != highest {
			b.tb.Errorf("game %s: a webhook was told %d things under %d numbers up to %d", game, n, different, highest)
		}
	}, &game, &n, &different, &highest)
}
