// What a model is shown of a turn.

package tier

import (
	"context"

	"narthex/chat"
	"narthex/chat/model"
	"narthex/chat/prompt"
	"narthex/retrieval"
)

func promptInput(turn *chat.Turn, passages []retrieval.Passage) prompt.Input {
	in := prompt.Input{
		Church:   turn.Church,
		Agent:    turn.Agent,
		Lens:     turn.Lens,
		Language: turn.Language, Spoken: turn.Request.Spoken,
		Now:      turn.Request.Received,
		Passages: passages,
		Crisis:   turn.Crisis,
		Distress: turn.Distress,
	}
	if turn.FAQMatch != nil {
		in.FAQ = turn.FAQMatch.FAQ
	}
	return in
}

// appendConversation appends what was said before, and the question, to a model's instructions.
func appendConversation(ctx context.Context, messages []model.Message, turn *chat.Turn) []model.Message {
	history := turn.History(ctx)
	for _, item := range history[max(0, len(history)-chat.MaxHistoryInPrompt):] {
		if item.Role == "user" {
			messages = append(messages, model.Message{Role: model.RoleUser, Content: prompt.Visitor(item.Content)})
		} else {
			messages = append(messages, model.Message{Role: model.RoleAssistant, Content: item.Content})
		}
	}
	return append(messages, model.Message{Role: model.RoleUser, Content: prompt.Visitor(turn.Request.Message)})
}
