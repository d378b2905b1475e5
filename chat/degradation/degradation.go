// Package degradation tells operators of answers that are made with less than usual: a conversation's past that could not be read, a
// tier that failed, an answer that could not be kept for others. Each is counted, and of each kind one line a second is logged at the
// most, with how many there were since the last: an outage meets thousands of turns a minute, and a line for each of them hides what
// else is said.
package degradation

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// Kind is a way in which answers can be worse than usual.
type Kind struct {
	label string // in the metric
	says  string // in the log
}

// The kinds, beside those of Tier.
var (
	PastUnread           = Kind{"past_unread", "a conversation's past could not be read"}
	WaitingUnread        = Kind{"waiting_unread", "what was said in a conversation and is not stored yet could not be read"}
	CrisisMessagesUnread = Kind{"dangers_unread", "what told of danger in a conversation could not be read"}
	Unsearched           = Kind{"unsearched", "a church's passages could not be searched"}
	NotRemembered        = Kind{"answer_not_cached", "an answer could not be cached"}
	TurnFailed           = Kind{"turn_failed", "a turn failed"}
	NotWatched           = Kind{"watch_not_told", "other nodes cannot be told to watch a conversation"}
	RunningUnseen        = Kind{"running_unseen", "a session's running turn could not be looked for"}
	AnsweredUnseen       = Kind{"answered_unseen", "whether a dead node's turn was answered could not be seen"}
	TakeOverFailed       = Kind{"take_over_failed", "a dead node's turn could not be taken over"}
	Overloaded           = Kind{"overloaded", "a message was refused because more is asked than this node can answer in time"}
	JournalFull          = Kind{"journal_full", "a message was refused because too much of its church waits for Postgres"}
	TakeOverRefused      = Kind{"take_over_refused", "a dead node's turn could not be answered"}
)

// kinds are all of them.
var kinds = []Kind{
	PastUnread, WaitingUnread, CrisisMessagesUnread, Unsearched, NotRemembered, TurnFailed, NotWatched, RunningUnseen,
	AnsweredUnseen, TakeOverFailed, Overloaded, JournalFull, TakeOverRefused,
}

// Tier is the kind for a tier that failed before it had said anything.
func Tier(name string) Kind { return Kind{"tier_" + name, "tier failed, trying the next"} }

// Log counts degradations and says some of them.
type Log struct {
	logger *slog.Logger
	total  *prometheus.CounterVec
	now    func() time.Time

	mu   sync.Mutex
	said map[Kind]*saying
}

// saying is what was last said of a kind.
type saying struct {
	at     time.Time
	unsaid int // there were since
}

// every is how long a kind is not said again.
const every = time.Second

// NewLog returns a log; nothing is shown of its metric where the registerer is nil.
func NewLog(logger *slog.Logger, registerer prometheus.Registerer) *Log {
	l := &Log{
		logger: logger, now: time.Now, said: make(map[Kind]*saying),
		total: promauto.With(registerer).NewCounterVec(prometheus.CounterOpts{
			Name: "narthex_degradations_total", Help: "Times that an answer was made with less than usual, by what was amiss.",
		}, []string{"kind"}),
	}
	l.Expect(kinds...)
	return l
}

// Expect has the metric show kinds of which there were none yet: alerts see a series go up only if it was there before.
func (l *Log) Expect(kinds ...Kind) {
	for _, kind := range kinds {
		l.total.WithLabelValues(kind.label)
	}
}

// Note counts a degradation, and says it unless its kind was said within the last second. about is as slog takes it: whose it was,
// never what anybody wrote.
func (l *Log) Note(ctx context.Context, kind Kind, err error, about ...any) {
	l.total.WithLabelValues(kind.label).Inc()
	unsaid, say := l.due(kind)
	if !say {
		return
	}
	if unsaid > 0 {
		about = append(about, "unsaid", unsaid)
	}
	l.logger.WarnContext(ctx, kind.says, append(about, "kind", kind.label, "error", err)...)
}

// due reports whether a kind is to be said now, and how often it was not since it was last.
func (l *Log) due(kind Kind) (unsaid int, say bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now, last := l.now(), l.said[kind]
	if last == nil {
		l.said[kind] = &saying{at: now}
		return 0, true
	}
	if now.Sub(last.at) < every {
		last.unsaid++
		return 0, false
	}
	unsaid = last.unsaid
	*last = saying{at: now}
	return unsaid, true
}
