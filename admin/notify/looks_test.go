package notify_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/uuid"

	"narthex/admin/notify"
	"narthex/cmd/dev/browsertest"
	"narthex/cmd/dev/mailbox"
)

// TestTheMailsOfASubscriptionInABrowser shows the mails of signing up and paying as a mail program would.
func TestTheMailsOfASubscriptionInABrowser(t *testing.T) {
	b := newBench(t, mailbox.Config{})
	config := b.config()
	config.BaseURL = "https://narthex.example"
	s, _ := b.start(t, config)
	ends := notify.Line{Label: "ends_at", Text: "2026-12-07T23:30:00Z"}
	kinds := []notify.Mail{
		{Kind: "welcome", Lines: []notify.Line{{Label: "voice", Text: "no"}, {Label: "trial_ends", Text: "2026-12-07T23:30:00Z"}}},
		{Kind: "dashboard_link"},
		{Kind: "trial_ending", Lines: []notify.Line{ends}},
		{Kind: "payment_failed", Lines: []notify.Line{ends}}, {Kind: "payment_failed_last", Lines: []notify.Line{ends}},
		{Kind: "ownership_rejected", To: "ann@grace.example"},
		{Kind: "ownership_proof", To: "ann@grace.example", Lines: []notify.Line{{Label: "name", Text: "Ann Lee"}, {Label: "email", Text: "ann@grace.example"}}},
		{Kind: "new_sale", Lines: []notify.Line{{Label: "detail", Text: "[disposable_email spam_words] (90)"}}},
		{Kind: "ownership_awaited"},
		{Kind: "number_needed"},
		{Kind: "provisioning_failed", Lines: []notify.Line{{Label: "detail", Text: "store the assistant's settings: timeout"}, {Label: "church_id", Text: uuid.NewString()}, {Label: "premium_id", Text: uuid.NewString()}}},
	}
	const toFounder = 7 // the first of those that are in English alone
	var names []string
	for _, language := range []string{"en", "es"} {
		name := map[string]string{"en": "Grace Harbor Community Church", "es": "Iglesia Cristiana Monte Sión"}[language]
		id, _ := b.subscriber(t, name, language)
		for i, m := range kinds {
			if i >= toFounder && language != "en" {
				continue
			}
			m.Key, m.ChurchID = uuid.New(), id
			if err := b.mail(t, s, m); err != nil {
				t.Fatal(err)
			}
			names = append(names, m.Kind+"-"+language)
			b.awaitMessages(t, len(names)) // so that they come in this order
		}
	}
	mails := b.awaitMessages(t, len(names))
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var at int
		if _, err := fmt.Sscanf(r.URL.Path, "/%d", &at); err != nil || at >= len(mails) {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(mails[at].HTML))
	}))
	t.Cleanup(site.Close)
	tab := browsertest.Open(t)
	for i, name := range names {
		if language := name[strings.LastIndex(name, "-")+1:]; !strings.Contains(mails[i].HTML, `lang="`+language+`"`) || strings.TrimSpace(mails[i].Text) == "" {
			t.Errorf("%s: a text of %d letters, and a page that says not that it is in %s", name, len(mails[i].Text), language)
		}
		if strings.Contains(mails[i].Text, "could not be told") {
			t.Errorf("%s goes where it belongs, and says that somebody else could not be told:\n%s", name, mails[i].Text)
		}
		tab.Do(chromedp.Navigate(fmt.Sprint(site.URL, "/", i)))
		tab.Look("../../.artifacts/mails", name)
	}
}
