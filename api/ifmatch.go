package api

import (
	"context"
	"net/http"
	"strings"

	"tender/domain"
)

// decide takes an input from the caller. With If-Match it is taken only on the very view that the caller has seen: the
// view is compared while nobody else can change the game.
func (s *server) decide(ctx context.Context, game string, ifMatch *string, in domain.Input) (out domain.Outcome, err error) {
	if ifMatch == nil {
		return s.Games.Decide(ctx, game, in, actor(ctx))
	}
	err = s.Games.Hold(ctx, game, func(ctx context.Context) error {
		view, err := s.Games.View(ctx, game, callerOf(ctx).account)
		if err != nil {
			return err
		}
		if err := unchanged(view, *ifMatch); err != nil {
			return err
		}
		out, err = s.Games.Decide(ctx, game, in, actor(ctx))
		return err
	})
	return out, err
}

// unchanged refuses with the view as it is when its tag is not among those of an If-Match. Tags are those of the view as
// JSON; as RFC 9110 wants it here, a weak one never fits.
func unchanged(view domain.View, ifMatch string) error {
	r, err := asJSON(http.StatusOK, view)
	if err != nil {
		return err
	}
	tag := r.tag()
	for one := range strings.SplitSeq(ifMatch, ",") {
		if one = strings.TrimSpace(one); one == "*" || one == tag {
			return nil
		}
	}
	p := newProblem(domain.Stale, `The game looks different from what If-Match names; look at "view" and decide again.`)
	p.Status, p.View = http.StatusPreconditionFailed, &view
	return p
}
