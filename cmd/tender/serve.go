package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	mathrand "math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"time"
	_ "time/tzdata" // people's time zones, on machines that have no database of them

	"blitiri.com.ar/go/spf"

	"tender/api"
	"tender/domain"
	"tender/domain/kinds"
	"tender/notify"
	"tender/notify/egress"
	"tender/notify/mailin"
	"tender/persistence"
)

// drainTimeout is how long the server waits for requests under way when it is told to stop.
const drainTimeout = 15 * time.Second

// headroom is how many bytes the heap may grow by, beside as many as live on it, before it is swept. Little lives on it: by
// Go's own measure a busy server spends an eighth of its time on sweeping.
const headroom = 32 << 20

// lastTraces is how long the last spans may take to reach the collector.
const lastTraces = 3 * time.Second

type serveCommand struct{ config }

func (c serveCommand) Run(ctx context.Context, s *streams) error {
	defer runtime.KeepAlive(spare())
	gathered := &lines{out: s.err}
	defer gathered.Flush()
	log := slog.New(urgent{c.logger(gathered).Handler(), gathered})
	m, err := start(ctx, c.config, surroundings{now: time.Now, random: rand.Reader, log: log})
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "Tender %s serves %s (Ctrl-C stops it); the API is described at %s/openapi.yaml.\n", version, m.URL, m.URL)
	if c.SMTP == "" {
		fmt.Fprintf(s.out, "Mails are written to %s; --smtp sends them.\n", c.mailDir())
	}
	if m.MailIn != "" {
		fmt.Fprintf(s.out, "Mail for %s comes in at %s.\n", c.MailDomain, m.MailIn)
	}
	if c.PublicURL == "" && !m.local {
		log.Warn("people cannot follow links to the address listened on: set --public-url")
	}
	select {
	case <-ctx.Done():
		return m.Close()
	case err := <-m.failed:
		return errors.Join(err, m.Close())
	}
}

// spare gives the heap its headroom: something that is never touched, and therefore takes no memory, is counted as alive. A
// percentage would grow with the heap of a server that has many streams. Whoever has set GOGC or GOMEMLIMIT has decided.
func spare() []byte {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return nil
	}
	b := make([]byte, headroom)
	untouch(b)
	return b
}

// surroundings are what a server takes from the world and a test may replace.
type surroundings struct {
	now    func() time.Time
	random io.Reader
	log    *slog.Logger

	resolver spf.DNSResolver // of names in mails that come in; the machine's own if nil
	listener net.Listener    // where requests come in, in place of config.Addr, if not nil
	poster   notify.Poster   // what sends webhooks; if nil, what goes to public addresses alone
}

// server is everything that runs. Tests start one on port 0.
type server struct {
	URL   string // where it can be reached, without a slash at the end
	Store *persistence.Store

	local    bool // it listens on one address, not on all that the machine has
	listen   netip.AddrPort
	failed   chan error // has the error of a part that stopped by itself
	http     *http.Server
	postman  *notify.Postman
	mail     *notify.Mail
	breaker  *notify.Breaker // of mails
	ready    readiness
	seen     observers
	delay    time.Duration    // between /readyz saying no and the end
	metrics  *http.Server     // nil when metrics have no address of their own
	Metrics  string           // where that is
	receiver *mailin.Receiver // nil when no mail is taken in
	MailIn   string           // where it is
	stopping chan struct{}    // closed when requests that wait are to be answered
	stop     context.CancelFunc
	workers  sync.WaitGroup
}

// start opens and migrates the store, joins the rooms, and serves. The listener is open when it returns.
func start(ctx context.Context, c config, around surroundings) (_ *server, err error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	around.log = c.numbered(around.log)
	seen, err := c.observers(ctx, around.log)
	if err != nil {
		return nil, err
	}
	s := &server{seen: seen, delay: c.DrainDelay, stopping: make(chan struct{}), failed: make(chan error, 1)}
	store, err := persistence.Open(ctx, c.Database, persistence.Options{Kinds: kinds.All, Now: around.now, Random: around.random,
		Log: around.log, Plan: notify.Channels, VerifyMail: c.verifyMail(), OutageAfter: c.OutageAfter, Meter: seen.metrics, Traces: seen.tracing(), Round: s.ready.worker("deadlines")})
	if err != nil {
		return nil, errors.Join(err, seen.traces.Close(ctx))
	}
	s.Store, s.ready.database = store, store.Ping
	seen.metrics.Ask(store, around.now)
	defer func() {
		if err != nil {
			err = errors.Join(err, store.Close(), seen.traces.Close(ctx))
		}
	}()
	if err := store.Migrate(ctx); err != nil {
		return nil, err
	}
	// Before anybody is told that a deadline has passed which the time without a server has moved.
	if err := store.NoticeOutages(ctx, domain.MailHealth{}); err != nil {
		return nil, err
	}
	listener := around.listener
	if listener == nil {
		if listener, err = new(net.ListenConfig).Listen(ctx, "tcp", c.Addr); err != nil {
			return nil, err
		}
	}
	if addr, ok := listener.Addr().(*net.TCPAddr); ok {
		s.local, s.listen = !addr.IP.IsUnspecified(), addr.AddrPort()
	}
	if s.URL, err = c.publicURL(listener.Addr().String()); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	handler, worker, err := s.wire(c, around)
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	receiver, mails, err := c.receive(ctx, store, s.mail.Domain, around)
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	metrics, shown, err := c.openMetrics(ctx, seen.metrics.Text, around.log)
	if err != nil {
		if receiver != nil {
			err = errors.Join(err, mails.Close())
		}
		return nil, errors.Join(err, listener.Close())
	}
	s.http = httpServer(handler, around.log)
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	s.stop = stop
	s.http.BaseContext = func(net.Listener) context.Context { return running } // outlives every request but those that do not end
	s.run("outages", func() error { return store.RunOutages(running, s.breaker.Health) })
	s.run("deadlines", func() error { return store.RunDeadlines(running) })
	s.run("deliveries", func() error { return worker.Run(running) })
	s.run("letters", func() error { return s.postman.Run(running) })
	if receiver != nil {
		s.receiver, s.MailIn = receiver, mails.Addr().String()
		s.run("mail in", func() error { return receiver.Serve(mails) })
	}
	if metrics != nil {
		s.metrics, s.Metrics = metrics, "http://"+shown.Addr().String()+"/metrics"
		s.run("metrics", func() error { return metrics.Serve(shown) })
	}
	s.run("http", func() error { return s.http.Serve(listener) })
	debug.FreeOSMemory() // what reading the contract took, a third of all
	return s, nil
}

// wire joins the rooms.
func (s *server) wire(c config, around surroundings) (http.Handler, *notify.Worker, error) {
	store, public := s.Store, s.URL
	allow, err := egress.ParseAllow(c.WebhookAllow)
	if err != nil {
		return nil, nil, err
	}
	if c.VacationDays < 0 || c.VacationDays > 366 {
		return nil, nil, fmt.Errorf("--vacation-days must be from 0 to 366, not %d", c.VacationDays)
	}
	client, err := egress.New(egress.Options{Allow: allow, Own: public, Listen: []netip.AddrPort{s.listen}})
	if err != nil {
		return nil, nil, err
	}
	mail, breaker, err := c.mail(public, store, around.now)
	if err != nil {
		return nil, nil, err
	}
	s.mail, s.breaker = mail, breaker
	composer := notify.Composer{Kinds: kinds.All, Public: public} // hooks cannot be answered
	hooks := &notify.Hooks{Composer: composer, Client: client, Now: around.now}
	if around.poster != nil {
		hooks.Client = around.poster
	}
	again := &notify.Redeliverer{Store: store, Hooks: hooks}
	worker := &notify.Worker{Store: store, Mailer: mail, Digest: mail, Hooks: hooks,
		Now: around.now, Jitter: mathrand.Float64, Log: around.log,
		Meter: s.seen.metrics, Traces: s.seen.tracing(), Round: s.ready.worker("notices")}
	s.postman = &notify.Postman{Queue: store, Book: store, Mail: mail, Now: around.now, Jitter: mathrand.Float64, Random: around.random, Log: around.log,
		Meter: s.seen.metrics, Round: s.ready.worker("letters")}
	provider, err := c.provider.open(public, around.now)
	if err != nil {
		return nil, nil, err
	}
	proxies, origins, err := c.access.parse()
	if err != nil {
		return nil, nil, err
	}
	handler := api.New(api.Deps{
		Accounts: store, Addresses: store, MailCodes: store, MailTokens: store, Identities: store, Sessions: store, Keys: store, Access: store,
		Games: store, Invitations: store, Talk: store, Listings: store, Answers: store, Absences: store, Counts: store,
		Webhooks: store, Wishes: store, Sent: store, TestHook: again.Test, SendAgain: again.Redeliver, CheckHookURL: client.CheckURL, SendsMail: c.SMTP != "",
		Kinds: kinds.All, VacationDays: c.VacationDays, Provider: provider, Limits: c.limits(), Proxies: proxies, Origins: origins,
		Ready: s.ready.check, Unavailable: persistence.Unavailable, Stopping: s.stopping, PublicURL: public, Version: version,
		Metrics: c.shown(s.seen.metrics.Text), Meter: s.seen.metrics, Traces: s.seen.tracing(), Now: around.now, Random: around.random, Log: around.log,
	})
	return handler, worker, nil
}

// run starts a part that works until the server is closed. A server that has lost a part does not live on.
func (s *server) run(name string, part func() error) {
	s.workers.Go(func() {
		if err := part(); err != nil && !errors.Is(err, http.ErrServerClosed) && !errors.Is(err, context.Canceled) {
			select {
			case s.failed <- fmt.Errorf("%s has stopped: %w", name, err):
			default: // another part was first
			}
		}
	})
}

// Close first has /readyz say no, so that no more requests are sent here. Then it takes no new ones, answers those that
// only wait for a change, lets the others finish, stops the workers and closes the store.
func (s *server) Close() error {
	s.ready.draining.Store(true)
	if s.delay > 0 {
		<-time.After(s.delay)
	}
	ctx, cancel := context.WithTimeout(context.Background(), drainTimeout)
	defer cancel()
	close(s.stopping)
	var err error
	if s.receiver != nil {
		err = s.receiver.Close()
	}
	err = errors.Join(err, s.http.Shutdown(ctx))
	s.stop()
	if err != nil {
		err = errors.Join(err, s.http.Close()) // those that did not finish must not find the store closed
	}
	if s.metrics != nil {
		err = errors.Join(err, s.metrics.Close())
	}
	s.workers.Wait()
	last, cancel := context.WithTimeout(context.Background(), lastTraces)
	defer cancel()
	return errors.Join(err, s.Store.Close(), s.seen.traces.Close(last))
}
