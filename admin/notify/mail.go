package notify

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	netmail "net/mail"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/wneessen/go-mail"
)

// mailer hands mails to the mail server that SMTP_URL names. Each goes over a connection of its own: notifications are
// few, and one that waits for another's connection waits for its faults too.
type mailer struct {
	server  *url.URL
	from    string
	rootCAs *x509.CertPool
	timeout time.Duration // for connecting, and for each answer
	// for the answer that the mail is taken
	lastAnswer time.Duration
}

// client returns what a connection is made with.
func (m *mailer) client(options ...mail.Option) (*mail.Client, error) {
	host := m.server.Hostname()
	options = append(options,
		mail.WithTimeout(m.timeout), mail.WithoutNoop(),
		mail.WithTLSConfig(&tls.Config{ServerName: host, RootCAs: m.rootCAs, MinVersion: tls.VersionTLS12}),
	)
	port, policy := 587, mail.TLSMandatory
	switch encryption := m.server.Query().Get("tls"); {
	case m.server.Scheme == "smtps":
		port = 465
		options = append(options, mail.WithSSL())
	case encryption == "none":
		policy = mail.NoTLS
	case encryption != "" && encryption != "starttls":
		return nil, fmt.Errorf("tls=%s is neither starttls nor none", encryption)
	}
	if given := m.server.Port(); given != "" {
		number, err := strconv.Atoi(given)
		if err != nil {
			return nil, fmt.Errorf("the port %q: %w", given, err)
		}
		port = number
	}
	options = append(options, mail.WithTLSPolicy(policy), mail.WithPort(port))
	if user := m.server.User; user != nil {
		password, _ := user.Password()
		options = append(options, mail.WithSMTPAuth(mail.SMTPAuthAutoDiscover), mail.WithUsername(user.Username()), mail.WithPassword(password))
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]" // IPv6: the library puts the port after it as it is
	}
	return mail.NewClient(host, options...)
}

// farewell is how long the server may take to say goodbye. The mail is taken by then, and is to be noted as sent.
const farewell = time.Second

// send hands the mail over. The connection is cut when ctx ends: somebody else may be sending the mail then.
func (m *mailer) send(ctx context.Context, msg *mail.Msg) error {
	var line wire
	client, err := m.client(m.through(&line)...)
	if err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, line.cut)
	defer stop()
	connection, err := client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		line.cut() // the library leaves it open
		return fmt.Errorf("connect to the mail server: %w", err)
	}
	if err := m.handOver(connection, msg); err != nil {
		_ = connection.Close() // the error is known already
		return err
	}
	if connection.UpdateDeadline(farewell) == nil {
		_ = connection.Quit() // the mail is theirs, whatever they say now
	}
	return nil
}

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
	m := &mailer{server: server, from: from.Address, rootCAs: c.RootCAs, timeout: c.Timing.Attempt, lastAnswer: c.Timing.Answer}
	if _, err := m.client(); err != nil {
		return nil, fmt.Errorf("set up the mail server: %w", err)
	}
	return m, nil
}
