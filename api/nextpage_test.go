package api_test

import (
	"slices"
	"strings"
	"testing"
)

func TestWhoFollowsTheLinksSeesEveryGameOnce(t *testing.T) {
	w := newWorld(t)
	ada := w.person("Ada")
	for range 5 {
		w.want(201, w.do("POST", "/v1/games", ada, `{"kind":"money","seats":3}`))
	}
	walk := func(target string) (seen []string) {
		for target != "" {
			var page struct{ Games []struct{ ID string } }
			a := w.do("GET", target, ada, "")
			w.want(200, a)
			a.read(&page)
			for _, g := range page.Games {
				seen = append(seen, g.ID)
			}
			text := w.do("GET", target, ada, "", "Accept", "text/plain")
			if text.Header().Get("Link") != a.Header().Get("Link") {
				t.Errorf("Link of the text: %q", text.Header().Get("Link"))
			}
			target = ""
			if link := a.Header().Get("Link"); link != "" {
				address, ok := strings.CutSuffix(strings.TrimPrefix(link, "<"), `>; rel="next"`)
				path, absolute := strings.CutPrefix(address, publicURL)
				if !ok || !absolute || !strings.HasSuffix(text.Body.String(), "\nmore: "+address+"\n") {
					t.Fatalf("Link: %s\n%s", link, text.Body)
				}
				target = path
			} else if strings.Contains(text.Body.String(), "more:") {
				t.Errorf("more than the last page: %s", text.Body)
			}
		}
		return seen
	}
	newest := walk("/v1/games?limit=2&status=open&kind=money&mine=true")
	oldest := walk("/v1/games?limit=2&status=open&kind=money&mine=true&sort=oldest")
	slices.Reverse(oldest)
	if len(newest) != 5 || !slices.Equal(newest, oldest) {
		t.Errorf("%v and, from the other end, %v", newest, oldest)
	}
	a := w.do("GET", "/v1/games?limit=2&status=open&kind=money&mine=true&sort=oldest", ada, "").Header().Get("Link")
	for _, part := range []string{"kind=money", "limit=2", "mine=true", "sort=oldest", "status=open"} {
		if !strings.Contains(a, part) {
			t.Errorf("no %s in %s", part, a)
		}
	}
	w.refused(422, "invalid_input", w.do("GET", "/v1/games?sort=shortest", "", ""))
}
