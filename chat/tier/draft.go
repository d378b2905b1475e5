// The answer of a turn while a model writes it.

package tier

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"

	"github.com/google/uuid"

	"narthex/cache"
	"narthex/chat"
	"narthex/chat/guard"
	"narthex/chat/model"
	"narthex/chat/tools"
)

// Answer lengths in tokens: the rules ask for two short paragraphs, and a passage's answer for three sentences.
const (
	maxAnswerTokens  = 700
	maxPassageTokens = 300
)

const (
	maxRewrites   = 2 // how often a model may try to write a sentence without what must not be said
	maxToolRounds = 4 // how many requests of one answer may offer tools
)

// draft is the answer of a turn while a model writes it. One answer may take several requests to the model, because of tool
// calls and because a sentence had to be rewritten. A draft is written once, by one goroutine.
type draft struct {
	author *Author
	turn   *chat.Turn

	// What the tier wants written.
	tier       int
	reason     string
	similarity float64
	// prompt makes the first request, and names the passages for which that had no room. Later requests call prompt again,
	// because thousands of prompts would be kept in memory while their answers stream.
	prompt    func(context.Context) (request model.Request, dropped []uuid.UUID)
	model     model.Streamer // instead of the author's, if not nil
	tools     []model.Tool   // that the model may call
	sources   []source       // all knowledge in the prompt, best first
	last      bool           // no tier comes after: the tier event goes out before the model's first word
	shareable bool           // the answer may be given to others

	// The conversation with the model, after the first request.
	toolMessages    []model.Message // tool calls, their results, and what was said before them
	rewriteMessages []model.Message // what is to be rewritten, and why
	rounds          int             // requests that were answered by tool calls
	recorded        int             // bytes of text that are in toolMessages
	session         *tools.Session  // from the first tool call on
	actions         []string        // what tools did for the visitor, in words for them
	questions       []string        // what tools ask the visitor before they do anything
	onlyAsks        bool            // the last calls did nothing but ask, of a message that wants nothing else
	dropped         []uuid.UUID     // passages for which the last prompt had no room
	earlierUsage    chat.Usage      // of the requests before the last
	done            chat.Done

	// What the visitor is shown.
	pointers      *guard.Pointers // where the answer may lead
	terms         *guard.Terms    // what it must not say
	sieve         guard.Sieve     // what the model writes goes through the sieve, then the guard
	guard         guard.Guard
	text          strings.Builder   // what the guard let out
	openParagraph bool              // words were written after the last paragraph break, let out or not
	announced     bool              // the tier event is out
	toolsShown    []chat.ToolStatus // to be shown again after a reset
	hits          int               // sentences that the guard stopped
}

// emitFunc gives an event to whoever reads the answer. The error is errReaderGone.
type emitFunc func(chat.Event) error

var (
	errReaderGone  = errors.New("nobody reads the answer any more")
	errEmptyAnswer = errors.New("the model gave an empty answer")
)

// events writes the answer, as the events of a tier.
func (d *draft) events(ctx context.Context) iter.Seq2[chat.Event, error] {
	return func(yield func(chat.Event, error) bool) {
		defer d.turn.Stage("model")()
		err := d.run(ctx, func(event chat.Event) error {
			if !yield(event, nil) {
				return errReaderGone
			}
			return nil
		})
		if err != nil && !errors.Is(err, errReaderGone) {
			yield(chat.Event{}, err)
		}
	}
}

// run writes the answer, shows its sources, and has it remembered.
func (d *draft) run(ctx context.Context, emit emitFunc) error {
	d.terms, d.pointers = d.author.terms.forTurn(d.turn), pointersFor(ctx, d.turn)
	d.resetGuard()
	if d.last {
		if err := d.announceLast(emit); err != nil {
			return err
		}
	}
	if err := d.generate(ctx, emit); err != nil {
		return err
	}
	text, used := d.text.String(), withoutIDs(d.sources, d.dropped)
	d.turn.TraceUsed(plain(used))
	shown := shownSources(d.turn, used, text)
	d.guardExcerpts(shown)
	if len(shown) > 0 {
		if err := emit(chat.SourcesEvent(shown)); err != nil {
			return err
		}
	}
	if err := emit(chat.DoneEvent(d.done)); err != nil {
		return err
	}
	whole := d.done.Finish == chat.FinishStop && d.rounds == 0 && d.hits == 0
	if d.author.Remember != nil && d.shareable && whole {
		d.author.Remember(ctx, d.turn, cache.Answer{Text: text, Tier: d.tier, Sources: toCache(used, shown)})
	}
	return nil
}

// announceLast says who answers before the model does: no other tier can.
func (d *draft) announceLast(emit emitFunc) error {
	if err := d.announce(emit); err != nil || !d.turn.Distress {
		return err
	}
	return d.showTool(chat.ToolStatus{Name: chat.Handoff, Status: "done", Summary: chat.Phrase(d.turn.Language, "handed_to_care")}, emit)
}

// generate lets the model write, call tools, and rewrite what was not to be said, until there is a whole answer.
func (d *draft) generate(ctx context.Context, emit emitFunc) error {
	for {
		calls, hit, err := d.stream(ctx, d.request(ctx), emit)
		switch {
		case errors.Is(err, errReaderGone):
			return err
		case err != nil:
			return d.endFailed(err, emit)
		case hit != nil:
			d.reportHit(hit)
			if again, err := d.rewrite(hit, emit); !again {
				return err
			}
		case len(calls) > 0 && d.rounds == maxToolRounds: // the model calls tools although none were offered
			return d.endToolRounds(emit)
		case len(calls) > 0:
			if err := d.callTools(ctx, calls, emit); err != nil {
				return err
			}
			if d.onlyAsks {
				return d.endAsking(emit)
			}
		case strings.TrimSpace(d.text.String()) == "" && len(d.questions) == 0:
			return d.endFailed(errEmptyAnswer, emit)
		case len(d.questions) > 0:
			return d.endAsking(emit)
		default:
			return nil
		}
	}
}

// request is the next request to the model.
func (d *draft) request(ctx context.Context) model.Request {
	request, dropped := d.prompt(ctx)
	d.dropped, request.Urgent = dropped, d.turn.Crisis
	request.Messages = append(append(request.Messages, d.toolMessages...), d.rewriteMessages...)
	if d.rounds < maxToolRounds {
		request.Tools = d.tools
	}
	return request
}

// stream lets the model write until it ends, or says what it must not. It returns the tool calls that the model asks for.
func (d *draft) stream(ctx context.Context, request model.Request, emit emitFunc) (calls []model.ToolCall, hit *guard.Hit, err error) {
	if d.done.Usage != nil {
		d.earlierUsage = *d.done.Usage
	}
	d.turn.Cost.Begin(&request)
	defer d.turn.Cost.End()
	writer := d.model
	if writer == nil {
		writer = d.author.Model
	}
	chunks := writer.Stream(ctx, request)
	d.turn.Work.End()         // the model is asked as they are ranged over
	request = model.Request{} // not to be kept while the answer streams
	if d.last {
		d.turn.Release()
	}
	for chunk, err := range chunks {
		if err != nil {
			return nil, nil, err
		}
		d.turn.Cost.Hear(&chunk) // before its text is emitted: the turn may end there
		if text := cleanText(chunk.Text); text != "" {
			if hit, err := d.writeText(text, emit); hit != nil || err != nil {
				return nil, hit, err // leaving the range stops the model
			}
		}
		d.note(&chunk)
		calls = append(calls, chunk.ToolCalls...)
	}
	if len(calls) == 0 {
		hit, err = d.flush(emit)
		return nil, hit, err
	}
	if hit, err = d.endParagraph(emit); hit != nil || err != nil {
		return nil, hit, err
	}
	return calls, nil, nil
}

// note keeps what a chunk says besides its text. Tokens are counted on top of those of earlier requests.
func (d *draft) note(chunk *model.Chunk) {
	if chunk.Model != "" {
		d.done.Model = chunk.Model
	}
	if chunk.Usage != nil {
		d.done.Usage = &chat.Usage{
			PromptTokens:     d.earlierUsage.PromptTokens + chunk.Usage.PromptTokens,
			CachedTokens:     d.earlierUsage.CachedTokens + chunk.Usage.CachedTokens,
			CompletionTokens: d.earlierUsage.CompletionTokens + chunk.Usage.CompletionTokens,
		}
	}
	switch chunk.Finish {
	case "":
	case model.FinishLength, model.FinishContentFilter: // whoever cut it, it is not whole
		d.done.Finish = chat.FinishLength
	default:
		d.done.Finish = chat.FinishStop
	}
}

// endAsking ends the answer with what tools ask the visitor, in words: a card beside it has what it is about.
func (d *draft) endAsking(emit emitFunc) error {
	return d.endApart(strings.Join(d.questions, " "), emit)
}

// endFailed ends an answer whose model failed. A visitor for whom a tool did something is told so, whatever came after: they
// would ask again otherwise, or believe that nobody knows. So is one whom a tool asks something.
func (d *draft) endFailed(cause error, emit emitFunc) error {
	unsaid := d.unsaid()
	if len(unsaid) == 0 {
		if d.text.Len() > 0 { // otherwise another tier may still answer
			if _, err := d.flush(emit); err != nil {
				return err
			}
		}
		return cause
	}
	return d.endApart(unsaid[0], emit)
}

// unsaid is a paragraph about what tools did, and what they ask; none where they neither did nor ask anything.
func (d *draft) unsaid() []string {
	if all := append(slices.Clip(d.actions), d.questions...); len(all) > 0 {
		return []string{strings.Join(all, " ")}
	}
	return nil
}

// endApart ends the answer with our own words, in a paragraph of their own.
func (d *draft) endApart(text string, emit emitFunc) error {
	hit, err := d.endParagraph(emit)
	if hit != nil {
		d.reportHit(hit)
		_, err = d.takeBack(hit, emit)
	}
	if err != nil {
		return err
	}
	return d.endWith(text, emit)
}

// endWith ends the answer with our own words. Under a doctrine that forbids even those, the answer ends before them.
func (d *draft) endWith(text string, emit emitFunc) error {
	d.done.Finish = chat.FinishStop
	if hit, err := d.writeText(text, emit); hit != nil || err != nil {
		return err
	}
	_, err := d.flush(emit)
	return err
}

// cleanText drops what can be neither stored nor shown: NUL and broken UTF-8.
func cleanText(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "")
}
