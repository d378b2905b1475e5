package mailbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

const (
	largestMail = 8 << 20 // bytes
	smtpTimeout = 2 * time.Minute
)

// ServeSMTP takes mails until ctx ends. With [Config.TLS] it offers STARTTLS.
func (m *Mailbox) ServeSMTP(ctx context.Context, listener net.Listener) error {
	server := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		return &session{mailbox: m, conn: c, ctx: ctx}, nil
	}))
	server.Domain, server.TLSConfig = "mailbox.localhost", m.config.TLS
	server.MaxMessageBytes, server.MaxRecipients = largestMail, 100
	server.ReadTimeout, server.WriteTimeout = smtpTimeout, smtpTimeout
	server.AllowInsecureAuth, server.EnableSMTPUTF8 = true, true
	server.ErrorLog = log.New(io.Discard, "", 0) // clients that hang up
	stop := context.AfterFunc(ctx, func() {
		_ = server.Close()
		_ = listener.Close() // which the server does not know of yet, if ctx ends right now
	})
	defer stop()
	if err := server.Serve(listener); err != nil && ctx.Err() == nil && !errors.Is(err, smtp.ErrServerClosed) {
		return fmt.Errorf("take mails: %w", err)
	}
	// The listener's end is not that of its connections.
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := server.Shutdown(closing); err != nil && !errors.Is(err, smtp.ErrServerClosed) {
		return fmt.Errorf("stop taking mails: %w", err)
	}
	return nil
}

// session is one connection.
type session struct {
	mailbox *Mailbox
	conn    *smtp.Conn
	ctx     context.Context // of the server: the library has none for a session
	fault   Fault
	to      []string
}

// AuthMechanisms and Auth take any name and password.
func (s *session) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, _, _ string) error { return nil }), nil
}

func (s *session) Mail(string, *smtp.MailOptions) error {
	s.fault = s.mailbox.faults.next(kindMail)
	s.mailbox.faults.hold(s.ctx, s.fault.Delay)
	return nil
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	if s.fault.Refuse != 0 {
		status := smtp.EnhancedCode(s.fault.Status)
		if status == (smtp.EnhancedCode{}) {
			status = smtp.EnhancedCode{s.fault.Refuse / 100, 2, 0}
		}
		return &smtp.SMTPError{Code: s.fault.Refuse, EnhancedCode: status, Message: "the mailbox was told to refuse this"}
	}
	s.to = append(s.to, to)
	return nil
}

func (s *session) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	mail := parse(raw)
	mail.To = s.to
	_, mail.Encrypted = s.conn.TLSConnectionState()
	s.mailbox.store.add(mail)
	s.mailbox.faults.hold(s.ctx, s.fault.DelayReply)
	return nil
}

func (s *session) Reset() { s.to, s.fault = nil, Fault{} }

func (s *session) Logout() error { return nil }
