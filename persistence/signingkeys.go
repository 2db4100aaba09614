package persistence

import (
	"context"

	"gorm.io/gorm"

	"tender/domain"
)

// signingKeyRow is a row of signing_keys.
type signingKeyRow struct {
	ID        string
	Seed      []byte
	CreatedMs int64 `gorm:"column:created_at"`
}

func (signingKeyRow) TableName() string { return "signing_keys" }

// SigningKeys gives all keys, newest first.
func (s *Store) SigningKeys(ctx context.Context) ([]domain.SigningKey, error) {
	return signingKeys(s.read.WithContext(ctx))
}

func signingKeys(db *gorm.DB) ([]domain.SigningKey, error) {
	var rows []signingKeyRow
	if err := db.Order("created_at DESC, id").Find(&rows).Error; err != nil {
		return nil, err
	}
	keys := make([]domain.SigningKey, len(rows))
	for i, r := range rows {
		keys[i] = domain.SigningKey{ID: r.ID, Seed: r.Seed, CreatedAt: moment(r.CreatedMs)}
	}
	return keys, nil
}

// FirstSigningKey stores a key made by newKey if there is none yet, and gives the newest. Of replicas that start at
// the same time one makes it and the others get it.
func (s *Store) FirstSigningKey(ctx context.Context, newKey func() domain.SigningKey) (key domain.SigningKey, err error) {
	err = s.write(ctx, func(tx *gorm.DB) error {
		if s.pool != nil {
			// Lets readers be. On SQLite the transaction itself keeps other writers out.
			if err := tx.Exec("LOCK TABLE signing_keys IN EXCLUSIVE MODE").Error; err != nil {
				return err
			}
		}
		keys, err := signingKeys(tx)
		if err != nil {
			return err
		}
		if len(keys) > 0 {
			key = keys[0]
			return nil
		}
		key = newKey()
		return create(tx, signingKeyRow{key.ID, key.Seed, millis(key.CreatedAt)})
	})
	return key, err
}
