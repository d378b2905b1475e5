package faqs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"golang.org/x/sync/errgroup"

	"narthex/chat/church"
)

// importFAQs is the job that works on the lines of an import.
type importFAQs struct {
	ChurchID uuid.UUID `json:"church_id"`
	ImportID uuid.UUID `json:"import_id"`
}

// Kind implements river.JobArgs.
func (importFAQs) Kind() string { return "import_faqs" }

const (
	linesAtOnce    = 100
	screenedAtOnce = 4 // at a time, by one import: visitors' messages go to the same service
	importTurn     = 5 * time.Minute
)

// Importer works on imports.
type Importer struct {
	Pool *pgxpool.Pool
	// Unfit is that of Parts.
	Unfit func(ctx context.Context, text string) bool
	// Embed embeds what a church has stored and not embedded yet.
	Embed  func(ctx context.Context, churchID uuid.UUID) (embedded, failed int, err error)
	Logger *slog.Logger
}

// AddWorkers registers the worker of the package's job.
func AddWorkers(workers *river.Workers, i *Importer) { river.AddWorker(workers, &worker{importer: i}) }

type worker struct {
	river.WorkerDefaults[importFAQs]
	importer *Importer
}

// Timeout implements river.Worker: a turn may end with a last set of lines.
func (w *worker) Timeout(*river.Job[importFAQs]) time.Duration { return 3 * importTurn }

// Work implements river.Worker. An import that takes long lets other jobs have their turn. Every set of lines is stored with the note
// that it is, so that a job that is run again goes on where it was.
func (w *worker) Work(ctx context.Context, job *river.Job[importFAQs]) error {
	for begun := time.Now(); time.Since(begun) < importTurn; {
		more, err := w.importer.step(ctx, job.Args)
		if err != nil {
			return fmt.Errorf("import FAQs of church %s: %w", job.Args.ChurchID, err)
		}
		// Until they are embedded, visitors are not answered by them. A job of every minute embeds what is left.
		if _, _, err := w.importer.Embed(ctx, job.Args.ChurchID); err != nil {
			w.importer.Logger.WarnContext(ctx, "imported FAQs are embedded later", "church", job.Args.ChurchID, "error", err)
		}
		if !more {
			return nil
		}
	}
	return river.JobSnooze(time.Second)
}

// step works on the next lines. more is false when the import has ended.
func (i *Importer) step(ctx context.Context, args importFAQs) (more bool, err error) {
	var lines []line
	err = church.InChurch(ctx, i.Pool, args.ChurchID, func(tx pgx.Tx) error {
		lines, err = linesOf(ctx, tx, args.ChurchID, args.ImportID, "fault is null", linesAtOnce)
		return err
	})
	if err != nil {
		return false, err
	}
	if err := i.screen(ctx, lines); err != nil {
		return false, err
	}
	err = church.InChurch(ctx, i.Pool, args.ChurchID, func(tx pgx.Tx) error {
		more, err = put(ctx, tx, args, lines)
		return err
	})
	return more, err
}

// screen marks the lines that cannot be said in a church's name.
func (i *Importer) screen(ctx context.Context, lines []line) error {
	var screening errgroup.Group
	screening.SetLimit(screenedAtOnce)
	for n := range lines {
		screening.Go(func() error {
			if i.Unfit(ctx, lines[n].Question+"\n"+lines[n].Answer) {
				lines[n].Fault = "unfit"
			}
			return nil
		})
	}
	_ = screening.Wait()
	return ctx.Err() // a service that was not asked to the end has said nothing
}

// put stores lines, those of an import that was not cancelled meanwhile. more is false when it has ended.
func put(ctx context.Context, tx pgx.Tx, args importFAQs, lines []line) (more bool, err error) {
	var status, language string
	var plan church.Plan
	err = tx.QueryRow(ctx, `
		select i.status, c.language, p.plan
		from faq_imports i join churches c on c.id = i.church_id join premium_churches p on p.church_id = i.church_id
		where i.church_id = $1 and i.id = $2 for update of i`, args.ChurchID, args.ImportID).Scan(&status, &language, &plan)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && status != "working" {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if len(lines) == 0 {
		_, err := tx.Exec(ctx, "update faq_imports set status = 'done', ended_at = now() where church_id = $1 and id = $2", args.ChurchID, args.ImportID)
		return false, err
	}
	if lines, err = waiting(ctx, tx, args.ChurchID, args.ImportID, lines); err != nil || len(lines) == 0 {
		return true, err
	}
	known, room, err := stored(ctx, tx, args.ChurchID, plan, lines)
	if err != nil {
		return false, err
	}
	var created, changed, unchanged, refused int
	batch := &pgx.Batch{}
	for _, l := range lines {
		was, there := known[strings.ToLower(l.Question)]
		if there {
			l.Draft = l.over(was.Draft)
		}
		switch {
		case l.Fault != "":
		case there && was.Draft == l.Draft:
			unchanged++
		case there && was.readOnly:
			l.Fault = "read_only"
		case there:
			changed++
			batch.Queue(`
				update unified_rag_content set title = $3, content = $4, metadata = metadata || $5, embed_attempts = 0, embed_error = null
				where organization_id = $1 and id = $2`, args.ChurchID, was.id, l.Question, l.Answer, l.metadata(embedded{}))
		case room == 0:
			l.Fault = "plan_full"
		default:
			created++
			room--
			batch.Queue(`
				insert into unified_rag_content (organization_id, content_type, title, content, curation_status, language, metadata)
				values ($1, 'faq', $2, $3, 'approved', $4, $5)`, args.ChurchID, l.Question, l.Answer, language, l.metadata(embedded{}))
		}
		if l.Fault != "" {
			refused++
			batch.Queue("update faq_import_lines set fault = $3 where import_id = $1 and line = $2", args.ImportID, l.Number, l.Fault)
		}
	}
	batch.Queue("delete from faq_import_lines where import_id = $1 and line between $2 and $3 and fault is null", args.ImportID, lines[0].Number, lines[len(lines)-1].Number)
	batch.Queue(`update faq_imports set created = created + $3, changed = changed + $4, unchanged = unchanged + $5, refused = refused + $6
		where church_id = $1 and id = $2`, args.ChurchID, args.ImportID, created, changed, unchanged, refused)
	return true, tx.SendBatch(ctx, batch).Close()
}

// waiting are those of lines that nobody has put meanwhile, who counted them: two nodes may work on one job for a while.
func waiting(ctx context.Context, tx pgx.Tx, churchID, importID uuid.UUID, lines []line) ([]line, error) {
	rows, err := tx.Query(ctx, "select line from faq_import_lines where church_id = $1 and import_id = $2 and line between $3 and $4 and fault is null",
		churchID, importID, lines[0].Number, lines[len(lines)-1].Number)
	if err != nil {
		return nil, err
	}
	numbers, err := pgx.CollectRows(rows, pgx.RowTo[int])
	return slices.DeleteFunc(lines, func(l line) bool { return !slices.Contains(numbers, l.Number) }), err
}

// there is a FAQ that asks what a line asks.
type there struct {
	Draft
	id       uuid.UUID
	readOnly bool
}

// stored are the church's FAQs that ask what lines ask, by their questions in lower case, and how many more it may have. Those who add
// some at once wait for each other.
func stored(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, plan church.Plan, lines []line) (known map[string]there, room int, err error) {
	limit, limited := plan.FAQLimit()
	if _, err := tx.Exec(ctx, "select pg_advisory_xact_lock(hashtextextended('faqs ' || $1::text, 0))", churchID); err != nil {
		return nil, 0, err
	}
	asked := make([]string, len(lines))
	for i, l := range lines {
		asked[i] = l.Question
	}
	rows, err := tx.Query(ctx, "select question, answer, category, visibility, exact, id, read_only from ("+selected+") f where lower(question) in (select lower(asked) from unnest($3::text[]) asked)", churchID, limit, asked)
	if err != nil {
		return nil, 0, err
	}
	known = make(map[string]there)
	var found there
	_, err = pgx.ForEachRow(rows, []any{&found.Question, &found.Answer, &found.Category, &found.Visibility, &found.Exact, &found.id, &found.readOnly}, func() error {
		if _, twice := known[strings.ToLower(found.Question)]; !twice {
			known[strings.ToLower(found.Question)] = found
		}
		return nil
	})
	if err != nil || !limited {
		return known, len(lines), err
	}
	var all int
	err = tx.QueryRow(ctx, "select count(*) from ("+selected+") f", churchID, limit).Scan(&all)
	return known, max(limit-all, 0), err
}
