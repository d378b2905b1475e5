// What the answers that models write have in common.

package tier

import (
	"context"

	"narthex/cache"
	"narthex/chat"
	"narthex/chat/guard"
	"narthex/chat/prompt"
	"narthex/chat/tools"
)

// Author is what all drafts of a server share. Fields are set before the first answer; nil ones are left out.
type Author struct {
	Model    chat.Model
	Tools    *tools.Registry                                 // offered to the model
	Remember func(context.Context, *chat.Turn, cache.Answer) // called with every whole answer that others may be given, after the visitor has it
	OnPrompt func(prompt.Built)                              // called with each prompt of the full model
	OnHit    func(*chat.Turn, *guard.Hit)                    // called with every sentence that the guard held back

	terms termCache
}
