package mailbox

import (
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
)

// Message is a mail or a text message.
type Message struct {
	ID         string              `json:"id"`
	Kind       string              `json:"kind"` // mail or sms
	ReceivedAt time.Time           `json:"receivedAt"`
	From       string              `json:"from"` // of a mail: as its header shows it
	To         []string            `json:"to"`   // of a mail: the recipients that the server was told
	Subject    string              `json:"subject,omitempty"`
	Text       string              `json:"text"`
	HTML       string              `json:"html,omitempty"`
	Headers    map[string][]string `json:"headers,omitempty"` // decoded
	MessageID  string              `json:"messageId,omitempty"`
	Encrypted  bool                `json:"encrypted,omitempty"` // the mail came over TLS
	Raw        string              `json:"raw,omitempty"`       // the mail as it came

	account string // of a text message
}

const (
	kindMail = "mail"
	kindSMS  = "sms"
)

// Bounds of what is kept. The oldest goes first.
const (
	mostMessages = 500
	mostBytes    = 64 << 20
)

// store keeps messages, newest first.
type store struct {
	mu       sync.Mutex
	messages []Message
	bytes    int
	changed  chan struct{} // closed at the next change
}

func newStore() *store { return &store{changed: make(chan struct{})} }

// add stamps the message and keeps it.
func (s *store) add(m Message) Message {
	m.ID, m.ReceivedAt = uuid.NewString(), time.Now().UTC()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.messages = slices.Insert(s.messages, 0, m)
	s.bytes += m.size()
	for len(s.messages) > mostMessages || s.bytes > mostBytes && len(s.messages) > 1 {
		last := len(s.messages) - 1
		s.bytes -= s.messages[last].size()
		s.messages = s.messages[:last]
	}
	s.announce()
	return m
}

func (m *Message) size() int { return len(m.Raw) + len(m.Text) + len(m.HTML) + 1024 }

// list returns what is kept and a channel that is closed when that changes.
func (s *store) list() ([]Message, <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.messages), s.changed
}

func (s *store) find(id string) (Message, bool) {
	messages, _ := s.list()
	i := slices.IndexFunc(messages, func(m Message) bool { return m.ID == id })
	if i < 0 {
		return Message{}, false
	}
	return messages[i], true
}

func (s *store) clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.messages, s.bytes = nil, 0
	s.announce()
}

// announce is called with the lock held.
func (s *store) announce() {
	close(s.changed)
	s.changed = make(chan struct{})
}
