// What a model writes on its way to the visitor: what must not be said is kept back or taken back, and rewritten.

package tier

import (
	"strings"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/guard"
	"narthex/chat/model"
	"narthex/chat/prompt"
	"narthex/chat/tier/excerpt"
)

const paragraphBreak = "\n\n"

// resetGuard lets sieve and guard begin anew.
func (d *draft) resetGuard() {
	d.sieve, d.guard = d.pointers.Sieve(replacements(d.turn)), d.terms.Guard()
}

// writeText passes text through sieve and guard to the visitor. A hit says why the text went no further.
func (d *draft) writeText(text string, emit emitFunc) (*guard.Hit, error) {
	d.openParagraph = !strings.HasSuffix(text, paragraphBreak)
	return d.guarded(d.sieve.Write(text), emit)
}

// guarded passes text through the guard alone.
func (d *draft) guarded(text string, emit emitFunc) (*guard.Hit, error) {
	clear, hit := d.guard.Write(text)
	return hit, d.show(clear, emit)
}

// flush lets out what sieve and guard held because it could still have become what must not be said.
func (d *draft) flush(emit emitFunc) (*guard.Hit, error) {
	if hit, err := d.guarded(d.sieve.Close(), emit); hit != nil || err != nil {
		return hit, err
	}
	clear, hit := d.guard.Close()
	return hit, d.show(clear, emit)
}

// endParagraph begins a new paragraph, if there are words in this one: what is said after tool calls does not continue what
// was said before them. The last of those words may complete what must not be said.
func (d *draft) endParagraph(emit emitFunc) (*guard.Hit, error) {
	if !d.openParagraph {
		return nil, nil
	}
	return d.writeText(paragraphBreak, emit)
}

// show gives the visitor text that the guard let out.
func (d *draft) show(text string, emit emitFunc) error {
	if text == "" {
		return nil
	}
	if err := d.announce(emit); err != nil {
		return err
	}
	d.text.WriteString(text)
	return emit(chat.DeltaEvent(text))
}

// announce emits the tier event, once for each reset.
func (d *draft) announce(emit emitFunc) error {
	if d.announced {
		return nil
	}
	d.announced = true
	return emit(chat.TierEvent(d.tier, d.reason, d.similarity))
}

// rewrite has the model write a sentence anew in which the guard hit something. again is false when the answer ends here.
func (d *draft) rewrite(hit *guard.Hit, emit emitFunc) (again bool, err error) {
	kept, err := d.takeBack(hit, emit)
	if err != nil {
		return false, err
	}
	if hit.Kind != guard.Forbidden || d.hits > maxRewrites {
		ending := append([]string{chat.Phrase(d.turn.Language, replacementKey(hit))}, d.unsaid()...)
		return false, d.endWith(strings.Join(ending, paragraphBreak), emit)
	}
	d.rewriteMessages = nil
	if own := kept[min(d.recorded, len(kept)):]; strings.TrimSpace(own) != "" {
		d.rewriteMessages = append(d.rewriteMessages, model.Message{Role: model.RoleAssistant, Content: own})
	}
	rule := church.Rule{Topic: hit.Topic, Position: hit.Position}
	d.rewriteMessages = append(d.rewriteMessages, model.Message{Role: model.RoleSystem, Content: prompt.Restate(rule, hit.Term)})
	return true, nil
}

// takeBack makes the visitor forget the sentence in which the guard hit something, and returns the text before it. The guard
// begins anew and reads that text again: a term may begin there and end in what follows.
func (d *draft) takeBack(hit *guard.Hit, emit emitFunc) (kept string, err error) {
	d.hits++
	shown := d.text.String()
	kept = shown[:guard.SentenceStart(shown, min(hit.Offset, len(shown)))]
	d.resetGuard()
	d.openParagraph = kept != "" && !strings.HasSuffix(kept, paragraphBreak)
	clear, _ := d.guard.Write(kept)
	if clear == shown {
		return kept, nil // the visitor saw nothing of the sentence
	}
	d.text.Reset()
	if err := emit(chat.Event{Kind: chat.KindReset}); err != nil {
		return kept, err
	}
	d.announced = false
	if err := d.announce(emit); err != nil {
		return kept, err
	}
	for i := range d.toolsShown {
		if err := emit(chat.Event{Kind: chat.KindTool, Tool: &d.toolsShown[i]}); err != nil {
			return kept, err
		}
	}
	return kept, d.show(clear, emit)
}

func (d *draft) reportHit(hit *guard.Hit) {
	if hit.Topic == guard.ClaimTopic {
		d.turn.TraceHeld("claim", "")
	} else {
		d.turn.TraceHeld(string(hit.Kind), hit.Topic)
	}
	if d.author.OnHit != nil {
		d.author.OnHit(d.turn, hit)
	}
}

// replacementKey is the message that ends an answer in place of a sentence that cannot be said.
func replacementKey(hit *guard.Hit) string {
	switch {
	case hit.Kind == guard.Instructions:
		return "own_instructions"
	case hit.Topic == guard.ClaimTopic:
		return "what_i_am"
	}
	return "ask_pastor"
}

// guardExcerpts holds what is quoted beside an answer to the rules of the answer: an excerpt leads nowhere but to what is on
// file, and says nothing that must not be said. Marks of being private are looked for once more in the excerpt as it is
// shown: without the marks of Markdown they may be found where they were not before.
func (d *draft) guardExcerpts(sources []chat.Source) {
	for i := range sources {
		source := &sources[i]
		switch {
		case source.Excerpt == "":
		case guard.KeptBack(source.Title+". "+source.Excerpt) || d.forbids(source.Excerpt):
			source.Excerpt = ""
		default:
			source.Excerpt = excerpt.Plain(d.sieved(source.Excerpt))
		}
	}
}

// guardSummary gives what may be shown of a tool's summary, which may quote what others wrote, such as the titles of events.
// A summary with what must not be said is left out whole.
func (d *draft) guardSummary(summary string) string {
	summary = d.sieved(summary)
	if d.forbids(summary) {
		return ""
	}
	return summary
}

// sieved passes a whole text that is not part of the answer through a sieve of its own.
func (d *draft) sieved(text string) string {
	sieve := d.pointers.Sieve(replacements(d.turn))
	return sieve.Write(text) + sieve.Close()
}

// forbids reports whether a whole text has something that the answer must not say.
func (d *draft) forbids(text string) bool { return d.author.Forbids(d.turn, text) }

// Forbids reports whether a whole text has something that an answer to a turn must not say.
func (a *Author) Forbids(turn *chat.Turn, text string) bool {
	guard := a.terms.forTurn(turn).Guard()
	if _, hit := guard.Write(text); hit != nil {
		return true
	}
	_, hit := guard.Close()
	return hit != nil
}
