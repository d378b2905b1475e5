package evaluate

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strings"
	"time"

	"narthex/chat"
	"narthex/chat/model"
	"narthex/chat/prompt"
	"narthex/chat/tools"
)

// watch notes what happens on the way of one question. It belongs to the goroutine that answers it.
type watch struct {
	asked    []Step
	blocks   []Block
	calls    []Tool
	reports  bool
	contacts bool
}

// steps has each tier noted when it is asked.
func (w *watch) steps(steps []chat.Step) []chat.Step {
	watched := make([]chat.Step, len(steps))
	for i, step := range steps {
		watched[i] = chat.Step{Name: step.Name, Tier: watchedTier{step, w}}
	}
	return watched
}

// watchedTier notes that its tier is asked, and what comes of it.
type watchedTier struct {
	step  chat.Step
	watch *watch
}

// nested is the step that only asks others.
const nested = "generate"

// Answer implements chat.Tier.
func (t watchedTier) Answer(ctx context.Context, turn *chat.Turn) iter.Seq2[chat.Event, error] {
	if t.step.Name == nested {
		return t.step.Tier.Answer(ctx, turn)
	}
	return func(yield func(chat.Event, error) bool) {
		at, began := len(t.watch.asked), time.Now()
		t.watch.asked = append(t.watch.asked, Step{Name: t.step.Name, Outcome: Passed})
		defer func() { t.watch.asked[at].Took = time.Since(began) }()
		for event, err := range t.step.Tier.Answer(ctx, turn) {
			step := &t.watch.asked[at]
			switch {
			case err == nil:
				step.Outcome = Answered
			case step.Outcome == Passed:
				step.Outcome = Failed
			}
			if !yield(event, err) {
				return
			}
		}
	}
}

// passed hears why the tier that was asked last left the question to the next.
func (w *watch) passed(p chat.Passed) {
	if len(w.asked) > 0 {
		w.asked[len(w.asked)-1].Passed = &p
	}
}

func (w *watch) reported(context.Context, *chat.Turn, string) { w.reports = true }

func (w *watch) contactLeft(context.Context, *chat.Turn, string, string) error {
	w.contacts = true
	return nil
}

func (w *watch) called(c tools.DryCall) {
	called := Tool{
		Name: c.Call.Name, Arguments: c.Call.Arguments, OK: c.Result.OK, Wrote: c.Result.Wrote, Summary: c.Result.Summary, Result: c.Result.Content, Told: c.Told,
	}
	if c.Asked != nil {
		called.Asked = c.Asked.Question
	}
	w.calls = append(w.calls, called)
}

// prompted keeps the blocks of the full model's instructions.
func (w *watch) prompted(built prompt.Built) {
	if w.blocks != nil {
		return
	}
	text, from := built.Text.String(), 0
	for _, size := range built.Report.Blocks {
		to := min(from+size.Bytes, len(text))
		w.blocks = append(w.blocks, Block{Name: size.Name, Text: strings.TrimSpace(text[from:to]), Tokens: size.Tokens, Dropped: size.Dropped})
		from = to
	}
}

// heard keeps what a model is told that is told in one piece.
type heard struct {
	model model.Streamer
	watch *watch
}

// Stream implements model.Streamer.
func (h *heard) Stream(ctx context.Context, request model.Request) iter.Seq2[model.Chunk, error] {
	if h.watch.blocks == nil && len(request.Messages) > 0 {
		text := request.Messages[0].Said()
		h.watch.blocks = []Block{{Name: "passage", Text: text, Tokens: model.EstimateTokens(len(text))}}
	}
	return h.model.Stream(ctx, request)
}

// evaluation is what was noted.
func (w *watch) evaluation(turn *chat.Turn, answer Answer) *Evaluation {
	e := &Evaluation{
		Answer: answer, Agent: turn.Agent, Language: turn.AnswerLanguage(), Lens: turn.Lens.Lens.Name, Epoch: turn.Church.Epoch,
		Steps: w.asked, Trace: turn.Trace(), Prompt: w.blocks, Tools: w.calls, Micros: turn.Cost.Micros(),
	}
	if turn.Finding != nil || w.contacts {
		e.Crisis = &Crisis{Reported: w.reports, Contact: w.contacts}
		if f := turn.Finding; f != nil {
			e.Crisis.Category, e.Crisis.Unsure, e.Crisis.Rule = f.Category, f.Unsure, f.Rule
		}
	}
	for name, took := range turn.Timings() {
		e.Stages = append(e.Stages, Stage{name, took})
	}
	slices.SortFunc(e.Stages, func(a, b Stage) int { return cmp.Or(cmp.Compare(b.Took, a.Took), strings.Compare(a.Name, b.Name)) })
	return e
}

// read puts an answer together. One that did not come to its end has failed.
func read(events iter.Seq2[chat.Event, error]) Answer {
	answer := Answer{Failed: true}
	var text strings.Builder
	for event, err := range events {
		if err != nil {
			break
		}
		switch event.Kind {
		case chat.KindTier:
			answer.Tier, answer.Reason = event.Tier.Tier, event.Tier.Reason
			if event.Tier.Similarity != nil {
				answer.Similarity = *event.Tier.Similarity
			}
		case chat.KindReset:
			text.Reset()
			answer = Answer{Failed: true}
		case chat.KindDelta:
			text.WriteString(event.Text)
		case chat.KindSources:
			answer.Sources = event.Sources
		case chat.KindDone:
			answer.Failed, answer.Finish, answer.Model, answer.Usage = false, event.Done.Finish, event.Done.Model, event.Done.Usage
		}
		if event.Kind == chat.KindDone {
			break
		}
	}
	answer.Text = text.String()
	return answer
}
