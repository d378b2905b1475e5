package simulator

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"narthex/admin/access"
	"narthex/admin/conversations"
	"narthex/admin/frame"
	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/evaluate"
	"narthex/static/web"
)

// answerPath is where an answer of a conversation is opened as it was.
const answerPath = path + "/answers/{conversation}/{turn}"

// answerPage is what simulator-answer.html shows.
type answerPage struct {
	Frame   frame.Frame
	Church  string
	Tries   bool
	Here    string // its own address
	Back    string // the conversation's
	Asked   conversations.Asked
	When    string
	Way     string // its text is overview.way.<way>
	Score   string
	Cost    string
	Sources []chat.Source
	Trace   chat.Trace
	Keep    string // where the question is added to the regression set
	NewLens string // the lens of today, where it is another; empty: it is the same
	Changes []change
	More    bool // there were more than are shown
	Sees    bool // the admin may see what was changed
	Texts   []text
	Fault   string // the key of why it was not asked again; empty: it was, or was not to be
	Trials  []trial
}

// showAnswer is GET /admin/training/simulator/answers/{conversation}/{turn}: what was answered, and what has changed since.
func (h *Handler) showAnswer(w http.ResponseWriter, r *http.Request) error {
	shown, _, err := h.answer(r)
	if err != nil {
		return err
	}
	return h.parts.Pages.Render(w, http.StatusOK, h.texts(r), "simulator-answer", shown)
}

// askAgain is POST to the same address: the question is asked with what was said before it, of the agent and in the lens of then. Where the
// church has another lens today, in that, too.
func (h *Handler) askAgain(w http.ResponseWriter, r *http.Request) error {
	language, a := h.texts(r), access.From(r.Context())
	shown, questions, err := h.answer(r)
	if err != nil {
		return err
	}
	if wait, err := h.parts.Limit(r.Context(), a.ChurchID, "simulator", trialsPerMinute); err != nil {
		return errors.Join(web.ErrUnavailable, err)
	} else if wait > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(wait/time.Second)+1))
		shown.Fault = "simulator.slow"
		return h.parts.Pages.Render(w, http.StatusTooManyRequests, language, "simulator-answer", shown)
	}
	answers, err := h.askAll(r.Context(), questions)
	if errors.Is(err, evaluate.ErrSpent) {
		shown.Fault = "simulator.exhausted"
		return h.parts.Pages.Render(w, http.StatusTooManyRequests, language, "simulator-answer", shown)
	}
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	for _, e := range answers {
		said, err := inWords(language, shown.Asked.Question, e)
		if err != nil {
			return err
		}
		shown.Trials = append(shown.Trials, said)
	}
	return h.parts.Pages.Render(w, http.StatusOK, language, "simulator-answer", shown)
}

// answer reads the answer that an address names, and how it is asked again.
func (h *Handler) answer(r *http.Request) (*answerPage, []ask, error) {
	a, language := access.From(r.Context()), h.texts(r)
	conversation, errA := uuid.Parse(chi.URLParam(r, "conversation"))
	turn, errB := uuid.Parse(chi.URLParam(r, "turn"))
	if errA != nil || errB != nil {
		return nil, nil, web.ErrNotFound
	}
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	asked, err := conversations.ReadAsked(ctx, h.parts.Pool, a, conversation, turn)
	if errors.Is(err, conversations.ErrGone) {
		return nil, nil, web.ErrNotFound
	}
	if err != nil {
		return nil, nil, errors.Join(web.ErrUnavailable, err)
	}
	known, err := h.lately(ctx, a, asked)
	if err != nil {
		return nil, nil, errors.Join(web.ErrUnavailable, err)
	}
	shown, err := pageOf(a, asked)
	if err != nil {
		return nil, nil, err
	}
	shown.Here = "/admin/training/simulator/answers/" + conversation.String() + "/" + turn.String()
	shown.Back = "/admin/conversations/" + conversation.String()
	shown.Texts, shown.More = known.texts, len(known.changes) > mostChanges
	for i := range shown.Texts { // what there are no words for is shown as it is
		shown.Texts[i].Kind = named(language, "conversations.kind.", shown.Texts[i].Kind)
	}
	for i := range shown.Trace.Prompt {
		shown.Trace.Prompt[i].Name = named(language, "conversations.block.", shown.Trace.Prompt[i].Name)
	}
	for _, c := range known.changes[:min(len(known.changes), mostChanges)] {
		shown.Changes = append(shown.Changes, change{clock(a, c.at), describe(language, c)})
	}
	q := evaluate.Question{ChurchID: a.ChurchID, Message: asked.Question, Agent: shown.agent(), History: asked.History}
	then, there := church.TraditionWithID(known.lenses, asked.Answer.LensID)
	if !there || then.Lens.ID == known.lens.ID {
		return shown, []ask{{Question: q}}, nil
	}
	shown.NewLens = known.lens.Name
	asThen := q
	asThen.Lens = &then
	return shown, []ask{{Question: asThen}, {Question: q}}, nil
}

// pageOf is what is shown of the answer itself.
func pageOf(a access.Admin, asked conversations.Asked) (*answerPage, error) {
	m := asked.Answer
	shown := &answerPage{
		Frame: frame.Of(a, frame.Simulator), Church: a.Church.Name, Tries: a.Changes(access.Theology) && a.Church.Chatbot, Sees: a.Sees(access.Audit),
		Asked: asked, When: clock(a, m.CreatedAt), Cost: fmt.Sprintf("$%.4f", float64(m.CostMicros)/1e6),
	}
	then := evaluate.Answer{Tier: m.Tier, Reason: m.Reason, Failed: m.Outcome == chat.OutcomeError}
	shown.Way = wayOf(then)
	if m.Similarity != nil {
		shown.Score = scoreOf(*m.Similarity)
	}
	if m.Trace != nil {
		shown.Trace = *m.Trace
	}
	shown.Keep = keepAt(asked.Question, &evaluate.Evaluation{Answer: then, Agent: shown.agent()})
	if err := json.Unmarshal(m.Sources, &shown.Sources); err != nil {
		return nil, fmt.Errorf("read an answer's sources: %w", err)
	}
	return shown, nil
}

// agent is who was asked then.
func (p *answerPage) agent() church.Agent {
	agent, _ := church.ParseAgent(p.Asked.Answer.Agent)
	return cmp.Or(agent, church.Coordinator)
}

// clock says when something was, by the church's clock and with its zone.
func clock(a access.Admin, at time.Time) string {
	place, err := time.LoadLocation(a.Church.Timezone)
	if err != nil {
		place = time.UTC
	}
	return at.In(place).Format("2006-01-02 15:04 MST")
}
