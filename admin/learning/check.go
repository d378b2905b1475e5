package learning

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"narthex/admin/figures"
	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/evaluate"
	"narthex/chat/tier"
	"narthex/static/web"
)

// mostTried is how many wordings of a group are tried out, beside the draft's own question.
const mostTried = 3

// embedPatience is for the embedder, for each wording.
const embedPatience = 5 * time.Second

var notOnFileWords = regexp.MustCompile(`(?i)` + figures.NotOnFile)

// trial is what a visitor who asks in some words is answered today, and would be with the draft published.
type trial struct {
	Asked   string // as it may be shown
	Now     string
	Way     string // its text is overview.way.<way>
	Outcome string // its text is learning.outcome.<outcome>: verbatim, preferred, other, missed, or before
	Title   string // of the other FAQ
	Like    string // how like the draft's question the wording is
}

// try shows what a draft would change.
func (h *Handler) try(ctx context.Context, w http.ResponseWriter, r *http.Request, p *onePage, snapshot *church.Snapshot) error {
	if err := h.limit(r, "learning", triesPerMinute); err != nil {
		return err
	}
	draft, err := h.drafted(ctx, p.Draft)
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	tried := []Wording{{Text: p.Draft.Question, asked: p.Draft.Question}}
	for _, wording := range p.Row.Wordings {
		if len(tried) <= mostTried && wording.asked != p.Draft.Question {
			tried = append(tried, wording)
		}
	}
	p.Trials = make([]trial, len(tried))
	trying, ctx := errgroup.WithContext(ctx)
	trying.SetLimit(2) // models are asked, as visitors' questions are
	for i, wording := range tried {
		trying.Go(func() (err error) {
			p.Trials[i], err = h.trial(ctx, snapshot, draft, wording)
			return err
		})
	}
	err = trying.Wait()
	if errors.Is(err, evaluate.ErrSpent) {
		return h.texts(r).Refuse("rate_limited", "trials_spent", "simulator.exhausted")
	}
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	return h.render(w, r, http.StatusOK, p)
}

// drafted is a draft as it would be known if it were published.
func (h *Handler) drafted(ctx context.Context, d draftForm) (church.FAQ, error) {
	ctx, cancel := context.WithTimeout(ctx, embedPatience)
	defer cancel()
	vectors, err := h.parts.Embedder.Embed(ctx, []string{d.Question})
	if err != nil {
		return church.FAQ{}, fmt.Errorf("embed a draft: %w", err)
	}
	return church.FAQ{ID: uuid.New(), Question: d.Question, Answer: d.Answer, Exact: d.Exact, QuestionEmbedding: church.WholeEmbedding(vectors[0])}, nil
}

func (h *Handler) trial(ctx context.Context, snapshot *church.Snapshot, draft church.FAQ, wording Wording) (trial, error) {
	now, err := h.parts.Ask(ctx, evaluate.Question{ChurchID: snapshot.ID, Message: wording.asked, Agent: church.Coordinator})
	if err != nil {
		return trial{}, err
	}
	t := trial{Asked: wording.Text, Now: now.Answer.Text, Way: wayOf(now.Answer)}
	if number := now.Answer.Tier; !now.Answer.Failed && (number == nil || *number == 0) {
		t.Outcome = "before" // what answers now is asked before the FAQs
		return t, nil
	}
	t.Outcome, t.Title, t.Like, err = h.withDraft(ctx, snapshot, draft, wording.asked)
	return t, err
}

func wayOf(answer evaluate.Answer) string {
	switch {
	case answer.Failed:
		return "error"
	case answer.Reason == chat.ReasonCrisis:
		return "crisis"
	case answer.Tier != nil:
		return fmt.Sprint("tier", *answer.Tier)
	}
	return "other"
}

// withDraft asks the tier of the FAQs, as if the draft were one.
func (h *Handler) withDraft(ctx context.Context, snapshot *church.Snapshot, draft church.FAQ, question string) (outcome, title, like string, err error) {
	with := &church.Snapshot{
		ID: snapshot.ID, Language: snapshot.Language, Location: snapshot.Location, Agents: snapshot.Agents, Lens: snapshot.Lens,
		FAQs: append([]church.FAQ{draft}, snapshot.FAQs...),
	}
	turn := chat.NewTurn(uuid.New(), &chat.Request{Message: question, ChurchID: snapshot.ID, SessionID: uuid.New(), Agent: church.Coordinator, Received: time.Now()}, with)
	turn.LoadHistory = func(context.Context) ([]chat.HistoryItem, error) { return nil, nil }
	turn.Embed = func(ctx context.Context, text string) ([]float32, error) {
		ctx, cancel := context.WithTimeout(ctx, embedPatience)
		defer cancel()
		vectors, err := h.parts.Embedder.Embed(ctx, []string{text})
		if err != nil {
			return nil, err
		}
		return vectors[0], nil
	}
	var from chat.Passed
	turn.OnPass = func(p chat.Passed) { from = p }
	verbatim := ""
	for event, err := range tier.NewFAQ(h.thresholds(), h.parts.Churches.FAQSimilarities).Answer(ctx, turn) {
		if err != nil {
			return "", "", "", err
		}
		verbatim += event.Text
	}
	match := turn.FAQMatch
	switch {
	case verbatim == draft.Answer:
		return "verbatim", "", "", nil
	case verbatim != "":
		return "other", from.Title, "", nil
	case match != nil && match.FAQ.ID == draft.ID:
		return "preferred", "", fmt.Sprintf("%.2f", match.Similarity), nil
	case match != nil:
		return "other", match.FAQ.Question, "", nil
	}
	return "missed", "", fmt.Sprintf("%.2f", from.Similarity), nil
}
