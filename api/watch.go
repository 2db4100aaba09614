package api

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
)

// GetGame shows a game, or says that nothing has changed for this viewer; with wait it waits for a change first.
func (s *server) GetGame(ctx context.Context, r GetGameRequestObject) (GetGameResponseObject, error) {
	known := given(r.Params.IfNoneMatch)
	wait := time.Duration(given(r.Params.Wait)) * time.Second
	if known == "" {
		wait = 0 // anything is news
	}
	// Before looking: what changes after the look must not be missed.
	changed, stop, err := s.watch(ctx, r.Id, wait)
	if err != nil {
		return nil, err
	}
	defer stop()
	of := glance{r.Id, callerOf(ctx).account, wantsText(ctx)}
	var timer <-chan time.Time
	for {
		changes := s.Games.Changes(of.game, of.account)
		tag := s.glances.tag(of, changes)
		if tag == "" || !matches(known, tag) {
			var answer reply
			if answer, tag, err = s.drawn(ctx, r.Id); err != nil {
				return nil, err
			}
			if known == "" || !matches(known, tag) {
				return answer, nil
			}
			s.glances.keep(of, tag, changes)
		}
		unchanged := tagged(reply{status: http.StatusNotModified}, tag)
		if wait == 0 {
			return unchanged, nil
		}
		if timer == nil {
			waiting := time.NewTimer(wait)
			defer waiting.Stop()
			timer = waiting.C
		}
		select {
		case <-changed:
			if err := s.stillMay(ctx); err != nil {
				return nil, err
			}
		case <-timer:
			return unchanged, nil
		case <-s.Stopping:
			return unchanged, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// tellUnchanged answers a request for a view that is known to be what the caller has. False says nothing; the request is
// one that does not wait.
func (s *server) tellUnchanged(c *gin.Context, a *asking) bool {
	known := c.Request.Header["If-None-Match"]
	if len(known) == 0 {
		return false
	}
	of := glance{c.Param("id"), a.caller.account, wantsText(a)}
	tag := s.glances.tag(of, s.Games.Changes(of.game, of.account))
	if tag == "" || !matches(known[0], tag) {
		return false
	}
	c.Abort()
	if err := tagged(reply{status: http.StatusNotModified}, tag).write(c.Writer); err != nil {
		s.unsent(c, err)
	}
	return true
}

// vary names what a view depends on beside the address.
const vary = "Accept, Authorization"

// tagged has the headers of a view, which are the same whether it is sent or known.
func tagged(r reply, tag string) reply {
	r.header = []field{{"ETag", tag}, {"Vary", vary}}
	return r
}

// watch tells of changes of a game, if the request is to wait for one and there is a place left for it.
func (s *server) watch(ctx context.Context, game string, wait time.Duration) (<-chan struct{}, func(), error) {
	if wait == 0 {
		return nil, func() {}, nil
	}
	leave, err := s.waiting.enter(game, callerOf(ctx).account)
	if err != nil {
		return nil, nil, err
	}
	changed, stop := s.Games.Watch(game)
	return changed, func() { stop(); leave() }, nil
}

// drawn is the caller's view as bytes, and the tag that names them. All who are signed out see the same.
func (s *server) drawn(ctx context.Context, id string) (reply, string, error) {
	draw := func(ctx context.Context) (reply, string, error) { return s.draw(ctx, id) }
	if callerOf(ctx).account != "" {
		return draw(ctx)
	}
	return s.sketches.get(ctx, subject{game: id, text: wantsText(ctx)}, draw)
}

func (s *server) draw(ctx context.Context, id string) (reply, string, error) {
	answer, err := s.view(ctx, http.StatusOK, id)
	if err != nil {
		return reply{}, "", err
	}
	tag := answer.tag()
	return tagged(answer, tag), tag, nil
}

// tag names an answer by its form and its bytes.
func (r reply) tag() string {
	sum := sha256.Sum256(append([]byte(r.contentType+"\n"), r.body...))
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:16]) + `"`
}

// matches compares the tags of If-None-Match with one of ours, as RFC 9110 wants: a W/ before them does not count.
func matches(header, tag string) bool {
	for one := range strings.SplitSeq(header, ",") {
		one = strings.TrimSpace(one)
		if one == "*" || strings.TrimPrefix(one, "W/") == tag {
			return true
		}
	}
	return false
}
