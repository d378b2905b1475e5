package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/riverqueue/river"

	"narthex/migrations/pgtest"
)

// doomed is a job that fails, or panics.
type doomed struct {
	Panics bool `json:"panics"`
}

func (doomed) Kind() string { return "doomed" }

type doomedWorker struct{ river.WorkerDefaults[doomed] }

func (doomedWorker) Work(_ context.Context, job *river.Job[doomed]) error {
	if job.Args.Panics {
		panic(strings.Repeat("x", 10_000))
	}
	return errors.New("no such luck")
}

// NextRetry has a failed job tried again at once.
func (doomedWorker) NextRetry(*river.Job[doomed]) time.Time { return time.Now() }

// lockedLines are a log's lines, which several goroutines write.
type lockedLines struct {
	mu    sync.Mutex
	bytes bytes.Buffer
}

func (l *lockedLines) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.bytes.Write(line)
}

func (l *lockedLines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.bytes.String()
}

func TestAJobThatFailsIsToldOf(t *testing.T) {
	db := pgtest.New(t)
	registry, lines := prometheus.NewRegistry(), new(lockedLines)
	jobs, err := newJobs(db.Pool, func(workers *river.Workers) []*river.PeriodicJob {
		river.AddWorker(workers, &doomedWorker{})
		return nil
	}, registry, slog.New(slog.NewJSONHandler(lines, nil)))
	if err != nil {
		t.Fatal(err)
	}
	ended, cancelled := jobs.client.Subscribe(river.EventKindJobFailed)
	defer cancelled()
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() {
		if err := jobs.Run(ctx); err != nil {
			t.Errorf("the jobs: %v", err)
		}
	})
	defer running.Wait()
	defer stop()
	failed := func() (id int64) {
		t.Helper()
		select {
		case event := <-ended:
			return event.Job.ID
		case <-time.After(30 * time.Second):
			t.Fatal("a job does not end")
		}
		return 0
	}
	if _, err := jobs.client.Insert(ctx, doomed{}, &river.InsertOpts{MaxAttempts: 2}); err != nil {
		t.Fatal(err)
	}
	failed()
	givenUp := failed()
	if _, err := jobs.client.Insert(ctx, doomed{Panics: true}, &river.InsertOpts{MaxAttempts: 1}); err != nil {
		t.Fatal(err)
	}
	failed()

	const told = `
# HELP narthex_jobs_failed_total Attempts at jobs in the background that failed, by the job's kind and what became of it: retried, discarded (given up).
# TYPE narthex_jobs_failed_total counter
`
	var zeros strings.Builder
	for _, kind := range jobKinds {
		zeros.WriteString(`narthex_jobs_failed_total{end="discarded",kind="` + kind + `"} 0` + "\n")
		zeros.WriteString(`narthex_jobs_failed_total{end="retried",kind="` + kind + `"} 0` + "\n")
	}
	want := told + zeros.String() + `narthex_jobs_failed_total{end="discarded",kind="doomed"} 2` + "\n" + `narthex_jobs_failed_total{end="retried",kind="doomed"} 1` + "\n"
	if err := testutil.GatherAndCompare(registry, strings.NewReader(want), "narthex_jobs_failed_total"); err != nil {
		t.Error(err)
	}
	type line struct{ Level, Msg, Kind, Where, Error, Stack string }
	var said []string
	for text := range strings.Lines(lines.String()) {
		var l line
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Fatal(err)
		}
		if len(l.Error) > 400 {
			t.Errorf("%d bytes of a panic are logged", len(l.Error))
		}
		if l.Kind != "doomed" {
			continue
		}
		said = append(said, l.Level+" "+l.Msg+" "+l.Where)
		if l.Where == "job" && !strings.Contains(l.Stack, "doomedWorker") {
			t.Errorf("the stack is %s", l.Stack)
		}
	}
	if want := []string{"WARN a job failed, and is tried again ", "ERROR a job failed, and is given up ", "ERROR a panic was caught job", "ERROR a job failed, and is given up "}; !slices.Equal(said, want) {
		t.Errorf("the log says %q", said)
	}

	t.Run("and done again as the runbook says", func(t *testing.T) {
		text, err := os.ReadFile("runbook/README.md")
		if err != nil {
			t.Fatal(err)
		}
		again := regexp.MustCompile(`(?m)^    (update river_job .*;)$`).FindSubmatch(text)
		if again == nil {
			t.Fatal("the runbook does not say how")
		}
		if _, err := db.Pool.Exec(t.Context(), strings.ReplaceAll(string(again[1]), "JOB", "$1"), givenUp); err != nil {
			t.Fatal(err)
		}
		if id := failed(); id != givenUp {
			t.Errorf("job %d is tried, not %d", id, givenUp)
		}
	})
}

// A series that begins at 1 has never gone up, as alerts see it.
func TestJobsOfAllKindsAreShownBeforeAnyFails(t *testing.T) {
	worked, named := regexp.MustCompile(`river\.WorkerDefaults\[(\w+)\]`), regexp.MustCompile(`(?m)^func \((?:\w+ )?(\w+)\) Kind\(\) string +\{ return "(\w+)" \}$`)
	types, kinds := make(map[string]bool), make(map[string]string)
	err := fs.WalkDir(os.DirFS("../.."), ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		source, err := os.ReadFile("../../" + name)
		for _, found := range worked.FindAllSubmatch(source, -1) {
			types[path.Dir(name)+"."+string(found[1])] = true
		}
		for _, found := range named.FindAllSubmatch(source, -1) {
			kinds[path.Dir(name)+"."+string(found[1])] = string(found[2])
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for name := range types {
		found = append(found, kinds[name])
	}
	slices.Sort(found)
	if !slices.Equal(found, jobKinds) {
		t.Errorf("there are jobs of %q, known are %q", found, jobKinds)
	}
}
