package notify

import (
	"context"
	"crypto/x509"
	"fmt"
	"log/slog"
	"net/http"
	netmail "net/mail"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
)

// Config is what a Service works with. Everything may be missing: what cannot go out is kept until it can.
type Config struct {
	BaseURL      string // of the product, for the link to the dashboard
	SMTPURL      string // smtp://user:password@host:587, smtps://host:465; smtp://…?tls=none without encryption
	MailFrom     string // the address that mails come from
	FounderEmail string // who hears of churches that cannot be reached
	Twilio       Twilio
	Registerer   prometheus.Registerer // nil: no metrics
	Logger       *slog.Logger          // nil: slog.Default()
	Timing       Timing
	RootCAs      *x509.CertPool // whom mail servers' certificates must come from; nil: the system's
}

// Twilio is the account that sends text messages; without an account SID none are sent.
type Twilio struct {
	AccountSID string
	AuthToken  string
	From       string // a number in E.164, or the SID of a messaging service (MG…)
	APIBase    string // "" is https://api.twilio.com
}

// Timing bounds the work. Zero values take the defaults.
type Timing struct {
	Lease       time.Duration // how long a row stays taken without a sign of life; 10 s
	Rescue      time.Duration // how often rows that nobody works on are looked for; 3 s
	Late        time.Duration // for how long after it was due a row is left to its job; 5 s
	Attempt     time.Duration // for connecting to the mail server, and again for sending; 20 s
	Unaddressed time.Duration // before news that had no address is looked at again; 1 h, urgent ones after a sixtieth
	FirstPause  time.Duration // after a first attempt failed, doubled with each; 5 s
	LongPause   time.Duration // the longest of these pauses; 1 h, for urgent news a sixth of it
	Merge       time.Duration // for how long crises beyond the bounds are counted into one message; 10 min
	MaxAttempts int           // then it is given up; 48, which takes about 40 hours, for urgent news 7
}

func (t Timing) withDefaults() Timing {
	for _, setting := range []struct {
		value *time.Duration
		usual time.Duration
	}{
		{&t.Lease, 10 * time.Second}, {&t.Rescue, 3 * time.Second}, {&t.Late, 5 * time.Second}, {&t.Attempt, 20 * time.Second},
		{&t.Unaddressed, time.Hour}, {&t.FirstPause, 5 * time.Second}, {&t.LongPause, time.Hour}, {&t.Merge, 10 * time.Minute},
	} {
		if *setting.value <= 0 {
			*setting.value = setting.usual
		}
	}
	if t.MaxAttempts <= 0 {
		t.MaxAttempts = 48
	}
	return t
}

// Service queues and sends notifications. It is safe for concurrent use.
type Service struct {
	Queue
	config  Config
	jobs    *river.Client[pgx.Tx] // queues jobs, works on none
	mail    *mailer               // nil: mails wait
	sms     *texter               // nil: there is no such channel
	words   wordings
	metrics *metrics

	mu       sync.Mutex
	unmarked map[uuid.UUID]result // messages that went out although that could not be noted, by their id
}

// New returns a service. It works on nothing before its workers and Run do.
func New(pool *pgxpool.Pool, config Config) (*Service, error) {
	if config.Logger == nil {
		config.Logger = slog.Default()
	}
	config.Timing = config.Timing.withDefaults()
	s := &Service{Queue: Queue{pool}, config: config, unmarked: make(map[uuid.UUID]result)}
	var err error
	if s.words, err = loadWordings(); err != nil {
		return nil, fmt.Errorf("read the notifications' texts: %w", err)
	}
	if err := s.openChannels(); err != nil {
		return nil, err
	}
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
	} else if s.sms, err = newTexter(c.Twilio, c.Timing.Attempt); err != nil {
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

// newMailer reads SMTP_URL and MAIL_FROM.
func newMailer(c Config) (*mailer, error) {
	server, err := url.Parse(c.SMTPURL)
	if err != nil || server.Hostname() == "" || server.Scheme != "smtp" && server.Scheme != "smtps" {
		return nil, fmt.Errorf("SMTP_URL must be smtp://user:password@host:port or smtps://…") // without the address: it holds a password
	}
	from, err := netmail.ParseAddress(c.MailFrom)
	if err != nil {
		return nil, fmt.Errorf("MAIL_FROM must be the address that mails come from: %w", err)
	}
	m := &mailer{server: server, from: from.Address, rootCAs: c.RootCAs, timeout: c.Timing.Attempt}
	if _, err := m.client(); err != nil {
		return nil, fmt.Errorf("set up the mail server: %w", err)
	}
	return m, nil
}

const twilioAPI = "https://api.twilio.com"

func newTexter(t Twilio, timeout time.Duration) (*texter, error) {
	if t.APIBase == "" {
		t.APIBase = twilioAPI
	}
	base, err := url.Parse(t.APIBase)
	if err != nil || base.Host == "" {
		return nil, fmt.Errorf("TWILIO_API_BASE must be an address such as %s", twilioAPI)
	}
	if t.AuthToken == "" || t.From == "" {
		return nil, fmt.Errorf("TWILIO_ACCOUNT_SID needs TWILIO_AUTH_TOKEN and TWILIO_FROM too")
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	return &texter{
		account: t, messages: strings.TrimSuffix(base.String(), "/") + "/2010-04-01/Accounts/" + url.PathEscape(t.AccountSID) + "/Messages.json",
		client: &http.Client{Transport: transport}, timeout: timeout,
	}, nil
}

// dashboard is where the people of a church read what visitors want. It never holds the token that opens it.
func (s *Service) dashboard() string { return strings.TrimSuffix(s.config.BaseURL, "/") + "/admin" }

// detached is for work that must end in order although what asked for it is over.
func detached(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), limit)
}
