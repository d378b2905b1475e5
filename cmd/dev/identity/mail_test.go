package identity_test

import (
	"context"
	"errors"
	"html"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"narthex/admin/accounts/identity"
	local "narthex/cmd/dev/identity"
	"narthex/cmd/dev/mailbox"
	"narthex/cmd/dev/mailbox/mailboxtest"
)

// nobody takes no mail.
func nobody(context.Context, local.Mail) error { return errors.New("nobody takes it") }

func TestTheProductsMailSaysItsLinkTwiceInTheReadersLanguage(t *testing.T) {
	s := newService(t, func(*local.Config) {})
	for name, who := range map[string]struct {
		metadata map[string]any
		says     string
	}{
		"English":                   {map[string]any{"language": "en"}, "Confirm my address"},
		"Spanish":                   {map[string]any{"language": "es"}, "Confirmar mi correo"},
		"another language":          {map[string]any{"language": "fr"}, "Confirm my address"},
		"no language":               {nil, "Confirm my address"},
		"a language that is markup": {map[string]any{"language": "\"><script>"}, "Confirm my address"},
	} {
		email := someone()
		_, err := s.client.SignUp(t.Context(), identity.SignUp{Email: email, Password: password, RedirectTo: s.site + callback, Metadata: who.metadata})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		mail := s.mail(t, email, 1)
		if !strings.Contains(mail.HTML, who.says) || strings.Contains(mail.HTML, "<script") {
			t.Errorf("%s: the mail is %s", name, mail.HTML)
		}
		link := linkIn(t, mail)
		printed := linePattern.FindStringSubmatch(mail.HTML)
		if printed == nil || html.UnescapeString(printed[1]) != link {
			t.Errorf("%s: the button leads to %s, and below it stands %v", name, link, printed)
		}
		if strings.Count(mail.HTML, "href=") != 1 || strings.Contains(mail.HTML, "/verify?") {
			t.Errorf("%s: another link in %s", name, mail.HTML)
		}
	}
}

// A link of the provider's own template ends with a code, which no other browser can use: why the product has one of its own.
func TestTheProvidersOwnTemplateLeadsThroughItsVerifyEndpoint(t *testing.T) {
	s := newService(t, func(c *local.Config) { c.Confirmation = local.ProvidersConfirmation })
	email := someone()
	_, err := s.client.SignUp(t.Context(), identity.SignUp{Email: email, Password: password, RedirectTo: s.site + callback})
	must(t, err)
	link := linkIn(t, s.mail(t, email, 1))
	parsed, err := url.Parse(link)
	must(t, err)
	if !strings.HasPrefix(link, s.url+"/verify?") || parsed.Query().Get("type") != "signup" || parsed.Query().Get("redirect_to") != s.site+callback {
		t.Fatalf("the link is %s", link)
	}
	s.follow(t, strings.TrimPrefix(link, s.url), http.StatusSeeOther)
	_, err = s.client.SignIn(t.Context(), email, password, "")
	must(t, err)
}

func TestMailGoesThroughAServer(t *testing.T) {
	box := mailbox.New(mailbox.Config{})
	smtp, _ := mailboxtest.Start(t, box)
	s := newService(t, func(c *local.Config) { c.Mail = local.SMTP(smtp, "accounts@narthex.localhost") })
	_, err := s.client.SignUp(t.Context(), identity.SignUp{Email: "jose@example.org", Password: password, RedirectTo: s.site + callback, Metadata: map[string]any{"language": "es"}})
	must(t, err)
	messages, _ := box.Messages()
	if len(messages) != 1 {
		t.Fatalf("%d messages", len(messages))
	}
	mail := local.Mail{HTML: messages[0].HTML}
	if link := linkIn(t, mail); link != s.site+callback+"&token_hash="+hashIn(t, mail)+"&type=email" {
		t.Errorf("the link is %s in %s", link, messages[0].Raw)
	}
	if !strings.Contains(mail.HTML, "dirección") || messages[0].Subject != "Confirm your email address" {
		t.Errorf("the mail is %q, %s", messages[0].Subject, mail.HTML)
	}
}
