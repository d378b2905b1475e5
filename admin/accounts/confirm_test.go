package accounts_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"narthex/cmd/dev/browsertest"
)

// execute changes the database as its owner.
func (r *rig) execute(sql string) {
	_, err := r.db.Admin.Exec(r.t.Context(), sql)
	must(r.t, err)
}

func TestALinkIsUsedUpOnlyForASession(t *testing.T) {
	r := newRig(t)
	b := r.browser()
	if got := b.post("/sermons/signup", "email", "ann@example.org", "password", "correct horse"); got.status != http.StatusOK {
		t.Fatalf("%d", got.status)
	}
	link := r.link("ann@example.org")
	r.execute("alter function user_session rename to gone")
	if got := b.confirm(link); got.status != http.StatusServiceUnavailable || !strings.Contains(got.body, "not been used up") || r.asked["/verify"] != 0 {
		t.Errorf("while Postgres is away: %d %s", got.status, got.body)
	}
	r.execute("alter function gone rename to user_session")
	r.change(func() { r.after = func() { r.execute("alter function open_user_session rename to gone") } })
	got := b.confirm(link)
	if got.status != http.StatusServiceUnavailable || strings.Contains(got.body, "used up") || !strings.Contains(got.body, "address is confirmed") || !strings.Contains(got.body, `href="/sermons/login"`) || strings.Contains(got.body, "data-confirm") {
		t.Errorf("where Postgres goes away: %d %s", got.status, got.body)
	}
	r.execute("alter function gone rename to open_user_session")
	if got := b.post("/sermons/login", "email", "ann@example.org", "password", "correct horse"); got.to() != "/sermons/app" {
		t.Errorf("signing in, as the page says: %d", got.status)
	}
	if got := b.post("/sermons/forgot", "email", "ann@example.org"); got.status != http.StatusOK {
		t.Fatalf("%d", got.status)
	}
	got = r.browser().confirm(r.link("ann@example.org"))
	if got.status != http.StatusServiceUnavailable || strings.Contains(got.body, "used up") || !strings.Contains(got.body, "get a new link") || !strings.Contains(got.body, `href="/sermons/forgot"`) || strings.Contains(got.body, "data-confirm") {
		t.Errorf("a forgotten password: %d %s", got.status, got.body)
	}
}

func TestALinkThatIsRefusedIsTriedOnce(t *testing.T) {
	r := newRig(t)
	tab := browsertest.Open(t)
	tab.Do(chromedp.Navigate(r.site.URL + "/auth/confirm?token_hash=over&type=email&next=/sermons/app"))
	tab.Wait(`document.querySelector("[role=alert]")?.innerText.includes("used already") && document.querySelector('form[action="/sermons/resend"]')`)
	r.change(func() {
		if r.asked["/verify"] != 1 {
			t.Errorf("the provider was asked %d times", r.asked["/verify"])
		}
	})
}
