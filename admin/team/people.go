package team

import (
	"context"
	"errors"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/audit"
	"narthex/admin/notify"
)

// invitation is whom to ask into a team.
type invitation struct {
	Email, Name string
	Roles       []access.Role
}

// invite adds somebody to the team, and mails them a link of their own.
func (s store) invite(ctx context.Context, asked invitation) (id uuid.UUID, err error) {
	err = s.change(ctx, "invite somebody", func(ctx context.Context, tx pgx.Tx, _ account) error {
		a := access.From(ctx)
		if !mayGiveAll(a, asked.Roles, false) {
			return errGrant
		}
		if err := mayInvite(ctx, tx, asked.Email); err != nil {
			return err
		}
		err := tx.QueryRow(ctx, `
			insert into church_admin_identities (church_id, email, name) values ($1, $2, nullif($3, ''))
			on conflict (church_id, lower(email)) do update set name = coalesce(excluded.name, church_admin_identities.name), version = church_admin_identities.version + 1
			returning id`, a.ChurchID, asked.Email, asked.Name).Scan(&id)
		if err != nil {
			return err
		}
		if err := setRoles(ctx, tx, id, asked.Roles); err != nil {
			return err
		}
		link, err := s.ownLink(ctx, tx, id)
		if err != nil {
			return err
		}
		err = s.mail(ctx, tx, notify.Mail{
			Kind: mailInvited, To: asked.Email, About: link.String(), Lines: []notify.Line{{Label: "invited_by", Text: sayWho(a)}},
		})
		if err != nil {
			return err
		}
		return audit.Record(ctx, tx, "team.invited", map[string]string{"email": asked.Email, "roles": spoken(asked.Roles)})
	})
	return id, err
}

// mayInvite refuses who is there already, and more than a church has people.
func mayInvite(ctx context.Context, tx pgx.Tx, email string) error {
	var known bool
	var members, lately int
	err := tx.QueryRow(ctx, `
		select exists (select from church_admin_identities i join church_identity_roles r on r.identity_id = i.id where i.church_id = $3 and lower(i.email) = lower($1)),
			(select count(*) from church_admin_identities where church_id = $3),
			(select count(*) from audit_log where church_id = $3 and what = 'team.invited' and happened_at > now() - $2::interval)`, email, invitesWithin, access.From(ctx).ChurchID).Scan(&known, &members, &lately)
	switch {
	case err != nil:
		return err
	case known:
		return errKnown
	case members >= mostMembers:
		return errFull
	case lately >= mostInvites:
		return errTooMany
	}
	return nil
}

// give changes somebody's roles. It returns the version after that.
func (s store) give(ctx context.Context, id uuid.UUID, roles []access.Role, version int) (now int, err error) {
	err = s.change(ctx, "change somebody's roles", func(ctx context.Context, tx pgx.Tx, _ account) error {
		m, err := member(ctx, tx, id)
		switch {
		case err != nil:
			return err
		case m.Version != version:
			return errChanged
		case slices.Equal(m.Roles, roles):
			now = version
			return nil
		}
		added := slices.DeleteFunc(slices.Clone(roles), func(role access.Role) bool { return slices.Contains(m.Roles, role) })
		if !mayGiveAll(access.From(ctx), added, m.You) {
			return errGrant
		}
		if !slices.Contains(roles, access.RoleAdmin) {
			if err := mayLoseAdmin(ctx, tx, m); err != nil {
				return err
			}
		}
		if err := setRoles(ctx, tx, id, roles); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, "update church_admin_identities set version = version + 1 where id = $1 returning version", id).Scan(&now); err != nil {
			return err
		}
		return audit.Record(ctx, tx, "team.roles_changed", map[string]string{"email": m.Email, "roles": spoken(roles), "before": spoken(m.Roles)})
	})
	return now, err
}

// remove takes somebody out of the team. With the person go their roles, sessions and links. Alarms that went to their address go to
// the account's. Who answers for safeguarding goes on doing so: that may well be somebody who is no admin.
func (s store) remove(ctx context.Context, id uuid.UUID, version int) error {
	return s.change(ctx, "remove somebody", func(ctx context.Context, tx pgx.Tx, at account) error {
		m, err := member(ctx, tx, id)
		if err != nil {
			return err
		}
		if m.Version != version {
			return errChanged
		}
		if err := mayLoseAdmin(ctx, tx, m); err != nil {
			return err
		}
		alarms, err := alarmsOf(ctx, tx)
		if err != nil {
			return err
		}
		if alarms.goTo(m.Email) {
			if !alarms.mayGoTo(at.Email) {
				return errAlarms
			}
			if err := alarms.moveTo(ctx, tx, at.Email); err != nil {
				return err
			}
		}
		if err := audit.Record(ctx, tx, "team.removed", map[string]string{"email": m.Email}); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "delete from church_team_members where church_id = $3 and (identity_id = $1 or lower(email) = lower($2))", id, m.Email, access.From(ctx).ChurchID); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, "delete from church_admin_identities where id = $1", id)
		return err
	})
}

// mayLoseAdmin refuses to take from the team whom it cannot do without: the last admin, and whose account it is, because the
// church's own link goes to them. What somebody has asked for as an admin ends with that.
func mayLoseAdmin(ctx context.Context, tx pgx.Tx, m Member) error {
	if m.Account {
		return errAccount
	}
	if !slices.Contains(m.Roles, access.RoleAdmin) {
		return nil
	}
	var others int
	err := tx.QueryRow(ctx, "select count(*) from church_identity_roles where church_id = $2 and role = 'admin' and identity_id <> $1", m.ID, access.From(ctx).ChurchID).Scan(&others)
	if err != nil {
		return err
	}
	if others == 0 {
		return errLastAdmin
	}
	_, err = tx.Exec(ctx, "update admin_address_changes set settled_at = now(), outcome = 'withdrawn' where asked_by = $1 and settled_at is null", m.ID)
	return err
}

func mayGiveAll(a access.Admin, roles []access.Role, toThemselves bool) bool {
	return !slices.ContainsFunc(roles, func(role access.Role) bool { return !mayGrant(a, role, toThemselves) })
}

// setRoles gives somebody these roles and no others. The list of the team says the first of them.
func setRoles(ctx context.Context, tx pgx.Tx, id uuid.UUID, roles []access.Role) error {
	_, err := tx.Exec(ctx, `
		with gone as (
			delete from church_identity_roles where identity_id = $1 and role <> all($2::text[])),
		given as (
			insert into church_identity_roles (church_id, identity_id, role) select church_id, id, unnest($2::text[]) from church_admin_identities where id = $1
			on conflict do nothing)
		insert into church_team_members (church_id, identity_id, email, name, role)
		select church_id, id, email, name, $3 from church_admin_identities where id = $1
		on conflict (church_id, lower(email)) do update set identity_id = excluded.identity_id, name = excluded.name, role = excluded.role`, id, roles, roles[0])
	return err
}

// mail queues a mail. An address that no mail can be sent to is a mistake in what was written.
func (s store) mail(ctx context.Context, tx pgx.Tx, m notify.Mail) error {
	m.Key, m.ChurchID = uuid.New(), access.From(ctx).ChurchID
	err := s.mailer.Mail(ctx, tx, m)
	if errors.Is(err, notify.ErrNoticeIncomplete) {
		return errEmail
	}
	return err
}

// sayWho is an admin for somebody who may not know them.
func sayWho(a access.Admin) string {
	if a.Name == "" {
		return a.Email
	}
	return a.Name + " (" + a.Email + ")"
}
