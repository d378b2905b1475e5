package teaching

import (
	"context"
	"errors"
	"net/http"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"narthex/admin/access"
	"narthex/chat/church"
	"narthex/chat/evaluate"
	"narthex/static/web"
)

const (
	comparisonsPerMinute = 6
	longestQuestion      = 500              // characters
	comparePatience      = 25 * time.Second // for the model: a request may take half a minute
)

// comparison is what was answered in one voice.
type comparison struct {
	Lens string `json:"lens"`
	Text string `json:"text"`
}

// compare is POST /api/admin/theology/compare: {"lens", "question"}. The question is answered twice, under the lens of today and
// under the one asked about, as visitors are answered, and nobody hears of it.
func (h *Handler) compare(w http.ResponseWriter, r *http.Request) error {
	language := h.texts(r)
	sent, err := read[struct {
		Lens     int    `json:"lens"`
		Question string `json:"question"`
	}](w, r)
	if err != nil {
		return err
	}
	question := clean(sent.Question)
	if question == "" || utf8.RuneCountInString(question) > longestQuestion {
		return invalid(language, faults{"question": {key: "theology.compare.question"}})
	}
	a := access.From(r.Context())
	if wait, err := h.parts.Limit(r.Context(), a.ChurchID, "compare_lenses", comparisonsPerMinute); err != nil {
		return refusal(language, err)
	} else if wait > 0 {
		return later(language, wait, "theology.compare.slow")
	}
	var lenses []church.Tradition
	var stored int
	err = h.in(r.Context(), func(ctx context.Context, tx pgx.Tx) (err error) {
		if lenses, err = church.ReadTraditions(ctx, tx); err != nil {
			return err
		}
		stored, err = storedLens(ctx, tx)
		return err
	})
	if err != nil {
		return refusal(language, err)
	}
	var voices [2]church.Tradition
	var known bool
	if voices[1], known = church.TraditionWithID(lenses, sent.Lens); !known {
		return invalid(language, faults{"lens": {key: "theology.lens.unknown"}})
	}
	if voices[0], _, err = h.lensToday(r.Context(), lenses, stored); err != nil {
		return refusal(language, err)
	}
	answers, err := h.answerIn(r.Context(), question, voices)
	switch {
	case errors.Is(err, evaluate.ErrSpent):
		return language.Refuse("rate_limited", "trials_spent", "simulator.exhausted")
	case errors.Is(err, errCrisis):
		return language.Refuse("unprocessable", "answered_as_crisis", "theology.compare.crisis")
	case err != nil:
		return refusal(language, err)
	}
	return answer(w, struct {
		Now  comparison `json:"now"`
		Then comparison `json:"then"`
	}{answers[0], answers[1]})
}

// answerIn asks for the answers at the same time.
func (h *Handler) answerIn(ctx context.Context, question string, voices [2]church.Tradition) (answers [2]comparison, err error) {
	ctx, cancel := context.WithTimeout(ctx, comparePatience)
	defer cancel()
	work, asking := errgroup.WithContext(ctx)
	for i, voice := range voices {
		work.Go(func() error {
			said, err := h.parts.Ask(asking, evaluate.Question{ChurchID: access.From(ctx).ChurchID, Message: question, Agent: church.Coordinator, Lens: &voice})
			switch {
			case err != nil:
				return err
			case said.Crisis != nil:
				return errCrisis
			case said.Answer.Failed:
				return web.ErrUnavailable
			}
			answers[i] = comparison{voice.Lens.Name, said.Answer.Text}
			return nil
		})
	}
	return answers, work.Wait()
}
