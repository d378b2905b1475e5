package requests

import (
	"context"
	"encoding/csv"
	"net/http"
	"strconv"
	"strings"

	"narthex/admin/access"
	"narthex/admin/transfer"
)

// heads are the columns of the CSV file.
var heads = []string{"created_at", "kind", "urgent", "status", "withdrawn", "name", "email", "phone", "about", "message", "acknowledged_by", "assignee", "id"}

// export is GET /admin/requests.csv: those that fit the filter.
func (h *Handler) export(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	err := h.downloads.CSV(r.Context(), w, a.ChurchID, a.Church.Slug+"-requests.csv", func(ctx context.Context, out *csv.Writer) error {
		if err := out.Write(heads); err != nil {
			return err
		}
		return h.store.each(ctx, a, filterOf(r.URL.Query()), func(one Request) error {
			cells := []string{
				clock(a, one.CreatedAt), one.Kind, strconv.FormatBool(one.Urgent), one.Status, strconv.FormatBool(one.Withdrawn), one.Name, one.Email, one.Phone,
				one.About, one.Message, one.AcknowledgedBy, one.Assignee, one.ID.String(),
			}
			for i, cell := range cells {
				cells[i] = harmless(cell)
			}
			return out.Write(cells)
		})
	})
	return transfer.Refused(h.parts.Pages.Asked(r, a.Church.Language), err)
}

// harmless has a spreadsheet show a cell rather than compute it.
func harmless(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
		return "'" + cell
	}
	return cell
}
