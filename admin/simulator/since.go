package simulator

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/conversations"
	"narthex/chat"
	"narthex/chat/church"
	"narthex/static/web"
)

// mostChanges is how many of the changes since an answer are shown, the first.
const mostChanges = 20

// change is something that admins changed since.
type change struct{ When, What string }

// noted is one as it was noted.
type noted struct {
	what   string
	detail map[string]string
	at     time.Time
}

// text is a FAQ or a passage that an answer was made from, or near to.
type text struct {
	chat.Nearest
	State string // its text is simulator.text.<state>: kept, stored or gone
}

// lately is what is known of a church today that an answer of another day did not know.
type lately struct {
	lenses  []church.Tradition
	lens    church.Lens // today's
	changes []noted     // one more than are shown, if there are more
	texts   []text
}

// teaches are the beginnings of what is noted of changes to what the assistant knows and how it speaks.
var teaches = []string{"agents.%", "tools.%", "lens.%", "override.%", "texts.%", "answers.%", "words.%", "crisis.%", "faq.%", "document.%", "changed.%", "added.%", "removed.%"}

// lately compares the day of an answer with today.
func (h *Handler) lately(ctx context.Context, a access.Admin, asked conversations.Asked) (known lately, err error) {
	snapshot, err := h.parts.Churches(ctx, a.ChurchID)
	if err != nil {
		return known, fmt.Errorf("read the church of an answer: %w", err)
	}
	known.lens = snapshot.Lens
	err = church.InChurch(ctx, h.parts.Pool, a.ChurchID, func(tx pgx.Tx) error {
		if known.lenses, err = church.ReadTraditions(ctx, tx); err != nil {
			return err
		}
		if known.texts, err = textsOf(ctx, tx, a.ChurchID, asked); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, `
			select what, detail, happened_at from audit_log
			where church_id = $1 and happened_at > $2 and what like any ($3::text[])
			order by happened_at, id limit $4`, a.ChurchID, asked.Answer.CreatedAt, teaches, mostChanges+1)
		if err != nil {
			return err
		}
		known.changes, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (n noted, err error) { return n, row.Scan(&n.what, &n.detail, &n.at) })
		return err
	})
	if err != nil {
		return known, fmt.Errorf("look for what has changed since an answer: %w", err)
	}
	return known, nil
}

// textsOf says of each text that the answer was compared with what has become of it.
func textsOf(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, asked conversations.Asked) ([]text, error) {
	if asked.Answer.Trace == nil {
		return nil, nil
	}
	near := asked.Answer.Trace.Nearest
	ids := make([]uuid.UUID, len(near))
	for i, n := range near {
		ids[i] = n.ID
	}
	rows, err := tx.Query(ctx, "select id, updated_at > $3 from unified_rag_content where organization_id = $1 and id = any ($2)", churchID, ids, asked.Answer.CreatedAt)
	if err != nil {
		return nil, err
	}
	stored := make(map[uuid.UUID]bool)
	var id uuid.UUID
	var anew bool
	if _, err := pgx.ForEachRow(rows, []any{&id, &anew}, func() error { stored[id] = anew; return nil }); err != nil {
		return nil, err
	}
	texts := make([]text, len(near))
	for i, n := range near {
		texts[i] = text{n, "kept"}
		anew, there := stored[n.ID]
		switch {
		case !there && n.Kind != "theology": // which belongs to no church
			texts[i].State = "gone"
		case anew:
			texts[i].State = "stored"
		}
	}
	return texts, nil
}

// describe says what was changed. What there are no words for is named as it is stored.
func describe(l *web.Language, n noted) string {
	var pairs []string
	for name, value := range n.detail {
		pairs = append(pairs, name, value)
	}
	said, err := l.Text("audit."+n.what, pairs...)
	if err != nil {
		return n.what
	}
	return said
}
