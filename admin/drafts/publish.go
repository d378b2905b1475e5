package drafts

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/audit"
	"narthex/chat/church"
)

// Shown is a draft as its page shows it.
type Shown struct {
	Draft
	Changes   []Change
	Conflicts []Conflict
	Lenses    map[int]string // the names of all, by their ids
}

// show reads a draft. It fails with errGone.
func (d *Drafts) show(ctx context.Context, churchID uuid.UUID) (shown Shown, err error) {
	err = church.InChurch(ctx, d.pool, churchID, func(tx pgx.Tx) error {
		if shown.Draft, err = find(ctx, tx, churchID, false); err != nil {
			return err
		}
		if shown.Changes, err = changesOf(ctx, tx, churchID, false); err != nil {
			return err
		}
		if shown.Lenses, err = lensNames(ctx, tx); err != nil {
			return err
		}
		_, now, err := held(ctx, tx, churchID, shown.Changes)
		shown.Conflicts = conflictsOf(shown.Changes, now)
		return err
	})
	return shown, err
}

func lensNames(ctx context.Context, tx pgx.Tx) (map[int]string, error) {
	all, err := church.ReadTraditions(ctx, tx)
	names := make(map[int]string, len(all))
	for _, t := range all {
		names[t.Lens.ID] = t.Lens.Name
	}
	return names, err
}

// held is a church without its draft: its rows, and what stands in the places of the draft's changes.
func held(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, changes []Change) (rows, map[place]json.RawMessage, error) {
	stored, err := readRows(ctx, tx, churchID)
	if err != nil {
		return nil, nil, err
	}
	now := stored.values(churchID)
	faqs, err := readFAQs(ctx, tx, churchID, faqsOf(changes))
	if err != nil {
		return nil, nil, err
	}
	for id, faq := range faqs {
		now[place{faqTarget, id, ""}] = faq.Value
	}
	return stored, now, nil
}

// publish makes a draft's changes, all or none. It fails with errStale when the draft is another than the one that was shown, with
// errConflicts when somebody has to decide, and with errRights when not all of it is the admin's to change.
func (d *Drafts) publish(ctx context.Context, revision int64) error {
	a := access.From(ctx)
	return d.change(ctx, revision, func(tx pgx.Tx, changes []Change) error {
		if len(changes) == 0 {
			return errEmpty
		}
		if !mayChange(a, changes) {
			return errRights
		}
		stored, now, err := held(ctx, tx, a.ChurchID, changes)
		if err != nil {
			return err
		}
		if len(conflictsOf(changes, now)) > 0 {
			return errConflicts
		}
		if err := d.apply(ctx, tx, a.ChurchID, stored, changes); err != nil {
			return err
		}
		if err := fits(ctx, tx, a, changes); err != nil {
			return err
		}
		for _, c := range changes {
			if err := audit.Record(ctx, tx, c.What, c.Detail); err != nil {
				return err
			}
		}
		return end(ctx, tx, a, "draft.published", len(changes))
	})
}

// change does something with a draft that is still the one that was shown.
func (d *Drafts) change(ctx context.Context, revision int64, fn func(pgx.Tx, []Change) error) (err error) {
	id := access.From(ctx).ChurchID
	for range attempts {
		err = d.enter(ctx, id, func(tx pgx.Tx, changes []Change) error {
			draft, err := find(ctx, tx, id, false)
			if err != nil {
				return err
			}
			if draft.Revision != revision {
				return errStale
			}
			return fn(tx, changes)
		})
		if !inTheWay(err) {
			return err
		}
	}
	return err
}

// mayChange reports whether all that changes change is an admin's to change.
func mayChange(a access.Admin, changes []Change) bool {
	return !slices.ContainsFunc(areasOf(changes), func(area access.Area) bool { return !a.Changes(area) })
}

// fits holds what was written to what no single change shows: others may have added FAQs and positions meanwhile.
func fits(ctx context.Context, tx pgx.Tx, a access.Admin, changes []Change) error {
	var faqs, positions int
	err := tx.QueryRow(ctx, `
		select (select count(*) from unified_rag_content where organization_id = $1 and content_type = 'faq' and curation_status = 'approved'),
			(select count(*) from organization_settings s, jsonb_object_keys(s.doctrinal_overrides) where s.organization_id = $1)`, a.ChurchID).Scan(&faqs, &positions)
	if err != nil {
		return err
	}
	adds := func(to func(Change) bool) bool {
		return slices.ContainsFunc(changes, func(c Change) bool { return c.Before == nil && to(c) })
	}
	if limit, limited := a.Church.Plan.FAQLimit(); limited && faqs > limit && adds(func(c Change) bool { return c.Target == faqTarget }) {
		return errPlan
	}
	if positions > church.MostOverrides && adds(Change.isPosition) {
		return errPositions
	}
	return nil
}

// end ends a draft, and notes how.
func end(ctx context.Context, tx pgx.Tx, a access.Admin, what string, count int) error {
	if _, err := tx.Exec(ctx, "delete from drafts where church_id = $1", a.ChurchID); err != nil {
		return err
	}
	return audit.Record(ctx, tx, what, map[string]string{"count": strconv.Itoa(count)})
}

// begin begins a church's draft, unless there is one.
func (d *Drafts) begin(ctx context.Context) error {
	a := access.From(ctx)
	return church.InChurch(ctx, d.pool, a.ChurchID, func(tx pgx.Tx) error {
		done, err := tx.Exec(ctx, "insert into drafts (church_id, begun_by) values ($1, $2) on conflict do nothing", a.ChurchID, a.Email)
		if err != nil || done.RowsAffected() == 0 {
			return err
		}
		return audit.Record(ctx, tx, "draft.begun", nil)
	})
}

// discard forgets a draft. Who may not change all that is in it may not take it from the others.
func (d *Drafts) discard(ctx context.Context, revision int64) error {
	a := access.From(ctx)
	return d.change(ctx, revision, func(tx pgx.Tx, changes []Change) error {
		if !mayChange(a, changes) {
			return errRights
		}
		return end(ctx, tx, a, "draft.discarded", len(changes))
	})
}

// decide drops one change from a draft, or has it stand against what somebody else has written in its place meanwhile.
func (d *Drafts) decide(ctx context.Context, revision int64, id uuid.UUID, drop bool) error {
	a := access.From(ctx)
	return d.change(ctx, revision, func(tx pgx.Tx, changes []Change) error {
		at := slices.IndexFunc(changes, func(c Change) bool { return c.ID == id })
		if at < 0 {
			return errStale
		}
		c := changes[at]
		if !mayChange(a, []Change{c}) {
			return errRights
		}
		if drop {
			c.After = c.Before
		} else {
			_, now, err := held(ctx, tx, a.ChurchID, []Change{c})
			if err != nil {
				return err
			}
			at := placeIn(now, c)
			if c.Before, c.Field = now[at], at.field; c.Target == faqTarget {
				c.What, c.Detail = wordsOf(c.Before, c.After)
			}
			if err := overtake(ctx, tx, a.ChurchID, c); err != nil {
				return err
			}
		}
		return keep(ctx, tx, a.ChurchID, []Change{c})
	})
}

// overtake has a change be one of what stands in its place now, which may be called in another case than when it was made. What the draft
// would do with that by another change is no longer wanted.
func overtake(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, c Change) error {
	batch := &pgx.Batch{}
	batch.Queue("delete from draft_changes where church_id = $1 and id <> $2 and target = $3 and row_id = $4 and field = $5", churchID, c.ID, c.Target, c.RowID, c.Field)
	batch.Queue("update draft_changes set field = $3, before = $4, what = $5, detail = $6 where church_id = $1 and id = $2", churchID, c.ID, c.Field, c.Before, c.What, c.Detail)
	return tx.SendBatch(ctx, batch).Close()
}
