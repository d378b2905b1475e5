package notify

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// kindTestSafeguarding is how a test is worded for the safeguarding contact, who may never have had a message.
const kindTestSafeguarding = "contact_test_safeguarding"

// testAttempts is after how many a test is given up: somebody waits for what came of it.
const testAttempts = 4

// Test queues a test message to a church's own contact or its safeguarding contact, by mail and by text message, in the caller's
// transaction, which must be confined to the church. By the key its outcomes are found among those of Tests.
func (s *Service) Test(ctx context.Context, tx pgx.Tx, churchID, key uuid.UUID, safeguarding bool) error {
	if key == uuid.Nil || churchID == uuid.Nil {
		return ErrNoticeIncomplete
	}
	return s.enqueue(ctx, tx, message{
		ChurchID: churchID, Key: key, Audience: audienceChurch, Kind: kindTest, Safeguarding: safeguarding, Lines: []Line{}, HappenedAt: time.Now(),
	}, channelMail, channelSMS)
}

// Outcome is what has become of a test on one channel.
type Outcome struct {
	Channel string // mail or sms
	Status  string // of the row: queued, sending, sent, dead; skipped: there is nothing to send it to by this channel
	SentTo  string // once it was sent
	Reason  string // why the last attempt failed, in words for operators
	Key     uuid.UUID
	At      time.Time // when it was asked for

	Safeguarding bool
}

// Tests are the outcomes of the tests of a church in that time, the newest first, in a transaction that is confined to it.
func Tests(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, within time.Duration) ([]Outcome, error) {
	rows, err := tx.Query(ctx, `
		select channel, status, coalesce(sent_to, '') as sent_to, coalesce(last_error, '') as reason, key, created_at as at, safeguarding
		from notifications
		where church_id = $1 and kind = $2 and created_at > now() - $3::interval
		order by created_at desc, channel`, churchID, kindTest, within)
	if err != nil {
		return nil, fmt.Errorf("look for tests: %w", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByName[Outcome])
	if err != nil {
		return nil, fmt.Errorf("look for tests: %w", err)
	}
	return found, nil
}
