package requests

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/audit"
	"narthex/chat/church"
)

// What can be done about a request.
const (
	doAcknowledge = "acknowledge"
	doAssign      = "assign"
	doNote        = "note"
	doClose       = "close"
	doReopen      = "reopen"
	doWithdraw    = "withdraw" // a sign-up, which gives its place back
	doRestore     = "restore"
)

var actions = []string{doAcknowledge, doAssign, doNote, doClose, doReopen, doWithdraw, doRestore}

// change is what an admin does about a request.
type change struct {
	Version  string `json:"version"` // what they saw
	Action   string `json:"action"`
	Assignee string `json:"assignee"` // a member's id; empty: nobody
	Note     string `json:"note"`
}

// changedError says that a request is not any more what the admin saw.
type changedError struct{ now Request }

func (e *changedError) Error() string { return "the request was changed meanwhile" }

// mostNotes is how many notes a request has at most.
const mostNotes = 200

// explained are the errors of which an admin is told what they mean.
var explained = []error{errGone, errNotMine, errTooMany, errNoSignUp, errNoPlace, errAgain}

// change does something about a request that is still as the admin saw it. It fails with errGone, errNotMine, errTooMany,
// those of sign-ups and *changedError.
func (s store) change(ctx context.Context, a access.Admin, id uuid.UUID, c change) (changed Request, err error) {
	var waited bool
	err = church.InChurch(ctx, s.pool, a.ChurchID, func(tx pgx.Tx) error {
		found, err := find(ctx, tx, a, id)
		if err != nil {
			return err
		}
		if !a.Changes(found.Area) {
			return errNotMine
		}
		if _, err := tx.Exec(ctx, "select from "+tables[found.Source].name+" where church_id = $1 and id = $2 for update", a.ChurchID, id); err != nil {
			return err
		}
		// Whoever held the lock may have changed it.
		if found, err = find(ctx, tx, a, id); err != nil {
			return err
		}
		if found.Version != c.Version && c.Action != doNote { // a note takes nothing back from anybody
			return &changedError{found}
		}
		detail := map[string]string{"kind": found.Kind, "request": id.String()}
		if err := apply(ctx, tx, a, found, c, detail); err != nil {
			return err
		}
		if changed, err = find(ctx, tx, a, id); err != nil {
			return err
		}
		waited = found.AcknowledgedAt == nil
		return audit.Record(ctx, tx, "request."+c.Action, detail)
	})
	if err == nil && changed.Kind == "crisis" && changed.Urgent && waited && changed.AcknowledgedAt != nil {
		s.acknowledged(changed.AcknowledgedAt.Sub(changed.CreatedAt))
	}
	if err == nil || slices.ContainsFunc(explained, func(known error) bool { return errors.Is(err, known) }) {
		return changed, err
	}
	if _, meanwhile := errors.AsType[*changedError](err); meanwhile {
		return Request{}, err
	}
	return Request{}, fmt.Errorf("change a request: %w", err)
}

// apply writes a change of a locked row, and adds to detail whom it names.
func apply(ctx context.Context, tx pgx.Tx, a access.Admin, found Request, c change, detail map[string]string) error {
	table := tables[found.Source]
	set, args := "", []any{a.ChurchID, found.ID}
	switch c.Action {
	case doAcknowledge:
		if found.Status != stateNew { // a colleague has it, and since when is how long the visitor waited
			return &changedError{found}
		}
		set, args = table.status+" = 'acknowledged', acknowledged_at = now(), acknowledged_by = $3, assignee_id = coalesce(assignee_id, $4)", append(args, a.Email, a.IdentityID)
		if found.Kind == "crisis" {
			if err := acknowledgeEarlier(ctx, tx, a, found.ID); err != nil {
				return err
			}
		}
	case doClose:
		set, args = table.closed(), append(args, a.Email)
	case doReopen:
		set = table.reopened()
	case doWithdraw:
		return withdraw(ctx, tx, a, found)
	case doRestore:
		return restore(ctx, tx, a, found)
	case doNote:
		var notes []note
		if err := json.Unmarshal(found.Notes, &notes); err != nil {
			return err
		}
		if len(notes) >= mostNotes {
			return errTooMany
		}
		encoded, err := json.Marshal([]note{{a.Email, time.Now().UTC(), c.Note}})
		if err != nil {
			return err
		}
		set, args = "notes = notes || $3::jsonb", append(args, encoded)
	case doAssign:
		set = "assignee_id = $3"
		var to *uuid.UUID
		if c.Assignee != "" {
			member, err := memberOf(ctx, tx, a, found.Area, c.Assignee)
			if err != nil {
				return err
			}
			to, detail["to"] = &member.ID, member.Name
		}
		args = append(args, to)
	}
	_, err := tx.Exec(ctx, "update "+table.name+" set "+set+" where church_id = $1 and id = $2", args...)
	return err
}

// acknowledgeEarlier takes on the earlier crises of the same conversation, as the link in the mail does (admin/acknowledge): who read
// the last message has read what it is about.
func acknowledgeEarlier(ctx context.Context, tx pgx.Tx, a access.Admin, id uuid.UUID) error {
	_, err := tx.Exec(ctx, `
		update visitor_requests r set status = 'acknowledged', acknowledged_at = now(), acknowledged_by = $3, assignee_id = coalesce(r.assignee_id, $4)
		from visitor_requests this
		where this.church_id = $1 and this.id = $2 and r.church_id = $1 and r.session_id = this.session_id
			and r.kind = 'crisis' and r.status = 'new' and not r.safeguarding and r.created_at < this.created_at`, a.ChurchID, id, a.Email, a.IdentityID)
	return err
}

// member is one of the church's team.
type member struct {
	ID    uuid.UUID
	Name  string
	Roles []access.Role
}

// members are those of the team who see an area.
func members(ctx context.Context, tx pgx.Tx, a access.Admin, area access.Area) ([]member, error) {
	rows, err := tx.Query(ctx, `
		select i.id, coalesce(nullif(i.name, ''), i.email) as name, array(select role from church_identity_roles r where r.identity_id = i.id) as roles
		from church_admin_identities i where i.church_id = $1 order by 2, 1`, a.ChurchID)
	if err != nil {
		return nil, err
	}
	team, err := pgx.CollectRows(rows, pgx.RowToStructByName[member])
	standsIn := !slices.ContainsFunc(team, func(m member) bool {
		return slices.Contains(m.Roles, access.Pastor) || slices.Contains(m.Roles, access.PrayerTeam)
	})
	return slices.DeleteFunc(team, func(m member) bool { return !access.Admin{Roles: m.Roles, StandsIn: standsIn}.Sees(area) }), err
}

// memberOf is the one of them with an id. It fails with errNotMine where there is none: a request is not given to who may not see it.
func memberOf(ctx context.Context, tx pgx.Tx, a access.Admin, area access.Area, id string) (member, error) {
	team, err := members(ctx, tx, a, area)
	if err != nil {
		return member{}, err
	}
	i := slices.IndexFunc(team, func(m member) bool { return m.ID.String() == id })
	if i < 0 {
		return member{}, errNotMine
	}
	return team[i], nil
}
