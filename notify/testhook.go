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

// TestHook sends a test message to a webhook now, in the way of every notice, and waits for the answer.
func (h *Hooks) TestHook(ctx context.Context, hook domain.Webhook) (domain.Attempt, error) {
	at := h.Now()
	body, err := json.Marshal(TestPayload{Type: testType, Timestamp: at.UTC(), Data: TestData{Webhook: hook.ID,
		Text: "A test message from Tender. That it arrives shows that notices do."}})
	if err != nil {
		return domain.Attempt{}, err
	}
	return h.byHand(at, h.post(ctx, "test_"+strings.ToLower(rand.Text()), hook, body)), nil
}

// byHand is how an attempt went that somebody asked for: it went well or it failed, and is not tried again by itself.
func (h *Hooks) byHand(at time.Time, r Reply) domain.Attempt {
	a := domain.Attempt{At: at, Took: h.Now().Sub(at), Status: r.Status, Why: r.Why, Answer: r.Answer, Detail: r.Detail, Manual: true}
	if a.Status == domain.Pending {
		a.Status = domain.Failed
	}
	return a
}
