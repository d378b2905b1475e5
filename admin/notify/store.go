package notify

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// claim takes the row for this process, or returns nil: it is done, not yet due, or somebody else's. Leases are measured
// by the database's clock, so that nodes need not agree on the time.
func (s *Service) claim(ctx context.Context, churchID, id uuid.UUID) (taken *delivery, err error) {
	lease := uuid.New()
	err = within(ctx, s.pool, churchID, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `
			with free as (
				select id, uncertain, status
				from notifications
				where church_id is not distinct from $1 and id = $2 and channel = any($4)
				  and status in ('queued', 'sending', 'failed') and due_at <= now()
				for update skip locked
			), n as (
				update notifications
				set status = 'sending', lease = $3, due_at = now() + $5, attempts = attempts + 1, uncertain = true
				from free
				where notifications.id = free.id
				returning notifications.*, free.uncertain as was_uncertain, free.status = 'failed' as was_failed
			)
			select n.id, coalesce(n.church_id, '00000000-0000-0000-0000-000000000000') as church_id, n.key, n.channel, n.audience, n.kind, n.urgent, n.confidential, coalesce(n.recipient, '') as recipient,
				coalesce(n.request_id, '00000000-0000-0000-0000-000000000000') as request_id, coalesce(n.reply_to, '') as reply_to, coalesce(n.origin, '') as origin,
				coalesce(n.session_id, '00000000-0000-0000-0000-000000000000') as session_id, n.lines,
				n.safeguarding or exists (
					select from visitor_requests r join visitor_requests q on q.church_id = r.church_id and q.session_id = r.session_id
					where r.church_id = $1 and r.id = n.request_id and q.safeguarding) as safeguarding,
				coalesce(n.about, '') as about, n.happened_at, n.attempts, n.was_uncertain, n.was_failed, coalesce(n.held_until, n.created_at) as created_at,
				coalesce(nullif(btrim(p.custom_name), ''), c.name, '') as church_name, coalesce(c.language, '') as language, coalesce(c.timezone, 'UTC') as timezone, coalesce(c.country, '') as country,
				coalesce(c.slug, '') as slug, coalesce(p.plan, '') as plan, coalesce(p.id, '00000000-0000-0000-0000-000000000000') as premium_id, coalesce(p.admin_email, '') as admin_email,
				coalesce(p.admin_token, '00000000-0000-0000-0000-000000000000') as admin_token,
				coalesce(v.notification_email, '') as email, coalesce(v.notification_phone, '') as phone,
				coalesce(v.safeguarding_name, '') as safeguarding_name, coalesce(v.safeguarding_email, '') as safeguarding_email, coalesce(v.safeguarding_phone, '') as safeguarding_phone,
				(select count(*) from notifications f where f.church_id = $1 and f.status = 'failed')::integer as waiting
			from n
			left join churches c on c.id = n.church_id
			left join church_voice_agents v on v.church_id = n.church_id
			left join premium_churches p on p.church_id = n.church_id`,
			orNull(churchID), id, lease, s.channels(), s.config.Timing.Lease)
		if err != nil {
			return err
		}
		d, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[delivery])
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err == nil {
			err = d.readDanger(ctx, tx)
		}
		d.lease, taken = lease, &d
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("take a notification: %w", err)
	}
	return taken, nil
}

// readDanger reads what there is to tell of a crisis at this moment.
func (d *delivery) readDanger(ctx context.Context, tx pgx.Tx) (err error) {
	if d.Kind != kindCrisis && d.Kind != kindCrises || d.RequestID == uuid.Nil || d.Confidential {
		return nil
	}
	if d.danger, err = ReadDanger(ctx, tx, d.ChurchID, d.RequestID); errors.Is(err, ErrNoRequest) {
		return nil
	}
	return err
}

// channels are those that this process can do something about. Text messages are among them even without Twilio: their
// news goes by mail then.
func (s *Service) channels() []string {
	if s.mail == nil {
		return []string{channelSMS}
	}
	return []string{channelMail, channelSMS}
}

// extend renews the lease; it reports whether it was still this process's.
func (s *Service) extend(ctx context.Context, d *delivery) (ours bool, err error) {
	err = within(ctx, s.pool, d.ChurchID, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `
			update notifications set due_at = now() + $4
			where church_id is not distinct from $1 and id = $2 and lease = $3 and status = 'sending'`, orNull(d.ChurchID), d.ID, d.lease, s.config.Timing.Lease)
		ours = tag.RowsAffected() == 1
		return err
	})
	return ours, err
}

// record notes what came of an attempt, and queues what follows from it in the same transaction. Only the lease's holder may
// do so; but that a message went out is a fact, whoever holds the row by now.
func (s *Service) record(ctx context.Context, d *delivery, r result) error {
	var reason string
	if r.err != nil {
		reason = cut(clean(withoutAddresses(r.err.Error())), 500)
	}
	attempts := d.Attempts
	if r.status == statusFailed {
		attempts-- // nothing was tried
	}
	err := within(ctx, s.pool, d.ChurchID, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `
			update notifications
			set status = $4, due_at = now() + $5, lease = null, attempts = $6, uncertain = $7, last_error = nullif($8, ''),
				sent_to = nullif($9, ''), provider_id = nullif($10, ''),
				sent_at = case when $4 = 'sent' then now() end,
				lines = case when $4 in ('sent', 'skipped') then '[]' else lines end,
				reply_to = case when $4 in ('sent', 'skipped') then null else reply_to end
			where church_id is not distinct from $1 and id = $2 and (lease = $3 or $4 = 'sent' and status <> 'sent')`,
			orNull(d.ChurchID), d.ID, d.lease, r.status, r.pause, attempts, r.uncertain, reason, r.sentTo, r.providerID)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		if hook := platformKinds[d.Kind].sent; hook != nil && r.status == statusSent {
			if err := hook(ctx, tx, d, r.sentTo); err != nil {
				return err
			}
		}
		for _, next := range r.instead {
			if err := s.enqueue(ctx, tx, next.message, next.channel); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("note what became of a notification: %w", err)
	}
	return nil
}
