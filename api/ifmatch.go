package api

import (
	"context"
	"net/http"
	"strings"

	"tender/domain"
)

// decide takes an input from the caller. With If-Match it is taken only on the very view that the caller has seen: the
// view is compared while nobody else can change the game. The view that is given is empty when the caller prefers a
// minimal answer.
func (s *server) decide(ctx context.Context, game string, ifMatch, prefer *string, in domain.Input) (out domain.Outcome, view domain.View, err error) {
	decide := func(ctx context.Context) (err error) {
		if minimal(prefer) {
			out, err = s.Games.Decide(ctx, game, in, actor(ctx))
		} else {
			out, view, err = s.Games.Move(ctx, game, in, actor(ctx))
		}
		return err
	}
	if ifMatch == nil {
		err = decide(ctx)
		return out, view, err
	}
	err = s.Games.Hold(ctx, game, func(ctx context.Context) error {
		view, err := s.Games.View(ctx, game, callerOf(ctx).account)
		if err != nil {
			return err
		}
		if err := unchanged(view, *ifMatch); err != nil {
			return err
		}
		return decide(ctx)
	})
	return out, view, err
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
