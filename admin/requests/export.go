package requests

import (
	"context"
	"encoding/csv"
	"net/http"
	"strconv"
	"strings"
	"time"

	"narthex/admin/access"
)

// heads are the columns of the CSV file.
var heads = []string{"created_at", "kind", "urgent", "status", "withdrawn", "name", "email", "phone", "about", "message", "acknowledged_by", "assignee", "id"}

// export is GET /admin/requests.csv: those that fit the filter, written as they are read.
func (h *Handler) export(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Minute)
	defer cancel()
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(2 * time.Minute))
	header := w.Header()
	header.Set("Content-Type", "text/csv; charset=utf-8")
	header.Set("Content-Disposition", `attachment; filename="`+a.Church.Slug+`-requests.csv"`)
	_, _ = w.Write([]byte("\ufeff")) // so that spreadsheets read it as UTF-8
	out := csv.NewWriter(w)
	if err := out.Write(heads); err != nil {
		return err
	}
	err := h.store.each(ctx, a, filterOf(r.URL.Query()), func(one Request) error {
		cells := []string{
			clock(a, one.CreatedAt), one.Kind, strconv.FormatBool(one.Urgent), one.Status, strconv.FormatBool(one.Withdrawn), one.Name, one.Email, one.Phone,
			one.About, one.Message, one.AcknowledgedBy, one.Assignee, one.ID.String(),
		}
		for i, cell := range cells {
			cells[i] = harmless(cell)
		}
		return out.Write(cells)
	})
	if err != nil {
		return err
	}
	out.Flush()
	return out.Error()
}

// harmless has a spreadsheet show a cell rather than compute it.
func harmless(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
		return "'" + cell
	}
	return cell
}
