package alarm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/cache/bounded"
	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/crisis/review"
	"narthex/chat/panics"
	"narthex/chat/tools"
	"narthex/chat/transcript"
)

// Reports tell the people of a church that a visitor may be in danger. A report is on this node's disk before the visitor
// has an answer, and leaves it when Postgres has the request and its notification, and Redis has the conversation watched,
// whoever dies between.
type Reports struct {
	spool     *spool
	unknown   *spool // of churches that nobody knows to exist: whoever invents them pushes no report of others aside
	queue     *queue
	requests  *tools.Requests
	watch     func(ctx context.Context, churchID, session uuid.UUID) error // has every node watch a conversation
	reader    *review.Reader                                               // nil: no alarm is held back
	charge    func(*church.Snapshot, *chat.Cost)
	forgotten func(ctx context.Context, churchID uuid.UUID, sessions []uuid.UUID) ([]uuid.UUID, error)
	holds     holds
	reading   sync.WaitGroup // of alarms that are held back
	panics    *panics.Guard
	logger    *slog.Logger
	metrics   *alarmMetrics
	wake      chan struct{}
	reported  bounded.Cache[uuid.UUID, time.Time] // when what was reported within reportAnew had happened, by key
}

const (
	reportEvery   = 2 * time.Second  // how often a report is tried again
	reportLimit   = 5 * time.Second  // for one try
	reportAnew    = tools.CrisisAnew // after which a session in the same danger is reported again
	reportWorkers = 4                // churches whose reports are passed on at the same time
	lookEvery     = 5 * time.Second  // how often the disk is looked at for what others left there
	unknownDir    = "unknown"
	maxReported   = 10_000
)

// Parts are what Reports are put together from.
type Parts struct {
	Dir      string // of the spool
	Requests *tools.Requests
	Watch    func(ctx context.Context, churchID, session uuid.UUID) error // has every node watch a conversation
	Reader   *review.Reader                                               // lowers alarms; nil: nobody does
	Charge   func(*church.Snapshot, *chat.Cost)                           // counts what the reader costs a church
	// Forgotten returns which of some sessions' conversations are marked as forgotten.
	Forgotten func(ctx context.Context, churchID uuid.UUID, sessions []uuid.UUID) ([]uuid.UUID, error)
}

// New opens the spool.
func New(parts Parts, logger *slog.Logger, registerer prometheus.Registerer) (*Reports, error) {
	s, err := openSpool(parts.Dir)
	if err != nil {
		return nil, err
	}
	unknown, err := openSpool(filepath.Join(parts.Dir, unknownDir))
	if err != nil {
		return nil, err
	}
	r := &Reports{
		spool: s, unknown: unknown, queue: newQueue(), requests: parts.Requests, watch: parts.Watch, logger: logger, metrics: newAlarmMetrics(registerer),
		panics: panics.New(logger, registerer),
		reader: parts.Reader, charge: parts.Charge, forgotten: parts.Forgotten, holds: holds{byKey: make(map[uuid.UUID]*hold)},
		wake:     make(chan struct{}, reportWorkers),
		reported: bounded.New(bounded.Config[uuid.UUID, time.Time]{Most: maxReported, SinceSet: reportAnew, Inline: true}),
	}
	r.look(context.Background()) // what waits counts from the first report on
	return r, nil
}

// Tell reports what was found in a turn, and what the visitor is answered. lowerable says that an alarm may be held back for a moment,
// and lowered by a second reader.
func (r *Reports) Tell(ctx context.Context, turn *chat.Turn, answer string, lowerable bool) {
	f := turn.Finding
	r.metrics.crises.WithLabelValues(string(f.Category), strconv.FormatBool(f.Unsure)).Inc()
	request := crisisRequest(turn)
	request.Answered = cutTo(answer, mostAnswered)
	_ = r.tell(ctx, turn, request, lowerable) // it has been logged, and the visitor is answered all the same
}

// tell keeps a report and has it passed on. An error means that it is kept nowhere.
func (r *Reports) tell(ctx context.Context, turn *chat.Turn, request tools.Request, lowerable bool) error {
	h, known := r.begin(turn, request, lowerable)
	if known {
		return nil
	}
	held, err := r.keep(turn, request, h)
	if h != nil && !held {
		defer r.drop(request.Key) // when it is known as reported
	}
	if errors.Is(err, errTooManyUnknown) {
		r.metrics.refused.Inc()
		r.logger.WarnContext(ctx, "a crisis is not reported", "church", request.ChurchID, "session", request.SessionID, "error", err)
		return err
	}
	if err != nil { // the disk is full, perhaps: then it is now or never
		r.logger.ErrorContext(ctx, "a crisis could not be written to disk", "church", request.ChurchID, "error", err)
		if err := r.submit(context.WithoutCancel(ctx), request); err != nil {
			r.metrics.unreported.Inc()
			r.logger.ErrorContext(ctx, "NOBODY WAS TOLD OF A CRISIS", "church", request.ChurchID, "session", request.SessionID, "error", err)
			return err
		}
	}
	r.reported.Set(request.Key, request.At)
	select {
	case r.wake <- struct{}{}:
	default: // they are awake already
	}
	return nil
}

// keep writes a report to disk: into a file of its own, or into one for many. It reports whether it is to be held back.
func (r *Reports) keep(turn *chat.Turn, request tools.Request, h *hold) (held bool, err error) {
	s, from := r.spool, source{turn.Church.ID, request.Origin, request.Urgent}
	if turn.Church.Slug == "" { // it could not be looked up
		s, from.church, from.origin = r.unknown, uuid.Nil, chat.OriginIn(uuid.Nil, turn.Address)
	}
	report := spooledReport{Request: request}
	if h != nil {
		report.HeldUntil = h.until
	}
	return r.keepIn(s, from, report)
}

func (r *Reports) keepIn(s *spool, from source, kept spooledReport) (held bool, err error) {
	for {
		report, err := r.queue.enter(s, from, kept.Key.String())
		if err != nil {
			return false, err
		}
		written, err := report.write(kept)
		if err != nil {
			r.queue.leave(report)
			return false, err
		}
		if written {
			r.queue.isWritten(report)
			return report.overflow == nil && !kept.HeldUntil.IsZero(), nil
		}
	}
}

// write reports false when the file is being passed on.
func (w *queuedReport) write(kept spooledReport) (written bool, err error) {
	if w.overflow != nil {
		return w.overflow.add(kept.Request)
	}
	data, err := json.Marshal(kept)
	if err != nil {
		return false, err
	}
	return true, w.spool.put(w.name, data)
}

// Run passes reports on until the context ends, those of earlier processes too.
func (r *Reports) Run(ctx context.Context) {
	defer r.reported.Close()
	var work sync.WaitGroup
	defer r.reading.Wait() // nobody begins one after the work has ended
	defer work.Wait()
	for range reportWorkers {
		work.Go(func() { r.passOn(ctx) })
	}
	work.Go(func() { r.sweep(ctx) })
	look, sweep := time.NewTicker(lookEvery), time.NewTicker(sweepEvery)
	defer look.Stop()
	defer sweep.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
			r.look(ctx)
		case <-sweep.C:
			r.sweep(ctx)
		}
	}
}

// look finds what other processes left on disk, or share with this one.
func (r *Reports) look(ctx context.Context) {
	for _, s := range []*spool{r.spool, r.unknown} {
		names, ages, err := s.files(spooled)
		if err != nil {
			r.logger.ErrorContext(ctx, "the reports of crises cannot be read", "error", err)
		}
		for _, name := range names {
			if !strings.Contains(name, countMark) || time.Since(time.Unix(0, ages[name])) > countAge {
				r.queue.found(s, name)
			}
		}
	}
	r.metrics.waiting.Set(float64(r.queue.count()))
}

// passOn submits what waits.
func (r *Reports) passOn(ctx context.Context) {
	again := time.NewTicker(reportEvery)
	defer again.Stop()
	for ctx.Err() == nil {
		if report := r.queue.next(time.Now()); report != nil {
			r.passOnNext(ctx, report)
			continue
		}
		select {
		case <-ctx.Done():
		case <-r.wake:
		case <-again.C:
		}
	}
}

// passOnNext submits a report. One that fails holds up the others of its church only while Postgres cannot be reached, and those
// of other churches never.
func (r *Reports) passOnNext(ctx context.Context, report *queuedReport) {
	request, h, err := r.passOnOne(ctx, report)
	done := err == nil
	switch {
	case done:
	case transcript.RefusedForGood(err) || errors.Is(err, errUnreadable):
		done = true
		r.metrics.refused.Inc()
		r.logger.ErrorContext(ctx, "A REPORT OF A CRISIS WAS SET ASIDE: it cannot be delivered", "report", report.name, "error", err)
		report.spool.setAside(report.name)
	case ctx.Err() == nil:
		r.logger.WarnContext(ctx, "a report of a crisis waits", "waiting", r.queue.count(), "error", err)
	}
	r.queue.release(report, done, time.Now().Add(reportEvery), err != nil && !answered(err))
	r.metrics.waiting.Set(float64(r.queue.count()))
	if err == nil && request.Hold > 0 {
		r.reading.Go(func() {
			defer r.panics.Recover("alarm_read", func(error) { r.release(ctx, request) }, "church", request.ChurchID, "turn", request.TurnID)
			r.read(ctx, request, h)
		})
	} else {
		r.drop(request.Key)
	}
}

// answered reports whether Postgres had something to say, rather than nothing.
func answered(err error) bool {
	_, ok := errors.AsType[*pgconn.PgError](err)
	return ok || errors.Is(err, errSpool) || errors.Is(err, errUnwatched)
}

var (
	errUnreadable = errors.New("it cannot be read")
	errSpool      = errors.New("the disk")
	errUnwatched  = errors.New("the church knows, but not the other nodes")
	errKept       = errors.New("the conversation is not forgotten")
)

// passOnOne gives a report to Postgres and removes its file. It returns the request, and the hold of an alarm that Postgres is to hold
// back.
func (r *Reports) passOnOne(ctx context.Context, report *queuedReport) (request tools.Request, h *hold, err error) {
	found, err := report.read()
	if err != nil || found == nil {
		return request, nil, err
	}
	if r.queue.wasStored(report) { // and Redis was away, or the disk
		return found.Request, nil, r.watchAll(ctx, report, found)
	}
	if err := r.isForgotten(ctx, found); err == nil {
		found.withoutWords()
	} else if !errors.Is(err, errKept) {
		return request, nil, err
	}
	if h = r.held(found.Key); h != nil && !found.HeldUntil.IsZero() {
		found.Hold = time.Until(h.until)
	}
	return found.Request, h, r.passOnFound(ctx, report, found)
}

// read gives what stands in a report's file, nil where another process that shares the directory has taken it. Nothing more is
// counted into it.
func (w *queuedReport) read() (*spooledReport, error) {
	if w.overflow != nil {
		if err := w.overflow.close(); err != nil {
			return nil, fmt.Errorf("%w: %w", errSpool, err)
		}
	}
	data, err := w.spool.get(w.name)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errSpool, err)
	}
	if data == nil {
		return nil, nil
	}
	found := &spooledReport{}
	if err := json.Unmarshal(data, found); err != nil {
		return nil, fmt.Errorf("%w: %w", errUnreadable, err)
	}
	return found, nil
}

func (r *Reports) passOnFound(ctx context.Context, report *queuedReport, found *spooledReport) error {
	if err := r.submit(ctx, found.Request); err != nil {
		return err
	}
	r.queue.isStored(report)
	err := r.watchAll(ctx, report, found)
	if err != nil && found.Hold > 0 { // Redis is away, or the disk: then nobody is waited for
		r.release(ctx, found.Request)
	}
	return err
}

// watchAll has the conversations of a report watched that Postgres has, and removes its file.
func (r *Reports) watchAll(ctx context.Context, report *queuedReport, found *spooledReport) error {
	// Redis may have been away when the conversation came to be watched.
	for _, session := range append(found.Also, found.SessionID) {
		if err := r.watch(ctx, found.ChurchID, session); err != nil {
			return fmt.Errorf("%w: %w", errUnwatched, err)
		}
	}
	if err := report.spool.remove(report.name); err != nil {
		return fmt.Errorf("%w: %w", errSpool, err)
	}
	return nil
}

func (r *Reports) submit(ctx context.Context, request tools.Request) error {
	ctx, cancel := context.WithTimeout(ctx, reportLimit)
	defer cancel()
	_, created, err := r.requests.Submit(ctx, request)
	if err == nil && !created { // it was told of under the key before, perhaps, and is again when that was long ago
		r.reported.Drop(request.Key)
	}
	if pgErr, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pgErr
	}
	return err
}
