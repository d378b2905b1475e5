package identity_test

import (
	"bytes"
	"context"
	"encoding/json"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/crypto/bcrypt"

	"narthex/admin/accounts/identity"
	local "narthex/cmd/dev/identity"
	"narthex/cmd/dev/leaktest"
	"narthex/cmd/dev/mailbox"
	"narthex/migrations/pgtest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

// service is the identity service whose behaviour is tested: ours, or the one that the environment names. Of another one is needed:
//
//	NARTHEX_TEST_IDENTITY_URL           where it is
//	NARTHEX_TEST_IDENTITY_ANON_KEY      its public key, if it is behind a gateway
//	NARTHEX_TEST_IDENTITY_JWT_SECRET    what it signs tokens with (HS256)
//	NARTHEX_TEST_IDENTITY_SITE_URL      its site's address
//	NARTHEX_TEST_IDENTITY_DATABASE_URL  its database, as a role that may change its tables
//	NARTHEX_TEST_IDENTITY_MAILBOX_URL   the page of the mailbox (package cmd/dev/mailbox) that it sends to
//
// It has admin/accounts/confirm-signup.html and reset-password.html as templates, asks for confirmations, allows no
// address but its site's, sends mails to one person without a pause between them (GOTRUE_SMTP_MAX_FREQUENCY=1ms), has limits that a
// hundred requests do not reach, links that hold a day at most, and a reuse interval of refresh tokens of ten seconds.
type service struct {
	url, anonKey, site string
	client             *identity.Client
	verifier           *identity.Verifier
	db                 *pgxpool.Pool
	post               *post
}

// post is what was mailed.
type post struct {
	mu      sync.Mutex
	mails   []local.Mail
	mailbox string // of another service
}

func (p *post) put(_ context.Context, m local.Mail) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.mails = append(p.mails, m)
	return nil
}

const (
	secret = "a secret that only the two of them know"
	site   = "https://sermons.example"
	// callback is where the product has links lead.
	callback = "/auth/callback?next=/sermons/app&flow=signup"
)

func newService(t *testing.T, change func(*local.Config)) *service {
	t.Helper()
	s := &service{post: &post{}, site: site}
	if named := os.Getenv("NARTHEX_TEST_IDENTITY_URL"); named != "" && change == nil {
		s.url, s.anonKey, s.site = named, os.Getenv("NARTHEX_TEST_IDENTITY_ANON_KEY"), os.Getenv("NARTHEX_TEST_IDENTITY_SITE_URL")
		s.post.mailbox = os.Getenv("NARTHEX_TEST_IDENTITY_MAILBOX_URL")
		s.verifier = identity.SharedSecret([]byte(os.Getenv("NARTHEX_TEST_IDENTITY_JWT_SECRET")))
		pool, err := pgxpool.New(t.Context(), os.Getenv("NARTHEX_TEST_IDENTITY_DATABASE_URL"))
		must(t, err)
		t.Cleanup(pool.Close)
		s.db = pool
	} else {
		s.serve(t, change)
	}
	var err error
	s.client, err = identity.New(identity.Config{URL: s.url, AnonKey: s.anonKey, AddressHeader: "X-Test-Address", Registerer: prometheus.NewRegistry()})
	must(t, err)
	t.Cleanup(s.client.Close)
	return s
}

// productsMail is a template as the product serves it.
func productsMail(t *testing.T, name string) string {
	t.Helper()
	template, err := os.ReadFile("../../../admin/accounts/" + name)
	must(t, err)
	return string(template)
}

// serve serves our own.
func (s *service) serve(t *testing.T, change func(*local.Config)) {
	t.Helper()
	db := pgtest.New(t)
	config := local.Config{
		Pool: db.Admin, JWTSecret: secret, SiteURL: site, Confirmation: productsMail(t, "confirm-signup.html"), Recovery: productsMail(t, "reset-password.html"), Mail: s.post.put, PasswordCost: bcrypt.MinCost,
		Providers: []string{"google"}, AddressHeader: "X-Test-Address",
	}
	if change != nil {
		change(&config)
	}
	server, err := local.New(t.Context(), config)
	must(t, err)
	listening := httptest.NewServer(server)
	t.Cleanup(listening.Close)
	s.url, s.anonKey, s.db, s.verifier = listening.URL, config.AnonKey, db.Admin, identity.SharedSecret([]byte(secret))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// someone is a new address.
func someone() string { return "test-" + uuid.NewString() + "@example.org" }

const password = "correct horse battery"

// signUp signs somebody up as the product does, and returns the mail.
func (s *service) signUp(t *testing.T, email string) (identity.User, local.Mail) {
	t.Helper()
	made, err := s.client.SignUp(t.Context(), identity.SignUp{
		Email: email, Password: password, RedirectTo: s.site + callback, Metadata: map[string]any{"app_source": "sermon_starter", "language": "en"},
	})
	must(t, err)
	return made.User, s.mail(t, email, 1)
}

// member is somebody who is confirmed and signed in.
func (s *service) member(t *testing.T) (email string, signedIn identity.Session) {
	t.Helper()
	email = someone()
	_, mail := s.signUp(t, email)
	signedIn, err := s.client.Verify(t.Context(), hashIn(t, mail), identity.KindEmail, "")
	must(t, err)
	return email, signedIn
}

// mails are those to an address, oldest first.
func (s *service) mails(t *testing.T, email string) (to []local.Mail) {
	t.Helper()
	if s.post.mailbox == "" {
		s.post.mu.Lock()
		defer s.post.mu.Unlock()
		for _, m := range s.post.mails {
			if m.To == email {
				to = append(to, m)
			}
		}
		return to
	}
	_, body := s.send(t, request{method: http.MethodGet, url: s.post.mailbox + "/api/messages"})
	var list struct{ Messages []mailbox.Message }
	must(t, json.Unmarshal(body, &list))
	for _, m := range list.Messages {
		if strings.Contains(strings.Join(m.To, " "), email) {
			to = append([]local.Mail{{To: email, Subject: m.Subject, HTML: m.HTML}}, to...)
		}
	}
	return to
}

// mail is the nth mail to an address. The service has sent it before it answers.
func (s *service) mail(t *testing.T, email string, nth int) local.Mail {
	t.Helper()
	got := s.mails(t, email)
	if len(got) != nth {
		t.Fatalf("%d mails to %s, not %d", len(got), email, nth)
	}
	return got[nth-1]
}

var (
	hrefPattern = regexp.MustCompile(`href="([^"]+)"`)
	hashPattern = regexp.MustCompile(`token_hash=([0-9a-z_]+)`)
	linePattern = regexp.MustCompile(`>(https?://[^<]+)<`)
)

// linkIn is where a mail's button leads.
func linkIn(t *testing.T, m local.Mail) string {
	t.Helper()
	found := hrefPattern.FindStringSubmatch(m.HTML)
	if found == nil {
		t.Fatalf("no link in %s", m.HTML)
	}
	return html.UnescapeString(found[1])
}

func hashIn(t *testing.T, m local.Mail) string {
	t.Helper()
	found := hashPattern.FindStringSubmatch(m.HTML)
	if found == nil {
		t.Fatalf("no token hash in %s", m.HTML)
	}
	return found[1]
}

// request is one that the client does not make.
type request struct {
	method, path, url string
	body              any
	bearer            string
	header            http.Header
}

var noRedirects = &http.Client{
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	Transport:     &http.Transport{DisableKeepAlives: true},
	Timeout:       time.Minute,
}

func (s *service) send(t *testing.T, asked request) (*http.Response, []byte) {
	t.Helper()
	if asked.url == "" {
		asked.url = s.url + asked.path
	}
	var body io.Reader
	switch content := asked.body.(type) {
	case nil:
	case string:
		body = strings.NewReader(content)
	case url.Values:
		body = strings.NewReader(content.Encode())
	default:
		encoded, err := json.Marshal(content)
		must(t, err)
		body = bytes.NewReader(encoded)
	}
	sent, err := http.NewRequestWithContext(t.Context(), asked.method, asked.url, body)
	must(t, err)
	sent.Header.Set("Content-Type", "application/json")
	if _, form := asked.body.(url.Values); form {
		sent.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if s.anonKey != "" {
		sent.Header.Set("Apikey", s.anonKey)
	}
	if asked.bearer != "" {
		sent.Header.Set("Authorization", "Bearer "+asked.bearer)
	}
	for name, values := range asked.header {
		sent.Header[http.CanonicalHeaderKey(name)] = values
	}
	response, err := noRedirects.Do(sent)
	must(t, err)
	defer func() { _ = response.Body.Close() }()
	answer, err := io.ReadAll(response.Body)
	must(t, err)
	return response, answer
}

// refused checks that err is a refusal of a status with a code.
func refused(t *testing.T, what string, err error, status int, code string) {
	t.Helper()
	var got *identity.Error
	if !asError(err, &got) || got.Status != status || got.Code != code {
		t.Errorf("%s: %v instead of %d %s", what, err, status, code)
	}
}

// age makes what the service did for a user older.
func (s *service) age(t *testing.T, statement string, args ...any) {
	t.Helper()
	tag, err := s.db.Exec(t.Context(), statement, args...)
	must(t, err)
	if tag.RowsAffected() == 0 {
		t.Fatalf("nothing is aged by %s", statement)
	}
}
