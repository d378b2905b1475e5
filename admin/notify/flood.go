package notify

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
)

// Anybody can invent conversations, and in each of them a danger. So that a church's people are not drowned in mails and text
// messages, what comes beyond these bounds is not told one by one: one message says how many more there are, and each of
// them stands in the dashboard like any other. Whoever writes from an address that nobody wrote from in this hour is told of
// at once as long as at all possible: a flood must not hide them. What is not urgent takes no room from what is: an
// urgent notice is counted among the urgent ones alone.
const (
	boundedFor       = time.Hour
	mostOfOrigin     = 5  // an hour, from one client's address (a household, a congregation's Wi-Fi), beside the first urgent one of each conversation
	mostOfChurch     = 20 // an hour, from all addresses; from here on only the first of each
	mostOfNewOrigins = 60 // an hour, whoever it is from
)

// countLabel is the label of the line that says how many reports there are.
const countLabel = "reports"

// tooMany reports whether news of a danger is one too many to be told by itself. Until the transaction ends, no other of the
// church is counted.
func tooMany(ctx context.Context, tx pgx.Tx, m message) (bool, error) {
	if m.Kind != kindCrisis {
		return false, nil
	}
	if _, err := tx.Exec(ctx, `select pg_advisory_xact_lock(hashtextextended('crisis notices ' || $1::text, 0))`, m.ChurchID); err != nil {
		return false, fmt.Errorf("count notifications: %w", err)
	}
	var known, heard bool // this news; another urgent one of its conversation
	var all, same int
	err := tx.QueryRow(ctx, `
		select count(distinct key), count(distinct key) filter (where origin = nullif($3, '')), coalesce(bool_or(key = $4), false),
			coalesce(bool_or(session_id = $6), false)
		from notifications
		where church_id = $1 and kind = 'crisis' and created_at > now() - $2::interval and urgent >= $5`,
		m.ChurchID, boundedFor, m.Origin, m.Key, m.Urgent, m.SessionID).Scan(&all, &same, &known, &heard)
	if err != nil {
		return false, fmt.Errorf("count notifications: %w", err)
	}
	first := m.Urgent && m.SessionID != uuid.Nil && !heard
	return !known && (same >= mostOfOrigin && !first || same > 0 && all >= mostOfChurch || all >= mostOfNewOrigins), nil
}

// tooManyTexts reports whether news that is no crisis is one too many to go by text message as well: anybody can say, in ever new
// conversations, that somebody has died. Its mail goes, and it stands in the dashboard. Crises and these take no room from each
// other, and what goes to the safeguarding contact takes none from what goes to the church.
func tooManyTexts(ctx context.Context, tx pgx.Tx, m message) (bool, error) {
	if m.Kind == kindCrisis || m.Kind == kindTest {
		return false, nil
	}
	if _, err := tx.Exec(ctx, `select pg_advisory_xact_lock(hashtextextended('text notices ' || $1::text, 0))`, m.ChurchID); err != nil {
		return false, fmt.Errorf("count text messages: %w", err)
	}
	var known bool // this news
	var all, same int
	err := tx.QueryRow(ctx, `
		select count(*), count(*) filter (where origin = nullif($3, '')), coalesce(bool_or(key = $4), false)
		from notifications
		where church_id = $1 and created_at > now() - $2::interval and channel = 'sms' and audience = 'church'
			and kind <> all($7) and urgent >= $5 and safeguarding = $6`,
		m.ChurchID, boundedFor, m.Origin, m.Key, m.Urgent, m.Safeguarding, []string{kindCrisis, kindCrises, kindTest}).Scan(&all, &same, &known)
	if err != nil {
		return false, fmt.Errorf("count text messages: %w", err)
	}
	return !known && (same >= mostOfOrigin || same > 0 && all >= mostOfChurch || all >= mostOfNewOrigins), nil
}

// merge counts news into the messages that say how many more there are: for the church, and where it is urgent for its second
// contact, who is told if nobody has acknowledged the last of them in time.
func (s *Service) merge(ctx context.Context, tx pgx.Tx, m message) error {
	if !m.Urgent {
		return s.mergeFor(ctx, tx, m, audienceChurch, 0, channelMail)
	}
	if err := s.mergeFor(ctx, tx, m, audienceChurch, 0, channelMail, channelSMS); err != nil || m.RequestID == uuid.Nil {
		return err
	}
	return s.mergeFor(ctx, tx, m, audienceSecond, s.config.Timing.Acknowledge, channelMail, channelSMS)
}

// mergeFor counts news into one message by each channel. They go out when their time ends, and as much later as wait says; what
// comes after one of them went is counted into the next of its channel, also if the other still waits.
func (s *Service) mergeFor(ctx context.Context, tx pgx.Tx, m message, audience string, wait time.Duration, missing ...string) error {
	span := s.config.Timing.Merge
	for start := time.Now().Truncate(span); len(missing) > 0; start = start.Add(span) {
		merged, err := s.mergeInto(ctx, tx, m.summary(audience, start), missing, time.Until(start.Add(span))+wait)
		if err != nil {
			return err
		}
		missing = slices.DeleteFunc(missing, func(channel string) bool { return slices.Contains(merged, channel) })
	}
	return nil
}

// summary is the message into which news is counted in a span of time. What is urgent, and what is kept from the church's own
// addresses, is not counted with the rest.
func (m message) summary(audience string, start time.Time) message {
	key := fmt.Sprintf("%s %s %t %t", kindCrises, start.UTC().Format(time.RFC3339Nano), m.Urgent, m.Safeguarding)
	return message{
		ChurchID: m.ChurchID, Key: uuid.NewSHA1(m.ChurchID, []byte(key)), Audience: audience, Kind: kindCrises, Urgent: m.Urgent,
		HappenedAt: m.HappenedAt, RequestID: m.RequestID, Safeguarding: m.Safeguarding,
	}
}

// mergeInto adds one to a summary that waits, or begins it, by each of the channels; it returns those whose summary still waited.
// A summary is about the latest of its requests: who acknowledges that acknowledges those before it.
func (s *Service) mergeInto(ctx context.Context, tx pgx.Tx, summary message, channels []string, wait time.Duration) (merged []string, err error) {
	ids, err := newIDs(len(channels))
	if err != nil {
		return nil, err
	}
	first, err := json.Marshal([]Line{{Label: countLabel, Text: "1"}})
	if err != nil {
		return nil, err
	}
	rows, err := tx.Query(ctx, `
		insert into notifications as n (id, church_id, key, channel, audience, kind, urgent, lines, happened_at, due_at, held_until, request_id, safeguarding)
		select i.id, $1, $2, i.channel, $3, $4, $10, $5, $6, now() + $7::interval, now() + $7::interval,
			nullif($11, '00000000-0000-0000-0000-000000000000'::uuid), $12
		from unnest($8::uuid[], $9::text[]) as i (id, channel)
		on conflict (church_id, key, channel, audience) do update
		set lines = jsonb_set(n.lines, '{0,text}', to_jsonb(((n.lines -> 0 ->> 'text')::integer + 1)::text)),
			request_id = case when n.happened_at > excluded.happened_at then n.request_id else excluded.request_id end,
			happened_at = greatest(n.happened_at, excluded.happened_at)
		where n.status = 'queued' and n.attempts = 0
		returning n.id, n.channel, n.id = any($8)`,
		summary.ChurchID, summary.Key, summary.Audience, summary.Kind, first, summary.HappenedAt, wait, ids, channels,
		summary.Urgent, summary.RequestID, summary.Safeguarding)
	if err != nil {
		return nil, fmt.Errorf("merge a notification: %w", err)
	}
	type row struct {
		ID      uuid.UUID
		Channel string
		New     bool
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[row])
	if err != nil {
		return nil, fmt.Errorf("merge a notification: %w", err)
	}
	var added []queued
	for _, r := range found {
		merged = append(merged, r.Channel)
		if r.New {
			added = append(added, queued{r.ID, r.Channel})
		}
	}
	return merged, s.queueJobs(ctx, tx, summary, added, river.InsertOpts{ScheduledAt: time.Now().Add(wait + snoozeMargin)})
}
