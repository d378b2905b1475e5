package review

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"narthex/chat/crisis"
	"narthex/chat/model"
	"narthex/chat/upstream"
)

// Limit is how long a reader is waited for: by a visitor whose message is in doubt, and by an alarm.
const Limit = 2 * time.Second

// Config tunes a Reader; its zero value is a good one.
type Config struct {
	Limit time.Duration // default Limit
	// Failures in a row after which the model is left alone for Pause, then asked once. One that is too slow has failed. Default
	// 3 and 10 s.
	Failures   uint
	Pause      time.Duration
	Registerer prometheus.Registerer // nil: metrics are counted and not shown
	Logger     *slog.Logger          // default slog.Default()
}

// Reader reads with a model. It is safe for concurrent use.
type Reader struct {
	model   model.Streamer
	limit   time.Duration
	breaker *upstream.Breaker
	metrics *metrics
	logger  *slog.Logger
}

// New returns a reader that asks the fast model.
func New(streamer model.Streamer, config Config) *Reader {
	return &Reader{
		model: streamer, limit: cmp.Or(config.Limit, Limit), metrics: newMetrics(config.Registerer), logger: cmp.Or(config.Logger, slog.Default()),
		breaker: upstream.NewBreaker(upstream.BreakerConfig{Failures: config.Failures, Pause: config.Pause}),
	}
}

// Limit is how long the reader is waited for.
func (r *Reader) Limit() time.Duration { return r.limit }

// Raise reads a message that the gate let pass. ok is false where the reader finds nothing, or cannot tell in time. What it finds is
// unsure.
func (r *Reader) Raise(ctx context.Context, q Question) (finding crisis.Finding, ok bool) {
	start := time.Now()
	answer, err := r.ask(ctx, q)
	if err == nil {
		finding, ok = answer.raises()
	}
	r.note(ctx, q, reading{gate: "passed", changed: ok, as: raised, err: err, took: time.Since(start)})
	return finding, ok
}

// Lower reads a message that the gate is sure of, and for which MayLower holds. It reports whether that is a figure of speech; false
// also where the reader cannot tell in time.
func (r *Reader) Lower(ctx context.Context, q Question) bool {
	start := time.Now()
	answer, err := r.ask(ctx, q)
	ok := err == nil && answer.lowers()
	r.note(ctx, q, reading{gate: "sure", changed: ok, as: lowered, err: err, took: time.Since(start)})
	return ok
}

var (
	errLeftAlone = errors.New("the model is left alone after failures")
	errCut       = errors.New("the model did not end its answer")
)

func (r *Reader) ask(ctx context.Context, q Question) (Answer, error) {
	record, ok := r.breaker.Permit()
	if !ok {
		return Answer{}, errLeftAlone
	}
	outcome := upstream.None // of a panic as well: a breaker that probes waits for what came of it
	defer func() { record(outcome) }()
	limited, cancel := context.WithTimeout(ctx, r.limit)
	defer cancel()
	answer, err := r.answer(limited, q)
	switch {
	case err == nil || errors.Is(err, errAnswer) || errors.Is(err, errCut): // it is there; a visitor may have talked it into nonsense
		outcome = upstream.Good
	case errors.Is(ctx.Err(), context.Canceled):
	default:
		outcome = upstream.Bad
	}
	if err != nil && errors.Is(limited.Err(), context.DeadlineExceeded) {
		return Answer{}, fmt.Errorf("%w: %w", context.DeadlineExceeded, err)
	}
	return answer, err
}

func (r *Reader) answer(ctx context.Context, q Question) (Answer, error) {
	request, err := q.request()
	if err != nil {
		return Answer{}, err
	}
	if q.Meter != nil {
		q.Meter.Begin(&request)
		defer q.Meter.End()
	}
	var said strings.Builder
	var finish model.Finish
	for chunk, err := range r.model.Stream(ctx, request) {
		if err != nil {
			return Answer{}, err
		}
		if q.Meter != nil {
			q.Meter.Hear(&chunk)
		}
		if said.WriteString(chunk.Text); said.Len() > longestAnswer {
			return Answer{}, errAnswer
		}
		finish = chunk.Finish
	}
	if finish != model.FinishStop {
		return Answer{}, errCut
	}
	return parse(said.String())
}
