package persistence

import (
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"tender/domain"
)

// Who a request comes from is found out before its transaction begins. What gives access, or outlives the session that
// asks for it, looks again under a lock on the account, which whatever ends sessions and accounts takes too.

// holdAccount locks an account until the end of the transaction. One whose person has left is not found.
func holdAccount(tx *gorm.DB, id string) (row accountRow, err error) {
	return lockAccount(tx, id, clause.LockingStrengthUpdate)
}

// keepAccount is holdAccount for who takes a seat: it keeps the account from being deleted, and its vacations from
// being changed, and from nothing else. Others whose games have news for it meanwhile need not wait, and so no two wait for
// each other.
func keepAccount(tx *gorm.DB, id string) error {
	_, err := lockAccount(tx, id, "SHARE")
	return err
}

func lockAccount(tx *gorm.DB, id, strength string) (row accountRow, err error) {
	held := tx.Clauses(clause.Locking{Strength: strength}).Where("id = ?", id).Limit(1).Find(&row)
	if err := one(held, "account"); err != nil {
		return row, err
	}
	if row.Former > 0 {
		return row, domain.Refuse(domain.NotFound, "Whoever had this account has deleted it.")
	}
	return row, nil
}

// holdFor is holdAccount for what a session of the account asks for: one that has ended meanwhile is refused as
// InvalidToken. "" is no session.
func holdFor(tx *gorm.DB, id, session string) (accountRow, error) {
	a, err := holdAccount(tx, id)
	if err != nil || session == "" {
		return a, err
	}
	return a, stillThere(tx.Model(&sessionRow{}).Where("id = ? AND account_id = ?", session, id))
}

// stillThere refuses as InvalidToken when what gave access has gone.
func stillThere(access *gorm.DB) error {
	var n int64
	if err := access.Count(&n).Error; err != nil {
		return err
	}
	if n == 0 {
		return invalidToken()
	}
	return nil
}

func isRefused(err error, code domain.Code) bool {
	r, ok := domain.AsRefusal(err)
	return ok && r.Code == code
}
