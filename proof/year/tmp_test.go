package year

import (
	"time"

	"tender/domain"
)

func late(domain.View) time.Duration                                 { return 0 }
func limit(t *domain.Table, seat int) time.Time                      { return t.Deadline }
func (w *world) news(*person, *game, domain.NoticeType, domain.View) {}
func (w *world) takeBack(*person, *game)                             {}
func (w *world) vacations(*person)                                   {}
