package data

import (
	"archive/zip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/audit"
	"narthex/admin/transfer"
	"narthex/chat/church"
	"narthex/static/web"
)

const largestArchive = 256 << 20 // bytes

const (
	makeLimit        = 5 * time.Minute // for reading a church and writing its archive
	exportsPerMinute = 2               // from one address
)

// export is GET /admin/settings/data/export: a ZIP archive with a file of JSON and one of CSV for each table, all of one moment. It is
// whole before its first byte is sent: the connection to Postgres that it is read over does not wait for a slow reader.
func (h *Handler) export(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	language := h.parts.Pages.Asked(r, a.Church.Language)
	wait, err := h.parts.Limit(r, a.ChurchID, "export", exportsPerMinute)
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	if wait > 0 {
		return language.Refuse("rate_limited", "too_many_exports", "data.problem.limited").After(wait)
	}
	leave, err := h.room.archives.Enter(r.Context(), a.ChurchID, 0)
	if err != nil {
		return transfer.Refused(language, err)
	}
	defer leave()
	if err := transfer.Making(w, makeLimit); err != nil {
		return err
	}
	file, err := h.made(r.Context(), a)
	if err != nil {
		return transfer.Refused(language, err)
	}
	defer file.Close()
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	header := w.Header()
	header.Set("Content-Type", "application/zip")
	header.Set("Content-Length", strconv.FormatInt(size, 10))
	header.Set("Content-Disposition", `attachment; filename="`+a.Church.Slug+`-`+time.Now().UTC().Format(time.DateOnly)+`.zip"`)
	return transfer.Send(w, file)
}

// made is the church's archive in a file that has no name. It fails with transfer.ErrFull or transfer.ErrTooLarge.
func (h *Handler) made(ctx context.Context, a access.Admin) (*os.File, error) {
	leave, err := h.room.enter()
	if err != nil {
		return nil, err
	}
	defer leave()
	ctx, cancel := context.WithTimeout(ctx, makeLimit)
	defer cancel()
	if err := h.note(ctx, "data.exported", nil); err != nil {
		return nil, errors.Join(web.ErrUnavailable, err)
	}
	return transfer.Spool(h.largest, func(to io.Writer) error {
		return h.store.snapshot(ctx, a.ChurchID, func(tx pgx.Tx) error { return archive(ctx, tx, a, to) })
	})
}

// note writes down in the audit what an admin did.
func (h *Handler) note(ctx context.Context, what string, detail map[string]string) error {
	return church.InChurch(ctx, h.store.pool, access.From(ctx).ChurchID, func(tx pgx.Tx) error { return audit.Record(ctx, tx, what, detail) })
}

// archive writes the archive.
func archive(ctx context.Context, tx pgx.Tx, a access.Admin, w io.Writer) error {
	z := zip.NewWriter(w)
	for _, t := range tables {
		columns, err := t.columns(ctx, tx)
		if err != nil {
			return err
		}
		if err := t.writeJSON(ctx, tx, a, columns, z); err != nil {
			return fmt.Errorf("export %s: %w", t.name, err)
		}
		if err := t.writeCSV(ctx, tx, a, columns, z); err != nil {
			return fmt.Errorf("export %s: %w", t.name, err)
		}
	}
	return z.Close()
}

// columns are those of the table that are exported, in its order.
func (t table) columns(ctx context.Context, tx pgx.Tx) ([]string, error) {
	rows, err := tx.Query(ctx, `select attname::text from pg_attribute where attrelid = $1::text::regclass and attnum > 0 and not attisdropped order by attnum`, t.name)
	if err != nil {
		return nil, err
	}
	all, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("read the columns of %s: %w", t.name, err)
	}
	return slices.DeleteFunc(all, func(column string) bool { return slices.Contains(t.drop, column) }), nil
}

// rows reads the church's rows, each as what shown says.
func (t table) rows(ctx context.Context, tx pgx.Tx, a access.Admin, shown string) (pgx.Rows, error) {
	query := "select " + shown + " from " + t.name + " t where t." + t.church + " = $1 and ($2 or true)" // every query has both parameters
	if t.where != "" {
		query += " and " + strings.ReplaceAll(t.where, "%hidden%", hidden)
	}
	if t.order != "" {
		query += " order by " + t.order
	}
	return tx.Query(ctx, query, a.ChurchID, seesConfidential(a))
}

// writeJSON writes an array of objects.
func (t table) writeJSON(ctx context.Context, tx pgx.Tx, a access.Admin, columns []string, z *zip.Writer) error {
	file, err := z.Create(t.name + ".json")
	if err != nil {
		return err
	}
	pairs := make([]string, len(columns))
	for i, column := range columns {
		pairs[i] = "t." + pgx.Identifier{column}.Sanitize()
	}
	// A row of a subquery keeps the columns' names and order, which a function of many arguments would not.
	rows, err := t.rows(ctx, tx, a, "(select to_json(x) from (select "+strings.Join(pairs, ", ")+") x)")
	if err != nil {
		return err
	}
	defer rows.Close()
	opening := "[\n"
	for rows.Next() {
		var object json.RawMessage
		if err := rows.Scan(&object); err != nil {
			return err
		}
		if _, err := io.WriteString(file, opening); err != nil {
			return err
		}
		if _, err := file.Write(object); err != nil {
			return err
		}
		opening = ",\n"
	}
	if opening == "[\n" {
		_, err = io.WriteString(file, "[]\n")
	} else {
		_, err = io.WriteString(file, "\n]\n")
	}
	return errors.Join(rows.Err(), err)
}

// writeCSV writes a table for a spreadsheet, which must not take what a visitor wrote for a formula.
func (t table) writeCSV(ctx context.Context, tx pgx.Tx, a access.Admin, columns []string, z *zip.Writer) error {
	file, err := z.Create(t.name + ".csv")
	if err != nil {
		return err
	}
	table, err := transfer.BeginCSV(file)
	if err != nil {
		return err
	}
	if err := table.Write(columns); err != nil {
		return err
	}
	texts := make([]string, len(columns))
	for i, column := range columns {
		texts[i] = "coalesce(t." + pgx.Identifier{column}.Sanitize() + "::text, '')"
	}
	rows, err := t.rows(ctx, tx, a, "array["+strings.Join(texts, ", ")+"]")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var cells []string
		if err := rows.Scan(&cells); err != nil {
			return err
		}
		for i := range cells {
			cells[i] = harmless(cells[i])
		}
		if err := table.Write(cells); err != nil {
			return err
		}
	}
	table.Flush()
	return errors.Join(rows.Err(), table.Error())
}

// harmless has a spreadsheet show a cell rather than compute it.
func harmless(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
		return "'" + cell
	}
	return cell
}
