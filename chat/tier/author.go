// What the answers that models write have in common.

package tier

import (
	"context"

	"narthex/cache"
	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/guard"
	"narthex/chat/model"
	"narthex/chat/prompt"
	"narthex/chat/tools"
)

// Author is what all drafts of a server share. Fields are set before the first answer; nil ones are left out.
type Author struct {
	Model    model.Streamer
	Tools    *tools.Registry                                 // offered to the model
	Remember func(context.Context, *chat.Turn, cache.Answer) // called with every whole answer that others may be given, after the visitor has it
	OnPrompt func(prompt.Built)                              // called with each prompt of the full model
	OnHit    func(*chat.Turn, *guard.Hit)                    // called with every sentence that the guard held back

	terms termCache
}

type preparedKey struct {
	agent  church.Agent
	spoken bool
}

// Prepare makes what all answers of a church's agent share, as far as it is not made yet, so that nobody who asks waits for it.
func (a *Author) Prepare(turn *chat.Turn) {
	church.Derived(turn.Church, preparedKey{turn.Agent, turn.Request.Spoken}, func() struct{} {
		a.terms.forTurn(turn)
		pointersOf(turn.Church)
		faqsByWords(turn.Church)
		in := promptInput(turn, nil)
		in.Tools = len(a.toolset(turn).names) > 0
		prompt.Build(in)
		return struct{}{}
	})
}
