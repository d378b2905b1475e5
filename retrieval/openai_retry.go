package retrieval

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/sashabaranov/go-openai"

	"narthex/chat/upstream"
)

// requestError is why one attempt failed, with the server's own sentence: only that says what is wrong with a text or with
// the settings.
type requestError struct {
	err  error
	last bool // the caller will have left before it could be asked again
}

func (e *requestError) Error() string {
	if failed, ok := errors.AsType[*upstream.Error](e.err); ok && failed.Message != "" {
		return failed.Error() + ": " + failed.Message
	}
	return e.err.Error()
}

func (e *requestError) Unwrap() error { return e.err }

// refusesText says that the server found fault with what it was to embed, not with us or itself.
func refusesText(err error) bool {
	switch statusOf(err) {
	case http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity:
		return true
	}
	return false
}

func statusOf(err error) int {
	if failed, ok := errors.AsType[*upstream.Error](err); ok {
		return failed.Status
	}
	return 0
}

// The breaker is slow to open and quick to try again, because each request is tried several times already.
const (
	failuresInARow = 5
	breakerPause   = 2 * time.Second
)

// tooLong is how long a server may be asked for a caller's deadline to be its fault: what was asked just before it shows nothing.
const tooLong = time.Second

// hurry is how long a caller may have at most to be one who cannot wait: jobs have half a minute.
const hurry = 10 * time.Second

// permit asks both breakers that a request heeds whether it may be made: one for a server that fails, and, for callers who wait for less
// than an attempt may take, one for a server that is too slow for them. That it may be slow keeps nobody from it who has the time.
// record takes how the request ended, and for how long it lasted. ctx is the caller's.
func (e *OpenAI) permit(ctx context.Context) (record func(err error, lasted time.Duration), ok bool) {
	toldHurried := func(upstream.Outcome) {}
	if deadline, limited := ctx.Deadline(); limited && time.Until(deadline) < min(hurry, e.cfg.RequestTimeout) {
		if toldHurried, ok = e.hurried.Permit(); !ok {
			return nil, false
		}
	}
	told, ok := e.breaker.Permit()
	if !ok {
		toldHurried(upstream.None)
		return nil, false
	}
	return func(err error, lasted time.Duration) {
		told(judge(ctx, err))
		toldHurried(judgeHurried(ctx, err, lasted))
	}, true
}

// judge says what the end of a request means for the server. ctx is the caller's.
func judge(ctx context.Context, err error) upstream.Outcome {
	switch {
	case answers(err):
		return upstream.Good
	case ctx.Err() != nil:
		return upstream.None
	}
	return upstream.Bad
}

// judgeHurried says what the end of a request that has lasted so long means for callers who cannot wait.
func judgeHurried(ctx context.Context, err error, lasted time.Duration) upstream.Outcome {
	switch {
	case answers(err):
		return upstream.Good
	case errors.Is(ctx.Err(), context.DeadlineExceeded) && lasted >= tooLong:
		return upstream.Bad
	}
	return upstream.None
}

// answers reports whether the server is there: one that is asked too often says how long to wait.
func answers(err error) bool {
	return err == nil || refusesText(err) || statusOf(err) == http.StatusTooManyRequests
}

// firstPause is the pause before the second attempt; each further one is twice as long.
const firstPause = 500 * time.Millisecond

func (e *OpenAI) newRetryPolicy() retrypolicy.RetryPolicy[[]openai.Embedding] {
	return retrypolicy.NewBuilder[[]openai.Embedding]().
		WithMaxAttempts(e.cfg.Attempts).
		HandleIf(func(_ []openai.Embedding, err error) bool { return mayPass(err) && pauseAfter(err) <= e.cfg.MaxBackoff }).
		WithDelayFunc(func(exec failsafe.ExecutionAttempt[[]openai.Embedding]) time.Duration {
			if pause := pauseAfter(exec.LastError()); pause > 0 {
				return pause
			}
			pause := e.growingPause(exec.Retries())
			return pause/2 + rand.N(pause/2+1) // spread, so that nodes refused together do not come back together
		}).
		ReturnLastFailure().
		Build()
}

// growingPause is the longest pause after so many attempts that were made again, where the server asks for none.
func (e *OpenAI) growingPause(retries int) time.Duration {
	return min(firstPause<<min(retries, 10), e.cfg.MaxBackoff)
}

// outlasts reports whether the pause after a failure ends only when who asks is gone: who has three seconds is not kept waiting for them
// where nothing can come of it.
func (e *OpenAI) outlasts(ctx context.Context, err error, retries int) bool {
	pause := pauseAfter(err)
	if pause == 0 {
		pause = e.growingPause(retries)
	}
	deadline, limited := ctx.Deadline()
	return limited && time.Until(deadline) <= pause
}

// mayPass tells failures of the moment from those that asking again cannot mend.
func mayPass(err error) bool {
	if failed, ok := errors.AsType[*requestError](err); ok && failed.last {
		return false
	}
	if failed, ok := errors.AsType[*upstream.Error](err); ok {
		return failed.Kind() != upstream.KindRejected
	}
	return err != nil && !errors.Is(err, upstream.ErrOpen)
}

// pauseAfter is how long the server asks to be left alone; 0: it did not say.
func pauseAfter(err error) time.Duration {
	if failed, ok := errors.AsType[*upstream.Error](err); ok {
		return failed.RetryAfter
	}
	return 0
}
