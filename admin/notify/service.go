package notify

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
)

// Service queues and sends notifications. It is safe for concurrent use.
type Service struct {
	Queue
	config  Config
	jobs    *river.Client[pgx.Tx] // queues jobs, works on none
	mail    *mailer               // nil: mails wait
	sms     *smsSender            // nil: there is no such channel
	metrics *metrics

	mu         sync.Mutex
	unrecorded map[uuid.UUID]result // messages that went out although that could not be noted, by their id
}

// New returns a service. It works on nothing before its workers and Run do.
func New(pool *pgxpool.Pool, config Config) (*Service, error) {
	if config.Logger == nil {
		config.Logger = slog.Default()
	}
	config.Timing = config.Timing.withDefaults()
	s := &Service{Queue: Queue{pool}, config: config, unrecorded: make(map[uuid.UUID]result)}
	if err := s.openChannels(); err != nil {
		return nil, err
	}
	var err error
	if s.jobs, err = river.NewClient(riverpgxv5.New(pool), &river.Config{Logger: config.Logger}); err != nil {
		return nil, fmt.Errorf("prepare to queue jobs: %w", err)
	}
	s.metrics = newMetrics(config.Registerer, &s.Queue)
	return s, nil
}

// openChannels sets up what is configured and says what is not.
func (s *Service) openChannels() (err error) {
	c := s.config
	if c.FounderEmail != "" && address(c.FounderEmail) == "" {
		return fmt.Errorf("FOUNDER_EMAIL is not an e-mail address")
	}
	if c.SMTPURL == "" {
		c.Logger.Warn("no SMTP_URL: notifications are kept until there is one")
	} else if s.mail, err = newMailer(c); err != nil {
		return err
	}
	if c.Twilio.AccountSID == "" {
		c.Logger.Warn("no TWILIO_ACCOUNT_SID: urgent notifications go by mail alone")
	} else if s.sms, err = newSMSSender(c.Twilio, c.Timing.Attempt); err != nil {
		return err
	}
	if c.FounderEmail == "" {
		c.Logger.Warn("no FOUNDER_EMAIL: nobody is told when a church has no address for notifications")
	}
	return nil
}

// Close gives idle connections back.
func (s *Service) Close() {
	if s.sms != nil {
		s.sms.client.CloseIdleConnections()
	}
}

func (s *Service) founder() string { return address(s.config.FounderEmail) }

// detached is for work that must end in order although what asked for it is over.
func detached(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), limit)
}
