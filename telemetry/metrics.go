package telemetry

import (
	"bytes"
	"fmt"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/common/expfmt"
)

// TextType is the media type of what Text gives.
const TextType = "text/plain; version=0.0.4; charset=utf-8"

// Where the steps of the histograms are, in seconds. An answer is good below 50 ms; a deadline is 2 to 4 ms late when all
// is well, and what is more than a minute late was found by no worker.
var (
	requestSteps = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 5}
	lateSteps    = []float64{.005, .01, .025, .05, .1, .25, .5, 1, 5, 15, 60, 600}
	tookSteps    = []float64{.01, .05, .1, .25, .5, 1, 2.5, 5, 15, 30}
)

// Metrics are the counts of one server. Its methods may be called from many goroutines.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	took     *prometheus.HistogramVec
	moves    *prometheus.CounterVec
	resolved *prometheus.CounterVec
	late     *prometheus.HistogramVec
	notices  *prometheus.CounterVec
	sending  *prometheus.HistogramVec
}

// NewMetrics makes a registry of its own: there is none that is shared by all of a process.
func NewMetrics(version string) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "tender_http_requests_total",
			Help: "Requests answered, by the route of the contract."}, []string{"method", "route", "status"}),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "tender_http_request_seconds", Buckets: requestSteps,
			Help: "How long answers took; those that waited for a change, and streams, are not in it."}, []string{"method", "route"}),
		moves: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "tender_moves_total",
			Help: "Inputs to games that were taken, by the type that the log has for them: seal, play and others."}, []string{"kind", "type"}),
		resolved: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "tender_phases_resolved_total",
			Help: "Waits of games that ended: by the moves of all, or by their deadline."}, []string{"kind", "by"}),
		late: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "tender_deadline_late_seconds", Buckets: lateSteps,
			Help: "How long after its deadline a wait was ended by it."}, []string{"kind"}),
		notices: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "tender_notices_total",
			Help: "Attempts at notices and letters: delivered, failed, dropped, pending (tried in vain, to be tried again) or put_off (not tried)."},
			[]string{"channel", "result"}),
		sending: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "tender_notice_seconds", Buckets: tookSteps,
			Help: "How long attempts took."}, []string{"channel"}),
	}
	build := prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "tender_build_info", Help: "1, with the version.",
		ConstLabels: prometheus.Labels{"version": version}}, func() float64 { return 1 })
	m.registry.MustRegister(m.requests, m.took, m.moves, m.resolved, m.late, m.notices, m.sending, build,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Ask has a store say what is due when the metrics are read, at most once in a few seconds. It is called once.
func (m *Metrics) Ask(store Store, now func() time.Time) {
	m.registry.MustRegister(newStored(store, now))
}

// Request counts one that was answered. waited says that its duration tells nothing of the server.
func (m *Metrics) Request(method, route string, status int, took time.Duration, waited bool) {
	m.requests.WithLabelValues(method, route, strconv.Itoa(status)).Inc()
	if !waited {
		m.took.WithLabelValues(method, route).Observe(took.Seconds())
	}
}

// Took counts an input that a game took.
func (m *Metrics) Took(kind, input string) { m.moves.WithLabelValues(kind, input).Inc() }

// Resolved counts a wait that has ended, and how late when its deadline has ended it.
func (m *Metrics) Resolved(kind string, byDeadline bool, late time.Duration) {
	by := "moves"
	if byDeadline {
		by = "deadline"
		m.late.WithLabelValues(kind).Observe(late.Seconds())
	}
	m.resolved.WithLabelValues(kind, by).Inc()
}

// Attempted counts an attempt at a notice or a letter.
func (m *Metrics) Attempted(channel, result string, took time.Duration) {
	m.notices.WithLabelValues(channel, result).Inc()
	if result != "put_off" && result != "dropped" {
		m.sending.WithLabelValues(channel).Observe(took.Seconds())
	}
}

// Text writes all metrics in the text format of Prometheus. What could be read is in it, also when something could not.
func (m *Metrics) Text() ([]byte, error) {
	families, err := m.registry.Gather()
	if err != nil && len(families) == 0 {
		return nil, fmt.Errorf("metrics: %w", err)
	}
	var text bytes.Buffer
	out := expfmt.NewEncoder(&text, expfmt.NewFormat(expfmt.TypeTextPlain))
	for _, f := range families {
		if err := out.Encode(f); err != nil {
			return nil, fmt.Errorf("metrics: %w", err)
		}
	}
	return text.Bytes(), nil
}
