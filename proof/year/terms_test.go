package year

import "tender/domain"

// terms draws what a host chooses around the rules.
func (w *world) terms() *domain.Terms {
	t := domain.DefaultTerms()
	return &t
}
