package persistence

import (
	"context"
	"errors"

	"gorm.io/gorm"

	"tender/domain"
)

// AccountByName finds a living account by the key of its name.
func (s *Store) AccountByName(ctx context.Context, nameKey string) (domain.Account, error) {
	return account(s.read.WithContext(ctx).Where("name_key = ? AND former = 0", nameKey))
}

// WithRoles lists the accounts that may do more than play, by role and name.
func (s *Store) WithRoles(ctx context.Context) ([]domain.Account, error) {
	var rows []accountRow
	err := s.read.WithContext(ctx).Where("role <> 'player'").Order("role, name_key").Find(&rows).Error
	accounts := make([]domain.Account, len(rows))
	for i, r := range rows {
		accounts[i] = r.account()
	}
	return accounts, err
}

// Grant gives an account a role. Which it was before is in the act's detail.
func (s *Store) Grant(ctx context.Context, id string, role domain.Role, act domain.Act) (domain.Account, error) {
	return s.amend(ctx, id, act, func(a domain.Account, act *domain.Act) map[string]any {
		act.Detail = string(a.Role) + " → " + string(role)
		return map[string]any{"role": string(role)}
	})
}

// RenameBy gives somebody else's account another name, or refuses with NameTaken. Both names are in the act's detail.
func (s *Store) RenameBy(ctx context.Context, id, name, nameKey string, act domain.Act) (domain.Account, error) {
	renamed, err := s.amendWith(ctx, id, act, func(a domain.Account, act *domain.Act) map[string]any {
		act.Detail = a.Name + " → " + name
		return map[string]any{"name": name, "name_key": nameKey}
	}, s.forgetNamed)
	if errors.Is(err, gorm.ErrDuplicatedKey) {
		return renamed, nameTaken()
	}
	return renamed, err
}

// Suspend keeps an account from signing in and from doing anything, until it is lifted. To do so again is no error.
func (s *Store) Suspend(ctx context.Context, id string, act domain.Act) (domain.Account, error) {
	return s.amend(ctx, id, act, func(a domain.Account, _ *domain.Act) map[string]any {
		if !a.SuspendedAt.IsZero() {
			return map[string]any{"suspended_at": millis(a.SuspendedAt)}
		}
		return map[string]any{"suspended_at": millis(s.now())}
	})
}

// Lift ends a suspension.
func (s *Store) Lift(ctx context.Context, id string, act domain.Act) (domain.Account, error) {
	return s.amend(ctx, id, act, func(domain.Account, *domain.Act) map[string]any { return map[string]any{"suspended_at": 0} })
}

// amend changes columns of a living account and writes the act down, both or neither.
func (s *Store) amend(ctx context.Context, id string, act domain.Act, change func(domain.Account, *domain.Act) map[string]any) (domain.Account, error) {
	return s.amendWith(ctx, id, act, change, func(*gorm.DB, accountRow) error { return nil })
}

// amendWith is amend, with more that is done first in the same transaction.
func (s *Store) amendWith(ctx context.Context, id string, act domain.Act, change func(domain.Account, *domain.Act) map[string]any,
	first func(*gorm.DB, accountRow) error) (now domain.Account, err error) {
	err = s.write(ctx, func(tx *gorm.DB) error {
		held, err := holdAccount(tx, id)
		if err == nil {
			err = first(tx, held)
		}
		if err != nil {
			return err
		}
		before, err := account(tx.Where("id = ? AND former = 0", id))
		if err != nil {
			return err
		}
		act.On = id
		set := change(before, &act)
		if err := exactlyOne(tx.Model(&accountRow{}).Where("id = ?", id).Updates(set), "account"); err != nil {
			return err
		}
		if err := s.writeDown(tx, act); err != nil {
			return err
		}
		now, err = account(tx.Where("id = ?", id))
		return err
	})
	return now, err
}

// CallOff ends a game on a moderator's word, and writes the act down with it.
func (s *Store) CallOff(ctx context.Context, game string, act domain.Act) error {
	return s.Moderate(ctx, game, domain.Abandon{Moderator: true}, act)
}

// Moderate takes an input that a moderator gives to a game, whoever plays it, and writes the act down with it.
func (s *Store) Moderate(ctx context.Context, game string, in domain.Input, act domain.Act) error {
	act.On = game
	_, _, err := s.decide(ctx, game, in, domain.Actor{Account: act.Who},
		func(tx *gorm.DB, in domain.Input) (domain.Input, error) { return in, s.writeDown(tx, act) })
	return err
}
