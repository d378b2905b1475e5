package notify

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Notice is news for the people of a church about something a visitor wants.
type Notice struct {
	Key          uuid.UUID // the same for the same news, however often it is told
	ChurchID     uuid.UUID
	Kind         string        // as in messages; others are told in general words
	Urgent       bool          // by text message as well
	Confidential bool          // the message does not quote what the visitor wrote, it only says where to read it
	To           string        // e-mail of one person; empty: the church's notification_email
	RequestID    uuid.UUID     // the visitor's request, if there is one
	ReplyTo      string        // the visitor's e-mail, if given
	Lines        []Line        // what to show, in this order
	At           time.Time     // when it happened; zero: now
	Origin       string        // who caused it, if somebody unknown could cause many: any text that says no more
	SessionID    uuid.UUID     // the conversation that a crisis was found in
	Hold         time.Duration // for how long it is held back, so that it can be lowered; of an urgent crisis
}

// ErrNoticeIncomplete says that a notice lacks its key, its church or a usable kind.
var ErrNoticeIncomplete = errors.New("a notice needs a key, a church and a kind of lower-case letters")

var kindPattern = regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}$`)

// Notify queues the notice's messages in the caller's transaction, which must be confined to the notice's church: they go
// out if, and only if, it commits. A notice whose key was told before adds nothing. Of crises, those beyond what one origin and
// one church may cause in an hour are told together in one message, which says how many there are; what else goes by text message
// goes by mail alone then.
func (s *Service) Notify(ctx context.Context, tx pgx.Tx, notice Notice) error {
	if notice.Key == uuid.Nil || notice.ChurchID == uuid.Nil || !kindPattern.MatchString(notice.Kind) {
		return ErrNoticeIncomplete
	}
	channels := []string{channelMail}
	if notice.Urgent || goesByText(notice.Kind) {
		channels = append(channels, channelSMS)
	}
	message := message{
		ChurchID: notice.ChurchID, Key: notice.Key, Audience: audienceChurch, Kind: notice.Kind, Urgent: notice.Urgent,
		Confidential: notice.Confidential, Recipient: cut(clean(notice.To), 320), RequestID: notice.RequestID,
		HappenedAt: notice.At, Lines: []Line{},
	}
	if message.HappenedAt.IsZero() {
		message.HappenedAt = time.Now()
	}
	if !notice.Confidential {
		message.ReplyTo, message.Lines = address(notice.ReplyTo), cleanLines(notice.Lines)
	}
	message.Origin, message.SessionID = cut(clean(notice.Origin), maxOrigin), notice.SessionID
	if err := message.readSafeguarding(ctx, tx); err != nil {
		return err
	}
	many, err := tooMany(ctx, tx, message)
	if err != nil {
		return err
	}
	if many {
		return s.merge(ctx, tx, message)
	}
	if len(channels) > 1 {
		if many, err = tooManyTexts(ctx, tx, message); err != nil {
			return err
		} else if many {
			channels = channels[:1]
		}
	}
	if err := s.enqueueIn(ctx, tx, max(0, notice.Hold), message, channels...); err != nil {
		return err
	}
	return s.escalate(ctx, tx, message)
}

// readSafeguarding looks whether the request is kept from the church's own addresses.
func (m *message) readSafeguarding(ctx context.Context, tx pgx.Tx) error {
	if m.RequestID == uuid.Nil {
		return nil
	}
	const marked = `select exists (select from visitor_requests where church_id = $1 and id = $2 and safeguarding)`
	if err := tx.QueryRow(ctx, marked, m.ChurchID, m.RequestID).Scan(&m.Safeguarding); err != nil {
		return fmt.Errorf("read the request of a notification: %w", err)
	}
	return nil
}

// escalate has the church's second contact told of a crisis that is not acknowledged in time. The message is queued with the
// first one, so that no crash comes between them; when it is due, it is looked whether it is still needed. The time counts
// from when the church could be told, not from the danger: after an outage, whoever is told first needs time too.
func (s *Service) escalate(ctx context.Context, tx pgx.Tx, m message) error {
	if m.Kind != kindCrisis || !m.Urgent || m.RequestID == uuid.Nil {
		return nil
	}
	m.Audience, m.Recipient = audienceSecond, ""
	return s.enqueueIn(ctx, tx, s.config.Timing.Acknowledge, m, channelMail, channelSMS)
}
