package notify

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
)

// Delivery is the job that sends one message. It holds no content: River's tables know no churches.
type Delivery struct {
	ChurchID       uuid.UUID `json:"church_id"`
	NotificationID uuid.UUID `json:"notification_id"`
}

// Kind implements river.JobArgs.
func (Delivery) Kind() string { return "deliver_notification" }

// Urgent messages have workers of their own, so that no number of others, nor a mail server that is slow with them, holds
// them up; and so have text messages, which a mail server that hangs must not keep from whoever is to be woken.
const (
	queueUsual  = "notifications"
	queueUrgent = "notifications_urgent"
	queueTexts  = "notifications_texts"
)

// queued is a new row.
type queued struct {
	ID      uuid.UUID
	Channel string
}

func (q queued) queue(urgent bool) string {
	switch {
	case q.Channel == channelSMS:
		return queueTexts
	case urgent:
		return queueUrgent
	}
	return queueUsual
}

// Queues returns the queues that the river client must work on, beside its own.
func Queues() map[string]river.QueueConfig {
	return map[string]river.QueueConfig{queueUsual: {MaxWorkers: 8}, queueUrgent: {MaxWorkers: 8}, queueTexts: {MaxWorkers: 8}}
}

// enqueue adds a row and a job for each channel on which the message is not queued yet.
func (s *Service) enqueue(ctx context.Context, tx pgx.Tx, m message, channels ...string) error {
	return s.enqueueIn(ctx, tx, 0, m, channels...)
}

// enqueueIn has the message sent when so much time has passed.
func (s *Service) enqueueIn(ctx context.Context, tx pgx.Tx, wait time.Duration, m message, channels ...string) error {
	lines, err := json.Marshal(m.Lines)
	if err != nil {
		return fmt.Errorf("queue a notification: %w", err)
	}
	added, err := insertMessages(ctx, tx, m, lines, channels, wait)
	if err != nil {
		return fmt.Errorf("queue a notification: %w", err)
	}
	opts := river.InsertOpts{}
	if wait > 0 {
		opts.ScheduledAt = time.Now().Add(wait + snoozeMargin)
	}
	return s.queueJobs(ctx, tx, m, added, opts)
}

// insertMessages returns the rows that are new. A row that was skipped, because the other channel told the news,
// is queued again: it is asked for because that one no longer can.
func insertMessages(ctx context.Context, tx pgx.Tx, m message, lines []byte, channels []string, wait time.Duration) ([]queued, error) {
	ids, err := newIDs(len(channels))
	if err != nil {
		return nil, err
	}
	rows, err := tx.Query(ctx, `
		insert into notifications as n (id, church_id, key, channel, audience, kind, urgent, confidential, recipient, request_id, reply_to, lines, happened_at, origin, session_id, safeguarding, due_at, held_until, about)
		select i.id, $1, $2, i.channel, $3, $4, $5, $6, nullif($7, ''), nullif($8, '00000000-0000-0000-0000-000000000000'::uuid), nullif($9, ''), $10, $11, nullif($12, ''), nullif($13, '00000000-0000-0000-0000-000000000000'::uuid), $17,
			now() + $16::interval, now() + nullif($16::interval, '0'), nullif($18, '')
		from unnest($14::uuid[], $15::text[]) as i (id, channel)
		on conflict (church_id, key, channel, audience) do update
		set status = 'queued', due_at = now(), attempts = 0, lines = excluded.lines, reply_to = excluded.reply_to
		where n.status = 'skipped'
		returning id, channel`,
		orNull(m.ChurchID), m.Key, m.Audience, m.Kind, m.Urgent, m.Confidential, m.Recipient, m.RequestID, m.ReplyTo, lines, m.HappenedAt, m.Origin, m.SessionID, ids, channels, wait, m.Safeguarding, m.About)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[queued])
}

func newIDs(count int) ([]uuid.UUID, error) {
	ids := make([]uuid.UUID, count)
	for i := range ids {
		id, err := uuid.NewV7()
		if err != nil {
			return nil, err
		}
		ids[i] = id
	}
	return ids, nil
}

// queueJobs queues a job for each new row.
func (s *Service) queueJobs(ctx context.Context, tx pgx.Tx, m message, added []queued, opts river.InsertOpts) error {
	if len(added) == 0 {
		return nil
	}
	var jobs []river.InsertManyParams
	for _, row := range added {
		opts.Queue = row.queue(m.Urgent)
		jobs = append(jobs, river.InsertManyParams{Args: Delivery{ChurchID: m.ChurchID, NotificationID: row.ID}, InsertOpts: new(opts)})
	}
	if _, err := s.jobs.InsertManyTx(ctx, tx, jobs); err != nil {
		return fmt.Errorf("queue the notification's jobs: %w", err)
	}
	return nil
}

// snoozeMargin keeps a job from coming just before its row is due. News without an address needs no job: Run looks at it.
const snoozeMargin = 500 * time.Millisecond
