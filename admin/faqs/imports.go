package faqs

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"narthex/admin/access"
	"narthex/admin/audit"
	"narthex/chat/church"
)

// Import is a file of FAQs that a church sent, and what has come of it so far.
type Import struct {
	ID        uuid.UUID  `json:"id"`
	FileName  string     `json:"-"`
	Status    string     `json:"status"` // working, done or cancelled
	Lines     int        `json:"lines"`  // FAQs in the file
	Created   int        `json:"created"`
	Changed   int        `json:"changed"`
	Unchanged int        `json:"unchanged"`
	Refused   int        `json:"refused"`
	BegunAt   time.Time  `json:"-"`
	EndedAt   *time.Time `json:"-"`
}

// Done is how many of the lines are worked on.
func (i Import) Done() int { return i.Created + i.Changed + i.Unchanged + i.Refused }

// Stored is how many of them visitors are answered by.
func (i Import) Stored() int { return i.Created + i.Changed + i.Unchanged }

const importColumns = "id, file_name, status, lines, created, changed, unchanged, refused, begun_at, ended_at"

// keptImports is how many of a church's imports are kept, the last.
const keptImports = 5

// errImporting says that another file is being imported.
var errImporting = errors.New("another import is under way")

// beginImport stores a file's lines and has them worked on. It fails with errImporting.
func (s store) beginImport(ctx context.Context, a access.Admin, fileName string, lines []line, queue func(context.Context, pgx.Tx, importFAQs) error) (id uuid.UUID, err error) {
	id = uuid.Must(uuid.NewV7())
	refused := 0
	numbers, columns, exact := make([]int32, len(lines)), [5][]string{}, make([]*bool, len(lines))
	for i, l := range lines {
		numbers[i] = int32(l.Number)
		visibility := l.Visibility
		if l.unsaid.visibility {
			visibility = ""
		}
		if !l.unsaid.exact {
			exact[i] = &lines[i].Exact
		}
		for j, cell := range [...]string{l.Question, l.Answer, l.Category, visibility, l.Fault} {
			columns[j] = append(columns[j], cell)
		}
		if l.Fault != "" {
			refused++
		}
	}
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "insert into faq_imports (id, church_id, file_name, lines, refused) values ($1, $2, $3, $4, $5)", id, a.ChurchID, fileName, len(lines), refused)
		if pgErr, ok := errors.AsType[*pgconn.PgError](err); ok && pgErr.ConstraintName == "faq_imports_one_at_a_time" {
			return errImporting
		}
		if err != nil {
			return err
		}
		// Not by COPY, which tables with policies do not take.
		_, err = tx.Exec(ctx, `
			insert into faq_import_lines (church_id, import_id, line, question, answer, category, visibility, fault, exact)
			select $1, $2, line, question, answer, category, visibility, nullif(fault, ''), exact
			from unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::boolean[])
				as l (line, question, answer, category, visibility, fault, exact)`,
			a.ChurchID, id, numbers, columns[0], columns[1], columns[2], columns[3], columns[4], exact)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `delete from faq_imports where church_id = $1 and status <> 'working' and id not in (
			select id from faq_imports where church_id = $1 order by begun_at desc, id desc limit $2)`, a.ChurchID, keptImports)
		if err != nil {
			return err
		}
		if err := queue(ctx, tx, importFAQs{a.ChurchID, id}); err != nil {
			return err
		}
		return audit.Record(ctx, tx, "faq.imported", map[string]string{"file": fileName, "count": strconv.Itoa(len(lines))})
	})
	if err != nil && !errors.Is(err, errImporting) {
		err = fmt.Errorf("begin an import: %w", err)
	}
	return id, err
}

// imports are the church's, the newest first.
func (s store) imports(ctx context.Context, a access.Admin) (found []Import, err error) {
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, "select "+importColumns+" from faq_imports where church_id = $1 order by begun_at desc, id desc limit $2", a.ChurchID, keptImports)
		if err != nil {
			return err
		}
		found, err = pgx.CollectRows(rows, pgx.RowToStructByName[Import])
		return err
	})
	return found, named("read the imports", err)
}

// theImport is one of the church's, with the first refused lines, as many as most. It fails with errGone.
func (s store) theImport(ctx context.Context, a access.Admin, id uuid.UUID, most int) (found Import, refused []line, err error) {
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, "select "+importColumns+" from faq_imports where church_id = $1 and id = $2", a.ChurchID, id)
		if err != nil {
			return err
		}
		found, err = pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[Import])
		if errors.Is(err, pgx.ErrNoRows) {
			return errGone
		}
		if err != nil {
			return err
		}
		refused, err = linesOf(ctx, tx, a.ChurchID, id, "fault is not null", most)
		return err
	})
	return found, refused, named("read an import", err)
}

// linesOf are the first lines of an import for which a condition holds.
func linesOf(ctx context.Context, tx pgx.Tx, churchID, id uuid.UUID, condition string, most int) ([]line, error) {
	rows, err := tx.Query(ctx, `
		select line, question, answer, category, coalesce(nullif(visibility, ''), 'public'), coalesce(exact, false), category = '', visibility = '', exact is null, coalesce(fault, '')
		from faq_import_lines where church_id = $1 and import_id = $2 and `+condition+` order by line limit $3`, churchID, id, most)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (l line, err error) {
		return l, row.Scan(&l.Number, &l.Question, &l.Answer, &l.Category, &l.Visibility, &l.Exact, &l.unsaid.category, &l.unsaid.visibility, &l.unsaid.exact, &l.Fault)
	})
}

// cancelImport ends an import. What is stored by then stays. It fails with errGone where nothing is under way.
func (s store) cancelImport(ctx context.Context, a access.Admin, id uuid.UUID) error {
	err := church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		ended, err := tx.Exec(ctx, "update faq_imports set status = 'cancelled', ended_at = now() where church_id = $1 and id = $2 and status = 'working'", a.ChurchID, id)
		if err != nil || ended.RowsAffected() == 0 {
			return errors.Join(err, gone(err))
		}
		if _, err := tx.Exec(ctx, "delete from faq_import_lines where church_id = $1 and import_id = $2 and fault is null", a.ChurchID, id); err != nil {
			return err
		}
		return audit.Record(ctx, tx, "faq.import_cancelled", nil)
	})
	return named("cancel an import", err)
}
