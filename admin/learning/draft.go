package learning

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/frame"
	"narthex/admin/learning/redact"
	"narthex/chat/church"
	"narthex/chat/evaluate"
	"narthex/retrieval"
	"narthex/static/web"
)

const (
	triesPerMinute = 20
	askPatience    = 25 * time.Second // for the models: a request may take half a minute
	longestDraft   = 4000             // characters of an answer
	mostFrom       = 3                // titles of what an answer was drafted from
)

// draftForm is a FAQ on its way.
type draftForm struct {
	Question, Answer string
	Exact            bool
}

func readForm(values interface{ Get(string) string }) draftForm {
	return draftForm{
		Question: strings.Join(strings.Fields(church.Storable(values.Get("question"))), " "),
		Answer:   strings.TrimSpace(strings.ReplaceAll(church.Storable(values.Get("answer")), "\r\n", "\n")),
		Exact:    values.Get("exact_response") != "",
	}
}

// fault is the key of what is the matter with a draft that is to be tried or published; empty: nothing.
func (d draftForm) fault() string {
	switch {
	case d.Question == "" || utf8.RuneCountInString(d.Question) > longestQuestion:
		return "learning.fault.question"
	case strings.Contains(d.Question, redact.Mask):
		return "learning.fault.mask"
	case d.Answer == "" || utf8.RuneCountInString(d.Answer) > longestDraft:
		return "learning.fault.answer"
	}
	return ""
}

// onePage is what question.html shows.
type onePage struct {
	Frame    frame.Frame
	Church   string
	Changes  bool
	Row      row
	First    string // the day on which it was asked first
	Titles   string // of what the draft was made of, or of what is nearest
	Draft    draftForm
	Version  string     // of the draft that is stored
	Stored   *draftForm // what somebody else has written meanwhile; nil: nothing
	Fault    string     // what is the matter with the draft; empty: nothing
	Trials   []trial
	LongestQ int
	LongestA int
}

// showOne is GET /admin/training/questions/{id}.
func (h *Handler) showOne(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	group, _, err := h.read(ctx, r)
	if err != nil {
		return err
	}
	stored := draftForm{group.DraftQuestion, group.DraftAnswer, group.DraftExact}
	return h.render(w, r, http.StatusOK, h.onePage(r, group, stored, stored))
}

// onePage shows a draft as it was written, in the place of one that is stored.
func (h *Handler) onePage(r *http.Request, group Group, draft, stored draftForm) *onePage {
	a := access.From(r.Context())
	return &onePage{
		Frame: frame.Of(a, frame.Questions), Church: a.Church.Name, Changes: a.Changes(access.Knowledge) && a.Church.Chatbot,
		Row: rowOf(a, group), First: dayOf(a, group.First), Titles: strings.Join(group.DraftFrom, " · "), Draft: draft, Version: stored.version(), LongestQ: longestQuestion, LongestA: longestDraft,
	}
}

func (h *Handler) render(w http.ResponseWriter, r *http.Request, status int, p *onePage) error {
	return h.parts.Pages.Render(w, status, h.texts(r), "question", p)
}

// draft is POST /admin/training/questions/{id}/draft: a FAQ is drafted, once.
func (h *Handler) draft(w http.ResponseWriter, r *http.Request) error {
	if err := h.limit(r, "learning", triesPerMinute); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), askPatience)
	defer cancel()
	group, snapshot, err := h.read(ctx, r)
	if err != nil {
		return err
	}
	if !group.Drafted {
		answer, from, err := h.compose(ctx, snapshot, group)
		if errors.Is(err, evaluate.ErrSpent) { // tomorrow it can be asked
			return h.texts(r).Refuse("rate_limited", "trials_spent", "simulator.exhausted")
		}
		if err != nil {
			return errors.Join(web.ErrUnavailable, err)
		}
		if err := h.store.beginDraft(ctx, snapshot.ID, group.ID, draftForm{Question: group.Wordings[0].Text, Answer: answer}, from); err != nil {
			return errors.Join(web.ErrUnavailable, err)
		}
	}
	http.Redirect(w, r, path+"/"+group.ID.String(), http.StatusSeeOther)
	return nil
}

// compose drafts an answer of what the church has stored, as its assistant makes it today. Where it makes nothing of it, or nobody can
// say, the answer is empty and the admin's to write; from is what comes nearest then. It fails where the assistant is not asked.
func (h *Handler) compose(ctx context.Context, snapshot *church.Snapshot, group Group) (answer string, from []string, err error) {
	said, err := h.parts.Ask(ctx, evaluate.Question{ChurchID: snapshot.ID, Message: group.Wordings[0].asked, Agent: church.Coordinator})
	if err != nil {
		return "", nil, err
	}
	if said.Answer.Failed || said.Answer.Tier == nil || len(said.Tools) > 0 {
		return "", nil, nil
	}
	said.Answer.Text = strings.TrimSpace(said.Answer.Text)
	made := said.Answer.Text != "" && !notOnFileWords.MatchString(said.Answer.Text)
	if made {
		for _, s := range said.Answer.Sources {
			from = append(from, s.Title)
		}
	}
	if said.Trace != nil && len(from) == 0 {
		for _, near := range said.Trace.Nearest {
			if near.Used || near.Similarity >= h.thresholds().Search {
				from = append(from, near.Title)
			}
		}
	}
	if from = from[:min(len(from), mostFrom)]; made && len(from) > 0 {
		return clip(said.Answer.Text), from, nil
	}
	return "", from, nil
}

func clip(text string) string { return clipTo(text, longestDraft) }

func clipTo(text string, characters int) string {
	runes := []rune(text)
	return string(runes[:min(len(runes), characters)])
}

// answer is POST /admin/training/questions/{id}/answer with do=save, try, publish, or add: to the church's draft. Whatever is to be done,
// what was written is kept first, unless it would take the place of what somebody else has written meanwhile.
func (h *Handler) answer(w http.ResponseWriter, r *http.Request) error {
	language := h.texts(r)
	r.Body = http.MaxBytesReader(w, r.Body, longestForm)
	if err := r.ParseForm(); err != nil {
		return language.Refuse("invalid", "form_unreadable", "learning.unreadable")
	}
	ctx, cancel := context.WithTimeout(r.Context(), askPatience)
	defer cancel()
	draft, do := readForm(r.PostForm), r.PostForm.Get("do")
	if do == "add" && !access.From(ctx).Draft.Begun {
		return language.Refuse("conflict", "draft_gone", "draft.problem.draft_gone")
	}
	group, snapshot, err := h.read(ctx, r)
	if errors.Is(err, web.ErrNotFound) && do == "publish" {
		if fault := draft.fault(); fault != "" {
			return language.Refuse("unprocessable", "answer", fault)
		}
		return h.publish(ctx, w, r, nil, draft) // its visitors have taken back what they asked: what was written is the admin's
	}
	if err != nil {
		return err
	}
	err = h.store.saveDraft(ctx, snapshot.ID, group.ID, draft, shownTo(access.From(ctx), r.PostForm))
	if other, changed := errors.AsType[*changedDraft](err); changed {
		return h.compare(w, r, group, draft, other.stored)
	}
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	p := h.onePage(r, group, draft, draft)
	p.Row.Drafted = true
	if do == "try" || do == "publish" || do == "add" {
		if fault := draft.fault(); fault != "" {
			if p.Fault, err = language.Text(fault); err != nil {
				return err
			}
			return h.render(w, r, http.StatusUnprocessableEntity, p)
		}
	}
	switch do {
	case "publish":
		return h.publish(ctx, w, r, p, draft)
	case "add":
		return h.add(ctx, w, r, p, draft)
	case "try":
		return h.try(ctx, w, r, p, snapshot)
	}
	http.Redirect(w, r, path+"/"+group.ID.String(), http.StatusSeeOther)
	return nil
}

// publish makes a FAQ of a draft. p is the page that says why it is refused; nil: there is none any more.
func (h *Handler) publish(ctx context.Context, w http.ResponseWriter, r *http.Request, p *onePage, draft draftForm) error {
	a := access.From(ctx)
	id, err := h.parts.Publish(ctx, h.texts(r), draft.Question, draft.Answer, draft.Exact)
	if err != nil {
		return h.refuse(w, r, p, err)
	}
	if group, err := uuid.Parse(chi.URLParam(r, "id")); err == nil {
		if err := h.store.answered(ctx, a.ChurchID, group, id); err != nil {
			return errors.Join(web.ErrUnavailable, err)
		}
	}
	http.Redirect(w, r, path+"?done=published", http.StatusSeeOther)
	return nil
}

// add makes a FAQ of a draft that is part of the church's draft. The question stays open until that is published.
func (h *Handler) add(ctx context.Context, w http.ResponseWriter, r *http.Request, p *onePage, draft draftForm) error {
	language := h.texts(r)
	if _, err := h.parts.Publish(h.parts.Drafting(ctx, language), language, draft.Question, draft.Answer, draft.Exact); err != nil {
		return h.refuse(w, r, p, err)
	}
	http.Redirect(w, r, path+"?done=added", http.StatusSeeOther)
	return nil
}

// refuse says on a draft's page why no FAQ was made of it, where there is one.
func (h *Handler) refuse(w http.ResponseWriter, r *http.Request, p *onePage, err error) error {
	problem, ok := errors.AsType[web.Problem](err)
	if !ok || p == nil || errors.Is(err, web.ErrUnavailable) {
		return err
	}
	p.Fault = problem.Public()
	if fields, ok := problem.(web.FieldProblem); ok {
		for _, text := range fields.Fields() {
			p.Fault = text
		}
	}
	return h.render(w, r, web.Status(problem), p)
}

// answered notes that a group is answered by a FAQ. Its draft has served.
func (s store) answered(ctx context.Context, churchID, group, faq uuid.UUID) error {
	return church.InChurch(ctx, s.pool, churchID, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `
			update question_groups set answered_by = $3, draft_question = null, draft_answer = null, draft_exact = false, draft_from = '{}', drafted_at = null
			where church_id = $1 and id = $2`, churchID, group, faq)
		return err
	})
}

// thresholds are those of the embedder.
func (h *Handler) thresholds() retrieval.Thresholds {
	return retrieval.ThresholdsFor(h.parts.Embedder.Name())
}
