package main

import (
	"encoding/json"
	"html"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/cmd/dev/capture"
	"narthex/cmd/dev/mailbox"
	"narthex/migrations/pgtest"
)

func TestAccountsAreKeptHereUnlessTheEnvironmentSaysOtherwise(t *testing.T) {
	db := pgtest.New(t)
	const service, store = "IDENTITY_URL IDENTITY_ANON_KEY IDENTITY_JWT_SECRET IDENTITY_ADDRESS_HEADER", "POSTHOG_HOST POSTHOG_PUBLIC_KEY"
	for name, test := range map[string]struct {
		environment []string
		want        string
	}{
		"nothing is said":               {nil, store + " " + service + " IDENTITY_PROVIDERS"},
		"an identity service is named":  {[]string{"IDENTITY_URL=https://id.example"}, store},
		"there is to be none":           {[]string{"IDENTITY_URL="}, store},
		"an analytics store is named":   {[]string{"POSTHOG_PUBLIC_KEY=phc_real"}, service + " IDENTITY_PROVIDERS"},
		"there are to be no providers":  {[]string{"IDENTITY_PROVIDERS="}, store + " " + service},
		"both are to be somewhere else": {[]string{"IDENTITY_URL=https://id.example", "POSTHOG_HOST=https://eu.example"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var progress strings.Builder
			a, err := openAccounts(t.Context(), test.environment, db.AdminURL, "127.0.0.1:1", "http://127.0.0.1:8080", &progress)
			if err != nil {
				t.Fatal(err)
			}
			defer a.close(&progress)
			var got []string
			for _, setting := range a.settings(test.environment) {
				name, _, _ := strings.Cut(setting, "=")
				got = append(got, name)
			}
			if strings.Join(got, " ") != test.want {
				t.Errorf("%q", got)
			}
		})
	}
}

// visitor is a browser without scripts.
type visitor struct{ http.Client }

func newVisitor(t *testing.T) *visitor {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &visitor{http.Client{Jar: jar, Transport: &http.Transport{DisableKeepAlives: true}}}
}

// sends makes a request, a form's unless it is nil, and returns the page at the end and where it is.
func (v *visitor) sends(t *testing.T, address string, form url.Values) (at *url.URL, page string) {
	t.Helper()
	send := func() (*http.Response, error) { return v.PostForm(address, form) }
	if form == nil {
		send = func() (*http.Response, error) { return v.Get(address) }
	}
	answer, err := send()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	content, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	if answer.StatusCode != http.StatusOK {
		t.Errorf("%s: %s: %s", address, answer.Status, content)
	}
	return answer.Request.URL, string(content)
}

// signUpForTheSermonApp signs somebody up in one browser, follows the mailed link in another, and sees that it is counted once.
func signUpForTheSermonApp(t *testing.T, home string) {
	t.Helper()
	says := func(args ...string) string {
		said, err := devSays(t, home, args...)
		if err != nil {
			t.Fatalf("%s: %v: %s", args, err, said)
		}
		return strings.TrimSpace(said)
	}
	where := lines(says("env"))
	email := "ada-" + uuid.NewString() + "@example.org"
	newVisitor(t).sends(t, where["BASE_URL"]+"/sermons/signup", url.Values{"email": {email}, "password": {"correct horse battery"}, "name": {"Ada"}})

	phone := newVisitor(t)
	at, _ := phone.sends(t, linkTo(t, where["MAILBOX_URL"], email), nil)
	if at.Path != "/auth/confirm" {
		t.Fatalf("the mailed link leads to %s", at)
	}
	at, page := phone.sends(t, where["BASE_URL"]+"/auth/confirm", at.Query())
	if at.Path != "/sermons/app" || !strings.Contains(page, email) {
		t.Errorf("confirmed, one is at %s", at)
	}
	for range 2 {
		phone.sends(t, where["BASE_URL"]+"/api/sermons/log-first-visit", url.Values{})
	}
	id := says("psql", "-Atc", "select id from auth.users where email = '"+email+"'")
	told := "log_first_visit"
	if says("psql", "-Atc", "select count(*) from pg_extension where extname = 'http'") == "1" {
		told = "auth_trigger log_first_visit" // both, and the store knows that it is one
	}
	eventually(t, func() bool {
		confirmed, visited := eventsOf(t, where["EVENTS_URL"], id, "signup_email_confirmed"), eventsOf(t, where["EVENTS_URL"], id, "first_app_visit")
		return len(confirmed) == 1 && strings.Join(confirmed[0].Via, " ") == told && len(visited) == 1
	})
}

// eventsOf are the events of a name that the analytics store was told of a user.
func eventsOf(t *testing.T, store, id, name string) []capture.Event {
	t.Helper()
	_, body := newVisitor(t).sends(t, store+"/api/events", nil)
	var list struct{ Events []capture.Event }
	if err := json.Unmarshal([]byte(body), &list); err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(list.Events, func(e capture.Event) bool { return e.DistinctID != id || e.Name != name })
}

func lines(env string) map[string]string {
	found := map[string]string{}
	for line := range strings.Lines(env) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		found[name] = value
	}
	return found
}

var hrefPattern = regexp.MustCompile(`href="([^"]+)"`)

// linkTo is the link in the mail to an address.
func linkTo(t *testing.T, box, email string) string {
	t.Helper()
	_, body := newVisitor(t).sends(t, box+"/api/messages", nil)
	var list struct{ Messages []mailbox.Message }
	if err := json.Unmarshal([]byte(body), &list); err != nil {
		t.Fatal(err)
	}
	for _, message := range list.Messages {
		if link := hrefPattern.FindStringSubmatch(message.HTML); link != nil && slices.Contains(message.To, email) {
			return html.UnescapeString(link[1])
		}
	}
	t.Fatalf("no mail to %s in %s", email, body)
	return ""
}
