package teaching

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"

	"github.com/jackc/pgx/v5"

	"narthex/chat/church"
)

// lensText is a curated text of a tradition, by its title.
type lensText struct{ Title, Source string }

// textsOf are those of a lens. They are every church's, and no church's to change.
func textsOf(ctx context.Context, tx pgx.Tx, lens int) ([]lensText, error) {
	rows, err := tx.Query(ctx, "select title, source from lens_texts where lens_id = $1 order by title", lens)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[lensText])
}

// changeTexts is PATCH /api/admin/theology/texts: {"version", "lens_texts"}, whether answers may draw on the texts of the lens.
func (h *Handler) changeTexts(w http.ResponseWriter, r *http.Request) error {
	language := h.texts(r)
	sent, err := read[struct {
		Version   string `json:"version"`
		LensTexts *bool  `json:"lens_texts"`
	}](w, r)
	if err != nil {
		return err
	}
	if sent.LensTexts == nil {
		return errNothing
	}
	var next version
	err = h.in(r.Context(), func(ctx context.Context, tx pgx.Tx) error {
		current, err := readSettings(ctx, tx, true)
		if err != nil {
			return err
		}
		var write fields
		write, next, err = merge(textsFields(current.ChatbotConfig), fields{"lens_texts": *sent.LensTexts}, shownTo(ctx, sent.Version))
		if err != nil || len(write) == 0 {
			return err
		}
		config := objectOf(current.ChatbotConfig)
		config["lens_texts"] = json.RawMessage(strconv.FormatBool(*sent.LensTexts))
		return writeSettings(ctx, tx, chatbotConfig, config, "texts.changed", nil)
	})
	if err != nil {
		return refusal(language, err)
	}
	return answerSaved(w, next)
}

// textsFields are what the form of the switch shows.
func textsFields(chatbotConfig json.RawMessage) fields {
	return fields{"lens_texts": church.ReadLensTexts(chatbotConfig)}
}
