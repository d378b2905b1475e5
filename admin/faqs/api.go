package faqs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/google/uuid"

	"narthex/admin/access"
	"narthex/retrieval"
	"narthex/static/web"
)

const (
	longestBody = 64 << 10         // bytes
	patience    = 20 * time.Second // for the screening, the embedder and Postgres together
)

// written is the body of a request that writes a FAQ.
type written struct {
	ID      uuid.UUID `json:"id"`      // of one that is changed or deleted
	Version string    `json:"version"` // what its author saw
	Draft
}

// saved is the answer to it.
type saved struct {
	ID      uuid.UUID `json:"id"`
	Version string    `json:"version"`
	Live    bool      `json:"live"` // visitors' next answers have it; otherwise it is embedded as soon as that can be done
	URL     string    `json:"url"`
	Similar []Similar `json:"similar"`
}

// proxy is POST, PATCH and DELETE /api/admin/kb-proxy?action=faqs: a FAQ is created, changed, deleted.
func (h *Handler) proxy(w http.ResponseWriter, r *http.Request) error {
	a := access.From(r.Context())
	language := h.parts.Pages.Asked(r, a.Church.Language)
	if r.URL.Query().Get("action") != "faqs" {
		return refusal(language, "invalid", "unknown_action")
	}
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	body, err := readBody(w, r, language)
	if err != nil {
		return err
	}
	if r.Method == http.MethodDelete {
		if err := h.store.remove(ctx, a, body.ID, body.Version); err != nil {
			return h.refused(language, err)
		}
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	id, status := body.ID, http.StatusOK
	if r.Method == http.MethodPost {
		id, err = h.Create(ctx, language, body.Draft)
		status = http.StatusCreated
	} else {
		err = h.Change(ctx, language, id, body.Version, body.Draft)
	}
	if err != nil {
		return err
	}
	faq, similar, err := h.store.one(ctx, a, id, h.nearness())
	if err != nil {
		return h.refused(language, err)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	return json.NewEncoder(w).Encode(saved{id, faq.Version, faq.Live, path + "/" + id.String(), similar})
}

// Create stores a FAQ that the admin in ctx wrote, here or elsewhere. What an error says is in a language.
func (h *Handler) Create(ctx context.Context, language *web.Language, d Draft) (uuid.UUID, error) {
	return h.make(ctx, language, d, h.store.create)
}

// Ensure is Create, unless the church has the same FAQ already: then it is that one. It is for what may be sent twice.
func (h *Handler) Ensure(ctx context.Context, language *web.Language, d Draft) (uuid.UUID, error) {
	return h.make(ctx, language, d, h.store.ensure)
}

func (h *Handler) make(ctx context.Context, language *web.Language, d Draft, store func(context.Context, access.Admin, Draft, embedded) (uuid.UUID, error)) (uuid.UUID, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	d = d.clean()
	if err := h.check(ctx, language, d); err != nil {
		return uuid.Nil, err
	}
	a := access.From(ctx)
	id, err := store(ctx, a, d, h.embed(ctx, a, d))
	if err != nil {
		return uuid.Nil, h.refused(language, err)
	}
	return id, nil
}

// Change overwrites a FAQ that still has the version that somebody was shown.
func (h *Handler) Change(ctx context.Context, language *web.Language, id uuid.UUID, version string, d Draft) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	d = d.clean()
	if err := h.check(ctx, language, d); err != nil {
		return err
	}
	a := access.From(ctx)
	if _, err := h.store.change(ctx, a, id, version, d, h.embed(ctx, a, d)); err != nil {
		return h.refused(language, err)
	}
	return nil
}

// Asking are the church's FAQs that ask one of some questions in so many words, whatever their case.
func (h *Handler) Asking(ctx context.Context, a access.Admin, questions []string) ([]FAQ, error) {
	return h.store.asking(ctx, a, questions)
}

// readBody reads a JSON object.
func readBody(w http.ResponseWriter, r *http.Request, language *web.Language) (body written, err error) {
	decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, longestBody))
	err = decoder.Decode(&body)
	if err == nil {
		if _, end := decoder.Token(); !errors.Is(end, io.EOF) {
			err = errors.New("more than one object")
		}
	}
	if _, tooLong := errors.AsType[*http.MaxBytesError](err); tooLong {
		return written{}, refusal(language, "too_large", "too_large")
	}
	if err != nil {
		return written{}, refusal(language, "invalid", "unreadable")
	}
	return body, nil
}

// check says what is the matter with a draft: its fields first, then whether it is fit to be said in a church's name.
func (h *Handler) check(ctx context.Context, language *web.Language, d Draft) error {
	faults := d.faults()
	if faults == nil && h.parts.Unfit(ctx, d.Question+"\n"+d.Answer) {
		faults = map[string]string{"answer": "faqs.fault.unfit"}
	}
	if faults == nil {
		return nil
	}
	fields := make(map[string]string, len(faults))
	for field, key := range faults {
		text, err := language.Text(key)
		if err != nil {
			return err
		}
		fields[field] = text
	}
	return language.Refuse("unprocessable", "invalid_faq", "faqs.problem.invalid").In(fields)
}

// embed makes a FAQ's vectors, none where the embedder is away.
func (h *Handler) embed(ctx context.Context, a access.Admin, d Draft) embedded {
	ctx, cancel := context.WithTimeout(ctx, patience/2)
	defer cancel()
	vectors, err := h.parts.Embedder.Embed(ctx, []string{retrieval.EmbeddedText(d.Question, nil, d.Answer), d.Question})
	if err != nil || len(vectors) != 2 || vectors[0] == nil || vectors[1] == nil {
		h.parts.Logger.WarnContext(ctx, "a FAQ is embedded later", "church", a.ChurchID, "error", err)
		return embedded{}
	}
	return embedded{vectors[0], vectors[1], h.parts.Embedder.Name()}
}

// nearness is the similarity from which two questions ask the same.
func (h *Handler) nearness() float64 {
	return retrieval.ThresholdsFor(h.parts.Embedder.Name()).FuzzyFAQ
}

// refused is what an admin is told of an error of the store.
func (h *Handler) refused(language *web.Language, err error) error {
	switch {
	case errors.Is(err, errGone):
		return refusal(language, "not_found", "gone")
	case errors.Is(err, errChanged):
		return refusal(language, "conflict", "changed_meanwhile")
	case errors.Is(err, errFull):
		return refusal(language, "conflict", "faq_limit")
	case errors.Is(err, errReadOnly):
		return refusal(language, "conflict", "faq_read_only")
	}
	if said, ok := errors.AsType[web.Problem](err); ok {
		return said
	}
	return fmt.Errorf("%w: %w", web.ErrUnavailable, err)
}
