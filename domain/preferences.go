package domain

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// Mode says when somebody wants a sort of notice over a channel.
type Mode string

// The modes there are.
const (
	AtOnce   Mode = "now"
	InDigest Mode = "digest" // with others in one mail a day; of e-mail only
	Off      Mode = "off"
)

// Wish says for one type of notice what is wanted over each channel; empty is what holds otherwise.
type Wish struct {
	Email   Mode `json:"email,omitempty"`
	Webhook Mode `json:"webhook,omitempty"`
}

func (w Wish) over(c Channel) Mode {
	if c == ByWebhook {
		return w.Webhook
	}
	return w.Email
}

// with is what holds when another wish comes before this one.
func (w Wish) with(first Wish) Wish {
	if first.Email != "" {
		w.Email = first.Email
	}
	if first.Webhook != "" {
		w.Webhook = first.Webhook
	}
	return w
}

// Preferences say what somebody wants to be told, how and when. What they leave out is as it is otherwise: preferences
// for one game leave it to those for all, and these to DefaultPreferences.
type Preferences struct {
	Zone       string              `json:"zone,omitempty"` // an IANA name; not for one game
	QuietHours *QuietHours         `json:"quiet_hours,omitempty"`
	DigestAt   *int                `json:"digest_at,omitempty"` // the hour of their day, 0 to 23
	Events     map[NoticeType]Wish `json:"events,omitempty"`
}

// DefaultPreferences are those of who has said nothing. They leave out nothing.
func DefaultPreferences() Preferences {
	eight := 8
	p := Preferences{Zone: "UTC", QuietHours: &QuietHours{}, DigestAt: &eight, Events: map[NoticeType]Wish{}}
	for _, what := range NoticeTypes {
		p.Events[what] = Wish{AtOnce, AtOnce}
	}
	return p
}

// With gives the preferences that hold when others come before these.
func (p Preferences) With(first Preferences) Preferences {
	if first.Zone != "" {
		p.Zone = first.Zone
	}
	if first.QuietHours != nil {
		p.QuietHours = first.QuietHours
	}
	if first.DigestAt != nil {
		p.DigestAt = first.DigestAt
	}
	events := map[NoticeType]Wish{}
	for _, what := range NoticeTypes {
		if wish := p.Events[what].with(first.Events[what]); wish != (Wish{}) {
			events[what] = wish
		}
	}
	p.Events = events
	return p
}

// zoneLetters are what IANA writes names of zones with.
const zoneLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+-"

// isZoneName says whether something is written as IANA writes names of zones. Zone databases hold other files; their names
// begin with no capital letter.
func isZoneName(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if part == "" || part[0] < 'A' || part[0] > 'Z' || strings.Trim(part, zoneLetters) != "" {
			return false
		}
	}
	return name != "Local" && len(name) <= 64
}

// LoadZone finds a zone by its IANA name, in a database that load looks into: time.LoadLocation reads files, and takes
// names that mean another zone on every machine.
func LoadZone(name string, load func(string) (*time.Location, error)) (*time.Location, error) {
	if isZoneName(name) {
		if zone, err := load(name); err == nil {
			return zone, nil
		}
	}
	return nil, Refuse(UnknownZone, "There is no time zone of this name; give one of IANA's, such as Europe/Berlin, in its own spelling.").At("/zone")
}

// Check refuses preferences that say what there is not. load is as LoadZone's.
func (p Preferences) Check(load func(string) (*time.Location, error)) error {
	if p.Zone != "" {
		if _, err := LoadZone(p.Zone, load); err != nil {
			return err
		}
	}
	if p.DigestAt != nil && (*p.DigestAt < 0 || *p.DigestAt > 23) {
		return Refuse(InvalidPreference, "The digest comes at a whole hour from 0 to 23.").At("/digest_at")
	}
	for what, wish := range p.Events {
		at := "/events/" + pointerToken(string(what))
		if !slices.Contains(NoticeTypes, what) {
			return Refuse(InvalidPreference, "There is no such notice; the contract lists them.").At(at)
		}
		if !slices.Contains([]Mode{"", AtOnce, InDigest, Off}, wish.Email) {
			return Refuse(InvalidPreference, "Mails come now, in a digest, or are off.").At(at + "/email")
		}
		if !slices.Contains([]Mode{"", AtOnce, Off}, wish.Webhook) {
			return Refuse(InvalidPreference, "Webhooks come now or are off.").At(at + "/webhook")
		}
	}
	return nil
}

// QuietHours are the hours of a day in which no mail comes. They may go over midnight; when both ends are the same there
// are none.
type QuietHours struct{ From, To DayTime }

// noQuietHours is how none are written.
const noQuietHours = "none"

// MarshalJSON writes "22:00-07:00", or "none".
func (q QuietHours) MarshalJSON() ([]byte, error) {
	if q.From == q.To {
		return json.Marshal(noQuietHours)
	}
	return json.Marshal(q.From.String() + "-" + q.To.String())
}

// UnmarshalJSON reads what MarshalJSON writes. Of two equal ends it is not said whether they mean all of the day or
// nothing: they are refused.
func (q *QuietHours) UnmarshalJSON(raw []byte) error {
	var text string
	err := json.Unmarshal(raw, &text)
	if err == nil && text == noQuietHours {
		*q = QuietHours{}
		return nil
	}
	from, to, ok := strings.Cut(text, "-")
	var hours QuietHours
	if ok && err == nil {
		if hours.From, err = ParseDayTime(from); err == nil {
			hours.To, err = ParseDayTime(to)
		}
	}
	if err != nil || !ok || hours.From == hours.To {
		return Refuse(InvalidPreference, "Give quiet hours as 22:00-07:00, or none.").At("/quiet_hours")
	}
	*q = hours
	return nil
}
