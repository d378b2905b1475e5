package compat

import (
	"strings"

	"narthex/chat"
)

// inWords gives what a tool asks as a piece of the answer, for clients that show no cards: the question itself follows in the answer's
// text, and is answered by a message that says yes or no. Every other event is given back as it is.
func inWords(event chat.Event) chat.Event {
	if event.Kind != chat.KindTool || event.Tool.Status != chat.ToolConfirm {
		return event
	}
	var text strings.Builder
	text.WriteString("**" + event.Tool.Summary + "**\n\n")
	for _, field := range event.Tool.Fields {
		text.WriteString("- " + field.Label + ": " + strings.ReplaceAll(field.Value, "\n", " ") + "\n")
	}
	return chat.DeltaEvent(text.String() + "\n")
}
