package tier

import (
	"context"
	"errors"
	"strings"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/model"
	"narthex/chat/safety"
)

// composing is the answer of a turn while a model writes it: what the guard has let out, and what that came from. One
// answer may take several requests to the model, because of tools and because a sentence had to be written anew.
type draft struct {
	turn  *chat.Turn
	g     *generation
	terms *safety.Terms
	yield func(chat.Event, error) bool

	pointers  *safety.Pointers // where the answer may lead
	sieve     safety.Sieve     // what the model writes goes through it before the guard
	guard     safety.Guard
	text      strings.Builder // as the visitor sees it
	begun     bool            // there are words after the last break, let out or not
	announced bool
	done      chat.Done
	leftOut   []uuid.UUID       // passages for which the prompt had no room
	usage     chat.Usage        // of the requests before the last
	hits      int               // sentences that were not to be said
	asides    bool              // tools were called: the answer is for this visitor alone
	shown     []chat.ToolStatus // what tools have done, to be shown again after a reset
}

// errLeft ends the writing because nobody takes what is written.
var errLeft = errors.New("nobody takes the answer")

func newDraft(ctx context.Context, turn *chat.Turn, g *generation, terms *safety.Terms, yield func(chat.Event, error) bool) *draft {
	c := &draft{turn: turn, g: g, terms: terms, guard: terms.Guard(), yield: yield, pointers: pointersFor(ctx, turn)}
	c.sieve = c.pointers.Sieve(leftOutFor(turn))
	return c
}

func (c *draft) announce() error {
	if c.announced {
		return nil
	}
	c.announced = true
	return c.tell(chat.TierEvent(c.g.tier, c.g.reason, c.g.similarity))
}

func (c *draft) tell(event chat.Event) error {
	if !c.yield(event, nil) {
		return errLeft
	}
	return nil
}

// write passes text through sieve and guard to the visitor. A hit says why it went no further.
func (c *draft) write(text string) (*safety.Hit, error) {
	c.begun = !strings.HasSuffix(text, paragraph)
	return c.pass(c.sieve.Write(text))
}

// pass passes text through the guard.
func (c *draft) pass(text string) (*safety.Hit, error) {
	clear, hit := c.guard.Write(text)
	return hit, c.say(clear)
}

// finish lets out what sieve and guard held.
func (c *draft) finish() (*safety.Hit, error) {
	if hit, err := c.pass(c.sieve.Close()); hit != nil || err != nil {
		return hit, err
	}
	clear, hit := c.guard.Close()
	return hit, c.say(clear)
}

func (c *draft) say(text string) error {
	if text == "" {
		return nil
	}
	if err := c.announce(); err != nil {
		return err
	}
	c.text.WriteString(text)
	return c.tell(chat.DeltaEvent(text))
}

// takeBack makes the visitor forget the sentence in which the guard hit something, and gives what stays. The guard begins
// anew after that: a term may begin in what stays and end in what follows.
func (c *draft) takeBack(hit *safety.Hit) (kept string, err error) {
	c.hits++
	said := c.text.String()
	kept = said[:safety.SentenceStart(said, min(hit.Offset, len(said)))]
	c.guard, c.sieve = c.terms.Guard(), c.pointers.Sieve(leftOutFor(c.turn))
	c.begun = kept != "" && !strings.HasSuffix(kept, paragraph)
	clear, _ := c.guard.Write(kept)
	if clear == said {
		return kept, nil // nothing of the sentence was seen
	}
	c.text.Reset()
	if err := c.tell(chat.Event{Kind: chat.KindReset}); err != nil {
		return kept, err
	}
	c.announced = false
	if err := c.announce(); err != nil {
		return kept, err
	}
	for i := range c.shown {
		if err := c.tell(chat.Event{Kind: chat.KindTool, Tool: &c.shown[i]}); err != nil {
			return kept, err
		}
	}
	return kept, c.say(clear)
}

// show tells the visitor what a tool has done, or that it could not.
func (c *draft) show(ended chat.ToolStatus) error {
	ended.Summary = c.summarised(ended.Summary)
	c.shown = append(c.shown, ended)
	return c.tell(chat.Event{Kind: chat.KindTool, Tool: &ended})
}

// summarised is what may be shown of a tool's summary, which names what others wrote, such as the titles of events: it goes
// through sieve and guard like an answer. One with what must not be said is left out whole.
func (c *draft) summarised(summary string) string {
	sieve, guard := c.pointers.Sieve(leftOutFor(c.turn)), c.terms.Guard()
	clear, hit := guard.Write(sieve.Write(summary) + sieve.Close())
	if hit != nil {
		return ""
	}
	rest, hit := guard.Close()
	if hit != nil {
		return ""
	}
	return clear + rest
}

// brokenOff lets out what the guard held of an answer that ends here, if any of it was said: what was not may still be
// answered by another tier.
func (c *draft) brokenOff(cause error) error {
	if c.text.Len() > 0 {
		if _, err := c.finish(); err != nil {
			return err
		}
	}
	return cause
}

// breakLine begins a new paragraph, if there are words in this one: what is said after a model's tools does not continue
// what was said before. The last of those words may complete what must not be said.
func (c *draft) breakLine() (*safety.Hit, error) {
	if !c.begun {
		return nil, nil
	}
	return c.write(paragraph)
}

const paragraph = "\n\n"

// note keeps what a chunk says besides its text.
func (c *draft) note(chunk model.Chunk) {
	if chunk.Model != "" {
		c.done.Model = chunk.Model
	}
	if chunk.Usage != nil {
		c.done.Usage = &chat.Usage{
			PromptTokens:     c.usage.PromptTokens + chunk.Usage.PromptTokens,
			CachedTokens:     c.usage.CachedTokens + chunk.Usage.CachedTokens,
			CompletionTokens: c.usage.CompletionTokens + chunk.Usage.CompletionTokens,
		}
	}
	switch chunk.Finish {
	case "":
	case model.FinishLength:
		c.done.Finish = chat.FinishLength
	default:
		c.done.Finish = chat.FinishStop
	}
}

// nextRequest counts the tokens of another request on top.
func (c *draft) nextRequest() {
	if c.done.Usage != nil {
		c.usage = *c.done.Usage
	}
}
