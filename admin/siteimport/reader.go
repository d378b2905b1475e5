package siteimport

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"narthex/admin/siteimport/crawl"
	"narthex/admin/siteimport/draft"
)

// Queue is that of readings. Jobs of a node that died are taken up after seconds: package lease.
const Queue = "site_imports"

// readSite is the job that reads a website.
type readSite struct {
	ChurchID uuid.UUID `json:"church_id"`
	ImportID uuid.UUID `json:"import_id"`
}

// Kind implements river.JobArgs.
func (readSite) Kind() string { return "read_site" }

// InsertOpts implements river.JobArgsWithInsertOpts.
func (readSite) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: Queue, MaxAttempts: 4}
}

// Model puts a page to a model on a church's account, as draft.Model does. Its error is ErrBudget when that account is used up for today.
type Model func(ctx context.Context, churchID uuid.UUID, task, page string) (answer string, err error)

// ErrBudget says that a church's models have cost today what they may.
var ErrBudget = errors.New("the church's models have cost today what they may")

// Reader reads websites.
type Reader struct {
	Pool    *pgxpool.Pool
	Fetcher *crawl.Fetcher
	// Ask puts a page to a model; nil where there is none that understands it.
	Ask    Model
	Logger *slog.Logger
}

// AddWorkers registers the workers of the package's jobs.
func AddWorkers(workers *river.Workers, r *Reader) {
	river.AddWorker(workers, &worker{reader: r, store: store{r.Pool}})
	river.AddWorker(workers, &sweeper{pool: r.Pool, logger: r.Logger})
}

type worker struct {
	river.WorkerDefaults[readSite]
	reader *Reader
	store  store
}

// Timeout implements river.Worker: all pages, and all that a model is asked.
func (w *worker) Timeout(*river.Job[readSite]) time.Duration { return budget + 3*time.Minute }

// Work implements river.Worker. What a page says is stored with the note that it was read, so that a job that is run again goes on
// where it was.
func (w *worker) Work(ctx context.Context, job *river.Job[readSite]) error {
	of := job.Args
	now, err := w.store.one(ctx, of.ChurchID, of.ImportID)
	if errors.Is(err, errGone) || err == nil && now.Status != "working" {
		return nil
	}
	if err != nil {
		return err
	}
	err = w.read(ctx, of, now)
	if err != nil && job.Attempt >= job.MaxAttempts && ctx.Err() == nil {
		return errors.Join(err, w.store.finish(ctx, of, nil, string(crawl.Unreachable), ""))
	}
	if err != nil {
		return fmt.Errorf("read the website of church %s: %w", of.ChurchID, err)
	}
	return nil
}

// read reads pages until there are no more, or the time for them is over, and makes drafts of what they say.
func (w *worker) read(ctx context.Context, of readSite, now Import) error {
	site, err := w.reader.Fetcher.NewSite(now.URL)
	if err != nil {
		return w.store.finish(ctx, of, nil, string(crawl.ReasonOf(err)), "")
	}
	left := budget - time.Duration(now.SpentMs)*time.Millisecond
	reading, cancel := context.WithTimeoutCause(ctx, max(left, time.Millisecond), errOver)
	defer cancel()
	visit := w.reader.Fetcher.Visit(site)
	for listed := now.Listed; ; {
		page, ok, err := w.store.next(ctx, of)
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		more, err := w.page(ctx, reading, visit, of, page)
		if err != nil || !more {
			return err
		}
		if !listed && reading.Err() == nil {
			links, err := visit.Listed(reading)
			if err != nil && ctx.Err() != nil {
				return err
			}
			if err := w.store.list(ctx, of, links); err != nil {
				return err
			}
			listed = true
		}
		if reading.Err() != nil {
			break
		}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return w.conclude(ctx, of)
}

// errOver is why a reading ends that takes too long: what was read by then is enough.
var errOver = errors.New("the time for reading a website is over")

// page reads one page. more is false when the import has ended with it: its first page leads elsewhere.
func (w *worker) page(ctx, reading context.Context, visit *crawl.Visit, of readSite, page pageOf) (more bool, err error) {
	begun := time.Now()
	address, err := url.Parse(page.URL)
	if err != nil {
		return true, w.store.put(ctx, of, outcome{page: page, why: crawl.Unreadable})
	}
	read, err := visit.Read(reading, address)
	var found draft.Found
	if err == nil {
		found, err = draft.FromPage(reading, read.URL, read.Root)
	}
	if errors.Is(err, errOver) {
		return true, w.store.put(ctx, of, outcome{page: page, why: crawl.TooSlow, took: budget})
	}
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	if refused, ok := errors.AsType[*crawl.Refusal](err); ok && page.First && refused.Reason == crawl.Moved {
		return false, w.store.finish(ctx, of, nil, string(crawl.Moved), refused.To)
	}
	if err != nil {
		w.reader.Logger.DebugContext(ctx, "a page is not read", "church", of.ChurchID, "error", err)
		return true, w.store.put(ctx, of, outcome{page: page, why: crawl.ReasonOf(err), took: time.Since(begun)})
	}
	o := outcome{page: page, at: crawl.Key(read.URL), found: found, links: read.Links}
	switch {
	case o.found.Wordless && o.found.Login:
		o.why = crawl.Login
	case o.found.Wordless:
		o.why = crawl.Wordless
	}
	o.took = time.Since(begun)
	return true, w.store.put(ctx, of, o)
}

// conclude makes drafts of what all pages say.
func (w *worker) conclude(ctx context.Context, of readSite) error {
	pages, err := w.store.findings(ctx, of)
	if err != nil {
		return err
	}
	var all []draft.Draft
	reason, asked := nothingFound, 0
	for _, p := range pages {
		if p.Found == nil {
			if p.First { // what is the matter with the first is the matter with the site
				reason = p.Reason
			}
			continue
		}
		all = append(all, p.Found.Drafts...)
		if w.reader.Ask != nil && asked < mostAsked {
			asked++
			proposed, err := draft.Propose(ctx, func(ctx context.Context, task, page string) (string, error) {
				return w.reader.Ask(ctx, of.ChurchID, task, page)
			}, p.URL, p.Found.Text)
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if errors.Is(err, ErrBudget) {
				asked = mostAsked // what the pages say by themselves is found all the same
			}
			if err != nil {
				w.reader.Logger.WarnContext(ctx, "the model proposes nothing for a page", "church", of.ChurchID, "error", err)
			}
			all = append(all, proposed...)
		}
	}
	drafts := draft.Merge(all)
	if len(drafts) > 0 {
		reason = ""
	}
	return w.store.finish(ctx, of, drafts, reason, "")
}

// mostAsked is how many pages a model reads, those of the highest rank.
const mostAsked = 8
