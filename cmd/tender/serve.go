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
	"sync"
	"time"

	"tender/api"
	"tender/domain/kinds"
	"tender/notify"
	"tender/notify/egress"
	"tender/persistence"
)

// How long the server waits for slow clients, and for requests under way when it is told to stop.
const (
	headerTimeout = 5 * time.Second
	readTimeout   = 15 * time.Second
	idleTimeout   = 2 * time.Minute
	drainTimeout  = 15 * time.Second
	maxHeader     = 16 << 10
)

type serveCommand struct{ config }

func (c serveCommand) Run(ctx context.Context, s *streams) error {
	m, err := start(ctx, c.config, surroundings{now: time.Now, random: rand.Reader, log: c.logger(s.err)})
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "Tender %s serves %s\n", version, m.URL)
	if c.SMTP == "" {
		fmt.Fprintf(s.out, "Mails are written to %s; --smtp sends them.\n", c.mailDir())
	}
	<-ctx.Done()
	return m.Close()
}

// surroundings are what a server takes from the world and a test may replace.
type surroundings struct {
	now    func() time.Time
	random io.Reader
	log    *slog.Logger
}

// server is everything that runs. Tests start one on port 0.
type server struct {
	URL   string // where it can be reached, without a slash at the end
	Store *persistence.Store

	http     *http.Server
	stopping chan struct{} // closed when requests that wait are to be answered
	stop     context.CancelFunc
	workers  sync.WaitGroup
	log      *slog.Logger
}

// start opens and migrates the store, joins the rooms, and serves. The listener is open when it returns.
func start(ctx context.Context, c config, around surroundings) (_ *server, err error) {
	store, err := persistence.Open(ctx, c.Database, persistence.Options{Kinds: kinds.All, Now: around.now, Random: around.random,
		Log: around.log, Plan: notify.Channels})
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, store.Close())
		}
	}()
	if err := store.Migrate(ctx); err != nil {
		return nil, err
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", c.Addr)
	if err != nil {
		return nil, err
	}
	s := &server{Store: store, log: around.log, stopping: make(chan struct{})}
	if s.URL, err = c.publicURL(listener.Addr().String()); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	handler, worker, err := s.wire(c, around)
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	s.http = &http.Server{Handler: handler, ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, IdleTimeout: idleTimeout,
		MaxHeaderBytes: maxHeader, ErrorLog: slog.NewLogLogger(around.log.Handler(), slog.LevelDebug)}
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	s.stop = stop
	s.http.BaseContext = func(net.Listener) context.Context { return running } // outlives every request but those that do not end
	s.run("deadlines", func() error { return store.RunDeadlines(running) })
	s.run("deliveries", func() error { return worker.Run(running) })
	s.run("http", func() error { return s.http.Serve(listener) })
	return s, nil
}

// wire joins the rooms.
func (s *server) wire(c config, around surroundings) (http.Handler, *notify.Worker, error) {
	store, public := s.Store, s.URL
	allow, err := egress.ParseAllow(c.WebhookAllow)
	if err != nil {
		return nil, nil, err
	}
	client, err := egress.New(egress.Options{Allow: allow, Own: public})
	if err != nil {
		return nil, nil, err
	}
	var carrier notify.Carrier
	if c.SMTP != "" {
		carrier, err = notify.OpenSMTP(c.SMTP)
	} else {
		carrier, err = notify.OpenFiles(c.mailDir())
	}
	if err != nil {
		return nil, nil, err
	}
	composer := notify.Composer{Kinds: kinds.All, Public: public}
	mail, err := notify.NewMail(composer, c.MailFrom, carrier, around.now)
	if err != nil {
		return nil, nil, err
	}
	worker := &notify.Worker{Store: store, Mailer: mail, Hooks: &notify.Hooks{Composer: composer, Client: client, Now: around.now},
		Now: around.now, Jitter: mathrand.Float64, Log: around.log}
	handler := api.New(api.Deps{Accounts: store, Sessions: store, Keys: store, Webhooks: store, Games: store, Listings: store,
		Kinds: kinds.All, Ready: store.Ping, CheckHookURL: client.CheckURL, Now: around.now, Random: around.random, Log: around.log,
		Stopping: s.stopping, PublicURL: public, Version: version})
	return handler, worker, nil
}

// run starts a part that works until the server is closed.
func (s *server) run(name string, part func() error) {
	s.workers.Go(func() {
		if err := part(); err != nil && !errors.Is(err, http.ErrServerClosed) && !errors.Is(err, context.Canceled) {
			s.log.Error("a part of the server has stopped", "part", name, "error", err)
		}
	})
}

// Close takes no new requests, answers those that only wait for a change, lets the others finish, and then stops the
// workers and closes the store.
func (s *server) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), drainTimeout)
	defer cancel()
	close(s.stopping)
	err := s.http.Shutdown(ctx)
	s.stop()
	s.workers.Wait()
	return errors.Join(err, s.Store.Close())
}
