package domain

// Visibility says who can find a game and look at it.
type Visibility string

// The visibilities there are. The zero value, of games that were opened before there were any, is Public.
const (
	Public   Visibility = "public"   // in the list, for everybody
	Unlisted Visibility = "unlisted" // in nobody's list but those of its players; whoever knows its id can look and join
	Private  Visibility = "private"  // there for its players and for who is invited, and for moderators; for nobody else
)

func checkVisibility(v Visibility) error {
	switch v {
	case "", Public, Unlisted, Private:
		return nil
	}
	return Refuse(InvalidVisibility, "A game is public, unlisted or private.").At("/visibility")
}

// Seen is who can find the table and look at it.
func (t *Table) Seen() Visibility {
	if t.Visibility == "" {
		return Public
	}
	return t.Visibility
}

// checkSubstitutes refuses a private game whose seats are open to substitutes: nobody could come who may see it.
func checkSubstitutes(v Visibility, terms *Terms) error {
	if v == Private && terms != nil && terms.goes() == ToSubstitute {
		return Refuse(InvalidTerms, "Nobody finds a private game to be a substitute in it; choose bot or drop for missed, or make the game unlisted.").At("/terms/missed")
	}
	return nil
}
