package identity

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"html/template"
	"io"
	"math/big"
	"mime"
	"mime/quotedprintable"
	"net/http"
	"net/smtp"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// Mail is what is sent to somebody.
type Mail struct {
	To, Subject, HTML string
}

// SMTP sends mail through a server, which takes it without encryption.
func SMTP(address, from string) func(context.Context, Mail) error {
	return func(_ context.Context, m Mail) error {
		var message bytes.Buffer
		fmt.Fprintf(&message, "From: %s\r\nTo: %s\r\nSubject: %s\r\nDate: %s\r\nMessage-ID: <%s@identity.localhost>\r\n", from, m.To, mime.QEncoding.Encode("utf-8", m.Subject), time.Now().Format(time.RFC1123Z), rand.Text())
		message.WriteString("MIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n")
		body := quotedprintable.NewWriter(&message)
		if _, err := io.WriteString(body, m.HTML); err != nil {
			return err
		}
		if err := body.Close(); err != nil {
			return err
		}
		return smtp.SendMail(address, nil, from, []string{m.To}, message.Bytes())
	}
}

// ProvidersConfirmation is the provider's own template of the mail 'confirm signup', whose link leads through its verify endpoint.
const ProvidersConfirmation = `<h2>Confirm your email address</h2>
<p>Follow the link below to confirm this email address and finish signing up.</p>
<p><a href="{{ .ConfirmationURL }}">Confirm email address</a></p>`

// templates are what mails are made of.
type templates struct {
	confirmation, recovery *mailTemplate
}

func newTemplates(c Config) (t templates, err error) {
	if t.confirmation, err = newMailTemplate(c.Confirmation, c.SiteURL+"/auth/templates/confirm-signup.html"); err != nil {
		return t, err
	}
	t.recovery, err = newMailTemplate(c.Recovery, c.SiteURL+"/auth/templates/reset-password.html")
	return t, err
}

// mailTemplate is given, or fetched from the site when it is first needed.
type mailTemplate struct {
	at string

	mu     sync.Mutex
	parsed *template.Template
}

func newMailTemplate(given, at string) (m *mailTemplate, err error) {
	m = &mailTemplate{at: at}
	if given != "" {
		m.parsed, err = template.New("mail").Parse(given)
	}
	return m, err
}

func (m *mailTemplate) get(ctx context.Context) (*template.Template, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.parsed != nil {
		return m.parsed, nil
	}
	source, err := fetch(ctx, m.at)
	if err != nil {
		return nil, fmt.Errorf("fetch the template of a mail: %s: %w", m.at, err)
	}
	m.parsed, err = template.New("mail").Parse(source)
	return m.parsed, err
}

const fetchLimit = 10 * time.Second

func fetch(ctx context.Context, at string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, fetchLimit)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return "", err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(response.Body, longestBody))
	if err == nil && response.StatusCode != http.StatusOK {
		err = errors.New(response.Status)
	}
	return string(body), err
}

const pkcePrefix = "pkce_" // of the token of a mail that ends with a code

// tokenHash is what is kept, and mailed, of a code of six digits.
func tokenHash(email, code string) string {
	return fmt.Sprintf("%x", sha256.Sum224([]byte(email+code)))
}

func newCode() string {
	number, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil {
		panic(err) // it never fails
	}
	return fmt.Sprintf("%06d", number)
}

func (s *Server) sendConfirmation(ctx context.Context, tx pgx.Tx, r *http.Request, u *user, c challenge) error {
	if err := s.tooSoon(u.ConfirmationSentAt); err != nil {
		return err
	}
	body, err := s.templates.confirmation.get(ctx)
	if err != nil {
		return err
	}
	now, err := s.send(ctx, tx, r, u, c, letter{subject: "Confirm your email address", kind: "signup", token: confirmationToken, body: body})
	u.ConfirmationSentAt = &now
	return err
}

func (s *Server) sendRecovery(ctx context.Context, tx pgx.Tx, r *http.Request, u *user, c challenge) error {
	if err := s.tooSoon(u.RecoverySentAt); err != nil {
		return err
	}
	body, err := s.templates.recovery.get(ctx)
	if err != nil {
		return err
	}
	now, err := s.send(ctx, tx, r, u, c, letter{subject: "Reset your password", kind: "recovery", token: recoveryToken, body: body})
	u.RecoverySentAt = &now
	return err
}

type letter struct {
	subject string
	kind    string // as the link names it
	token   string // the kind of token in it
	body    *template.Template
}

// mailLock is the advisory lock, shared, of mails that are out and whose tokens are not committed yet.
const mailLock = 0x6d61696c

// awaitMails waits for the tokens of mails that are out already: whoever has one may use it at once.
func (s *Server) awaitMails(ctx context.Context) error {
	_, err := s.config.Pool.Exec(ctx, "select pg_advisory_xact_lock($1)", int64(mailLock))
	return err
}

// send mails a new token, and keeps it if that went well.
func (s *Server) send(ctx context.Context, tx pgx.Tx, r *http.Request, u *user, c challenge, l letter) (now time.Time, err error) {
	now = s.now()
	if !s.limits.allowMail(s.config.MailsPerHour, now) {
		return now, refuse(http.StatusTooManyRequests, "over_email_send_rate_limit", "email rate limit exceeded")
	}
	if _, err := tx.Exec(ctx, "select pg_advisory_xact_lock_shared($1)", int64(mailLock)); err != nil {
		return now, err
	}
	code := newCode()
	hash := tokenHash(u.Email, code)
	if c.Challenge != "" {
		hash = pkcePrefix + hash
	}
	redirectTo := s.redirects.of(r)
	var html strings.Builder
	err = l.body.Execute(&html, map[string]any{
		"SiteURL": s.config.SiteURL, "Email": u.Email, "Token": code, "TokenHash": hash, "Data": u.UserMetadata, "RedirectTo": redirectTo,
		"ConfirmationURL": s.externalURL(r) + "/verify?token=" + hash + "&type=" + l.kind + "&redirect_to=" + url.QueryEscape(redirectTo),
	})
	if err != nil {
		return now, fmt.Errorf("write a mail: %w", err)
	}
	if err := s.config.Mail(ctx, Mail{To: u.Email, Subject: l.subject, HTML: html.String()}); err != nil {
		return now, fmt.Errorf("send a mail: %w", err)
	}
	return now, u.keepToken(ctx, tx, l.token, hash, now)
}
