package notify

import (
	"crypto/x509"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Config is what a Service works with. Everything may be missing: what cannot go out is kept until it can.
type Config struct {
	BaseURL      string               // the address under which people reach the service, for the links in mails about subscriptions
	Links        *Links               // to acknowledge crises by; nil: none are sent
	LinkMakers   map[string]LinkMaker // by kind of mail, of those whose links are another package's to make
	SMTPURL      string               // smtp://user:password@host:587, smtps://host:465; smtp://…?tls=none without encryption
	MailFrom     string               // the address that mails come from
	FounderEmail string               // who hears of churches that cannot be reached
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
	Attempt     time.Duration // for connecting to the mail server, and for each of its answers but the last; 20 s
	Answer      time.Duration // for its last answer, when it has the whole mail; 2 min
	Unaddressed time.Duration // before news that had no address is looked at again; 1 h, urgent ones after a sixtieth
	FirstPause  time.Duration // after a first attempt failed, doubled with each; 5 s
	LongPause   time.Duration // the longest of these pauses; 1 h, for urgent news a sixth of it
	Acknowledge time.Duration // before somebody else is told of a crisis that nobody has acknowledged; 15 min
	Merge       time.Duration // for how long crises beyond the bounds are counted into one message; 10 min
	MaxAttempts int           // then it is given up; 48, which takes about 40 hours, for urgent news 7
}

func (t Timing) withDefaults() Timing {
	for _, setting := range []struct {
		value *time.Duration
		usual time.Duration
	}{
		{&t.Lease, 10 * time.Second}, {&t.Rescue, 3 * time.Second}, {&t.Late, 5 * time.Second}, {&t.Attempt, 20 * time.Second}, {&t.Answer, 2 * time.Minute},
		{&t.Unaddressed, time.Hour}, {&t.FirstPause, 5 * time.Second}, {&t.LongPause, time.Hour}, {&t.Merge, 10 * time.Minute},
		{&t.Acknowledge, 15 * time.Minute},
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
