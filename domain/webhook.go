package domain

import (
	"encoding/base64"
	"slices"
	"strings"
	"time"
)

// MaxWebhooks is how many webhooks an account may have.
const MaxWebhooks = 10

// Webhook is an address that is told of what happens in its owner's games.
type Webhook struct {
	ID        string
	Account   string
	URL       string // in one spelling, so that equal targets are equal
	Format    HookFormat
	Events    []NoticeType // what it is told of; all when empty
	Secret    string       // "whsec_" and the key in base64
	Old       []OldSecret  // that were replaced and sign on, the one that does so longest first
	KeySeed   []byte       // of the ed25519 key that signs as well, 32 bytes
	CreatedAt time.Time

	FailingSince time.Time   // the first failed attempt after the last that was received; zero when there is none
	Failed       int         // failed attempts since then
	DisabledAt   time.Time   // zero while it is told
	DisabledWhy  DisabledWhy // empty while it is told
}

// Wants says whether a webhook is told of notices of a type, once it is enabled.
func (w Webhook) Wants(n NoticeType) bool { return len(w.Events) == 0 || slices.Contains(w.Events, n) }

// Disabled says whether nothing is sent to a webhook.
func (w Webhook) Disabled() bool { return !w.DisabledAt.IsZero() }

// HookFormat is what the body of a webhook's requests looks like.
type HookFormat string

// The formats there are. Those for chats are read by others than the owner, and hold nothing that only the owner may see.
const (
	StandardFormat HookFormat = "standard" // Standard Webhooks, for programs
	DiscordFormat  HookFormat = "discord"
	SlackFormat    HookFormat = "slack"
)

// HookFormats lists them, for the contract.
var HookFormats = []HookFormat{StandardFormat, DiscordFormat, SlackFormat}

// OldSecret is a secret that was replaced. It signs beside its successors until a time.
type OldSecret struct {
	Secret string
	Until  time.Time
}

// SecretPrefix begins a webhook's secret, so that people and scanners know it for one.
const SecretPrefix = "whsec_"

// The lengths in bytes of the key in a secret, as Standard Webhooks has them.
const (
	MinHookKey = 24
	MaxHookKey = 64
)

// HookKey is the key in a secret: what follows SecretPrefix, in base64. ok is false for what is no secret.
func HookKey(secret string) (key []byte, ok bool) {
	text, prefixed := strings.CutPrefix(secret, SecretPrefix)
	key, err := base64.StdEncoding.Strict().DecodeString(text)
	return key, prefixed && err == nil && !strings.ContainsAny(text, "\r\n") && len(key) >= MinHookKey && len(key) <= MaxHookKey
}

// MaxOldSecrets is how many of them may sign at once.
const MaxOldSecrets = 2

// How long an old secret signs on.
const (
	SecretOverlap    = 24 * time.Hour // unless something else is asked for
	MaxSecretOverlap = 7 * 24 * time.Hour
)

// DisabledWhy says in a word why a webhook is disabled.
type DisabledWhy string

// The reasons there are.
const (
	DisabledByOwner DisabledWhy = "owner"
	DisabledGone    DisabledWhy = "gone"    // the receiver answered 410
	DisabledFailing DisabledWhy = "failing" // nothing was received for HookPatience, in at least HookFailures attempts
)

// DisabledReasons lists them, for the contract.
var DisabledReasons = []DisabledWhy{DisabledByOwner, DisabledGone, DisabledFailing}

// How long attempts must have failed, without one that was received, before the owner is warned and before a webhook is
// disabled, and how many they must have been for the latter.
const (
	HookWarned   = 24 * time.Hour
	HookPatience = 5 * 24 * time.Hour
	HookFailures = 10
)

// GoneAnswer is the status with which a receiver says that it wants nothing more, ever.
const GoneAnswer = 410

// Tried brings a webhook up to date with an attempt at a delivery to it, which it says changed, and disables it when it
// is to be. warn says that the attempt is one by which the owner is to know that nothing is received.
func (w *Webhook) Tried(a Attempt) (changed, warn bool) {
	switch {
	case a.Status == Delivered:
		changed = w.Failed > 0
		w.FailingSince, w.Failed = time.Time{}, 0
		return changed, false
	case a.PutOff || a.Status == Dropped || a.Why == WhyInternal: // says nothing of the receiver
		return false, false
	}
	if w.Failed++; w.FailingSince.IsZero() {
		w.FailingSince = a.At
	}
	failing := a.At.Sub(w.FailingSince)
	switch {
	case w.Disabled():
	case a.Answer == GoneAnswer:
		w.DisabledAt, w.DisabledWhy = a.At, DisabledGone
	case failing >= HookPatience && w.Failed >= HookFailures:
		w.DisabledAt, w.DisabledWhy = a.At, DisabledFailing
	default:
		warn = failing >= HookWarned
	}
	return true, warn
}

// HookNews is what a letter about a webhook tells.
type HookNews struct {
	Webhook string      `json:"webhook"` // its id
	Host    string      `json:"host"`    // of its URL: the rest may be a secret
	Since   time.Time   `json:"since"`   // of the first failed attempt
	Why     DisabledWhy `json:"why"`     // empty when it is not disabled
}

// HookChange is what the owner changes of a webhook; nil leaves as it is.
type HookChange struct {
	Format  *HookFormat
	Events  *[]NoticeType
	Enabled *bool
}

// Change carries a change out at a time. Enabling forgets what failed before.
func (w *Webhook) Change(c HookChange, at time.Time) {
	if c.Format != nil {
		w.Format = *c.Format
	}
	if c.Events != nil {
		w.Events = *c.Events
	}
	switch {
	case c.Enabled == nil, *c.Enabled == !w.Disabled():
	case *c.Enabled:
		w.DisabledAt, w.DisabledWhy, w.FailingSince, w.Failed = time.Time{}, "", time.Time{}, 0
	default:
		w.DisabledAt, w.DisabledWhy = at, DisabledByOwner
	}
}
