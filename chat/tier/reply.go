package tier

import (
	"narthex/chat"
	"narthex/chat/model/offline"
)

// IsReply reports whether a message answers what the visitor was asked just before: for a detail of what they want done, or whether it may be
// passed on. Alone it would say something else: "tell him that my son cannot come on Sunday" asks for no rules on children.
func IsReply(message string, past []chat.HistoryItem) bool {
	last := len(past) - 1
	return last >= 0 && past[last].Role != "user" && offline.Replies(message, past[last].Content)
}
