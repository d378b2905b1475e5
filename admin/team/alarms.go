package team

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/audit"
)

// alarms are where a church's crises and prayers go, whose row is locked. Provisioning gives them the account's address, so that they
// have to follow when a person leaves, or has another address: nobody would hear of a crisis otherwise, and who has left would.
type alarms struct {
	Email        string // "": the founder is told
	Safeguarding string // where go reports about those who read Email; never the same address
	Phone        string // where text messages of a crisis go; "": nowhere. Whose it is nobody knows, so that it never moves
}

func alarmsOf(ctx context.Context, tx pgx.Tx) (a alarms, err error) {
	rows, err := tx.Query(ctx, `
		select coalesce(notification_email, '') as email, coalesce(safeguarding_email, '') as safeguarding, coalesce(notification_phone, '') as phone
		from church_voice_agents where church_id = $1 for update`, access.From(ctx).ChurchID)
	if err != nil {
		return alarms{}, err
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByName[alarms])
	if err != nil || len(all) == 0 {
		return alarms{}, err
	}
	return all[0], nil
}

// goTo reports whether alarms go to an address.
func (a alarms) goTo(email string) bool { return email != "" && strings.EqualFold(a.Email, email) }

// mayGoTo reports whether they can: who may be accused must not be who alone hears of it.
func (a alarms) mayGoTo(email string) bool {
	return email != "" && !strings.EqualFold(a.Safeguarding, email)
}

// moveTo has alarms go to another address.
func (a alarms) moveTo(ctx context.Context, tx pgx.Tx, email string) error {
	if _, err := tx.Exec(ctx, "update church_voice_agents set notification_email = $2 where church_id = $1", access.From(ctx).ChurchID, email); err != nil {
		return err
	}
	return audit.Record(ctx, tx, "team.alarms_moved", map[string]string{"email": email, "before": a.Email})
}

// fate is what becomes of alarms that go to the account's address when it has another.
type fate struct {
	before alarms

	Old    string // the address that the account had
	Alarms bool   // they come to the new one
	Kept   bool   // they still go to the old one: whose it is stays in the team, and nobody has asked them
	Barred bool   // they still go to the old one: the new one is the safeguarding contact's
	Guards bool   // reports of a child at risk go to the old one, which nothing moves
	Phone  string // where text messages of a crisis go on to, if Alarms; "": nowhere
}

// fateOf reads it, and locks where alarms go.
func fateOf(ctx context.Context, tx pgx.Tx, c addressChange) (f fate, err error) {
	f.Old = c.OldEmail
	if f.before, err = alarmsOf(ctx, tx); err != nil {
		return fate{}, err
	}
	f.Guards = c.OldEmail != "" && strings.EqualFold(f.before.Safeguarding, c.OldEmail)
	if !f.before.goTo(c.OldEmail) {
		return f, nil
	}
	err = tx.QueryRow(ctx, `
		select exists (select from church_admin_identities i join church_identity_roles r on r.identity_id = i.id where i.church_id = $1 and lower(i.email) = lower($2))
			and exists (select from church_admin_identities i join church_identity_roles r on r.identity_id = i.id
				where i.church_id = $1 and lower(i.email) = lower($3) and r.role = 'admin')`, access.From(ctx).ChurchID, c.OldEmail, c.NewEmail).Scan(&f.Kept)
	f.Barred = !f.Kept && !f.before.mayGoTo(c.NewEmail)
	if f.Alarms = !f.Kept && !f.Barred; f.Alarms {
		f.Phone = f.before.Phone
	}
	return f, err
}
