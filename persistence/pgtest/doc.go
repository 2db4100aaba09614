// Package pgtest gives tests fresh Postgres databases. It is for tests only and knows nothing of the tables in them.
//
// URL hands out an empty database, Clone a copy of one that was migrated once; both are dropped when the test ends.
// They live on the server that TENDER_TEST_DATABASE_URL names (its user must be allowed to create databases) or else
// on a private one, which the test binary starts at the first call from the Postgres programs installed here and
// which ends, leaving nothing behind, with the test binary. Where there is neither, the test is skipped; with
// CI=true it fails.
package pgtest
