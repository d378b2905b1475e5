package mailbox_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/smtp"
	"net/url"
	"strings"
	"testing"
	"time"

	"narthex/cmd/dev/leaktest"
	"narthex/cmd/dev/mailbox"
	"narthex/cmd/dev/mailbox/mailboxtest"
)

func TestMain(m *testing.M) { leaktest.VerifyTestMain(m) }

// running is a mailbox that serves.
type running struct {
	*mailbox.Mailbox
	smtp, web string
}

func start(t *testing.T) *running {
	t.Helper()
	m := mailbox.New(mailbox.Config{})
	r := &running{Mailbox: m}
	r.smtp, r.web = mailboxtest.Start(t, m)
	return r
}

const alternatives = "From: =?utf-8?q?Nu=C3=B1ez?= <a@example.org>\r\nTo: b@example.org\r\nSubject: =?utf-8?b?wqFIb2xhIQ==?=\r\nMessage-ID: <1@example.org>\r\n" +
	"Content-Type: multipart/alternative; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nQu=C3=A9 tal\r\n" +
	"--x\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\nPGI+UXXDqSB0YWw8L2I+PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==\r\n--x--\r\n"

func (r *running) mail(t *testing.T, raw string) error {
	t.Helper()
	return smtp.SendMail(r.smtp, nil, "a@example.org", []string{"b@example.org", "c@example.org"}, []byte(raw))
}

// answer makes a request and returns the status and the body.
func (r *running) answer(t *testing.T, method, path, body string, change func(*http.Request)) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, r.web+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(request)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(content)
}

func (r *running) text(t *testing.T, to, body string) (*http.Response, string) {
	t.Helper()
	form := url.Values{"To": {to}, "From": {"+15005550006"}, "Body": {body}}
	return r.answer(t, "POST", "/2010-04-01/Accounts/AC1/Messages.json", form.Encode(), func(request *http.Request) {
		request.SetBasicAuth("AC1", "token")
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	})
}

func TestAMailIsShownInItsParts(t *testing.T) {
	r := start(t)
	if err := r.mail(t, alternatives); err != nil {
		t.Fatal(err)
	}
	_, content := r.answer(t, "GET", "/api/messages", "", nil)
	var list struct{ Messages []mailbox.Message }
	if err := json.Unmarshal([]byte(content), &list); err != nil || len(list.Messages) != 1 {
		t.Fatalf("%v: %s", err, content)
	}
	m := list.Messages[0]
	if m.From != "Nuñez <a@example.org>" || m.Subject != "¡Hola!" || m.Text != "Qué tal" || !strings.HasPrefix(m.HTML, "<b>Qué tal</b>") || m.MessageID != "1@example.org" ||
		strings.Join(m.To, " ") != "b@example.org c@example.org" || m.Raw != "" {
		t.Errorf("%+v", m)
	}
	if _, content := r.answer(t, "GET", "/api/messages/"+m.ID, "", nil); !strings.Contains(content, "quoted-printable") {
		t.Errorf("the source: %s", content)
	}
	response, content := r.answer(t, "GET", "/messages/"+m.ID+"/html", "", nil)
	if policy := response.Header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "sandbox") || !strings.Contains(policy, "default-src 'none'") || !strings.Contains(content, "<script>") {
		t.Errorf("%v: %s", response.Header, content)
	}
	if response, _ := r.answer(t, "DELETE", "/api/messages", "", nil); response.StatusCode != http.StatusNoContent {
		t.Error(response.Status)
	}
	if _, content := r.answer(t, "GET", "/api/messages", "", nil); content != "{\"messages\":[]}\n" {
		t.Errorf("after it was emptied: %s", content)
	}
	if response, _ := r.answer(t, "GET", "/messages/"+m.ID+"/html", "", nil); response.StatusCode != http.StatusNotFound {
		t.Error(response.Status)
	}
}

// A mailbox that is stopped while it begins to serve took mails for ever.
func TestItEndsHoweverSoonItIsStopped(t *testing.T) {
	m := mailbox.New(mailbox.Config{})
	for range 5000 {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		stop()
		ended := make(chan error, 1)
		go func() { ended <- m.ServeSMTP(ctx, listener) }()
		select {
		case err := <-ended:
			if err != nil {
				t.Fatal(err)
			}
		case <-time.After(time.Minute):
			t.Fatal("it still serves")
		}
	}
}

func TestTextMessagesComeAsTheyGoToTwilio(t *testing.T) {
	r := start(t)
	response, content := r.text(t, "+15550100000", "first")
	var sent struct{ SID string }
	if err := json.Unmarshal([]byte(content), &sent); err != nil || response.StatusCode != http.StatusCreated || !strings.HasPrefix(sent.SID, "SM") {
		t.Fatalf("%s: %s", response.Status, content)
	}
	r.text(t, "+15550100001", "second")
	signIn := func(account string) func(*http.Request) {
		return func(request *http.Request) { request.SetBasicAuth(account, "token") }
	}
	_, content = r.answer(t, "GET", "/2010-04-01/Accounts/AC1/Messages.json?To=%2B15550100000", "", signIn("AC1"))
	if !strings.Contains(content, sent.SID) || strings.Contains(content, "second") {
		t.Error(content)
	}
	_, content = r.answer(t, "GET", "/2010-04-01/Accounts/AC2/Messages.json", "", signIn("AC2"))
	if content != "{\"messages\":[]}\n" {
		t.Errorf("another account sees %s", content)
	}
	if response, _ := r.answer(t, "GET", "/2010-04-01/Accounts/AC2/Messages.json", "", signIn("AC1")); response.StatusCode != http.StatusUnauthorized {
		t.Error(response.Status)
	}
	if response, content := r.text(t, "", "x"); response.StatusCode != http.StatusBadRequest || !strings.Contains(content, "21604") {
		t.Errorf("%s: %s", response.Status, content)
	}
}

func TestItMisbehavesWhenTold(t *testing.T) {
	r := start(t)
	put := func(faults string) int {
		response, _ := r.answer(t, "PUT", "/api/faults", faults, nil)
		return response.StatusCode
	}
	if status := put(`{"mail":{"refuse":451,"times":1},"sms":{"refuse":429,"retryAfter":7,"times":1}}`); status != http.StatusNoContent {
		t.Fatal(status)
	}
	if err := r.mail(t, alternatives); err == nil || !strings.HasPrefix(err.Error(), "451") {
		t.Errorf("refused with %v", err)
	}
	if err := r.mail(t, alternatives); err != nil {
		t.Errorf("refused again: %v", err)
	}
	if response, _ := r.text(t, "+1", "x"); response.StatusCode != http.StatusTooManyRequests || response.Header.Get("Retry-After") != "7" {
		t.Errorf("%s, %v", response.Status, response.Header)
	}
	if response, _ := r.text(t, "+1", "x"); response.StatusCode != http.StatusCreated {
		t.Error(response.Status)
	}
	put(`{"mail":{"delay":"100ms"}}`)
	began := time.Now()
	if err := r.mail(t, alternatives); err != nil || time.Since(began) < 100*time.Millisecond {
		t.Errorf("%v after %v", err, time.Since(began))
	}
	for _, broken := range []string{`{"mail":{"delay":3}}`, `{"mail":{"delay":"soon"}}`, `{"post":{}}`, `{`} {
		if status := put(broken); status != http.StatusBadRequest {
			t.Errorf("%s: %d", broken, status)
		}
	}
}

func TestThePageHearsOfWhatArrives(t *testing.T) {
	r := start(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, "GET", r.web+"/api/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	for i := range 2 {
		line := make([]byte, len("event: changed\ndata: {}\n\n"))
		if _, err := io.ReadFull(response.Body, line); err != nil || !bytes.HasPrefix(line, []byte("event: changed")) {
			t.Fatalf("event %d: %q, %v", i, line, err)
		}
		r.text(t, "+1", "x")
	}
}

func TestOtherSitesMayChangeNothing(t *testing.T) {
	r := start(t)
	r.text(t, "+1", "x")
	foreign := func(request *http.Request) { request.Header.Set("Sec-Fetch-Site", "cross-site") }
	if response, _ := r.answer(t, "DELETE", "/api/messages", "", foreign); response.StatusCode != http.StatusForbidden {
		t.Error(response.Status)
	}
	if messages, _ := r.Messages(); len(messages) != 1 {
		t.Errorf("%d messages", len(messages))
	}
}

// The page itself must be found, with nothing in it that its policy forbids.
func TestThePageIsServed(t *testing.T) {
	r := start(t)
	response, page := r.answer(t, "GET", "/", "", nil)
	if response.StatusCode != http.StatusOK || strings.Contains(page, "<style") || strings.Contains(page, "onclick") || !strings.Contains(response.Header.Get("Content-Security-Policy"), "script-src 'self'") {
		t.Errorf("%s, %v", response.Status, response.Header)
	}
}
