package notify

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// labelText is the label of the line that is all of a message to a caller.
const labelText = "text"

// CallerText is a text message to somebody on the telephone, who has said yes to it.
type CallerText struct {
	Key      uuid.UUID // the same for the same links of the same call, however often they are asked for
	ChurchID uuid.UUID
	Session  uuid.UUID // the call's
	Church   string    // its name
	To       string    // E.164: the number that the call comes from
	Language string    // ISO 639-1, that the caller is spoken to in
	Links    []string
}

// Limits of text messages to callers.
const (
	textsADay   = 5   // to one number from one church in 24 hours
	longestSent = 900 // characters of the links of one message, which is sent in parts of about 150
)

// What keeps a caller from being sent a text message.
var (
	ErrTextsSpent = errors.New("this number was sent as many text messages in a day as may be")
	ErrNoTexting  = errors.New("no text messages can be sent")
)

// TextCaller queues a text message to a caller in the caller's transaction, which must be confined to the church: it goes out if, and
// only if, that commits. One whose key was queued before adds nothing. It fails with ErrTextsSpent or ErrNoTexting.
func (s *Service) TextCaller(ctx context.Context, tx pgx.Tx, t CallerText) error {
	links := strings.Join(t.Links, " ")
	if s.sms == nil || t.To == "" || telephone(t.To, "") != t.To || links == "" || len(links) > longestSent {
		return ErrNoTexting
	}
	if t.Key == uuid.Nil || t.ChurchID == uuid.Nil {
		return ErrNoticeIncomplete
	}
	if spent, err := textsSpent(ctx, tx, t); err != nil {
		return err
	} else if spent {
		return ErrTextsSpent
	}
	w, _ := words.in(t.Language)
	text := strings.NewReplacer("{church}", cut(clean(t.Church), 60), "{links}", links).Replace(w.SMSCaller)
	return s.enqueue(ctx, tx, message{
		ChurchID: t.ChurchID, Key: t.Key, Audience: audienceCaller, Kind: kindCallLinks, Urgent: true, Recipient: t.To, SessionID: t.Session,
		Lines: []Line{{labelText, text}}, HappenedAt: time.Now(),
	}, channelSMS)
}

// textsSpent reports whether a number was sent enough, of which this message is none yet. Messages to a number are queued one after
// another, whatever nodes its calls are on.
func textsSpent(ctx context.Context, tx pgx.Tx, t CallerText) (spent bool, err error) {
	if _, err = tx.Exec(ctx, `select pg_advisory_xact_lock(hashtextextended('text to caller ' || $1 || $2, 0))`, t.ChurchID.String(), t.To); err == nil {
		err = tx.QueryRow(ctx, `
			select count(*) >= $4 and not bool_or(key = $3) from notifications
			where church_id = $1 and audience = 'caller' and recipient = $2 and created_at > now() - interval '24 hours'`,
			t.ChurchID, t.To, t.Key, textsADay).Scan(&spent)
	}
	if err != nil {
		return false, fmt.Errorf("look how many text messages a caller was sent: %w", err)
	}
	return spent, nil
}

// callerText is what a caller is sent: it was worded when they said yes, in the language that they spoke then.
func (d *delivery) callerText() string {
	for _, line := range d.Lines {
		if line.Label == labelText {
			return line.Text + " (" + d.ID.String()[24:] + ")"
		}
	}
	return ""
}
