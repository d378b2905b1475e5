package teaching

import (
	"context"
	"net/http"
	"strconv"

	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/frame"
	"narthex/chat/church"
)

// theologyPage is what theology.html shows.
type theologyPage struct {
	Frame     frame.Frame
	Changes   bool // whoever looks may change it
	Today     church.Tradition
	Source    church.LensSource
	Lenses    []lensOption
	Stored    int
	Version   string            // of the lens
	Looked    *church.Tradition // at whose vocabulary and positions one looks beside those of today; nil: at none
	Overrides []shownOverride
	New       shownOverride // the form for a new position

	Texts        []lensText // curated ones, of the lens of today
	TextsOn      bool
	TextsVersion string
}

type lensOption struct {
	ID         int
	Slug, Name string
	Chosen     bool
}

// theology is GET /admin/training/theology?lens=: the church's voice, and beside it the one that is looked at.
func (h *Handler) theology(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	page := &theologyPage{Frame: frame.Of(a, frame.Theology), Changes: a.Changes(access.Theology)}
	wanted, _ := strconv.Atoi(r.URL.Query().Get("lens"))
	var lenses []church.Tradition
	err := h.in(r.Context(), func(ctx context.Context, tx pgx.Tx) (err error) {
		if lenses, err = church.ReadTraditions(ctx, tx); err != nil {
			return err
		}
		if page.Stored, err = storedLens(ctx, tx); err != nil {
			return err
		}
		found, err := readSettings(ctx, tx, false)
		page.Overrides, page.New.Version = showOverrides(found.DoctrinalOverrides)
		page.New.ID = "override-new"
		page.TextsOn, page.TextsVersion = church.ReadLensTexts(found.ChatbotConfig), textsFields(found.ChatbotConfig).version().String()
		return err
	})
	language := h.texts(r)
	if err == nil {
		page.Today, page.Source, err = h.lensToday(r.Context(), lenses, page.Stored)
	}
	if err == nil {
		err = h.in(r.Context(), func(ctx context.Context, tx pgx.Tx) (err error) {
			page.Texts, err = textsOf(ctx, tx, page.Today.Lens.ID)
			return err
		})
	}
	if err != nil {
		return refusal(language, err)
	}
	page.Version = lensFields(lenses, page.Stored).version().String()
	for _, t := range lenses {
		page.Lenses = append(page.Lenses, lensOption{t.Lens.ID, t.Lens.Slug, t.Lens.Name, t.Lens.ID == wanted || wanted == 0 && t.Lens.ID == page.Today.Lens.ID})
	}
	if looked, known := church.TraditionWithID(lenses, wanted); known && wanted != page.Today.Lens.ID {
		page.Looked = &looked
	}
	return h.parts.Pages.Render(w, http.StatusOK, language, "theology", page)
}
