package notify

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"tender/domain"
)

// digest sends, in one mail, all that an account is owed at the hour of its digest. What is claimed for the same digest
// by others is taken over from them, so that each obligation is in one mail; all of it is finished together.
func (w *Worker) digest(ctx context.Context, d domain.Delivery) {
	at := w.Now()
	gathered, held, err := w.Store.GatherDigest(ctx, d, lease)
	if err != nil {
		w.finish(ctx, d, w.outcome(d, at, unknown(err)))
		return
	}
	if !held {
		w.Log.InfoContext(ctx, "delivery is in a digest that another worker sends", "delivery", d.ID)
		return
	}
	var tried []domain.Tried
	end := func(d domain.Delivery, r Reply) {
		tried = append(tried, domain.Tried{Delivery: d, Attempt: w.outcome(d, at, r)})
	}
	var owed []due
	for _, one := range gathered {
		reply := w.attempt(ctx, one, func() Reply {
			o, not := w.owed(ctx, one)
			if not.Status == "" || not.Status == domain.Pending && !not.Kept.IsZero() { // its time is now, whatever the clock says
				owed = append(owed, due{one, o})
				return Reply{}
			}
			return not
		})
		if reply.Status != "" {
			end(one, reply)
		}
	}
	if len(owed) > 0 {
		reply := w.attempt(ctx, d, func() Reply {
			return w.Digest.Digest(ctx, digestID(owed), owed[0].To, itemsOf(owed))
		})
		for _, one := range owed {
			end(one.Delivery, reply)
		}
	}
	held, err = w.Store.FinishTogether(ctx, tried)
	for _, one := range tried {
		w.report(ctx, one.Delivery, one.Attempt, held, err)
	}
}

// due is a delivery that a digest is to hold.
type due struct {
	domain.Delivery
	domain.Obligation
}

// digestID names a digest by what it holds: the same on every attempt, so that a mail server or reader can tell a
// repetition, and another when there is more in it.
func digestID(owed []due) string {
	var ids []string
	for _, one := range owed {
		ids = append(ids, one.Delivery.ID)
	}
	slices.Sort(ids)
	sum := sha256.Sum256([]byte(strings.Join(ids, " ")))
	return "digest" + hex.EncodeToString(sum[:10])
}

// itemsOf sorts by game what is owed: games that wait for the reader first, the soonest deadline foremost, then the others.
func itemsOf(owed []due) []Item {
	var items []Item
	until := map[string]time.Time{}
	for _, one := range owed {
		i := slices.IndexFunc(items, func(other Item) bool { return other.View.ID == one.View.ID })
		if i < 0 {
			i = len(items)
			items = append(items, Item{View: one.View})
			until[one.View.ID] = never
			if one.Ask.Type != "" && !one.Ask.Until.IsZero() {
				until[one.View.ID] = one.Ask.Until
			}
		}
		items[i].Notices = append(items[i].Notices, one.Notice.Type)
	}
	for _, item := range items {
		slices.SortFunc(item.Notices, func(a, b domain.NoticeType) int {
			return slices.Index(domain.NoticeTypes, a) - slices.Index(domain.NoticeTypes, b)
		})
	}
	slices.SortStableFunc(items, func(a, b Item) int {
		return until[a.View.ID].Compare(until[b.View.ID])
	})
	return items
}

// never is later than all deadlines.
var never = time.Unix(1<<40, 0)
