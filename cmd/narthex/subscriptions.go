package main

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/billing"
	"narthex/admin/marketing"
	"narthex/admin/notify"
	"narthex/admin/onboarding"
	"narthex/admin/provision"
	"narthex/admin/signup"
	"narthex/chat/church"
	"narthex/static/web"
)

// subscriptionMail tells people what becomes of a subscription. Neither provisioning nor billing may import notify, so each
// says what it needs.
type subscriptionMail struct {
	service *notify.Service
	list    *marketing.List // nil: there is none
	logger  *slog.Logger
}

// keyOf is the same for the same mail, however often it is asked for.
func keyOf(churchID uuid.UUID, parts ...any) uuid.UUID {
	return uuid.NewSHA1(churchID, fmt.Append(nil, parts...))
}

// Welcome implements provision.Messages.
func (m subscriptionMail) Welcome(ctx context.Context, tx pgx.Tx, churchID uuid.UUID) error {
	var voice bool
	var trial *time.Time
	var premium uuid.UUID // a church may be claimed again after a claim that was rejected
	var second *string    // who is an admin too without having signed up
	err := tx.QueryRow(ctx, `
		select id, channel <> 'chat', trial_ends_at,
			(select concat_ws(', ', name, email) from church_admin_identities i where i.church_id = p.church_id and is_backup limit 1)
		from premium_churches p where church_id = $1`, churchID).Scan(&premium, &voice, &trial, &second)
	if err != nil {
		return fmt.Errorf("read what is welcomed: %w", err)
	}
	included := "no"
	if voice {
		included = "yes"
	}
	lines := []notify.Line{{Label: "voice", Text: included}}
	if trial != nil {
		lines = append(lines, notify.Line{Label: "trial_ends", Text: trial.Format(time.RFC3339)})
	}
	if second != nil {
		lines = append(lines, notify.Line{Label: "second_person", Text: *second})
	}
	return m.service.Mail(ctx, tx, notify.Mail{Key: keyOf(churchID, "welcome", premium), ChurchID: churchID, Kind: "welcome", Lines: lines})
}

// Founder implements provision.Messages.
func (m subscriptionMail) Founder(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, news provision.News) error {
	var lines []notify.Line
	if news.Detail != "" {
		lines = append(lines, notify.Line{Label: "detail", Text: news.Detail})
	}
	if news.Kind == provision.ProvisioningFailed {
		var premium uuid.UUID
		if err := tx.QueryRow(ctx, "select id from premium_churches where church_id = $1", churchID).Scan(&premium); err != nil {
			return fmt.Errorf("read what could not be provisioned: %w", err)
		}
		lines = append(lines, notify.Line{Label: "church_id", Text: churchID.String()}, notify.Line{Label: "premium_id", Text: premium.String()})
	}
	return m.service.Mail(ctx, tx, notify.Mail{Key: keyOf(churchID, news.Kind, news.About), ChurchID: churchID, Kind: string(news.Kind), Lines: lines})
}

// Subscribe implements provision.Messages. Without a list, the wish is kept with the church.
func (m subscriptionMail) Subscribe(ctx context.Context, tx pgx.Tx, churchID uuid.UUID) error {
	if m.list == nil {
		m.logger.InfoContext(ctx, "an admin wishes to get news by mail, and there is no marketing list", "church", churchID)
		return nil
	}
	return m.list.Subscribe(ctx, tx, churchID)
}

// PaymentFailed implements billing.Notices.
func (m subscriptionMail) PaymentFailed(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, day int, offlineAt time.Time) error {
	kind := "payment_failed"
	switch {
	case day >= 13:
		kind = "payment_failed_last"
	case day >= 7:
		kind = "payment_failed_again"
	}
	return m.service.Mail(ctx, tx, notify.Mail{
		Key: keyOf(churchID, "payment_failed", day, offlineAt.Unix()), ChurchID: churchID, Kind: kind,
		Lines: []notify.Line{{Label: "ends_at", Text: offlineAt.Format(time.RFC3339)}},
	})
}

// TrialEnding implements billing.Notices.
func (m subscriptionMail) TrialEnding(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, endsAt time.Time) error {
	return m.service.Mail(ctx, tx, notify.Mail{
		Key: keyOf(churchID, "trial_ending", endsAt.Unix()), ChurchID: churchID, Kind: "trial_ending",
		Lines: []notify.Line{{Label: "ends_at", Text: endsAt.Format(time.RFC3339)}},
	})
}

// alarmEvery is how often the founder is told of the same thing, at most.
const alarmEvery = time.Hour

// Alarm implements billing.Notices. It belongs to no church: of some there is none.
func (m subscriptionMail) Alarm(ctx context.Context, tx pgx.Tx, alarm billing.Alarm) error {
	return m.service.Mail(ctx, tx, notify.Mail{
		Key: uuid.New(), Kind: string(alarm.Kind), About: alarm.Key, QuietFor: alarmEvery,
		Lines: []notify.Line{{Label: "alarm_id", Text: alarm.ID}, {Label: "happened", Text: alarm.Detail}},
	})
}

// How often the link to a dashboard is sent again, at most: where somebody asks for it, and where somebody signs up with an address that
// manages a church already.
const (
	resendEvery       = time.Hour
	resendSignUpEvery = time.Minute
)

// resendLink has the link to a church's dashboard sent to its admin's address, unless it is on its way or has got there within quietFor:
// one that could not be sent, or was not because the address has changed, stands in nobody's inbox.
func (s *server) resendLink(ctx context.Context, churchID uuid.UUID, email string, quietFor time.Duration) (sent bool, err error) {
	err = church.InChurch(ctx, s.pool, churchID, func(tx pgx.Tx) error {
		// Locked in a statement of its own: of two at once one waits here, and only the next one sees what the other has sent.
		if _, err := tx.Exec(ctx, "select from premium_churches where church_id = $1 for update", churchID); err != nil {
			return err
		}
		var lately bool
		err := tx.QueryRow(ctx, `
			select exists (select from notifications
				where church_id = $1 and kind = 'dashboard_link' and created_at > now() - $2::interval and status in ('queued', 'sending', 'sent'))`,
			churchID, quietFor).Scan(&lately)
		if err != nil || lately {
			return err
		}
		sent = true
		return s.notices.Mail(ctx, tx, notify.Mail{Key: uuid.New(), ChurchID: churchID, Kind: "dashboard_link", To: email})
	})
	return sent && err == nil, err
}

// provisioner makes churches that have paid.
type provisioner struct{ *provision.Provisioner }

// Provision implements billing.Provisioner.
func (p provisioner) Provision(ctx context.Context, tx pgx.Tx, s signup.SignUp, paid billing.Paid) error {
	_, err := p.Provisioner.Provision(ctx, tx, s, provision.Payment{
		SessionID: paid.SessionID, BrowserSHA256: paid.Browser, CustomerID: paid.CustomerID, SubscriptionID: paid.SubscriptionID, TrialEndsAt: paid.TrialEndsAt,
	})
	return err
}

// stripeScript draws Stripe's form. Its release goes with the version of the API that stripe-go speaks.
const stripeScript = "https://js.stripe.com/dahlia/stripe.js"

// onboardingRoutes adds the pages from the first look to the thanks.
func (s *server) onboardingRoutes(r chi.Router, catalogue *signup.Catalogue, limit limitOf, pages *web.Pages, edge *web.Edge) {
	onboarding.NewHandler(onboarding.Parts{
		Pool: s.pool, Catalogue: catalogue, Limit: limit, Pages: pages, Script: stripeScript,
		ResendLink: func(ctx context.Context, churchID uuid.UUID, email string) (bool, error) {
			return s.resendLink(ctx, churchID, email, resendSignUpEvery)
		},
		BaseURL: s.config.BaseURL, Contact: s.config.OperatorEmail, Edge: edge, Registerer: s.registry, Logger: s.logger,
	}).Routes(r)
}

// limitOf counts requests of a kind by where they come from.
type limitOf func(r *http.Request, kind string, perMinute int) (wait time.Duration, err error)

// limitAnywhere counts requests that belong to no church.
func (s *server) limitAnywhere(address func(*http.Request) string) limitOf {
	limit := s.limitBy(address)
	return func(r *http.Request, kind string, perMinute int) (time.Duration, error) {
		return limit(r, uuid.Nil, kind, perMinute)
	}
}

// provisionCommand repeats the step that may fail alone.
type provisionCommand struct {
	databaseConfig `embed:""`
	Church         uuid.UUID `arg:"" help:"The church's id."`
	Premium        uuid.UUID `arg:"" help:"The id of its premium record."`
}

// Run is called by kong.
func (c *provisionCommand) Run(ctx context.Context) error {
	pool, err := openDatabase(ctx, c.DatabaseURL)
	if err != nil {
		return err
	}
	defer pool.Close()
	if err := provision.Repeat(ctx, pool, c.Church, c.Premium); err != nil {
		return err
	}
	fmt.Println("the church has its assistant")
	return nil
}
