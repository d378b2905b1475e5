package provision

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// visited are the tables of what visitors have left with a church, in the order in which they go. What belongs to its events, groups and
// roles goes with those.
var visited = []string{"message_feedback", "confirmations", "visitor_requests", "newsletter_subscriptions", "call_lines", "calls", "messages", "conversations"}

// forgetVisitors deletes what visitors have left with a church that nobody holds, and what was changed there: whoever claims it next is
// somebody else, and what was said to one is not for the other. An alarm that nobody has taken on goes to the founder. It is done when
// a claim is rejected, and again before the next one: an answer that was under way may have written more.
func forgetVisitors(ctx context.Context, tx pgx.Tx, churchID uuid.UUID) error {
	if err := alarmFounder(ctx, tx, churchID); err != nil {
		return err
	}
	for _, table := range visited {
		if _, err := tx.Exec(ctx, "delete from "+table+" where church_id = $1", churchID); err != nil {
			return fmt.Errorf("forget what visitors have left (%s): %w", table, err)
		}
	}
	if _, err := tx.Exec(ctx, "select forget_changes($1)", churchID); err != nil {
		return fmt.Errorf("forget what was changed: %w", err)
	}
	return nil
}

// alarmFounder has the founder told of each alarm that nobody has taken on, once and at once: of what waits, and of what those were told
// who are not to look after the church any more. The mail says how to reach the visitor, and what those have said who are only counted in
// it, since there is no page any more that would. Other news that waits for the church is not sent, and of what was not sent nothing is kept.
func alarmFounder(ctx context.Context, tx pgx.Tx, churchID uuid.UUID) error {
	_, err := tx.Exec(ctx, `
		insert into notifications (id, church_id, key, channel, audience, kind, urgent, safeguarding, request_id, session_id, happened_at, lines)
		select gen_random_uuid(), $1, r.id, 'mail', 'founder', 'crisis', true,
			exists (select from visitor_requests q where q.church_id = $1 and q.session_id = r.session_id and q.safeguarding),
			r.id, r.session_id, r.created_at, (
				select coalesce(jsonb_agg(jsonb_build_object('label', l.label, 'text', l.text) order by l.place), '[]') from (
					select 0 as place, 'message' as label, left(r.message, 600) as text
					union
					select x.place, x.label, x.text from visitor_requests q,
						lateral (values (1, 'name', q.name), (2, 'phone', q.phone), (3, 'email', q.email)) as x (place, label, text)
					where q.church_id = $1 and q.session_id = r.session_id
					union
					select 4, 'called_from', c.caller from calls c where c.church_id = $1 and c.session_id = r.session_id
				) l where l.text <> '')
		from visitor_requests r
		where r.church_id = $1 and r.kind = 'crisis' and r.urgent and r.status = 'new' and r.acknowledged_at is null
		  and exists (select from notifications n where n.church_id = $1 and n.request_id = r.id and n.kind = 'crisis')
		  and not exists (select from notifications n where n.church_id = $1 and n.request_id = r.id
			and (n.audience = 'founder' or n.urgent and n.status in ('queued', 'sending', 'failed')))
		on conflict do nothing`, churchID)
	if err != nil {
		return fmt.Errorf("have the founder told what others were told: %w", err)
	}
	_, err = tx.Exec(ctx, `
		with waiting as (
			select n.id, n.kind, r.session_id,
				row_number() over (partition by n.key order by n.status = 'sending', n.channel, n.audience) as place
			from notifications n left join visitor_requests r on r.church_id = $1 and r.id = n.request_id
			where n.church_id = $1 and n.urgent and n.status in ('queued', 'sending', 'failed') and n.audience in ('church', 'admin', 'second')
			  and r.acknowledged_at is null and coalesce(r.status, 'new') = 'new'
			  and not exists (select from notifications f where f.church_id = $1 and f.key = n.key and f.channel = 'mail' and f.audience = 'founder')
		), known as (
			select w.id, 0 as place, l.label, (array_agg(l.text order by q.created_at desc))[1] as text
			from waiting w join visitor_requests q on q.church_id = $1 and q.session_id = w.session_id,
				lateral (values ('name', q.name), ('phone', q.phone), ('email', q.email)) as l (label, text)
			where w.kind = 'crisis' and l.text <> '' group by w.id, l.label
			union all
			select w.id, 1, 'called_from', c.caller from waiting w join calls c on c.church_id = $1 and c.session_id = w.session_id
			where w.kind = 'crisis' and c.caller <> ''
			union all
			select w.id, 2, 'message', l.text from waiting w, lateral (
				select concat_ws(E'\n', left(q.message, 600), nullif(q.name, ''), nullif(q.phone, ''), nullif(q.email, ''),
					(select nullif(c.caller, '') from calls c where c.church_id = $1 and c.session_id = q.session_id limit 1)) as text
				from visitor_requests q
				where q.church_id = $1 and q.kind = 'crisis' and q.urgent and q.status = 'new' and q.acknowledged_at is null
				  and not exists (select from notifications n where n.church_id = $1 and n.request_id = q.id and n.kind = 'crisis')
				order by q.created_at desc limit 50) l
			where w.kind = 'crises' and w.place = 1
		)
		update notifications n
		set id = case when n.status = 'sending' then gen_random_uuid() else n.id end, -- who is sending it notes that of another
			safeguarding = n.safeguarding or exists (select from visitor_requests q where q.church_id = $1 and q.session_id = w.session_id and q.safeguarding),
			channel = 'mail', audience = 'founder', recipient = null, status = 'queued', lease = null, attempts = 0, due_at = now(), held_until = null,
			lines = case when n.confidential then n.lines else n.lines || coalesce((
				select jsonb_agg(jsonb_build_object('label', k.label, 'text', k.text) order by k.place, k.label)
				from known k where k.id = n.id and not n.lines @> jsonb_build_array(jsonb_build_object('label', k.label, 'text', k.text))), '[]') end
		from waiting w where n.id = w.id and w.place = 1`, churchID)
	if err != nil {
		return fmt.Errorf("have the founder told what was not told yet: %w", err)
	}
	_, err = tx.Exec(ctx, `
		update notifications
		set status = case when status in ('queued', 'sending', 'failed') then 'skipped' else status end, lease = null, lines = '[]', reply_to = null,
			last_error = case when status = 'dead' then last_error else 'the claim of the church was rejected' end
		where church_id = $1 and status in ('queued', 'sending', 'failed', 'dead') and audience in ('church', 'admin', 'second')`, churchID)
	if err != nil {
		return fmt.Errorf("keep back what was not sent yet: %w", err)
	}
	return nil
}
