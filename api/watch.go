package api

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
	"time"
)

// GetGame shows a game, or says that nothing has changed for this viewer; with wait it waits for a change first.
func (s *server) GetGame(ctx context.Context, r GetGameRequestObject) (GetGameResponseObject, error) {
	known := given(r.Params.IfNoneMatch)
	wait := time.Duration(given(r.Params.Wait)) * time.Second
	if known == "" {
		wait = 0 // anything is news
	}
	// Before looking: what changes after the look must not be missed.
	changed, stop := s.watch(r.Id, wait)
	defer stop()
	timer := time.NewTimer(wait)
	defer timer.Stop()
	for {
		if err := s.stillMay(ctx); err != nil {
			return nil, err
		}
		answer, tag, err := s.drawn(ctx, r.Id)
		if err != nil {
			return nil, err
		}
		if known == "" || !matches(known, tag) {
			return answer, nil
		}
		unchanged := reply{status: http.StatusNotModified}.with("ETag", tag).with("Vary", vary)
		if wait == 0 {
			return unchanged, nil
		}
		select {
		case <-changed:
		case <-timer.C:
			return unchanged, nil
		case <-s.Stopping:
			return unchanged, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// vary names what a view depends on beside the address.
const vary = "Accept, Authorization"

func (s *server) watch(game string, wait time.Duration) (<-chan struct{}, func()) {
	if wait == 0 {
		return nil, func() {}
	}
	return s.Games.Watch(game)
}

// drawn is the caller's view as bytes, and the tag that names them.
func (s *server) drawn(ctx context.Context, id string) (answer reply, tag string, err error) {
	view, err := s.Games.View(ctx, id, callerOf(ctx).account)
	if err != nil {
		return answer, "", err
	}
	if wantsText(ctx) {
		kind, err := s.Kinds.Find(view.Kind)
		if err != nil {
			return answer, "", err
		}
		answer = asText(kind.Text(view, time.UTC))
	} else if answer, err = asJSON(http.StatusOK, view); err != nil {
		return answer, "", err
	}
	sum := sha256.Sum256(append([]byte(answer.contentType+"\n"), answer.body...))
	tag = `"` + base64.RawURLEncoding.EncodeToString(sum[:16]) + `"`
	return answer.with("ETag", tag).with("Vary", vary).with("Cache-Control", "private, no-cache"), tag, nil
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
