package notify

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"strings"
	"time"

	"tender/domain"
)

// testType is the event type of a test message.
const testType = "test"

// TestPayload is the body of a test message, HookTest in the contract. It is about no game.
type TestPayload struct {
	Type      string    `json:"type"`
	Timestamp time.Time `json:"timestamp"` // when it was asked for
	Data      TestData  `json:"data"`
}

// TestData says what is tested.
type TestData struct {
	Webhook string `json:"webhook"` // its id
	Text    string `json:"text"`    // for people
}

// testText is what a test message says to people.
const testText = "A test message from Tender. That it arrives shows that notices do."

// TestHook sends a test message to a webhook now, in its format and in the way of every notice, and waits for the answer.
func (h *Hooks) TestHook(ctx context.Context, hook domain.Webhook) (domain.Attempt, error) {
	at := h.Now().UTC().Truncate(time.Millisecond)
	body, err := testBody(hook, at)
	if err != nil {
		return domain.Attempt{}, err
	}
	return h.byHand(at, h.Send(ctx, "test_"+strings.ToLower(rand.Text()), hook, body)), nil
}

// testBody writes a test message as a webhook receives it.
func testBody(hook domain.Webhook, at time.Time) ([]byte, error) {
	switch hook.Format {
	case domain.DiscordFormat:
		m := discordMessage{Content: plainDiscord(testText)}
		m.Mentions.Parse = []string{}
		return json.Marshal(m)
	case domain.SlackFormat:
		return json.Marshal(slackMessage{Text: plainSlack(testText), Parse: "none"})
	case domain.StandardFormat, "":
	}
	return json.Marshal(TestPayload{Type: testType, Timestamp: at, Data: TestData{Webhook: hook.ID, Text: testText}})
}

// byHand is how an attempt went that somebody asked for: it went well or it failed, and is not tried again by itself.
func (h *Hooks) byHand(at time.Time, r Reply) domain.Attempt {
	a := domain.Attempt{At: at, Took: h.Now().Sub(at), Status: r.Status, Why: r.Why, Answer: r.Answer, Detail: r.Detail, Manual: true}
	if a.Status == domain.Pending {
		a.Status = domain.Failed
	}
	return a
}
