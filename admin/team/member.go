package team

import (
	"context"
	"errors"
	"net/mail"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
)

// Member is somebody of a team.
type Member struct {
	ID      uuid.UUID     `json:"id"`
	Email   string        `json:"email"`
	Name    string        `json:"name"` // may be empty
	Roles   []access.Role `json:"roles"`
	Version int           `json:"version"` // which a change of the roles has to name
	Account bool          `json:"account"` // the church's account belongs to their address
	Backup  bool          `json:"backup"`  // told next of a crisis when nobody takes it on
	Alarms  bool          `json:"alarms"`  // the church's crises and prayers go to their address
	Guards  bool          `json:"guards"`  // reports of a child at risk, or about those who read there, go to their address
	Phone   string        `json:"-"`       // if Alarms: where the church's text messages of a crisis go; may be empty
	You     bool          `json:"you"`
	SeenAt  *time.Time    `json:"seen_at"` // nil: they have never looked in
}

// Limits.
const (
	mostMembers   = 200
	mostInvites   = 50 // of a church in a day
	longestEmail  = 254
	longestName   = 100 // characters
	invitesWithin = 24 * time.Hour
	memberColumns = `i.id, i.email, coalesce(i.name, '') as name, array(select role from church_identity_roles r where r.identity_id = i.id) as roles, i.version,
		lower(i.email) = lower(coalesce(p.admin_email, '')) as account, i.is_backup as backup,
		lower(i.email) = lower(coalesce(v.notification_email, '')) as alarms, lower(i.email) = lower(coalesce(v.safeguarding_email, '')) as guards,
		case when lower(i.email) = lower(v.notification_email) then coalesce(v.notification_phone, '') else '' end as phone, i.id = $1 as you,
		(select max(last_seen_at) from auth_sessions s where s.identity_id = i.id and s.used_at is not null) as seen_at`
	membersOfChurch = ` from church_admin_identities i join premium_churches p on p.church_id = i.church_id left join church_voice_agents v on v.church_id = i.church_id
		where i.church_id = $2 and exists (select from church_identity_roles r where r.identity_id = i.id)`
)

// members are all of the team: whose account it is first.
func (s store) members(ctx context.Context) (all []Member, err error) {
	err = s.read(ctx, "list a team", func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, "select "+memberColumns+membersOfChurch+` order by account desc, lower(coalesce(nullif(i.name, ''), i.email)), i.id`, access.From(ctx).IdentityID, access.From(ctx).ChurchID)
		if err != nil {
			return err
		}
		all, err = pgx.CollectRows(rows, pgx.RowToStructByName[Member])
		return err
	})
	for i := range all {
		all[i].Roles = ordered(all[i].Roles)
	}
	return all, err
}

// member is one of the team, in a transaction that changes it.
func member(ctx context.Context, tx pgx.Tx, id uuid.UUID) (m Member, err error) {
	rows, err := tx.Query(ctx, "select "+memberColumns+membersOfChurch+" and i.id = $3", access.From(ctx).IdentityID, access.From(ctx).ChurchID, id)
	if err != nil {
		return Member{}, err
	}
	m, err = pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[Member])
	if errors.Is(err, pgx.ErrNoRows) {
		return Member{}, errNobody
	}
	m.Roles = ordered(m.Roles)
	return m, err
}

// ordered are roles in the order in which they are offered.
func ordered(roles []access.Role) []access.Role {
	names := make([]string, len(roles))
	for i, role := range roles {
		names[i] = string(role)
	}
	all, _ := rolesOf(names)
	return all
}

// spoken are roles as the audit log has them.
func spoken(roles []access.Role) string {
	names := make([]string, len(roles))
	for i, role := range roles {
		names[i] = string(role)
	}
	return strings.Join(names, ", ")
}

// addressOf is an e-mail address that somebody wrote.
func addressOf(text string) (string, error) {
	text = strings.TrimSpace(text)
	parsed, err := mail.ParseAddress(text)
	if err != nil || parsed.Address != text || len(text) > longestEmail || strings.ContainsAny(text, "\" \\") || !printable(text) {
		return "", errEmail
	}
	return text, nil
}

// nameOf is somebody's name as somebody wrote it.
func nameOf(text string) (string, error) {
	text = strings.TrimSpace(text)
	if utf8.RuneCountInString(text) > longestName || !printable(text) {
		return "", errName
	}
	return text, nil
}

// printable reports whether a text holds nothing but what is seen.
func printable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool {
		return r < ' ' || r >= 0x7f && r <= 0x9f || r >= 0x2028 && r <= 0x202e || r >= 0x2066 && r <= 0x2069
	})
}
