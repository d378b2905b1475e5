package accounts_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// leads is where the form or the link of a page leads that leads to a path, with what else it asks for.
func (a answered) leads(t *testing.T, path string) string {
	t.Helper()
	found := regexp.MustCompile(`(?:action|href)="(` + regexp.QuoteMeta(path) + `(?:\?[^"]*)?)"`).FindStringSubmatch(a.body)
	if found == nil {
		t.Fatalf("nothing leads to %s: %s", path, a.body)
	}
	return found[1]
}

func TestWhoChoosesALanguageGoesOnInIt(t *testing.T) {
	r := newRig(t)
	b := r.browser()
	page := b.get("/sermons/signup?lang=es")
	action := page.leads(t, "/sermons/signup")
	if got := b.post(action, "email", "ann@example", "password", "correct horse"); got.status != http.StatusUnprocessableEntity || !strings.Contains(got.body, `<html lang="es"`) || got.leads(t, "/sermons/signup") != action {
		t.Errorf("a form with a fault: %d, and again to %s", got.status, got.leads(t, "/sermons/signup"))
	}
	sent := b.post(action, "email", "ann@example.org", "password", "correct horse")
	if sent.status != http.StatusOK || !strings.Contains(sent.body, `<html lang="es"`) {
		t.Errorf("signing up: %d", sent.status)
	}
	var language string
	must(t, r.db.Admin.QueryRow(t.Context(), "select raw_user_meta_data ->> 'language' from auth.users").Scan(&language))
	if mail := r.mails[len(r.mails)-1].HTML; language != "es" || !strings.Contains(mail, "Confirma tu correo") {
		t.Errorf("the language is %q, and the mail %s", language, mail)
	}
	if got := b.post(sent.leads(t, "/sermons/resend"), "email", "ann@example.org"); !strings.Contains(got.body, `<html lang="es"`) {
		t.Errorf("the mail once more: %d", got.status)
	}
	login := b.get(page.leads(t, "/sermons/login"))
	forgot := b.get(login.leads(t, "/sermons/forgot"))
	asked := b.post(forgot.leads(t, "/sermons/forgot"), "email", "bob@example.org")
	for name, got := range map[string]answered{"signing in": login, "a forgotten password": forgot, "asked for another": asked} {
		if got.status != http.StatusOK || !strings.Contains(got.body, `<html lang="es"`) {
			t.Errorf("%s: %d", name, got.status)
		}
	}
	other := r.browser()
	if got := other.confirm(r.link("ann@example.org")); got.to() != "/sermons/app" {
		t.Fatalf("%d", got.status)
	}
	app := b.get(b.post(login.leads(t, "/sermons/login"), "email", "ann@example.org", "password", "correct horse", "next", "/sermons/app").to())
	if !strings.Contains(app.body, `<html lang="es"`) {
		t.Errorf("the app: %d %s", app.status, app.to())
	}
	out := b.get(b.post(app.leads(t, "/sermons/logout")).to())
	if !strings.Contains(out.body, `<html lang="es"`) {
		t.Errorf("signed out: %d", out.status)
	}
	const english = `hreflang="en"`
	if got := b.get("/auth/confirm?token_hash=x&type=email&failure=used&lang=es"); !strings.Contains(got.body, english) || got.leads(t, "/sermons/login") != "/sermons/login?lang=es" {
		t.Errorf("what is wrong with a link is told in no other language: %s", got.body)
	}
	if got := b.get("/auth/confirm?token_hash=x&type=email&lang=es"); strings.Contains(got.body, english) || got.leads(t, "/auth/confirm") != "/auth/confirm?lang=es" {
		t.Errorf("while a link waits for a person, to leave would use it up: %s", got.body)
	}
	if got := b.get("/sermons/signup"); got.leads(t, "/sermons/signup") != "/sermons/signup" {
		t.Error("who chooses none has one chosen")
	}
}

func TestWhoSignsInElsewhereComesBackInTheLanguageThatWasChosen(t *testing.T) {
	r := newRig(t)
	b := r.browser()
	const back = "/auth/callback?next=/sermons/app&code="
	from := b.get("/sermons/login?lang=es").leads(t, "/sermons/oauth/google")
	begin := func() (code string) { return r.oauthFrom(b, from, "bea@example.org") }
	code := begin()
	r.oauth(b, "bea@example.org") // another tab, where none was chosen
	if got := b.get(back + code); got.to() != "/sermons/app?lang=es" || !strings.Contains(b.get(got.to()).body, `<html lang="es"`) {
		t.Errorf("signed in, it leads to %q", got.to())
	}
	begin()
	for name, test := range map[string]struct{ path, to string }{
		"a code of nobody's":           {back + "0123456789abcdef", "/sermons/login?lang=es&problem=expired"},
		"declined":                     {"/auth/callback?error=access_denied", "/sermons/login?lang=es&problem=declined"},
		"failed":                       {"/auth/callback?error=server_error", "/sermons/login?lang=es&problem=failed"},
		"a code that is too long":      {back + strings.Repeat("a", 5000), "/sermons/login?lang=es&problem=expired"},
		"where another was chosen now": {"/auth/callback?lang=en&error=access_denied", "/sermons/login?lang=en&problem=declined"},
	} {
		if got := b.get(test.path); got.to() != test.to {
			t.Errorf("%s: it leads to %q", name, got.to())
		}
	}
	code = begin()
	r.change(func() { r.away = true })
	if got := b.get(back + code); got.status != http.StatusServiceUnavailable || !strings.Contains(got.body, `<html lang="es"`) || !strings.Contains(got.body, "Ahora mismo no es posible iniciar sesión") {
		t.Errorf("while the provider is away: %d %s", got.status, got.body)
	}
	r.change(func() { r.away = false })
	other := r.browser()
	code = r.oauth(other, "bea@example.org")
	if got := other.get(back + code); got.to() != "/sermons/app" {
		t.Errorf("where none was chosen it leads to %q", got.to())
	}
}

func TestATraditionIsOfferedByItsNameInTheLanguageOfThePage(t *testing.T) {
	r := newRig(t)
	page := r.browser().get("/sermons/signup?lang=es").body
	catholic, reformed := strings.Index(page, `<option value="catholic">Católica</option>`), strings.Index(page, `<option value="reformed">Reformed</option>`)
	if catholic < 0 || reformed < catholic { // the latter is of no catalogue, and has its own name
		t.Errorf("offered: %s", page[strings.Index(page, `id="tradition"`):])
	}
}
