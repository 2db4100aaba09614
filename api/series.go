package api

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"tender/domain"
)

func (s *server) GetSeries(ctx context.Context, r GetSeriesRequestObject) (GetSeriesResponseObject, error) {
	series, err := s.Listings.Series(ctx, r.Id, callerOf(ctx).account)
	if err != nil {
		return nil, err
	}
	if wantsText(ctx) {
		return asText(seriesText(series)), nil
	}
	return asJSON(http.StatusOK, series)
}

// seriesText shows how a series stands and where its games are.
func seriesText(v domain.SeriesView) string {
	var b strings.Builder
	played := 0
	for _, g := range v.Games {
		if g.Status == domain.Over {
			played++
		}
	}
	fmt.Fprintf(&b, "%d of %d games played%s\n\n  total  wins\n", played, v.Of, map[bool]string{true: "; the series is over"}[v.Over])
	for _, st := range v.Standings {
		fmt.Fprintf(&b, "%7d %5d  %s\n", st.Total, st.Wins, st.Player)
	}
	for _, g := range v.Games {
		fmt.Fprintf(&b, "\ngame %d: %s\n    GET /v1/games/%s\n", g.Number, g.Status, g.Game)
	}
	return b.String()
}
