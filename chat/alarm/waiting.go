package alarm

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
)

// waiting knows which reports of crises are on this node's disk, so that nobody has to look there for each. It bounds how many
// there may be, and says which is next: churches take turns, and within a church its clients, so that no number of reports of
// one holds up another's.
type waiting struct {
	mu    sync.Mutex
	known map[string]*waitingReport // by path
	turns []*churchWaiting          // the one that was served longest ago first
	files int
}

// How many reports may have files of their own on this node's disk. What comes beyond is counted into one file (counting.go); of
// churches that nobody knows to exist, it is refused.
const (
	mostOfClient  = 20 // and urgency
	mostOfChurch  = 1000
	mostWaiting   = 20_000 // of about 10 KB at most
	mostOfUnknown = 1000   // of all churches that nobody knows to exist
)

// lane is whose reports wait behind one another.
type lane struct {
	church uuid.UUID // Nil: one that nobody knows to exist
	origin string    // of the client; "": of nobody in particular
	urgent bool
}

// waitingReport is a file.
type waitingReport struct {
	spool    *spool
	name     string
	lane     lane
	counting *counting // more may be counted into it
	written  bool
	after    time.Time // when it is to be tried again
}

func (w *waitingReport) path() string { return w.spool.dir + "/" + w.name }

// churchWaiting is what waits for one church.
type churchWaiting struct {
	church uuid.UUID
	lanes  []*laneWaiting // the one that was served longest ago first
	files  int
	busy   bool      // somebody passes on a report of it
	after  time.Time // when it is to be tried again
}

type laneWaiting struct {
	lane    lane
	reports []*waitingReport // oldest first
	open    *waitingReport   // the one that more are counted into
}

func newWaiting() *waiting { return &waiting{known: make(map[string]*waitingReport)} }

var errTooManyUnknown = errors.New("too many reports wait for churches that nobody knows to exist")

// enter makes room for a report: it is to be written to the file that it returns, or counted into it.
func (w *waiting) enter(s *spool, l lane, key string) (*waitingReport, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	report := &waitingReport{spool: s, name: l.file(key), lane: l}
	if known := w.known[report.path()]; known != nil {
		return known, nil
	}
	church, own := w.church(l.church), 0
	if at := church.lane(l); at != nil {
		own = len(at.reports)
	}
	switch {
	case l.church == uuid.Nil && (own >= mostOfClient || church.files >= mostOfUnknown):
		w.prune(church)
		return nil, errTooManyUnknown
	case church.files >= mostOfChurch || w.files >= mostWaiting:
		l.origin = ""
		return w.open(s, church, l), nil
	case own >= mostOfClient:
		return w.open(s, church, l), nil
	}
	w.add(church, report)
	return report, nil
}

// open returns the file into which reports of a lane are counted, and begins it if there is none.
func (w *waiting) open(s *spool, church *churchWaiting, l lane) *waitingReport {
	if at := church.lane(l); at != nil && at.open != nil {
		return at.open
	}
	key := uuid.New()
	report := &waitingReport{spool: s, name: l.file(countMark + key.String()), lane: l}
	report.counting = &counting{spool: s, name: report.name, key: key}
	w.add(church, report).open = report
	return report
}

// found adds a file that another process left, or one that shares the directory.
func (w *waiting) found(s *spool, name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	report := &waitingReport{spool: s, name: name, lane: laneOf(s, name), written: true}
	if w.known[report.path()] == nil {
		w.add(w.church(report.lane.church), report)
	}
}

// isWritten says that a file may be passed on.
func (w *waiting) isWritten(report *waitingReport) {
	w.mu.Lock()
	defer w.mu.Unlock()
	report.written = true
}

// next takes the report that is to be passed on next, nil if there is none. Somebody must release it.
func (w *waiting) next(now time.Time) *waitingReport {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i, church := range w.turns {
		if church.busy || now.Before(church.after) {
			continue
		}
		if report := church.next(now); report != nil {
			church.busy = true
			w.turns = append(slices.Delete(w.turns, i, i+1), church)
			return report
		}
	}
	return nil
}

// release ends what next began: the report is gone, or to be tried again at a time. Where that may be said of all of its church,
// these wait too.
func (w *waiting) release(report *waitingReport, gone bool, again time.Time, all bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	church := w.church(report.lane.church)
	church.busy = false
	if gone {
		w.drop(report)
		return
	}
	report.after = again
	if all {
		church.after = again
	}
}

// leave gives up a file that could not be written.
func (w *waiting) leave(report *waitingReport) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !report.written && report.counting == nil {
		w.drop(report)
	}
}

func (w *waiting) count() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.files
}

func (w *waiting) church(id uuid.UUID) *churchWaiting {
	for _, church := range w.turns {
		if church.church == id {
			return church
		}
	}
	church := &churchWaiting{church: id}
	w.turns = append(w.turns, church)
	return church
}

func (w *waiting) add(church *churchWaiting, report *waitingReport) *laneWaiting {
	at := church.lane(report.lane)
	if at == nil {
		at = &laneWaiting{lane: report.lane}
		church.lanes = append(church.lanes, at)
	}
	at.reports = append(at.reports, report)
	w.known[report.path()] = report
	church.files++
	w.files++
	return at
}

func (w *waiting) drop(report *waitingReport) {
	if w.known[report.path()] != report {
		return
	}
	delete(w.known, report.path())
	w.files--
	church := w.church(report.lane.church)
	church.files--
	at := church.lane(report.lane)
	at.reports = slices.DeleteFunc(at.reports, func(other *waitingReport) bool { return other == report })
	if len(at.reports) == 0 {
		church.lanes = slices.DeleteFunc(church.lanes, func(other *laneWaiting) bool { return other == at })
	}
	w.prune(church)
}

// prune forgets a church for which nothing waits.
func (w *waiting) prune(church *churchWaiting) {
	if church.files == 0 && !church.busy {
		w.turns = slices.DeleteFunc(w.turns, func(other *churchWaiting) bool { return other == church })
	}
}

func (c *churchWaiting) lane(l lane) *laneWaiting {
	for _, at := range c.lanes {
		if at.lane == l {
			return at
		}
	}
	return nil
}

// next is the oldest report of the lane whose turn it is. Into a file that is passed on nothing more is counted.
func (c *churchWaiting) next(now time.Time) *waitingReport {
	for i, at := range c.lanes {
		for _, report := range at.reports {
			if !report.written || now.Before(report.after) {
				continue
			}
			if at.open == report {
				at.open = nil
			}
			c.lanes = append(slices.Delete(c.lanes, i, i+1), at)
			return report
		}
	}
	return nil
}

// file is the name of a lane's report: the church, who caused it, its urgency and its key.
func (l lane) file(key string) string {
	urgency := "soft"
	if l.urgent {
		urgency = "urgent"
	}
	return strings.Join([]string{l.church.String(), l.origin, urgency, key}, "_")
}

// laneOf reads the name of a file. One that says nothing is of nobody in particular.
func laneOf(s *spool, name string) lane {
	parts := strings.Split(name, "_")
	if len(parts) != 4 {
		return lane{}
	}
	id, err := uuid.Parse(parts[0])
	if err != nil {
		return lane{}
	}
	return lane{church: id, origin: parts[1], urgent: parts[2] == "urgent"}
}
