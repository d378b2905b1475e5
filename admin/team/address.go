package team

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/audit"
	"narthex/admin/notify"
)

const (
	addressLife     = 48 * time.Hour // of the link that confirms a new address
	addressesPerDay = 5              // that a church may ask to be confirmed
)

// addressChange is a new address of the account that is not confirmed yet.
type addressChange struct {
	ID                 uuid.UUID
	OldEmail, NewEmail string
	ExpiresAt          time.Time
	AskedBy            uuid.UUID
}

// openChange is the one that a church has; nil if there is none.
func openChange(ctx context.Context, tx pgx.Tx) (*addressChange, error) {
	rows, err := tx.Query(ctx, `
		select id, old_email, new_email, expires_at, asked_by from admin_address_changes
		where church_id = $1 and settled_at is null and expires_at > now()`, access.From(ctx).ChurchID)
	if err != nil {
		return nil, err
	}
	c, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[addressChange])
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return &c, err
}

// accountAddress is the address of the account, and the one that it is to have.
func (s store) accountAddress(ctx context.Context) (at account, pending *addressChange, err error) {
	err = s.read(ctx, "read whose an account is", func(tx pgx.Tx) error {
		err := tx.QueryRow(ctx, "select coalesce(admin_email, '') from premium_churches where church_id = $1", access.From(ctx).ChurchID).Scan(&at.Email)
		if err != nil {
			return err
		}
		pending, err = openChange(ctx, tx)
		return err
	})
	return at, pending, err
}

// askAddress mails a new address the link that confirms it, and warns the old one. Whatever was asked for before is void.
func (s store) askAddress(ctx context.Context, email string) error {
	return s.change(ctx, "ask for another address", func(ctx context.Context, tx pgx.Tx, at account) error {
		a := access.From(ctx)
		if err := mayAsk(ctx, tx, at, email); err != nil {
			return err
		}
		if err := withdraw(ctx, tx); err != nil {
			return err
		}
		var id uuid.UUID
		err := tx.QueryRow(ctx, `
			insert into admin_address_changes (church_id, asked_by, old_email, new_email, expires_at) values ($1, $2, $3, $4, now() + $5::interval) returning id`,
			a.ChurchID, a.IdentityID, at.Email, email, addressLife).Scan(&id)
		if err != nil {
			return err
		}
		by := notify.Line{Label: "asked_by", Text: sayWho(a)}
		if err := s.mail(ctx, tx, notify.Mail{Kind: mailAddressAsked, To: email, About: id.String(), Lines: []notify.Line{by}}); err != nil {
			return err
		}
		if at.Email != "" {
			lines := []notify.Line{{Label: "new_address", Text: email}, by}
			if err := s.mail(ctx, tx, notify.Mail{Kind: mailAddressWarned, To: at.Email, Lines: lines}); err != nil {
				return err
			}
		}
		return audit.Record(ctx, tx, "team.address_asked", map[string]string{"email": email})
	})
}

// ofNoAdmin is whether an address, $2, is that of somebody of a church, $1, who is no admin: the account is not given to them.
const ofNoAdmin = `
	exists (select from church_admin_identities i where i.church_id = $1 and lower(i.email) = lower($2)
		and not exists (select from church_identity_roles r where r.identity_id = i.id and r.role = 'admin'))`

// mayAsk refuses an address that the account has, that of somebody who is no admin, and too many.
func mayAsk(ctx context.Context, tx pgx.Tx, at account, email string) error {
	if strings.EqualFold(at.Email, email) {
		return errSameAddress
	}
	var lately int
	var noAdmin bool
	err := tx.QueryRow(ctx, `
		select (select count(*) from admin_address_changes where church_id = $1 and created_at > now() - interval '1 day'),`+ofNoAdmin,
		access.From(ctx).ChurchID, email).Scan(&lately, &noAdmin)
	switch {
	case err != nil:
		return err
	case noAdmin:
		return errNoAdmin
	case lately >= addressesPerDay:
		return errTooMany
	}
	return nil
}

func withdraw(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, "update admin_address_changes set settled_at = now(), outcome = 'withdrawn' where church_id = $1 and settled_at is null", access.From(ctx).ChurchID)
	return err
}

// withdrawAddress has the account keep the address that it has.
func (s store) withdrawAddress(ctx context.Context) error {
	return s.change(ctx, "withdraw an address", func(ctx context.Context, tx pgx.Tx, _ account) error {
		pending, err := openChange(ctx, tx)
		if err != nil || pending == nil {
			return err
		}
		if err := withdraw(ctx, tx); err != nil {
			return err
		}
		return audit.Record(ctx, tx, "team.address_withdrawn", map[string]string{"email": pending.NewEmail})
	})
}

// confirmation is what the page behind the link to a new address shows.
type confirmation struct {
	fate

	Church, Language, Email string
}

// pending is what a link would confirm. It changes nothing.
func (s store) pending(ctx context.Context, churchID, id uuid.UUID) (c confirmation, err error) {
	ctx = access.With(ctx, access.Admin{ChurchID: churchID})
	err = s.read(ctx, "look for an address to confirm", func(tx pgx.Tx) error {
		c, _, err = s.readPending(ctx, tx, id)
		return err
	})
	return c, err
}

// readPending refuses what was withdrawn or is over, and, for as long as that is so, the address of somebody who has come into the team
// since it was asked for, and is no admin.
func (s store) readPending(ctx context.Context, tx pgx.Tx, id uuid.UUID) (c confirmation, change *addressChange, err error) {
	err = tx.QueryRow(ctx, `
		select coalesce(nullif(btrim(p.custom_name), ''), c.name), c.language from churches c join premium_churches p on p.church_id = c.id where c.id = $1`,
		access.From(ctx).ChurchID).Scan(&c.Church, &c.Language)
	if errors.Is(err, pgx.ErrNoRows) {
		return c, nil, errAddressGone
	}
	if err != nil {
		return c, nil, err
	}
	change, err = openChange(ctx, tx)
	if err == nil && (change == nil || change.ID != id) {
		err = errAddressGone
	}
	if err != nil {
		return c, nil, err
	}
	c.Email = change.NewEmail
	var noAdmin bool
	err = tx.QueryRow(ctx, "select"+ofNoAdmin, access.From(ctx).ChurchID, change.NewEmail).Scan(&noAdmin)
	switch {
	case err != nil:
		return c, change, err
	case noAdmin:
		return c, change, errNoAdmin
	}
	c.fate, err = fateOf(ctx, tx, *change)
	return c, change, err
}

// confirm has the account belong to the new address. Its link changes with it, and is mailed there; the old address is told.
func (s store) confirm(ctx context.Context, churchID, id uuid.UUID) (c confirmation, err error) {
	ctx = access.With(ctx, access.Admin{ChurchID: churchID})
	err = s.read(ctx, "confirm an address", func(tx pgx.Tx) error {
		at, err := lock(ctx, tx)
		if errors.Is(err, pgx.ErrNoRows) {
			return errAddressGone
		}
		if err != nil {
			return err
		}
		var change *addressChange
		if c, change, err = s.readPending(ctx, tx, id); err != nil {
			return err
		}
		if !strings.EqualFold(at.Email, change.OldEmail) {
			return errAddressGone
		}
		return s.move(ctx, tx, *change, c.fate)
	})
	return c, err
}

// move gives the account to the new address: to its owner, if that is an admin already, and else it is the new address of whose
// account it was.
func (s store) move(ctx context.Context, tx pgx.Tx, c addressChange, alarms fate) error {
	if err := endAccountSessions(ctx, tx); err != nil { // as long as the link is that of whose the account was
		return err
	}
	owner, former, err := s.owners(ctx, tx, c)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		update premium_churches p set admin_email = i.email, admin_name = coalesce(i.name, case when $3 then null else p.admin_name end),
			admin_phone = coalesce(i.phone, case when $3 then null else p.admin_phone end)
		from church_admin_identities i where p.church_id = $1 and i.id = $2`, access.From(ctx).ChurchID, owner, former != nil)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "update admin_address_changes set settled_at = now(), outcome = 'confirmed' where id = $1", c.ID); err != nil {
		return err
	}
	if former != nil {
		if err := s.mailLink(ctx, tx, *former); err != nil {
			return err
		}
	}
	if c.OldEmail != "" {
		told := notify.Mail{Kind: mailAddressChanged, To: c.OldEmail, Lines: []notify.Line{{Label: "new_address", Text: c.NewEmail}}}
		if alarms.Kept || alarms.Barred {
			told.Lines = append(told.Lines, notify.Line{Label: "alarms", Text: "stay"})
		}
		if err := s.mail(ctx, tx, told); err != nil {
			return err
		}
	}
	ctx = access.With(ctx, access.Admin{ChurchID: access.From(ctx).ChurchID, IdentityID: owner, Email: c.NewEmail})
	if err := s.renewChurch(ctx, tx, account{Email: c.NewEmail}); err != nil {
		return err
	}
	if alarms.Alarms {
		if err := alarms.before.moveTo(ctx, tx, c.NewEmail); err != nil {
			return err
		}
	}
	return audit.Record(ctx, tx, "team.address_changed", map[string]string{"email": c.NewEmail, "before": c.OldEmail})
}

// owners are whose the account is from now on, and whose it was if that is somebody else who stays an admin.
func (s store) owners(ctx context.Context, tx pgx.Tx, c addressChange) (owner uuid.UUID, former *Member, err error) {
	const find = "select id from church_admin_identities where church_id = $1 and lower(email) = lower($2)"
	var before *uuid.UUID
	err = tx.QueryRow(ctx, find, access.From(ctx).ChurchID, c.OldEmail).Scan(&before)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return uuid.Nil, nil, err
	}
	err = tx.QueryRow(ctx, find+" and exists (select from church_identity_roles r where r.identity_id = church_admin_identities.id and r.role = 'admin')",
		access.From(ctx).ChurchID, c.NewEmail).Scan(&owner)
	switch {
	case err == nil && before != nil:
		m, err := member(ctx, tx, *before)
		if errors.Is(err, errNobody) {
			return owner, nil, nil
		}
		m.Account = false
		return owner, &m, err
	case err == nil || !errors.Is(err, pgx.ErrNoRows):
		return owner, nil, err
	case before == nil: // a church that was set up without people, or whose account's address was written by hand
		err = tx.QueryRow(ctx, "insert into church_admin_identities (church_id, email) values ($1, $2) returning id", access.From(ctx).ChurchID, c.NewEmail).Scan(&owner)
		if err == nil {
			err = setRoles(ctx, tx, owner, []access.Role{access.RoleAdmin})
		}
		return owner, nil, err
	}
	_, err = tx.Exec(ctx, `
		with moved as (update church_admin_identities set email = $2, version = version + 1 where id = $1)
		update church_team_members set email = $2 where identity_id = $1`, *before, c.NewEmail)
	if err != nil {
		return *before, nil, err
	}
	// Whoever reads at the old address may be somebody else from now on, and is out.
	return *before, nil, errors.Join(endLinks(ctx, tx, *before), endSessions(ctx, tx, *before))
}
