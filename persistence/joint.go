package persistence

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// joint is one transaction that several calls share: it travels in their context.
type joint struct {
	tx     *gorm.DB
	commit []func() // what to do after the commit, in this order
}

type jointKey struct{}

func jointOf(ctx context.Context) *joint {
	j, _ := ctx.Value(jointKey{}).(*joint)
	return j
}

// together lets do's calls to the store, when they are made with its context, happen in one transaction: all of them
// or, when it returns an error, none.
func (s *Store) together(ctx context.Context, do func(ctx context.Context, j *joint) error) error {
	if j := jointOf(ctx); j != nil {
		return do(ctx, j)
	}
	j := &joint{}
	err := s.write(ctx, func(tx *gorm.DB) error {
		j.tx = tx
		return do(context.WithValue(ctx, jointKey{}, j), j)
	})
	if err == nil {
		for _, f := range j.commit {
			f()
		}
	}
	return err
}

// afterCommit does something once what ctx's transaction has changed is there for others to see.
func afterCommit(ctx context.Context, do func()) {
	if j := jointOf(ctx); j != nil {
		j.commit = append(j.commit, do)
		return
	}
	do()
}

// reader is where to read what a caller may see: inside a joint transaction, also what that has changed.
func (s *Store) reader(ctx context.Context) *gorm.DB {
	if j := jointOf(ctx); j != nil {
		return j.tx.WithContext(ctx)
	}
	return s.read.WithContext(ctx)
}

// Hold keeps everybody else from changing a game while do looks at it and decides, with the context that it is given.
// When do returns an error nothing has changed.
func (s *Store) Hold(ctx context.Context, game string, do func(context.Context) error) error {
	return s.together(ctx, func(ctx context.Context, j *joint) error {
		var g gameRow
		locked := j.tx.WithContext(ctx).Clauses(clause.Locking{Strength: clause.LockingStrengthUpdate}).Select("id").
			Where("id = ?", game).Limit(1).Find(&g)
		if err := one(locked, "game"); err != nil {
			return err
		}
		return do(ctx)
	})
}
