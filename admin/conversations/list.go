package conversations

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/cursor"
	"narthex/chat/church"
)

// perPage is how many conversations a page shows.
const perPage = 30

// filter says which conversations are wanted. Empty fields want all.
type filter struct {
	Search string
	Way    string // how an answer in it came about: tier0 to tier4, error
	Rated  string // up or down
}

// ways are the values of filter.Way, with what they mean for an answer m.
var ways = map[string]string{
	"tier0": "m.tier = 0", "tier1": "m.tier = 1", "tier2": "m.tier = 2", "tier3": "m.tier = 3", "tier4": "m.tier = 4", "error": "m.outcome = 'error'",
}

// list reads a page of the conversations that an admin sees and that fit, the newest first, and whether there are more.
func (s store) list(ctx context.Context, a access.Admin, f filter, after *cursor.Cursor) (found []Conversation, more bool, err error) {
	condition, args := f.where(a)
	if after != nil {
		args = append(args, after.At, after.ID)
		condition += fmt.Sprintf(" and (c.last_message_at, c.id) < ($%d, $%d)", len(args)-1, len(args))
	}
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		// The page first, and its columns then: they are read for its rows alone.
		rows, err := tx.Query(ctx, fmt.Sprintf(`
			select `+columns+` from (
				select c.* from conversations c where `+condition+` order by c.last_message_at desc, c.id desc limit %d) c
			order by c.last_message_at desc, c.id desc`, perPage+1), args...)
		if err != nil {
			return err
		}
		found, err = pgx.CollectRows(rows, pgx.RowToStructByName[Conversation])
		return err
	})
	if err != nil {
		return nil, false, fmt.Errorf("list conversations: %w", err)
	}
	if len(found) > perPage {
		return found[:perPage], true, nil
	}
	return found, false, nil
}

// where is the condition of those that an admin sees and that fit.
func (f filter) where(a access.Admin) (condition string, args []any) {
	condition, args = visible, rights(a)
	if words := strings.Fields(f.Search); len(words) > 0 {
		said := ""
		for _, word := range words[:min(len(words), 8)] {
			args = append(args, "%"+strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(word)+"%")
			said += fmt.Sprintf(" and m.content ilike $%d", len(args))
		}
		condition += " and exists (select from messages m where m.church_id = $1 and m.conversation_id = c.id" + said + ")"
	}
	if way, ok := ways[f.Way]; ok {
		condition += " and exists (select from messages m where m.church_id = $1 and m.conversation_id = c.id and m.role = 'assistant' and " + way + ")"
	}
	if f.Rated != "" {
		args = append(args, f.Rated)
		condition += fmt.Sprintf(" and exists (select from message_feedback f where f.church_id = $1 and f.conversation_id = c.id and f.value = $%d)", len(args))
	}
	return condition, args
}
