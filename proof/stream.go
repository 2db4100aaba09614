package proof

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// Stream is a stream of events under way.
type Stream struct {
	body  io.Closer
	lines *bufio.Reader
}

// Message is one of a stream. Without an id it does not count.
type Message struct{ ID, Name, Data string }

// Listen begins a stream after a place; "" is where the server begins. It is nil, without an error, when nothing can follow.
func (p *Player) Listen(ctx context.Context, path, after string) (*Stream, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, p.BaseURL+path, nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Accept", "text/event-stream")
	if p.Token != "" {
		r.Header.Set("Authorization", "Bearer "+p.Token)
	}
	if after != "" {
		r.Header.Set("Last-Event-ID", after)
	}
	response, err := http.DefaultClient.Do(r) // without a limit of time
	if err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		response.Body.Close()
		if response.StatusCode == http.StatusNoContent {
			return nil, nil
		}
		return nil, fmt.Errorf("%s: %s", path, response.Status)
	}
	return NewStream(response.Body), nil
}

// NewStream reads a stream from the body of an answer.
func NewStream(body io.ReadCloser) *Stream { return &Stream{body, bufio.NewReader(body)} }

// Next waits for the next message. An error means that the stream has ended.
func (s *Stream) Next() (m Message, err error) {
	for {
		line, err := s.lines.ReadString('\n')
		if err != nil {
			return m, err
		}
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch name {
		case "id":
			m.ID = value
		case "event":
			m.Name = value
		case "data":
			m.Data = value
		case "":
			if m.Data != "" {
				return m, nil
			}
			m = Message{} // only a place to go on from
		}
	}
}

// Close ends it.
func (s *Stream) Close() { _ = s.body.Close() }
