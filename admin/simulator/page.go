package simulator

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"narthex/admin/access"
	"narthex/admin/frame"
	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/evaluate"
	"narthex/chat/evaluate/cases"
	"narthex/static/web"
)

// page is what simulator.html shows.
type page struct {
	Frame    frame.Frame
	Church   string
	Tries    bool // whoever looks may try
	Question question
	Agents   []church.Agent
	Lenses   []church.Lens
	Longest  int    // characters of a question
	Fault    string // the key of what is the matter with the question; empty: nothing
	Trials   []*evaluate.Evaluation
	Shown    []trial

	Drafted  bool // there is a draft
	Compared bool // more than one is shown

	catalogue []church.Tradition
	asked     []ask // of which Trials are the answers
}

// trial is an evaluation in words.
type trial struct {
	*evaluate.Evaluation
	Way    string // its text is overview.way.<way>
	Score  string
	Cost   string
	Took   string
	Ladder []rung
	Blocks []block
	Tokens int // of all blocks
	Tools  []tool
	Stages []stage
	In     configuration
	Keep   string // where it is added to the regression set
}

type block struct{ Name, Text, Size string }

type tool struct {
	evaluate.Tool
	Title string
}

type stage struct{ Name, Took string }

// page prepares what is shown around a question.
func (h *Handler) page(r *http.Request, q question) (*page, error) {
	a := access.From(r.Context())
	lenses, err := h.catalogue(r.Context())
	if err != nil {
		return nil, errors.Join(web.ErrUnavailable, err)
	}
	p := &page{
		Frame: frame.Of(a, frame.Simulator), Church: a.Church.Name, Tries: a.Changes(access.Theology) && a.Church.Chatbot,
		Question: q, Agents: church.Agents(), Longest: chat.MaxMessageRunes, catalogue: lenses,
	}
	if p.Drafted = a.Draft.Begun; !p.Drafted {
		p.Question.In = live // there is nothing else to be asked
	}
	for _, t := range lenses {
		p.Lenses = append(p.Lenses, t.Lens)
	}
	return p, nil
}

func (h *Handler) render(w http.ResponseWriter, r *http.Request, status int, p *page) error {
	language := h.texts(r)
	for i, e := range p.Trials {
		shown, err := inWords(language, p.Question.Text, e)
		if err != nil {
			return err
		}
		if shown.In = live; p.asked[i].draft {
			shown.In = draft
		}
		p.Shown = append(p.Shown, shown)
	}
	p.Compared = len(p.Shown) > 1
	return h.parts.Pages.Render(w, status, language, "simulator", p)
}

// texts are the words of the language that an admin reads.
func (h *Handler) texts(r *http.Request) *web.Language {
	return h.parts.Pages.Asked(r, access.From(r.Context()).Church.Language)
}

// inWords says an evaluation in words. Names that have no words are shown as they are.
func inWords(l *web.Language, question string, e *evaluate.Evaluation) (shown trial, err error) {
	shown = trial{Evaluation: e, Way: wayOf(e.Answer), Score: scoreOf(e.Answer.Similarity), Cost: fmt.Sprintf("$%.4f", float64(e.Micros)/1e6), Took: millis(e.Took)}
	if shown.Ladder, err = ladder(l, e); err != nil {
		return shown, err
	}
	for _, b := range e.Prompt {
		if b.Text == "" {
			continue
		}
		size, err := l.Text("simulator.block.size", "tokens", fmt.Sprint(b.Tokens), "dropped", fmt.Sprint(b.Dropped))
		if err != nil {
			return shown, err
		}
		shown.Tokens += b.Tokens
		shown.Blocks = append(shown.Blocks, block{named(l, "conversations.block.", b.Name), b.Text, size})
	}
	shown.Keep = keepAt(question, e)
	for _, t := range e.Tools {
		shown.Tools = append(shown.Tools, tool{t, named(l, "tool.", t.Name)})
	}
	for _, s := range e.Stages {
		shown.Stages = append(shown.Stages, stage{named(l, "simulator.stage.", s.Name), millis(s.Took)})
	}
	return shown, nil
}

// keepAt is where a question is added to the regression set, with how it was answered as what is expected.
func keepAt(question string, e *evaluate.Evaluation) string {
	tier := cases.TierOf(e.Answer)
	if tier == cases.Other || tier == "2" { // the next time nobody may have asked the same before
		tier = cases.Anybody
	}
	language := e.Language
	if !slices.Contains(cases.Languages(), language) { // none of which a case can expect an answer in
		language = ""
	}
	return "/admin/training/regression?" + url.Values{
		"question": {question}, "agent": {string(e.Agent)}, "tier": {string(tier)}, "language": {language},
	}.Encode()
}

func named(l *web.Language, prefix, name string) string {
	if text, err := l.Text(prefix + name); err == nil {
		return text
	}
	return name
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

func scoreOf(similarity float64) string {
	if similarity == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f", similarity)
}

// millis is a time in milliseconds.
func millis(d time.Duration) string {
	return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
}
