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

// platformKind is a kind of mail that is about a church's subscription, or about the platform, rather than about what a visitor
// wants. It comes from the platform. Another kind is a line here, and its words in messages.
type platformKind struct {
	audience string
	attempts int  // after so many it is given up, whatever node made them; 0: as many as other mails have
	patient  bool // its few attempts are spread: a mail server that asks to come back does so for minutes
	links    func(at string, m Sending) []Link
	sent     afterSent // what else is written down in the transaction that notes it as sent
	lost     string    // the kind of mail that the founder gets in its place when it is given up
	places   bool      // it says where visitors find the assistant
}

// afterSent is called once for a mail that left.
type afterSent func(ctx context.Context, tx pgx.Tx, d *delivery, sentTo string) error

var platformKinds = map[string]platformKind{
	"welcome":              {audience: audienceAdmin, attempts: 3, patient: true, links: toDashboard, sent: noteSent, lost: "welcome_lost", places: true},
	"dashboard_link":       {audience: audienceAdmin, attempts: 12, links: toDashboard},
	"dashboard_link_new":   {audience: audienceAdmin, attempts: 12, links: toDashboard},
	"trial_ending":         {audience: audienceAdmin, links: toDashboard},
	"weekly_digest":        {audience: audienceAdmin, attempts: 12, links: toDashboard},
	"payment_failed":       {audience: audienceAdmin, links: toPayment}, // of day 0
	"payment_failed_again": {audience: audienceAdmin, links: toPayment}, // of day 7
	"payment_failed_last":  {audience: audienceAdmin, links: toPayment}, // of day 13

	"deletion_asked":     {audience: audienceUser}, // each admin of the church
	"deletion_withdrawn": {audience: audienceUser}, // the same

	"welcome_lost":        {audience: audienceFounder},
	"new_sale":            {audience: audienceFounder, places: true},
	"number_needed":       {audience: audienceFounder},
	"provisioning_failed": {audience: audienceFounder},
	"ownership_unproven":  {audience: audienceFounder, places: true},
	"ownership_awaited":   {audience: audienceFounder, places: true},
	"ownership_asked":     {audience: audienceUser},
	"ownership_proof":     {audience: audienceUser},
	"ownership_rejected":  {audience: audienceUser},
	"claimed_twice":       {audience: audienceFounder, places: true},

	"team_invited":          {audience: audienceUser, attempts: 12},
	"team_link":             {audience: audienceUser, attempts: 12},
	"admin_address_asked":   {audience: audienceUser, attempts: 12},
	"admin_address_warned":  {audience: audienceUser, attempts: 12},
	"admin_address_changed": {audience: audienceUser, attempts: 12},

	"payment_event_parked":      {audience: audienceFounder},
	"payment_status_unknown":    {audience: audienceFounder},
	"paid_twice":                {audience: audienceFounder},
	"payment_not_made":          {audience: audienceFounder},
	"paid_without_subscription": {audience: audienceFounder},
	"paid_and_not_provisioned":  {audience: audienceFounder},
	"subscription_unknown":      {audience: audienceFounder},
	"subscription_out_of_step":  {audience: audienceFounder},
	"account_address_refused":   {audience: audienceFounder},
	"subscription_not_ended":    {audience: audienceFounder},
	"church_deleted":            {audience: audienceFounder},
}

// Mail is one of the platform.
type Mail struct {
	Key      uuid.UUID // the same for the same mail, however often it is asked for
	ChurchID uuid.UUID // zero: it belongs to no church; of kinds for the founder or a user
	Kind     string    // of platformKinds
	// To is the address of the user; of a mail for the admin, the address that it was asked for, which it is not sent to if the
	// admin's is another one by then, and empty for whatever it is then.
	To    string
	Lines []Line // what to show; nothing in it may be secret
	// About is what it is about, for whoever makes its links, and if it is not to be told again of the same within QuietFor of the
	// last time.
	About    string
	QuietFor time.Duration
}

// ErrUnknownMail says that a mail of the platform is of no kind that there is.
var ErrUnknownMail = errors.New("there is no such kind of mail")

// Mail queues a mail in the caller's transaction, which must be confined to the church, if there is one: it goes out if, and only
// if, that commits.
func (s *Service) Mail(ctx context.Context, tx pgx.Tx, m Mail) error {
	kind, ok := platformKinds[m.Kind]
	if !ok {
		return fmt.Errorf("%w: %q", ErrUnknownMail, m.Kind)
	}
	if m.Key == uuid.Nil || m.ChurchID == uuid.Nil && kind.audience != audienceFounder && kind.audience != audienceUser ||
		kind.audience == audienceUser && address(m.To) == "" {
		return ErrNoticeIncomplete
	}
	queue := func() error {
		if lately, err := toldLately(ctx, tx, m); err != nil || lately {
			return err
		}
		return s.enqueue(ctx, tx, message{
			ChurchID: m.ChurchID, Key: m.Key, Audience: kind.audience, Kind: m.Kind, Recipient: cut(clean(m.To), 320),
			Lines: cleanLines(m.Lines), HappenedAt: time.Now(), About: about(m),
		}, channelMail)
	}
	if m.ChurchID == uuid.Nil {
		return outside(ctx, tx, queue)
	}
	return queue()
}

// longestAbout is in characters.
const longestAbout = 200

func about(m Mail) string { return cut(clean(m.About), longestAbout) }

// toldLately reports whether a mail of its kind about the same was queued within QuietFor. Of those who ask at once one is told
// that it was not; the others wait for it.
func toldLately(ctx context.Context, tx pgx.Tx, m Mail) (lately bool, err error) {
	if m.About == "" || m.QuietFor <= 0 {
		return false, nil
	}
	_, err = tx.Exec(ctx, `select pg_advisory_xact_lock(hashtextextended('platform mail ' || $1 || ' ' || $2, 0))`, m.Kind, about(m))
	if err != nil {
		return false, fmt.Errorf("wait for others with the same news: %w", err)
	}
	err = tx.QueryRow(ctx, `
		select exists (select from notifications
			where kind = $1 and about = $2 and church_id is not distinct from $3 and status not in ('dead', 'skipped') and created_at > clock_timestamp() - $4::interval)`,
		m.Kind, about(m), orNull(m.ChurchID), m.QuietFor).Scan(&lately)
	if err != nil {
		return false, fmt.Errorf("look whether the same was told lately: %w", err)
	}
	return lately, nil
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
	if d.Kind == kindTest {
		return testAttempts
	}
	return s.config.Timing.MaxAttempts
}

// spread is by how much the pauses between the attempts of a patient kind are longer than others'.
const spread = 12

// insteadOfLost tells the founder that an admin was not told.
func (s *Service) insteadOfLost(d *delivery) []followUp {
	kind := platformKinds[d.Kind].lost
	if kind == "" || s.founder() == "" {
		return nil
	}
	return []followUp{{message{
		ChurchID: d.ChurchID, Key: uuid.NewSHA1(d.ChurchID, []byte(kind+d.Key.String())), Audience: audienceFounder, Kind: kind, Lines: []Line{}, HappenedAt: time.Now(),
	}, channelMail}}
}

// noteSent writes to lifecycle_emails_sent, which others ask.
func noteSent(ctx context.Context, tx pgx.Tx, d *delivery, sentTo string) error {
	_, err := tx.Exec(ctx, `
		insert into lifecycle_emails_sent (church_id, kind, recipient) values ($1, $2, $3)
		on conflict (church_id, kind, recipient) do nothing`, d.ChurchID, d.Kind, sentTo)
	return err
}
