// Package conversation reads what was said before a turn in which somebody may be in danger: the last danger that its visitor told of, and
// what they were asked about it.
package conversation

import (
	"narthex/chat"
)

// Visitors are the visitor's messages, oldest first.
func Visitors(items []chat.HistoryItem) []string {
	messages := make([]string, 0, len(items))
	for _, item := range items {
		if item.Role == "user" {
			messages = append(messages, item.Content)
		}
	}
	return messages
}

// LastAnswer is what the assistant said last.
func LastAnswer(items []chat.HistoryItem) (text string) {
	for _, item := range items {
		if item.Role == "assistant" {
			text = item.Content
		}
	}
	return text
}

// Unanswered reports whether what was said to a visitor's last message is not known: the node that said it may be down.
func Unanswered(items []chat.HistoryItem) bool {
	return len(items) > 0 && items[len(items)-1].Role == "user"
}
