package persistence

import "gorm.io/gorm/logger"

// Trace lets a test hear every statement of the store.
func (s *Store) Trace(l logger.Interface) { s.db.Logger, s.read.Logger = l, l }
