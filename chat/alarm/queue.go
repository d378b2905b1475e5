package alarm

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
)

// queue knows which reports of crises are on this node's disk, so that nobody has to look there for each. It bounds how many
// there may be, and says which is next: churches take turns, and within a church its clients, so that no number of reports of
// one holds up another's.
type queue struct {
	mu     sync.Mutex
	known  map[string]*queuedReport // by path
	turns  []*churchQueue           // the one that was served longest ago first
	files  int
	passed int // of those, how many Postgres has
}

// How many reports may have files of their own on this node's disk. What comes beyond is counted into one file (overflow.go); of
// churches that nobody knows to exist, it is refused.
const (
	mostOfClient  = 20 // and urgency
	mostOfChurch  = 1000
	mostWaiting   = 20_000 // of about 10 KB at most
	mostOfUnknown = 1000   // of all churches that nobody knows to exist
)

// source is whose reports wait behind one another.
type source struct {
	church uuid.UUID // Nil: one that nobody knows to exist
	origin string    // of the client; "": of nobody in particular
	urgent bool
}

// queuedReport is a file of the spool.
type queuedReport struct {
	spool    *spool
	name     string
	source   source
	overflow *overflowFile // nil unless it is a file for many reports
	written  bool
	stored   bool      // Postgres has it: only its conversations are not watched yet, or the file not removed
	after    time.Time // when it is to be tried again
}

func (r *queuedReport) path() string { return r.spool.dir + "/" + r.name }

// churchQueue is what waits for one church: a queue for each of its clients and urgencies.
type churchQueue struct {
	church  uuid.UUID
	clients []*clientQueue // the one that was served longest ago first
	files   int
	busy    bool      // somebody passes on a report of it
	after   time.Time // when it is to be tried again
}

type clientQueue struct {
	source  source
	reports []*queuedReport // oldest first
	open    *queuedReport   // the one that more are counted into
}

func newQueue() *queue { return &queue{known: make(map[string]*queuedReport)} }

var errTooManyUnknown = errors.New("too many reports wait for churches that nobody knows to exist")

// enter makes room for a report: it is to be written to the file that it returns, or counted into it.
func (q *queue) enter(s *spool, from source, key string) (*queuedReport, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	report := &queuedReport{spool: s, name: from.file(key), source: from}
	if known := q.known[report.path()]; known != nil {
		return known, nil
	}
	church, own := q.church(from.church), 0
	if at := church.queueOf(from); at != nil {
		own = len(at.reports)
	}
	switch {
	case from.church == uuid.Nil && (own >= mostOfClient || church.files >= mostOfUnknown):
		q.prune(church)
		return nil, errTooManyUnknown
	case church.files >= mostOfChurch || q.files >= mostWaiting:
		from.origin = ""
		return q.open(s, church, from), nil
	case own >= mostOfClient:
		return q.open(s, church, from), nil
	}
	q.add(church, report)
	return report, nil
}

// open returns the overflow file of a source, and begins it if there is none.
func (q *queue) open(s *spool, church *churchQueue, from source) *queuedReport {
	if at := church.queueOf(from); at != nil && at.open != nil {
		return at.open
	}
	key := uuid.New()
	report := &queuedReport{spool: s, name: from.file(countMark + key.String()), source: from}
	report.overflow = &overflowFile{spool: s, name: report.name, key: key}
	q.add(church, report).open = report
	return report
}

// found adds a file that another process left, or one that shares the directory.
func (q *queue) found(s *spool, name string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	report := &queuedReport{spool: s, name: name, source: sourceOf(s, name), written: true}
	if q.known[report.path()] == nil {
		q.add(q.church(report.source.church), report)
	}
}

// isWritten says that a file may be passed on, as it is now.
func (q *queue) isWritten(report *queuedReport) {
	q.mu.Lock()
	defer q.mu.Unlock()
	report.written = true
	q.setStored(report, false)
}

// isStored says that Postgres has a report, whose file stays a while longer.
func (q *queue) isStored(report *queuedReport) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.setStored(report, true)
}

func (q *queue) setStored(report *queuedReport, stored bool) {
	if report.stored != stored {
		report.stored = stored
		if stored {
			q.passed++
		} else {
			q.passed--
		}
	}
}

// wasStored reports whether Postgres has a report.
func (q *queue) wasStored(report *queuedReport) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return report.stored
}

// next takes the report that is to be passed on next, nil if there is none. Somebody must release it.
func (q *queue) next(now time.Time) *queuedReport {
	q.mu.Lock()
	defer q.mu.Unlock()
	for i, church := range q.turns {
		if church.busy || now.Before(church.after) {
			continue
		}
		if report := church.next(now); report != nil {
			church.busy = true
			q.turns = append(slices.Delete(q.turns, i, i+1), church)
			return report
		}
	}
	return nil
}

// release ends what next began: the report is gone, or to be tried again at a time. Where that may be said of all of its church,
// these wait too.
func (q *queue) release(report *queuedReport, gone bool, again time.Time, all bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	church := q.church(report.source.church)
	church.busy = false
	if gone {
		q.drop(report)
		return
	}
	report.after = again
	if all {
		church.after = again
	}
}

// leave gives up a file that could not be written.
func (q *queue) leave(report *queuedReport) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !report.written && report.overflow == nil {
		q.drop(report)
	}
}

// count is how many reports Postgres does not have yet.
func (q *queue) count() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.files - q.passed
}

func (q *queue) church(id uuid.UUID) *churchQueue {
	for _, church := range q.turns {
		if church.church == id {
			return church
		}
	}
	church := &churchQueue{church: id}
	q.turns = append(q.turns, church)
	return church
}

func (q *queue) add(church *churchQueue, report *queuedReport) *clientQueue {
	at := church.queueOf(report.source)
	if at == nil {
		at = &clientQueue{source: report.source}
		church.clients = append(church.clients, at)
	}
	at.reports = append(at.reports, report)
	q.known[report.path()] = report
	church.files++
	q.files++
	return at
}

func (q *queue) drop(report *queuedReport) {
	if q.known[report.path()] != report {
		return
	}
	delete(q.known, report.path())
	q.files--
	q.setStored(report, false)
	church := q.church(report.source.church)
	church.files--
	at := church.queueOf(report.source)
	at.reports = slices.DeleteFunc(at.reports, func(other *queuedReport) bool { return other == report })
	if len(at.reports) == 0 {
		church.clients = slices.DeleteFunc(church.clients, func(other *clientQueue) bool { return other == at })
	}
	q.prune(church)
}

// prune forgets a church for which nothing waits.
func (q *queue) prune(church *churchQueue) {
	if church.files == 0 && !church.busy {
		q.turns = slices.DeleteFunc(q.turns, func(other *churchQueue) bool { return other == church })
	}
}

func (c *churchQueue) queueOf(from source) *clientQueue {
	for _, at := range c.clients {
		if at.source == from {
			return at
		}
	}
	return nil
}

// next is the oldest report of the client whose turn it is. Into a file that is passed on nothing more is counted.
func (c *churchQueue) next(now time.Time) *queuedReport {
	for i, at := range c.clients {
		for _, report := range at.reports {
			if !report.written || now.Before(report.after) {
				continue
			}
			if at.open == report {
				at.open = nil
			}
			c.clients = append(slices.Delete(c.clients, i, i+1), at)
			return report
		}
	}
	return nil
}

// file is the name of a report's file: the church, the client, the urgency and the key.
func (from source) file(key string) string {
	urgency := "soft"
	if from.urgent {
		urgency = "urgent"
	}
	return strings.Join([]string{from.church.String(), from.origin, urgency, key}, "_")
}

// sourceOf reads the name of a file. One that says nothing is of nobody in particular.
func sourceOf(s *spool, name string) source {
	parts := strings.Split(name, "_")
	if len(parts) != 4 {
		return source{}
	}
	id, err := uuid.Parse(parts[0])
	if err != nil {
		return source{}
	}
	return source{church: id, origin: parts[1], urgent: parts[2] == "urgent"}
}
