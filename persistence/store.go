package persistence

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"tender/domain"
)

// Options is what a store needs from outside. Only Kinds is required.
type Options struct {
	Kinds  domain.Kinds
	Now    func() time.Time // the clock; time.Now if nil
	Random io.Reader        // of ids, seeds and nonces; crypto/rand if nil
	Log    *slog.Logger     // slog.Default if nil
	// Plan says over which channels a notice goes; nil means none. A webhook becomes one delivery for each address
	// that the account has.
	Plan func(domain.Notice) []domain.Channel
	// VerifyMail says that an address is nobody's before it is proved to be theirs. Otherwise who signs up first has it.
	VerifyMail bool
	// OutageAfter is for how long no server was alive before that is an outage, which moves deadlines; 0 for never.
	OutageAfter time.Duration
	Meter       Meter  // nil when nobody counts
	Traces      Traces // nil when nobody traces
	// Round is called whenever the worker for deadlines has done all that is due; nil when nobody wants to know.
	Round func()
	// Existing opens only a database that is there and has the schema of this program; it makes no file.
	Existing bool
}

// Store is an open database. Its methods may be called from many goroutines.
type Store struct {
	db          *gorm.DB      // for writing, and for reading what is to be written
	read        *gorm.DB      // for reading; on Postgres the same as db
	pool        *pgxpool.Pool // nil on SQLite
	kinds       domain.Kinds
	now         func() time.Time
	random      io.Reader
	log         *slog.Logger
	plan        func(domain.Notice) []domain.Channel
	skip        string // what keeps a claim from waiting for rows that others hold
	unflushed   string // a condition that holds, and lets a claim commit without waiting for the disk
	watchers    *watchers
	steady      atomic.Bool   // nothing that was due has taken this process down
	due         chan struct{} // wakes the deadline worker
	deliver     chan struct{} // wakes the delivery worker
	held        hold          // what keeps it asleep
	letters     chan struct{} // wakes the worker for letters
	verify      bool          // Options.VerifyMail
	outageAfter time.Duration // as in Options
	meter       Meter         // as in Options, like the next two
	traces      Traces
	round       func()
	forgetAt    atomic.Int64 // when old deliveries are looked for next, in Unix milliseconds
	seals       *announcer   // nil on SQLite
	sealing     sealing      // only on Postgres
	stop        context.CancelFunc
	running     sync.WaitGroup
	close       func() error
}

// Open opens the database at "sqlite:path" or "postgres://…". It does not migrate, and refuses a database whose schema
// is newer than this program.
func Open(ctx context.Context, url string, o Options) (*Store, error) {
	s := &Store{kinds: o.Kinds, now: o.Now, random: o.Random, log: o.Log, plan: o.Plan, watchers: newWatchers(),
		due: make(chan struct{}, 1), deliver: make(chan struct{}, 1), letters: make(chan struct{}, 1), verify: o.VerifyMail, outageAfter: o.OutageAfter,
		meter: o.Meter, traces: o.Traces, round: o.Round, stop: func() {}}
	if s.now == nil {
		s.now = time.Now
	}
	if s.random == nil {
		s.random = rand.Reader
	}
	s.random = &shared{from: s.random}
	if s.log == nil {
		s.log = slog.Default()
	}
	if s.round == nil {
		s.round = func() {}
	}
	if s.plan == nil {
		s.plan = func(domain.Notice) []domain.Channel { return nil }
	}
	var err error
	if path, ok := strings.CutPrefix(url, "sqlite:"); ok {
		err = s.openSQLite(ctx, path, o.Existing)
	} else if strings.HasPrefix(url, "postgres://") || strings.HasPrefix(url, "postgresql://") {
		err = s.openPostgres(ctx, url)
	} else {
		err = errors.New(`the database must be given as "sqlite:path" or "postgres://…"`)
	}
	if err != nil {
		return nil, err
	}
	check := s.checkNotNewer
	if o.Existing {
		check = s.checkPresent
	}
	if err := check(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Close ends what the store does in the background and closes its connections.
func (s *Store) Close() error {
	s.sealing.close()
	s.stop()
	s.running.Wait()
	return s.close()
}

// Ping says whether the database answers and has the schema that this program needs.
func (s *Store) Ping(ctx context.Context) error {
	current, known, err := s.schema(ctx)
	if err == nil && current != known {
		err = fmt.Errorf("the database has schema %d, this program needs %d", current, known)
	}
	return err
}

// config is how GORM is used here. It logs nothing: its log would hold parameters, and parameters hold bids.
func config() *gorm.Config {
	return &gorm.Config{Logger: logger.Discard, SkipDefaultTransaction: true, TranslateError: true,
		DisableNestedTransaction: true, DisableAutomaticPing: true}
}
