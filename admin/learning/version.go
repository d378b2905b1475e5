package learning

import (
	"context"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/chat/church"
)

// version tells what a draft says from what another does.
func (d draftForm) version() string {
	return hex.EncodeToString(digest(d.Question + "\x00" + d.Answer + "\x00" + strconv.FormatBool(d.Exact)))
}

// shown is what an admin was shown of a draft: its version, unless a program wrote that is shown nothing, and may set what it sets.
type shown struct {
	version string
	nothing bool
}

func shownTo(a access.Admin, form url.Values) shown {
	version := form.Get("version")
	return shown{version, version == "" && a.SessionID == uuid.Nil}
}

// changedDraft says that another draft is stored than the admin was shown.
type changedDraft struct{ stored draftForm }

func (*changedDraft) Error() string { return "somebody else has changed the draft" }

// beginDraft keeps the first draft of a group, if that is still there: what somebody has written meanwhile stays.
func (s store) beginDraft(ctx context.Context, churchID, id uuid.UUID, d draftForm, from []string) error {
	return church.InChurch(ctx, s.pool, churchID, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `
			update question_groups set draft_question = $3, draft_answer = $4, draft_exact = $5, drafted_at = now(),
				draft_from = case when cardinality($6::text[]) > 0 then $6 else draft_from end
			where church_id = $1 and id = $2 and drafted_at is null`, churchID, id, d.Question, d.Answer, d.Exact, from)
		return err
	})
}

// saveDraft keeps what was written with a group, if that is still there. It fails with a *changedDraft, and then keeps nothing.
func (s store) saveDraft(ctx context.Context, churchID, id uuid.UUID, d draftForm, seen shown) error {
	return church.InChurch(ctx, s.pool, churchID, func(tx pgx.Tx) error {
		// A draft that was published is the FAQ that it became.
		var stored draftForm
		err := tx.QueryRow(ctx, `
			select coalesce(case when g.drafted_at is null then u.title else g.draft_question end, ''),
				coalesce(case when g.drafted_at is null then u.content else g.draft_answer end, ''),
				coalesce(case when g.drafted_at is null then (u.metadata ->> 'exact_response')::boolean else g.draft_exact end, false)
			from question_groups g left join unified_rag_content u on u.organization_id = g.church_id and u.id = g.answered_by
			where g.church_id = $1 and g.id = $2 and (g.drafted_at is not null or u.id is not null) for update of g`, churchID, id).Scan(&stored.Question, &stored.Answer, &stored.Exact)
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		if err == nil && stored != d && stored.version() != seen.version && !seen.nothing {
			return &changedDraft{stored}
		}
		_, err = tx.Exec(ctx, `
			update question_groups set draft_question = $3, draft_answer = $4, draft_exact = $5, drafted_at = now()
			where church_id = $1 and id = $2`, churchID, id, d.Question, d.Answer, d.Exact)
		return err
	})
}

// compare shows what was written, and beside it what somebody else has stored. Who reads that, and goes on, means it.
func (h *Handler) compare(w http.ResponseWriter, r *http.Request, group Group, draft, stored draftForm) (err error) {
	p := h.onePage(r, group, draft, stored)
	p.Row.Drafted, p.Stored = true, &stored
	if p.Fault, err = h.texts(r).Text("learning.fault.changed"); err != nil {
		return err
	}
	return h.render(w, r, http.StatusConflict, p)
}
