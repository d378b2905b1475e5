package tier

import (
	"context"
	"errors"
	"iter"
	"strings"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/model"
	"narthex/chat/prompt"
	"narthex/chat/safety"
	"narthex/chat/tools"
	"narthex/retrieval"
)

// Answer lengths in tokens: the rules ask for two short paragraphs, and a passage's answer for three sentences.
const (
	maxAnswerTokens  = 700
	maxPassageTokens = 300
)

const (
	maxShownSources = 4 // how many sources a visitor is shown
	maxRewrites     = 2 // how often a model may try to write a sentence without what must not be said
	maxToolRounds   = 4
)

// Author writes answers with a model, under guard.
type Author struct {
	Model    chat.Model
	Tools    *tools.Registry                             // nil: none are offered
	Remember func(context.Context, *chat.Turn, Answered) // if not nil, is given every whole answer after it was streamed
	Prompted func(prompt.Report)                         // if not nil, hears how long each prompt is and what was left out of it
	Guarded  func(*chat.Turn, *safety.Hit)               // if not nil, hears of every sentence that was not to be said

	doctrines doctrines
}

// generation is an answer to be made by a model, and what is to be said of it on the wire.
type generation struct {
	tier       int
	reason     string
	similarity float64
	// request makes the request. It is made anew when it is needed once more, because thousands of prompts would be kept
	// while their answers stream.
	request func(context.Context) (request model.Request, leftOut []uuid.UUID)
	// model answers instead of the author's own, if it is not nil.
	model    chat.Model
	tools    []model.Tool
	used     []chat.Source // all knowledge in the prompt, best first
	nearness float64       // see shownSources
	// last says that no tier comes after: the tier event goes out before the model's first word, and what the turn holds
	// for other tiers may go.
	last bool
	// shareable says that the answer may be given to others.
	shareable bool
}

// write streams a model's answer as the events of a tier, and remembers it when it is whole.
func (a *Author) write(ctx context.Context, turn *chat.Turn, g generation) iter.Seq2[chat.Event, error] {
	return func(yield func(chat.Event, error) bool) {
		defer turn.Stage("model")()
		c := newDraft(ctx, turn, &g, a.doctrines.of(turn), yield)
		err := a.run(ctx, c)
		switch {
		case errors.Is(err, errLeft):
			return
		case err != nil:
			yield(chat.Event{}, err)
			return
		}
		text := c.text.String()
		used := withoutIDs(g.used, c.leftOut)
		shown := shownSources(used, text, g.nearness)
		c.checkExcerpts(shown)
		if len(shown) > 0 && !yield(chat.SourcesEvent(shown), nil) {
			return
		}
		if yield(chat.DoneEvent(c.done), nil) && a.Remember != nil && g.shareable && !c.asides && c.hits == 0 {
			a.Remember(ctx, turn, Answered{Text: text, Tier: g.tier, Finish: c.done.Finish, Used: excerptsOf(used, shown)})
		}
	}
}

// compose has the model write, call tools, and write anew what was not to be said, until there is a whole answer.
func (a *Author) run(ctx context.Context, c *draft) error {
	if c.g.last {
		if err := c.announce(); err != nil {
			return err
		}
	}
	if c.turn.Distress && c.g.last {
		if err := c.show(chat.ToolStatus{Name: chat.Handoff, Status: "done", Summary: chat.Phrase(c.turn.Language, "handed_to_care")}); err != nil {
			return err
		}
	}
	desk := a.toolCallsFor(c.turn)
	for {
		calls, hit, err := c.stream(ctx, a.modelFor(c.g), desk.request(ctx, c))
		switch {
		case errors.Is(err, errLeft):
			return err
		case err != nil:
			return desk.settleFor(c, err)
		case hit != nil:
			a.guarded(c.turn, hit)
			if rewritten, err := desk.rewrite(c, hit); !rewritten {
				return err
			}
		case len(calls) > 0 && desk.rounds == maxToolRounds: // it was offered none
			return desk.endAfterCalls(c)
		case len(calls) > 0:
			if err := desk.makeCalls(ctx, c, calls); err != nil {
				return err
			}
		case strings.TrimSpace(c.text.String()) == "":
			return desk.settleFor(c, errEmptyAnswer)
		default:
			return nil
		}
	}
}

func (a *Author) modelFor(g *generation) chat.Model {
	if g.model != nil {
		return g.model
	}
	return a.Model
}

// stream lets the model write until it ends or says what it must not. It gives the calls that it wants made.
func (c *draft) stream(ctx context.Context, m chat.Model, request model.Request) (calls []model.ToolCall, hit *safety.Hit, err error) {
	c.nextRequest()
	c.turn.Cost.Begin(&request)
	defer c.turn.Cost.End()
	answer := m.Stream(ctx, request)
	request = model.Request{} // not to be kept while the answer streams
	if c.g.last {
		c.turn.Release()
	}
	for chunk, err := range answer {
		if err != nil {
			return nil, nil, err
		}
		c.turn.Cost.Hear(&chunk) // before its text is told: that may be where the turn ends
		if clean := cleanText(chunk.Text); clean != "" {
			if hit, err := c.write(clean); hit != nil || err != nil {
				return nil, hit, err // leaving the range stops the model
			}
		}
		c.note(chunk)
		calls = append(calls, chunk.ToolCalls...)
	}
	if len(calls) == 0 {
		hit, err = c.finish()
		return nil, hit, err
	}
	if hit, err = c.breakLine(); hit != nil || err != nil {
		return nil, hit, err
	}
	return calls, nil, nil
}

func (a *Author) guarded(turn *chat.Turn, hit *safety.Hit) {
	if a.Guarded != nil {
		a.Guarded(turn, hit)
	}
}

// cleanText drops what can be neither stored nor shown: NUL and broken UTF-8.
func cleanText(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "")
}

func promptInput(turn *chat.Turn, passages []retrieval.Passage) prompt.Input {
	in := prompt.Input{
		Church:   turn.Church,
		Agent:    turn.Agent,
		Lens:     turn.Lens,
		Language: turn.Language,
		Now:      turn.Received,
		Passages: passages,
		Crisis:   turn.Crisis,
		Distress: turn.Distress,
	}
	if turn.FAQMatch != nil {
		in.FAQ = turn.FAQMatch.FAQ
	}
	return in
}

// offer is what a church's agent may call, as the model and the prompt are told of it.
type offer struct {
	tools []model.Tool
	names []string
}

type offerKey struct{ agent church.Agent }

// offered returns the tools of a turn.
func (a *Author) offered(turn *chat.Turn) *offer {
	return church.Derived(turn.Church, offerKey{turn.Agent}, func() *offer {
		o := &offer{}
		if a.Tools == nil {
			return o
		}
		for _, d := range a.Tools.Offered(tools.Turn{Church: turn.Church, Agent: turn.Agent}) {
			o.tools = append(o.tools, model.Tool{Name: d.Name, Description: d.Description, Parameters: d.Parameters})
			o.names = append(o.names, d.Name)
		}
		return o
	})
}
