package teaching

import (
	"context"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/audit"
)

const previewsPerMinute = 10

// makePreview is POST /api/admin/preview: a link by which the church's pages are seen before visitors see them.
func (h *Handler) makePreview(w http.ResponseWriter, r *http.Request) error {
	language, a := h.texts(r), access.From(r.Context())
	if wait, err := h.parts.Limit(r.Context(), a.ChurchID, "preview_links", previewsPerMinute); err != nil {
		return refusal(language, err)
	} else if wait > 0 {
		return later(language, wait, "teaching.slow")
	}
	token, until := h.parts.Previews.Mint(a.ChurchID)
	err := h.in(r.Context(), func(ctx context.Context, tx pgx.Tx) error { return audit.Record(ctx, tx, "preview.made", nil) })
	if err != nil {
		return refusal(language, err)
	}
	return answer(w, struct {
		URL   string    `json:"url"`
		Until time.Time `json:"until"`
	}{h.parts.Previews.URL(a.Church.Slug, token), until})
}
