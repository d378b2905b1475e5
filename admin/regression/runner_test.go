package regression_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"narthex/admin/regression"
	"narthex/chat/chattest"
	"narthex/chat/evaluate"
)

// node works on the jobs of a queue until the test ends, and answers each question by itself once hold lets it.
func (h *house) node(t testing.TB, queue string, hold func(ctx context.Context, asked int32) error) {
	t.Helper()
	var asked atomic.Int32
	workers := river.NewWorkers()
	regression.AddWorkers(workers, &regression.Runner{Pool: h.DB.Pool, Ask: func(ctx context.Context, q evaluate.Question) (*evaluate.Evaluation, error) {
		if err := hold(ctx, asked.Add(1)); err != nil {
			return nil, err
		}
		return &evaluate.Evaluation{Answer: evaluate.Answer{Text: "You ask: " + q.Message}}, ctx.Err()
	}})
	jobs, err := river.NewClient(riverpgxv5.New(h.DB.Pool), &river.Config{
		Queues: map[string]river.QueueConfig{queue: {MaxWorkers: 1}}, Workers: workers, Logger: slog.New(slog.DiscardHandler), TestOnly: true,
	})
	chattest.Must(t, err)
	chattest.Must(t, jobs.Start(context.WithoutCancel(t.Context())))
	t.Cleanup(func() { chattest.Must(t, jobs.StopAndCancel(context.WithoutCancel(t.Context()))) })
}

// rooms are so many questions.
func (h *house) rooms(t testing.TB, n int) {
	t.Helper()
	var table strings.Builder
	table.WriteString("question\n")
	for i := range n {
		fmt.Fprintf(&table, "Where is room %d?\n", i)
	}
	if status, _ := h.file(t, table.String()); status != http.StatusOK {
		t.Fatalf("a file: %d", status)
	}
}

// A node that is taken for dead may go on for a while with a job that another has taken up.
func TestTwoNodesThatWorkOnOneRunCountEachQuestionOnce(t *testing.T) {
	h := newHouse(t)
	h.rooms(t, 40)
	begun, taken := make(chan struct{}), make(chan struct{})
	first, second := make(chan struct{}), make(chan struct{})
	at := func(nth int32, here chan<- struct{}, until <-chan struct{}) func(context.Context, int32) error {
		return func(ctx context.Context, asked int32) error {
			if asked != nth {
				return nil
			}
			close(here)
			select {
			case <-until:
			case <-ctx.Done():
			}
			return nil
		}
	}
	id := h.begin(t)
	h.node(t, river.QueueDefault, at(1, begun, first))
	<-begun
	h.Exec(t, "update river_job set state = 'available', queue = 'second' where kind = 'run_regression_set'")
	h.node(t, "second", at(17, taken, second))
	<-taken
	if run := h.state(t, id); run.Status != "working" || run.Done != 16 {
		t.Fatalf("when the second has answered the first lines: %+v", run)
	}
	close(first)
	run := h.ended(t, id)
	close(second)
	if run.Status != "done" || run.Done != 40 || run.Passed != 40 {
		t.Errorf("%+v", run)
	}
	var report struct {
		Cases []struct {
			Question string
			Result   struct{ Text string }
		}
	}
	_, text := h.get(t, path+"/runs/"+id+"/report.json")
	chattest.Must(t, json.Unmarshal([]byte(text), &report))
	if len(report.Cases) != 40 {
		t.Errorf("%d results", len(report.Cases))
	}
	for _, one := range report.Cases {
		if one.Result.Text != "You ask: "+one.Question {
			t.Errorf("%q is beside %q", one.Result.Text, one.Question)
		}
	}
}

func TestARunEndsWhenTrialsHaveCostWhatTheyMay(t *testing.T) {
	h := newHouse(t)
	h.rooms(t, 20)
	id := h.begin(t)
	h.node(t, river.QueueDefault, func(_ context.Context, asked int32) error {
		if asked > 18 {
			return evaluate.ErrSpent
		}
		return nil
	})
	// The first sixteen, and those of the next eight at once that were answered before the first was refused.
	if run := h.ended(t, id); run.Status != "failed" || run.Done < 16 || run.Done > 18 {
		t.Errorf("%+v", run)
	}
	if _, page := h.get(t, path+"/runs/"+id); !strings.Contains(page, "has cost today what it may") || !strings.Contains(page, "You ask: Where is room 7?") {
		t.Errorf("its page: %s", page)
	}
}
