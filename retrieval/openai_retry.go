package retrieval

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/sashabaranov/go-openai"
)

// requestError is why one attempt failed.
type requestError struct {
	err        error
	status     int           // 0: there was no whole answer
	retryAfter time.Duration // 0: the server did not say
}

func (e *requestError) Error() string { return e.err.Error() }
func (e *requestError) Unwrap() error { return e.err }

// mayPass tells failures of the moment from those that asking again cannot mend.
func (e *requestError) mayPass() bool {
	return e.status == 0 || e.status == http.StatusTooManyRequests || e.status == http.StatusRequestTimeout || e.status >= 500
}

// refusesText says that the server found fault with what it was to embed, not with us or itself.
func refusesText(err error) bool {
	failed, ok := errors.AsType[*requestError](err)
	if !ok {
		return false
	}
	switch failed.status {
	case http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity:
		return true
	}
	return false
}

func statusOf(err error) int {
	if apiErr, ok := errors.AsType[*openai.APIError](err); ok {
		return apiErr.HTTPStatusCode
	}
	if reqErr, ok := errors.AsType[*openai.RequestError](err); ok {
		return reqErr.HTTPStatusCode
	}
	return 0
}

// firstPause is the pause before the second attempt; each further one is twice as long.
const firstPause = 500 * time.Millisecond

func (e *OpenAI) newRetryPolicy() retrypolicy.RetryPolicy[[]openai.Embedding] {
	return retrypolicy.NewBuilder[[]openai.Embedding]().
		WithMaxAttempts(e.cfg.Attempts).
		HandleIf(func(_ []openai.Embedding, err error) bool {
			failed, ok := errors.AsType[*requestError](err)
			return ok && failed.mayPass() && failed.retryAfter <= e.cfg.MaxBackoff
		}).
		WithDelayFunc(func(exec failsafe.ExecutionAttempt[[]openai.Embedding]) time.Duration {
			if failed, ok := errors.AsType[*requestError](exec.LastError()); ok && failed.retryAfter > 0 {
				return failed.retryAfter
			}
			pause := min(firstPause<<min(exec.Retries(), 10), e.cfg.MaxBackoff)
			return pause/2 + rand.N(pause/2+1) // spread, so that nodes refused together do not come back together
		}).
		ReturnLastFailure().
		Build()
}

// maxAnswerBytes bounds what is read of one answer; a full batch takes about 1 MB.
const maxAnswerBytes = 32 << 20

// guardedTransport notes Retry-After, which the client's errors do not carry, and bounds the answer's size.
type guardedTransport struct{ *http.Transport }

type retryAfterKey struct{}

func recordRetryAfter(ctx context.Context, pause *time.Duration) context.Context {
	return context.WithValue(ctx, retryAfterKey{}, pause)
}

func (t guardedTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	response, err := t.Transport.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if pause, ok := req.Context().Value(retryAfterKey{}).(*time.Duration); ok {
		*pause = parseRetryAfter(response.Header, time.Now())
	}
	response.Body = struct {
		io.Reader
		io.Closer
	}{io.LimitReader(response.Body, maxAnswerBytes), response.Body}
	return response, nil
}

// parseRetryAfter understands OpenAI's milliseconds, seconds, and HTTP dates.
func parseRetryAfter(header http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(header.Get("Retry-After-Ms"), 64); err == nil && ms > 0 {
		return time.Duration(ms * float64(time.Millisecond))
	}
	value := header.Get("Retry-After")
	if seconds, err := strconv.ParseFloat(value, 64); err == nil && seconds > 0 {
		return time.Duration(seconds * float64(time.Second))
	}
	if at, err := http.ParseTime(value); err == nil && at.After(now) {
		return at.Sub(now)
	}
	return 0
}
