package teaching

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/chat/church"
)

// changeWords is PATCH /api/admin/safety/words: {"version", "words_to_avoid"}, which no answer may have, whatever it is about.
func (h *Handler) changeWords(w http.ResponseWriter, r *http.Request) error {
	language, a := h.texts(r), access.From(r.Context())
	sent, err := read[struct {
		Version string   `json:"version"`
		Words   []string `json:"words_to_avoid"`
	}](w, r)
	if err != nil {
		return err
	}
	if sent.Words == nil {
		return errNothing
	}
	sent.Words = cleanAll(sent.Words)
	found := faults{}
	checkTerms(found, "words_to_avoid", sent.Words, a, h.countryOf(r.Context()))
	if len(found) > 0 {
		return invalid(language, found)
	}
	var next version
	err = h.in(r.Context(), func(ctx context.Context, tx pgx.Tx) error {
		current, err := readSettings(ctx, tx, true)
		if err != nil {
			return err
		}
		var write fields
		write, next, err = merge(wordsFields(current.ChatbotConfig), fields{"words_to_avoid": sent.Words}, shownTo(ctx, sent.Version))
		if err != nil || len(write) == 0 {
			return err
		}
		encoded, err := json.Marshal(sent.Words)
		if err != nil {
			return err
		}
		config := objectOf(current.ChatbotConfig)
		config["words_to_avoid"] = encoded
		return writeSettings(ctx, tx, chatbotConfig, config, "words.changed", nil)
	})
	if err != nil {
		return refusal(language, err)
	}
	return answerSaved(w, next)
}

// wordsFields are what the form shows: without what it would not take again either, so that a list that nobody touched is no change.
func wordsFields(chatbotConfig json.RawMessage) fields {
	return fields{"words_to_avoid": cleanAll(church.ReadAvoided(chatbotConfig))}
}

// proposed are words that an address proposes to avoid.
func proposed(text string) string {
	text = strings.Join(strings.Fields(church.Storable(text)), " ")
	return string([]rune(text)[:min(len([]rune(text)), longestTerm)])
}
