package persistence

import (
	"context"

	"gorm.io/gorm"

	"tender/domain"
)

// identityRow is a row of identities.
type identityRow struct {
	Issuer    string
	Subject   string
	AccountID string
	LinkedAt  int64
}

func (identityRow) TableName() string { return "identities" }

// AccountOfIdentity gives the account of somebody whom a provider has signed in. At the first time it is linked: to the
// account that has the person's address, if both the provider and this server know it to be theirs, or to a new account
// with the first of some names that is free. The address is as CheckEmail gives it. Without one that the provider has
// verified it is refused as ProviderRefused; an account that has it without proof is not touched: EmailTaken.
func (s *Store) AccountOfIdentity(ctx context.Context, who domain.Identity, key string, names []domain.PersonName) (found domain.Account, err error) {
	err = s.write(ctx, func(tx *gorm.DB) error {
		var linked identityRow
		known := tx.Where("issuer = ? AND subject = ?", who.Issuer, who.Subject).Limit(1).Find(&linked)
		if known.Error != nil {
			return known.Error
		}
		if known.RowsAffected == 0 {
			if linked.AccountID, err = s.accountFor(tx, who, key, names); err != nil {
				return err
			}
			if err := create(tx, identityRow{who.Issuer, who.Subject, linked.AccountID, millis(s.now())}); err != nil {
				return err
			}
		}
		found, err = account(tx.Where("id = ?", linked.AccountID))
		return err
	})
	return found, err
}

// accountFor finds or makes the account of an identity that is not linked yet.
func (s *Store) accountFor(tx *gorm.DB, who domain.Identity, key string, names []domain.PersonName) (id string, err error) {
	if !who.EmailVerified || key == "" {
		return "", domain.Refuse(domain.ProviderRefused, "The provider does not say that you have a verified e-mail address; verify it there and sign in again.")
	}
	var owner accountRow
	has := tx.Where("email_key = ?", key).Limit(1).Find(&owner)
	switch {
	case has.Error != nil:
		return "", has.Error
	case has.RowsAffected == 1 && owner.VerifiedAt > 0:
		return owner.ID, nil
	case has.RowsAffected == 1:
		return "", domain.Refuse(domain.EmailTaken, "An account here has your address without proof that it is theirs; sign in to it, verify the address, and come back.")
	}
	if id, err = s.newID(); err != nil {
		return "", err
	}
	for _, name := range names {
		row := accountRow{ID: id, Name: name.Shown, NameKey: name.Key, Email: who.Email, EmailKey: unheld(id), CreatedMs: millis(s.now()), Role: string(domain.Player)}
		created, err := createAccount(tx, row)
		if err != nil {
			return "", err
		}
		if created {
			return id, s.settle(tx, row, who.Email, key)
		}
	}
	return "", nameTaken()
}
