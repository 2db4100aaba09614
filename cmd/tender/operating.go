package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"tender/api"
	"tender/notify"
	"tender/persistence"
	"tender/telemetry"
)

// operating is what those who run a server want to see of it.
type operating struct {
	MetricsAddr  string        `env:"TENDER_METRICS_ADDR" placeholder:"HOST:PORT" help:"Where to show metrics to whoever can reach it, at /metrics. Without it they are shown at --addr to this machine only, and not at all once there is a --public-url."`
	OTLPEndpoint string        `name:"otlp-endpoint" env:"TENDER_OTLP_ENDPOINT,OTEL_EXPORTER_OTLP_ENDPOINT" placeholder:"URL" help:"OpenTelemetry collector that traces are sent to, by OTLP over HTTP, such as http://127.0.0.1:4318; none without it."`
	DrainDelay   time.Duration `default:"1s" env:"TENDER_DRAIN_DELAY" placeholder:"TIME" help:"How long a server that was told to stop goes on while /readyz says no, so that who sends it requests notices (${default})."`
	OutageAfter  time.Duration `default:"2m" env:"TENDER_OUTAGE_AFTER" placeholder:"TIME" help:"For how long no server was alive before that is an outage, after which deadlines move by what was lost; 0 for never, also when no mail can be sent (${default})."`
}

// leastOutage is the least that an outage can be told to be: servers say every 10 seconds that they are alive.
const leastOutage = time.Minute

func (o operating) check() error {
	if o.OutageAfter != 0 && o.OutageAfter < leastOutage {
		return fmt.Errorf("--outage-after is %s: it must be 0 or at least %s", o.OutageAfter, leastOutage)
	}
	return nil
}

// observers are who is told of what happens.
type observers struct {
	metrics *telemetry.Metrics
	traces  *telemetry.Traces // nil for none
}

func (o operating) observers(ctx context.Context, log *slog.Logger) (observers, error) {
	seen := observers{metrics: telemetry.NewMetrics(version)}
	if o.OTLPEndpoint == "" {
		return seen, nil
	}
	var err error
	seen.traces, err = telemetry.OpenTraces(ctx, o.OTLPEndpoint, version, log)
	return seen, err
}

// tracing is nil, rather than a nil in an interface, when nobody traces: the rooms then skip all of it.
func (o observers) tracing() tracing {
	if o.traces == nil {
		return nil
	}
	return o.traces
}

// tracing is what the rooms want of traces, together.
type tracing interface {
	api.Traces
	persistence.Traces
	notify.Traces
}

// numbered has every line of a log say to which request it belongs, and to which trace.
func (o operating) numbered(log *slog.Logger) *slog.Logger {
	var handler slog.Handler = api.Numbered{Handler: log.Handler()}
	if o.OTLPEndpoint != "" {
		handler = telemetry.Traced{Handler: handler}
	}
	return slog.New(handler)
}

// shown lets those see metrics at the address of the API who ask from this machine, as long as they have no address of
// their own and the server no public URL. With one there is a proxy, and everybody's requests may come from this machine.
func (c config) shown(text func() ([]byte, error)) func(*http.Request) ([]byte, error) {
	return func(r *http.Request) ([]byte, error) {
		if c.MetricsAddr != "" || c.PublicURL != "" || !fromHere(r) {
			return nil, nil
		}
		return text()
	}
}

// fromHere says whether a request comes from the same machine and not through a proxy on it, as far as one shows: it
// names whom it asks for, or asks for a name that is not the machine's own.
func fromHere(r *http.Request) bool {
	for _, name := range []string{"X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip", "Forwarded", "Via"} {
		if r.Header.Get(name) != "" {
			return false
		}
	}
	host := (&url.URL{Host: r.Host}).Hostname()
	asked, err := netip.ParseAddr(host)
	peer, unknown := netip.ParseAddrPort(r.RemoteAddr)
	return unknown == nil && peer.Addr().Unmap().IsLoopback() && (host == "localhost" || err == nil && asked.IsLoopback())
}

// openMetrics listens where metrics have an address of their own; the server is nil where they have none.
func (o operating) openMetrics(ctx context.Context, text func() ([]byte, error), log *slog.Logger) (*http.Server, net.Listener, error) {
	if o.MetricsAddr == "" {
		return nil, nil, nil
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", o.MetricsAddr)
	if err != nil {
		return nil, nil, fmt.Errorf("--metrics-addr: %w", err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		shown, err := text()
		if err != nil {
			log.ErrorContext(r.Context(), "metrics cannot be read", "error", err)
			http.Error(w, "metrics cannot be read; the log says why", http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", telemetry.TextType)
		_, _ = w.Write(shown) // who asked may be gone
	})
	s := httpServer(mux, log)
	s.WriteTimeout = readTimeout
	return s, listener, nil
}
