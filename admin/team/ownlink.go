package team

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/admin/audit"
	"narthex/admin/notify"
)

// resendEvery is how often a link is mailed again, at most.
const resendEvery = time.Hour

// resend mails somebody's link to them again, unless that was done lately.
func (s store) resend(ctx context.Context, id uuid.UUID) error {
	return s.change(ctx, "send a link again", func(ctx context.Context, tx pgx.Tx, _ account) error {
		m, err := member(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := s.mailLink(ctx, tx, m); err != nil {
			return err
		}
		return audit.Record(ctx, tx, "team.link_sent", map[string]string{"email": m.Email})
	})
}

// resendTo mails somebody of a church their link again, unless that was done lately, or they have none but the church's own.
func (s store) resendTo(ctx context.Context, churchID, id uuid.UUID) error {
	ctx = access.With(ctx, access.Admin{ChurchID: churchID})
	return s.read(ctx, "send a link again", func(tx pgx.Tx) error {
		if _, err := lock(ctx, tx); err != nil {
			return err
		}
		m, err := member(ctx, tx, id)
		if err != nil || m.Account {
			return err
		}
		return s.mailLink(ctx, tx, m)
	})
}

// mailLink mails somebody's link: the church's own to whose account it is, and everybody else's to them.
func (s store) mailLink(ctx context.Context, tx pgx.Tx, m Member) error {
	if m.Account {
		return s.mail(ctx, tx, notify.Mail{Kind: mailAccountLink, To: m.Email, About: "again", QuietFor: resendEvery})
	}
	link, err := s.ownLink(ctx, tx, m.ID)
	if err != nil {
		return err
	}
	return s.mail(ctx, tx, notify.Mail{Kind: mailLink, To: m.Email, About: link.String(), QuietFor: resendEvery})
}

// ownLink is the id of the link that somebody has, or of a new one.
func (s store) ownLink(ctx context.Context, tx pgx.Tx, id uuid.UUID) (link uuid.UUID, err error) {
	err = tx.QueryRow(ctx, "select id from admin_links where identity_id = $1 and revoked_at is null order by created_at desc limit 1", id).Scan(&link)
	if errors.Is(err, pgx.ErrNoRows) {
		link = uuid.New()
		err = access.NewLink(ctx, tx, access.From(ctx).ChurchID, id, link, s.links.token(link))
	}
	return link, err
}

// renew ends the admin's own link at once, with every session but the one that asks, and mails them a new one.
func (s store) renew(ctx context.Context) error {
	return s.read(ctx, "renew a link", func(tx pgx.Tx) error {
		at, err := lock(ctx, tx)
		if err != nil {
			return err
		}
		m, err := member(ctx, tx, access.From(ctx).IdentityID)
		if err != nil {
			return err
		}
		if err := endSessions(ctx, tx, m.ID); err != nil {
			return err
		}
		if m.Account {
			return s.renewChurch(ctx, tx, at)
		}
		if err := endLinks(ctx, tx, m.ID); err != nil {
			return err
		}
		link, err := s.ownLink(ctx, tx, m.ID)
		if err != nil {
			return err
		}
		if err := s.mail(ctx, tx, notify.Mail{Kind: mailLink, To: m.Email, About: link.String()}); err != nil {
			return err
		}
		return audit.Record(ctx, tx, "team.link_renewed", nil)
	})
}

func endLinks(ctx context.Context, tx pgx.Tx, id uuid.UUID) error {
	_, err := tx.Exec(ctx, "update admin_links set revoked_at = now() where identity_id = $1 and revoked_at is null", id)
	return err
}

// endSessions signs somebody out everywhere, except where they ask for it: whom a link has let in stays in when the link ends.
func endSessions(ctx context.Context, tx pgx.Tx, id uuid.UUID) error {
	a := access.From(ctx)
	_, err := tx.Exec(ctx, `
		update auth_sessions set revoked_at = now()
		where church_id = $3 and identity_id = $1 and id <> $2 and revoked_at is null`, id, a.SessionID, a.ChurchID)
	return err
}

// renewAccount ends the church's own link, which programs name too, and the sessions of whom it lets in, and mails the new one to whose
// account it is.
func (s store) renewAccount(ctx context.Context) error {
	return s.change(ctx, "renew a church's link", func(ctx context.Context, tx pgx.Tx, at account) error {
		if err := endAccountSessions(ctx, tx); err != nil {
			return err
		}
		return s.renewChurch(ctx, tx, at)
	})
}

// endAccountSessions signs out whom the church's own link lets in.
func endAccountSessions(ctx context.Context, tx pgx.Tx) error {
	var opens *uuid.UUID
	err := tx.QueryRow(ctx, "select l.identity from premium_churches p, admin_of_link(p.admin_token) l where p.church_id = $1", access.From(ctx).ChurchID).Scan(&opens)
	if err != nil || opens == nil {
		return err
	}
	return endSessions(ctx, tx, *opens)
}

func (s store) renewChurch(ctx context.Context, tx pgx.Tx, at account) error {
	if _, err := tx.Exec(ctx, "update premium_churches set admin_token = gen_random_uuid() where church_id = $1", access.From(ctx).ChurchID); err != nil {
		return err
	}
	if err := s.mail(ctx, tx, notify.Mail{Kind: mailAccountRenewed, To: at.Email}); err != nil {
		return err
	}
	return audit.Record(ctx, tx, "team.church_link_renewed", nil)
}
