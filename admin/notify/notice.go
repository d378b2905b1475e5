package notify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	netmail "net/mail"
	"regexp"
	"strings"
	"time"
	"unicode"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/nyaruka/phonenumbers"
	"github.com/riverqueue/river"
)

// Notice is news for the people of a church about something a visitor wants.
type Notice struct {
	Key          uuid.UUID // the same for the same news, however often it is told
	ChurchID     uuid.UUID
	Kind         string    // one of Kinds; others are told in general words
	Urgent       bool      // by text message as well
	Confidential bool      // the message does not quote what the visitor wrote, it only says where to read it
	To           string    // e-mail of one person; empty: the church's notification_email
	RequestID    uuid.UUID // the visitor's request, if there is one
	ReplyTo      string    // the visitor's e-mail, if given
	Lines        []Line    // what to show, in this order
	At           time.Time // when it happened; zero: now
	Origin       string    // who caused it, if somebody unknown could cause many: any text that says no more; of a crisis
	SessionID    uuid.UUID // the conversation that a crisis was found in
}

// Line is one thing that a visitor gave.
type Line struct {
	Label string `json:"label"` // a key of the wording's labels, such as name, phone, message
	Text  string `json:"text"`
}

// What one notice may hold. What goes beyond is cut off rather than refused: the beginning of a cry for help is better than
// none.
const (
	maxLines = 40
	maxText  = 4000 // characters
	maxLabel = 40

	maxOrigin = 64
)

// ErrNoticeIncomplete says that a notice lacks its key, its church or a usable kind.
var ErrNoticeIncomplete = errors.New("a notice needs a key, a church and a kind of lower-case letters")

var kindPattern = regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}$`)

// Notify queues the notice's messages in the caller's transaction, which must be confined to the notice's church: they go
// out if, and only if, it commits. A notice whose key was told before adds nothing. Of crises, those beyond what one origin and
// one church may cause in an hour are told together in one message, which says how many there are.
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
	many, err := tooMany(ctx, tx, message)
	if err != nil {
		return err
	}
	if many {
		return s.merge(ctx, tx, message)
	}
	return s.enqueue(ctx, tx, message, channels...)
}

// enqueue adds a row and a job for each channel on which the message is not queued yet.
func (s *Service) enqueue(ctx context.Context, tx pgx.Tx, m message, channels ...string) error {
	lines, err := json.Marshal(m.Lines)
	if err != nil {
		return fmt.Errorf("queue a notification: %w", err)
	}
	added, err := insertMessages(ctx, tx, m, lines, channels)
	if err != nil {
		return fmt.Errorf("queue a notification: %w", err)
	}
	return s.queueJobs(ctx, tx, m, added, river.InsertOpts{})
}

func cleanLines(lines []Line) []Line {
	kept := []Line{}
	for _, line := range lines[:min(len(lines), maxLines)] {
		line.Label, line.Text = cut(clean(line.Label), maxLabel), cut(cleanText(line.Text), maxText)
		if line.Text != "" {
			kept = append(kept, line)
		}
	}
	return kept
}

// cleanText drops what no text needs and a database, a mail or a screen may choke on: control characters, broken UTF-8, and
// marks that reverse the direction of what follows.
func cleanText(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\r\n", "\n")
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r == '\t' || r == '\u2028' || r == '\u2029':
			return ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, text))
}

// clean makes one line of a text.
func clean(text string) string { return strings.Join(strings.Fields(cleanText(text)), " ") }

// cut shortens to a number of characters.
func cut(text string, most int) string {
	count := 0
	for i := range text {
		if count == most {
			return text[:i]
		}
		count++
	}
	return text
}

// address returns the e-mail address alone, or nothing when the text is not exactly one.
func address(text string) string {
	parsed, err := netmail.ParseAddress(strings.TrimSpace(text))
	if err != nil || len(parsed.Address) > 320 || cleanText(parsed.Address) != parsed.Address {
		return ""
	}
	local, domain, _ := strings.Cut(parsed.Address, "@")
	// What only quotation marks make an address is nobody's, and could be read otherwise by the next program.
	if strings.ContainsAny(local+domain, "@ \"<>(),:;\\\n") || !strings.Contains(domain, ".") && domain != "localhost" {
		return ""
	}
	return parsed.Address
}

// telephone returns the number as E.164, or nothing when the text is none. A number without a country's code is one of the
// church's own country.
func telephone(text, country string) string {
	number, err := phonenumbers.Parse(text, country)
	if err != nil || !phonenumbers.IsPossibleNumber(number) {
		return ""
	}
	return phonenumbers.Format(number, phonenumbers.E164)
}
