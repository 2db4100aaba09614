package persistence

import (
	"context"
	"encoding/hex"
	"time"

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

// RotateSigningKey makes a key that signs from now on: it is newer than all others, whatever the clock says.
func (s *Store) RotateSigningKey(ctx context.Context) (key domain.SigningKey, err error) {
	id, err := s.bytes(8)
	if err != nil {
		return key, err
	}
	seed, err := s.bytes(32)
	if err != nil {
		return key, err
	}
	key = domain.SigningKey{ID: hex.EncodeToString(id), Seed: seed}
	err = s.write(ctx, func(tx *gorm.DB) error {
		keys, err := signingKeys(tx)
		if err != nil {
			return err
		}
		key.CreatedAt = moment(millis(s.now()))
		if len(keys) > 0 && !key.CreatedAt.After(keys[0].CreatedAt) {
			key.CreatedAt = keys[0].CreatedAt.Add(time.Millisecond)
		}
		if err := create(tx, signingKeyRow{key.ID, key.Seed, millis(key.CreatedAt)}); err != nil {
			return err
		}
		return s.writeDown(tx, domain.Act{What: domain.ActRotate, On: key.ID})
	})
	return key, err
}

// RemoveSigningKey removes a key that signs no more. The newest stays, whatever is asked.
func (s *Store) RemoveSigningKey(ctx context.Context, id string) error {
	return s.db.WithContext(ctx).Where("id = ? AND created_at < (SELECT MAX(created_at) FROM signing_keys)", id).Delete(&signingKeyRow{}).Error
}
