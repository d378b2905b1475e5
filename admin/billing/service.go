package billing

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"narthex/admin/signup"
	"narthex/chat/church"
)

// Provisioner sets up a church that has paid.
type Provisioner interface {
	// Provision makes the church and its premium record, with the ids of what it paid, in the caller's transaction: an error
	// leaves nothing behind, and it is tried again. It is not called for a subscription that a premium record holds, nor twice
	// at a time for one subscription or one address.
	Provision(ctx context.Context, tx pgx.Tx, s signup.SignUp, paid Paid) error
	// Return has a church whose subscription has ended pay for a plan again, in the caller's transaction, which is confined to it:
	// what it has stored, its addresses and its links stay. The caller has made sure that the church may have the subscription.
	Return(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, plan church.Plan, sessionID, customerID, subscriptionID string) error
	// AskForNumber tells the founder, in the caller's transaction, which is confined to the church, that its plan has come to a
	// telephone and that a number must be assigned, unless one is. The same subscription and moment mean the same news.
	AskForNumber(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, subscriptionID string, at time.Time) error
}

// Paid is what a church has paid for its sign-up.
type Paid struct {
	SessionID      string // of the checkout
	CustomerID     string
	SubscriptionID string // never empty
	TrialEndsAt    time.Time
	Browser        []byte // SHA-256 of the cookie of the browser that made the checkout, see BrowserOf; nil: not known
}

// Notices tells people what happened with a payment. What it queues goes out if, and only if, the transaction commits.
type Notices interface {
	// PaymentFailed tells a church, on days 0, 7 and 13, that a payment is owed and when it goes offline.
	PaymentFailed(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, day int, offlineAt time.Time) error
	// TrialEnding tells a church that its trial ends soon, once of the same end.
	TrialEnding(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, endsAt time.Time) error
	// Alarm tells the founder that somebody must look at something.
	Alarm(ctx context.Context, tx pgx.Tx, alarm Alarm) error
}

// Alarm is something that a person must look at.
type Alarm struct {
	Key    string // the same for the same thing, however often it is found
	Kind   AlarmKind
	ID     string // of what it is about: an event, a session or a subscription
	Detail string // in English, for whoever runs the platform
}

// AlarmKind is what is the matter.
type AlarmKind string

// What may be the matter.
const (
	EventParked          AlarmKind = "payment_event_parked"      // an event of a version that this program does not understand
	StatusUnknown        AlarmKind = "payment_status_unknown"    // a status that this program does not know
	PaidTwice            AlarmKind = "paid_twice"                // a second subscription of an address or a church, or one for a church that is no more; it is ended and refunded
	PaymentNotMade       AlarmKind = "payment_not_made"          // a payment that takes days has failed: the church was never set up
	NotASubscription     AlarmKind = "paid_without_subscription" // a sign-up was paid, but there is no subscription
	NotProvisioned       AlarmKind = "paid_and_not_provisioned"  // a subscription is paid, and no church has it
	SubscriptionLost     AlarmKind = "subscription_unknown"      // a church's subscription is not known to the provider
	ChurchDeleted        AlarmKind = "church_deleted"            // its subscription has ended
	SubscriptionNotEnded AlarmKind = "subscription_not_ended"    // the church was deleted, and the provider cannot be told yet
	AddressRefused       AlarmKind = "account_address_refused"   // the provider goes on writing to the address that an account had before
	OutOfStep            AlarmKind = "subscription_out_of_step"  // a church's record was not what the provider says, and was mended
)

// Parts are what the service needs.
type Parts struct {
	Pool        *pgxpool.Pool
	Payments    Payments
	Provisioner Provisioner
	Notices     Notices
	Registerer  prometheus.Registerer
	Logger      *slog.Logger
}

// Service keeps churches in step with what they pay. It is safe for concurrent use.
type Service struct {
	store       store
	payments    Payments
	provisioner Provisioner
	notices     Notices
	jobs        *river.Client[pgx.Tx] // queues jobs, works on none
	metrics     *metrics
	logger      *slog.Logger
}

// NewService returns a service.
func NewService(p Parts) (*Service, error) {
	jobs, err := river.NewClient(riverpgxv5.New(p.Pool), &river.Config{Logger: p.Logger})
	if err != nil {
		return nil, fmt.Errorf("prepare to queue jobs: %w", err)
	}
	return &Service{
		store: store{p.Pool}, payments: p.Payments, provisioner: p.Provisioner, notices: p.Notices, jobs: jobs,
		metrics: newMetrics(p.Registerer), logger: p.Logger,
	}, nil
}

// alarm tells the founder, and whoever reads the log.
func (s *Service) alarm(ctx context.Context, tx pgx.Tx, a Alarm) error {
	s.logger.ErrorContext(ctx, "a payment needs a look", "kind", a.Kind, "id", a.ID, "detail", a.Detail)
	s.metrics.alarms.WithLabelValues(string(a.Kind)).Inc()
	if err := s.notices.Alarm(ctx, tx, a); err != nil {
		return fmt.Errorf("tell the founder: %w", err)
	}
	return nil
}
