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

// platformKind is a kind of mail that is about a church's subscription rather than about what a visitor wants. It comes from the
// platform. Another kind is a line here, and its words in messages.
type platformKind struct {
	audience  string
	attempts  int  // after so many it is given up; 0: as many as other mails have
	patient   bool // its few attempts are spread: a mail server that asks to come back does so for minutes
	dashboard bool // it carries the magic link, which is read when it is sent and stored nowhere
	noted     bool // that it was sent is written to lifecycle_emails_sent, with its being noted as sent
	places    bool // it says where visitors find the assistant
}

var platformKinds = map[string]platformKind{
	"welcome":        {audience: audienceAdmin, attempts: 3, patient: true, dashboard: true, noted: true, places: true},
	"dashboard_link": {audience: audienceAdmin, attempts: 12, dashboard: true},
	"trial_ending":   {audience: audienceAdmin, dashboard: true},
	"payment_failed": {audience: audienceAdmin, dashboard: true},

	"welcome_lost":        {audience: audienceFounder}, // in the place of a welcome that was given up: the admin lacks the link
	"new_sale":            {audience: audienceFounder, places: true},
	"number_needed":       {audience: audienceFounder},
	"provisioning_failed": {audience: audienceFounder},
	"ownership_unproven":  {audience: audienceFounder, places: true},
	"claimed_twice":       {audience: audienceFounder, places: true},
}

// Mail is one of the platform about a church's subscription.
type Mail struct {
	Key      uuid.UUID // the same for the same mail, however often it is asked for
	ChurchID uuid.UUID
	Kind     string // of platformKinds
	To       string // the admin's address that it was asked for; it is not sent if that is another one by then. Empty: whatever it is then
	Lines    []Line // what to show; nothing in it may be secret
}

// ErrUnknownMail says that a mail of the platform is of no kind that there is.
var ErrUnknownMail = errors.New("there is no such kind of mail")

// Mail queues a mail in the caller's transaction, which must be confined to the church: it goes out if, and only if, that commits.
func (s *Service) Mail(ctx context.Context, tx pgx.Tx, m Mail) error {
	kind, ok := platformKinds[m.Kind]
	if !ok {
		return fmt.Errorf("%w: %q", ErrUnknownMail, m.Kind)
	}
	if m.Key == uuid.Nil || m.ChurchID == uuid.Nil {
		return ErrNoticeIncomplete
	}
	return s.enqueue(ctx, tx, message{
		ChurchID: m.ChurchID, Key: m.Key, Audience: kind.audience, Kind: m.Kind, Recipient: cut(clean(m.To), 320),
		Lines: cleanLines(m.Lines), HappenedAt: time.Now(),
	}, channelMail)
}

var errOtherAdmin = errors.New("the admin's address is another one by now")

// routeToAdmin returns the admin's address.
func (s *Service) routeToAdmin(d *delivery) (to string, instead *result) {
	to = address(d.AdminEmail)
	switch {
	case to == "":
		return "", s.waiting(d, errNoAddress)
	case d.Recipient != "" && !strings.EqualFold(to, address(d.Recipient)):
		return "", &result{status: statusSkipped, err: errOtherAdmin}
	}
	return to, nil
}

// mostAttempts is after how many the message is given up.
func (s *Service) mostAttempts(d *delivery) int {
	if kind := platformKinds[d.Kind]; kind.attempts > 0 {
		return kind.attempts
	}
	return s.config.Timing.MaxAttempts
}

// spread is by how much the pauses between the attempts of a patient kind are longer than others'.
const spread = 12

// insteadOfWelcome tells the founder that an admin was not told.
func (s *Service) insteadOfWelcome(d *delivery) []followUp {
	if !platformKinds[d.Kind].noted || s.founder() == "" {
		return nil
	}
	return []followUp{{message{
		ChurchID: d.ChurchID, Key: uuid.NewSHA1(d.ChurchID, []byte("welcome_lost")), Audience: audienceFounder, Kind: "welcome_lost", Lines: []Line{}, HappenedAt: time.Now(),
	}, channelMail}}
}

// moments are the labels of lines whose text is a time (RFC 3339), which is shown in the church's own zone and words.
var moments = map[string]bool{"ends_at": true, "trial_ends": true}

// addPlatform puts on the page what mails of the platform say, and nothing that is for visitors' requests.
func (p *page) addPlatform(s *Service, d *delivery, w *wording) {
	kind, ok := platformKinds[d.Kind]
	if !ok {
		return
	}
	p.Care, p.Origin, p.WhenWord = "", w.Words["origin_platform"], "" // when it was queued says nothing
	for i, line := range d.Lines {
		if at, err := time.Parse(time.RFC3339, line.Text); err == nil && moments[line.Label] {
			d.Lines[i].Text = w.moment(at, location(d.Timezone))
		}
	}
	at := strings.TrimSuffix(s.config.BaseURL, "/")
	if kind.dashboard && d.AdminToken != uuid.Nil {
		p.Acknowledge = &acknowledge{Text: w.Words["dashboard"], Button: w.Words["dashboard_button"], Link: at + "/admin/" + d.AdminToken.String()}
	}
	if kind.places {
		p.Facts = append(p.Facts, fact{w.label("chat_page"), at + "/chat/" + d.Slug}, fact{w.label("care_page"), at + "/care/" + d.Slug})
	}
	if kind.audience == audienceFounder {
		p.Facts = append(p.Facts, fact{w.label("plan"), d.Plan}, fact{w.label("admin"), clean(d.AdminEmail)})
	}
}

// noteSent writes down that a mail left which others ask about, in the transaction that notes it as sent.
func noteSent(ctx context.Context, tx pgx.Tx, d *delivery, r result) error {
	if r.status != statusSent || !platformKinds[d.Kind].noted {
		return nil
	}
	_, err := tx.Exec(ctx, `
		insert into lifecycle_emails_sent (church_id, kind, recipient) values ($1, $2, $3)
		on conflict (church_id, kind, recipient) do nothing`, d.ChurchID, d.Kind, r.sentTo)
	return err
}
