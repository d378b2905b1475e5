package analytics

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/riverqueue/river"
)

const (
	taken   = "taken"
	refused = "refused"
	failed  = "failed"
)

// capture is the job that tells the store of one event.
type capture struct{ Event }

// Kind implements river.JobArgs.
func (capture) Kind() string { return "capture_event" }

type worker struct {
	river.WorkerDefaults[capture]
	events *Events
}

// AddWorkers adds what does the jobs.
func AddWorkers(workers *river.Workers, e *Events) { river.AddWorker(workers, &worker{events: e}) }

// Timeout implements river.Worker.
func (*worker) Timeout(*river.Job[capture]) time.Duration { return attempt + 5*time.Second }

// Work posts the event. What the store refuses for good is given up; anything else is tried again.
func (w *worker) Work(ctx context.Context, job *river.Job[capture]) error {
	status, err := w.events.post(ctx, job.Args.Event)
	switch {
	case err == nil && status >= 200 && status < 300:
		w.events.sent.WithLabelValues(taken).Inc()
		return nil
	case err == nil && status >= 300 && status < 500 && status != http.StatusRequestTimeout && status != http.StatusTooManyRequests:
		w.events.sent.WithLabelValues(refused).Inc()
		return river.JobCancel(fmt.Errorf("the analytics store refused an event: %d", status))
	}
	w.events.sent.WithLabelValues(failed).Inc()
	if err == nil {
		err = fmt.Errorf("it answered %d", status)
	}
	return fmt.Errorf("tell the analytics store: %w", err)
}

func (e *Events) post(ctx context.Context, event Event) (status int, err error) {
	body, err := json.Marshal(event.posted(e.key))
	if err != nil {
		return 0, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, e.at, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := e.client.Do(request)
	if err != nil {
		return 0, err
	}
	defer func() { _ = response.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, 64<<10)) // so that the connection can be used again
	return response.StatusCode, nil
}
