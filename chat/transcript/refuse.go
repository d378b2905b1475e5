package transcript

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/chat"
	"narthex/chat/journal"
)

// What is kept aside for a person to look at: so many records of a church, and none for longer than a church may have conversations
// deleted after. A church that does not exist must not stand in Redis for ever.
const (
	maxRefused = 1000
	refusedFor = 14 * 24 * time.Hour
)

// refuse sets aside what can never be stored, with the reason: records, or entries of which none can be read.
func (d *Drain) refuse(ctx context.Context, churchID uuid.UUID, entries []map[string]any, cause error, about ...any) error {
	key, why := journal.RefusedKey(churchID), reason(cause)
	_, err := d.redis.Pipelined(ctx, func(p redis.Pipeliner) error {
		for _, values := range entries {
			values["reason"] = why
			p.XAdd(ctx, &redis.XAddArgs{Stream: key, MaxLen: maxRefused, Approx: true, Values: values})
		}
		p.XTrimMinID(ctx, key, strconv.FormatInt(time.Now().Add(-refusedFor).UnixMilli(), 10))
		p.Expire(ctx, key, refusedFor)
		return nil
	})
	if err != nil {
		return fmt.Errorf("set aside %d messages: %w", len(entries), err)
	}
	d.metrics.refused.Add(float64(len(entries)))
	about = append(about, "church", churchID, "messages", len(entries), "reason", why)
	d.logger.ErrorContext(ctx, "messages were set aside: Postgres will never take them", about...)
	return nil
}

// refuseRecords is refuse for records that could be read.
func (d *Drain) refuseRecords(ctx context.Context, churchID uuid.UUID, records []chat.Record, cause error) error {
	entries := make([]map[string]any, 0, len(records))
	for i := range records {
		data, err := journal.WriteRecord(&records[i])
		if err != nil {
			return fmt.Errorf("set a message aside: %w", err)
		}
		entries = append(entries, map[string]any{"record": string(data)})
	}
	if len(records) > 1 {
		return d.refuse(ctx, churchID, entries, cause)
	}
	return d.refuse(ctx, churchID, entries, cause, "turn", records[0].TurnID)
}

// refuseOrForget is refuseRecords for a church that Postgres does not know. If it was deleted, as its admins asked, what was still under way
// then is forgotten with what was set aside of it before: nobody is to read it any more, and nothing is amiss. A church that is missing for
// another reason, such as a backup that was older, may come back.
func (d *Drain) refuseOrForget(ctx context.Context, churchID uuid.UUID, records []chat.Record, cause error) error {
	deleted, err := d.transcript.wasDeleted(ctx, churchID)
	if err != nil {
		return err
	}
	if !deleted {
		return d.refuseRecords(ctx, churchID, records, cause)
	}
	if err := d.redis.Unlink(ctx, journal.RefusedKey(churchID)).Err(); err != nil {
		return fmt.Errorf("forget what was set aside of a deleted church: %w", err)
	}
	d.logger.InfoContext(ctx, "messages of a deleted church are forgotten", "church", churchID, "messages", len(records))
	return nil
}
