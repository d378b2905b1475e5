package team

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/audit"
)

// alarms are where a church's crises and prayers go, whose row is locked. Provisioning gives them the account's address, so that they
// have to follow when a person leaves: nobody would hear of a crisis otherwise, and who has left would.
type alarms struct {
	Email        string // "": the founder is told
	Safeguarding string // where go reports about those who read Email; never the same address
}

func alarmsOf(ctx context.Context, tx pgx.Tx) (a alarms, err error) {
	rows, err := tx.Query(ctx, `
		select coalesce(notification_email, '') as email, coalesce(safeguarding_email, '') as safeguarding
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
