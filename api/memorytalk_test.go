package api_test

import (
	"context"
	"slices"

	"tender/domain"
)

// talk is what the memory keeps of what was said.
type talk struct {
	messages []domain.Message
	mutes    [][2]string // who, and whom
}

func (m *memory) Say(_ context.Context, said domain.Message) (domain.Message, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	said.Number, said.At = 1, m.now()
	mine := 0
	for _, other := range m.talk.messages {
		if other.Game == said.Game && other.Channel == said.Channel {
			said.Number++
		}
		if other.Game == said.Game && other.Account == said.Account {
			mine++
		}
	}
	if mine >= domain.MaxMessages {
		return said, domain.Refuse(domain.TooManyMessages, "You have said enough.")
	}
	m.talk.messages = append(m.talk.messages, said)
	for c, topic := range m.watchers {
		if topic == "talk "+string(said.Channel)+" "+said.Game {
			select {
			case c <- struct{}{}:
			default:
			}
		}
	}
	return m.spoken(said), nil
}

// spoken is a message with the present name.
func (m *memory) spoken(said domain.Message) domain.Message {
	said.Name = m.names()[said.Account]
	return said
}

func (m *memory) Messages(_ context.Context, game string, c domain.TalkChannel, reader string, after, limit int) (all []domain.Message, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, said := range m.talk.messages {
		if said.Game == game && said.Channel == c && said.Number > after && len(all) < limit &&
			!slices.Contains(m.talk.mutes, [2]string{reader, said.Account}) {
			all = append(all, m.spoken(said))
		}
	}
	return all, nil
}

func (m *memory) MessagesBy(_ context.Context, account string) (all []domain.Message, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, said := range m.talk.messages {
		if said.Account == account && !said.Removed {
			all = append(all, said)
		}
	}
	return all, nil
}

func (m *memory) RemoveMessage(_ context.Context, game string, c domain.TalkChannel, number int, others bool, act domain.Act) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, said := range m.talk.messages {
		if said.Game != game || said.Channel != c || said.Number != number || said.Account != act.Who && !others {
			continue
		}
		m.talk.messages[i].Text, m.talk.messages[i].Removed = "", true
		if said.Account != act.Who {
			act.On = game
			m.write(act)
		}
		return nil
	}
	return domain.Refuse(domain.NotFound, "There is no such message.")
}

func (m *memory) WatchTalk(game string, c domain.TalkChannel) (<-chan struct{}, func()) {
	return m.Watch("talk " + string(c) + " " + game)
}

func (m *memory) Mute(_ context.Context, account, muted string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if pair := [2]string{account, muted}; !slices.Contains(m.talk.mutes, pair) {
		m.talk.mutes = append(m.talk.mutes, pair)
	}
	return nil
}

func (m *memory) Unmute(_ context.Context, account, muted string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := slices.Index(m.talk.mutes, [2]string{account, muted})
	if i < 0 {
		return domain.Refuse(domain.NotFound, "You have not muted this person.")
	}
	m.talk.mutes = slices.Delete(m.talk.mutes, i, i+1)
	return nil
}

func (m *memory) Mutes(_ context.Context, account string) (all []domain.Mute, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, pair := range m.talk.mutes {
		if pair[0] == account {
			all = append(all, domain.Mute{Name: m.names()[pair[1]], Since: m.now()})
		}
	}
	return all, nil
}
