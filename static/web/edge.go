package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
)

// HandlerFunc answers a request or says why it cannot. An error returned before anything was written becomes the
// response; one returned later is logged and cuts the connection, because the client could not tell half an answer from
// a whole one otherwise. So a stream that has told its client about the error in its own format returns nil.
type HandlerFunc func(http.ResponseWriter, *http.Request) error

// Edge runs handlers. Make one with NewEdge and share it.
type Edge struct {
	logger   *slog.Logger
	pages    *Pages
	metrics  *metrics
	panicked func()
}

// NewEdge returns an edge that logs to logger, registers its metrics with registerer, and shows errors to people with
// pages; with nil pages everybody gets problem documents.
func NewEdge(logger *slog.Logger, registerer prometheus.Registerer, pages *Pages) *Edge {
	return &Edge{logger: logger, pages: pages, metrics: newMetrics(registerer), panicked: func() {}}
}

// OnPanic has note called after each panic that the edge catches. It is for setting up: no request may be under way.
func (e *Edge) OnPanic(note func()) { e.panicked = note }

type recordKey struct{}

// record is what the edge knows of one request. It is the request's context, so that everybody can find it.
type record struct {
	context.Context
	id     string
	writer writer
	err    error // what the handler returned or panicked with
	code   string
	gone   bool // the client left before the answer
	about  Subject
}

// Value implements context.Context.
func (rec *record) Value(key any) any {
	if key == (recordKey{}) {
		return rec
	}
	return rec.Context.Value(key)
}

// RequestID is the id of the request that ctx belongs to, "" outside of one. The client gets it as X-Request-Id.
func RequestID(ctx context.Context) string {
	if rec, ok := ctx.Value(recordKey{}).(*record); ok {
		return rec.id
	}
	return ""
}

// Subject is what a request is about, as far as it is known. It stands on the request's line in the log.
type Subject struct{ Church, Session, Turn uuid.UUID }

// About says what the request that ctx belongs to is about.
func About(ctx context.Context, subject Subject) {
	if rec, ok := ctx.Value(recordKey{}).(*record); ok {
		rec.about = subject
	}
}

// attributes are those that are known.
func (s Subject) attributes() (known []slog.Attr) {
	for _, one := range []struct {
		name string
		id   uuid.UUID
	}{{"church", s.Church}, {"session", s.Session}, {"turn", s.Turn}} {
		if one.id != uuid.Nil {
			known = append(known, slog.String(one.name, one.id.String()))
		}
	}
	return known
}

// Observe is the outermost middleware: it names the request, logs it, measures it, and catches panics. Install it with
// Use on the root router: only a middleware inside chi gets to know the route's pattern.
func (e *Edge) Observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec := &record{Context: r.Context(), id: requestID(r), writer: writer{ResponseWriter: w}}
		r = r.WithContext(rec)
		w.Header()["X-Request-Id"] = []string{rec.id}
		defer e.finish(rec, r, time.Now())
		defer e.recover(rec, r)
		next.ServeHTTP(&rec.writer, r)
	})
}

// requestID is the one a proxy gave, if it is harmless in a log, or a new one.
func requestID(r *http.Request) string {
	const allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:"
	id := r.Header.Get("X-Request-Id")
	if id != "" && len(id) <= 64 && strings.Trim(id, allowed) == "" {
		return id
	}
	return uuid.Must(uuid.NewV7()).String()
}

// Handle runs one handler and turns the error it returns into the response. It works under Observe, or alone, observing
// the request itself.
func (e *Edge) Handle(handle HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		rec, ok := r.Context().Value(recordKey{}).(*record)
		if !ok {
			e.Observe(e.Handle(handle)).ServeHTTP(w, r)
			return
		}
		if err := handle(w, r); err != nil {
			e.fail(w, r, rec, err)
		}
	}
}

// fail answers with err, or cuts the connection if something else was answered already.
func (e *Edge) fail(w http.ResponseWriter, r *http.Request, rec *record, err error) {
	rec.err = err
	if rec.gone = clientLeft(r, &rec.writer, err); rec.gone {
		return
	}
	problem, status := classify(err)
	rec.code = problem.Code()
	if rec.writer.status != 0 {
		panic(http.ErrAbortHandler)
	}
	e.respond(w, r, rec, problem, status)
}

// clientLeft reports that nobody is there to read an answer, and that this is why the handler failed.
func clientLeft(r *http.Request, w *writer, err error) bool {
	if w.broken {
		return true
	}
	ctx := r.Context()
	return ctx.Err() != nil && (w.status != 0 || errors.Is(err, context.Canceled) || errors.Is(err, context.Cause(ctx)))
}

// longestCause bounds what is logged of a panic's value, in characters: whatever it was about may be in it.
const longestCause = 300

// recover turns a panic into an internal error. http.ErrAbortHandler passes: it means that the connection is to be cut.
func (e *Edge) recover(rec *record, r *http.Request) {
	cause := recover()
	if cause == nil {
		return
	}
	if cause == http.ErrAbortHandler { //nolint:errorlint // net/http compares it like this, too
		panic(cause)
	}
	e.panicked()
	rec.err = fmt.Errorf("panic: %.*v\n%s", longestCause, cause, debug.Stack())
	rec.code = errInternal.Code()
	if rec.writer.status != 0 {
		panic(http.ErrAbortHandler)
	}
	e.respond(&rec.writer, r, rec, errInternal, http.StatusInternalServerError)
}

// NotFound answers what no route matched.
func NotFound(http.ResponseWriter, *http.Request) error { return ErrNotFound }

// MethodNotAllowed answers what matched a route of another method, naming the methods that there are.
func MethodNotAllowed(w http.ResponseWriter, r *http.Request) error {
	if rctx := chi.RouteContext(r.Context()); rctx != nil && rctx.Routes != nil {
		for _, method := range methods {
			if rctx.Routes.Match(chi.NewRouteContext(), method, r.URL.Path) {
				w.Header().Add("Allow", method)
			}
		}
	}
	return ErrMethodNotAllowed
}

// SameOrigin refuses requests that change something and come from another site. It is for routes where a cookie says who
// is asking; the visitors' chat has none and is meant to be called from other sites.
func (e *Edge) SameOrigin(next http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(e.Handle(func(http.ResponseWriter, *http.Request) error { return ErrCrossOrigin }))
	return protection.Handler(next)
}
