package recent

import (
	"cmp"
	"slices"
	"strings"

	"github.com/google/uuid"

	"narthex/chat"
)

// History puts in order what is known of a conversation from several sides, each message once, and leaves out a turn: the one that it is
// the history of.
func History(records []chat.Record, without uuid.UUID) []chat.HistoryItem {
	slices.SortStableFunc(records, func(a, b chat.Record) int {
		return cmp.Or(a.At.Compare(b.At), -strings.Compare(a.Role, b.Role)) // a question before its answer
	})
	items := make([]chat.HistoryItem, 0, len(records))
	seen := make(map[uuid.UUID]bool, len(records))
	for _, r := range records {
		if r.TurnID != without && !seen[r.ID] && r.Content != "" {
			seen[r.ID] = true
			items = append(items, chat.HistoryItem{Role: r.Role, Content: r.Content})
		}
	}
	return items
}
