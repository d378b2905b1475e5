package mailbox

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"
)

// Faults are how the mailbox misbehaves. The zero value is none.
type Faults struct {
	Mail Fault `json:"mail"`
	SMS  Fault `json:"sms"`
}

// Fault is how one of the two ways in misbehaves.
type Fault struct {
	Refuse     int      `json:"refuse,omitempty"`     // the status to refuse with: of SMTP (at RCPT TO) or HTTP
	Status     [3]int   `json:"status,omitempty"`     // with a refused mail, the status code of RFC 3463; none: that the mailbox does not take it
	RetryAfter int      `json:"retryAfter,omitempty"` // seconds, with a refused text message
	Delay      Duration `json:"delay,omitempty"`      // before anything is taken
	DelayReply Duration `json:"delayReply,omitempty"` // after the message was taken, before saying so
	Times      int      `json:"times,omitempty"`      // how many messages it concerns; 0: all
}

// Duration is written as Go writes it: "1.5s".
type Duration time.Duration

// MarshalJSON implements json.Marshaler.
func (d Duration) MarshalJSON() ([]byte, error) { return json.Marshal(time.Duration(d).String()) }

// UnmarshalJSON implements json.Unmarshaler.
func (d *Duration) UnmarshalJSON(content []byte) error {
	var text string
	if err := json.Unmarshal(content, &text); err != nil {
		return fmt.Errorf("a duration is a string such as \"1.5s\": %w", err)
	}
	parsed, err := time.ParseDuration(text)
	*d = Duration(parsed)
	return err
}

// faults are those in force.
type faults struct {
	mu      sync.Mutex
	now     Faults
	held    int           // messages that wait out a Delay or DelayReply
	changed chan struct{} // closed when held changes
	over    chan struct{} // closed when those that wait are to wait no longer
}

func newFaults() *faults { return &faults{changed: make(chan struct{}), over: make(chan struct{})} }

func (f *faults) set(to Faults) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = to
}

func (f *faults) get() Faults {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now
}

// next returns the fault for the next message of a kind, and counts it.
func (f *faults) next(kind string) Fault {
	f.mu.Lock()
	defer f.mu.Unlock()
	fault := &f.now.Mail
	if kind == kindSMS {
		fault = &f.now.SMS
	}
	found := *fault
	if found.Times > 0 {
		if fault.Times--; fault.Times == 0 {
			*fault = Fault{}
		}
	}
	return found
}

// hold has a message wait for d, or until ctx ends.
func (f *faults) hold(ctx context.Context, d Duration) {
	if d <= 0 {
		return
	}
	over := f.count(1)
	defer f.count(-1)
	timer := time.NewTimer(time.Duration(d))
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-over:
	case <-timer.C:
	}
}

// release ends the waits of those that wait now.
func (f *faults) release() {
	f.mu.Lock()
	defer f.mu.Unlock()
	close(f.over)
	f.over = make(chan struct{})
}

// count has more messages wait, and returns what ends their waits.
func (f *faults) count(more int) (over <-chan struct{}) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.held += more
	close(f.changed)
	f.changed = make(chan struct{})
	return f.over
}

func (f *faults) holds() (int, <-chan struct{}) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.held, f.changed
}
