package main

import (
	"net/http"
	"strings"
	"testing"

	"narthex/cmd/dev/nodes"
	"narthex/cmd/dev/stack"
	"narthex/migrations/pgtest"
)

func TestABaseURLThatWasForgottenIsWarnedOf(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*serveCommand)
		want   string
	}{
		"nothing goes out":                   {func(*serveCommand) {}, ""},
		"mail goes out":                      {func(c *serveCommand) { c.SMTPURL = "smtp://user:hidden@mail.example.org:587" }, "mail goes out"},
		"mail goes to a mailbox here":        {func(c *serveCommand) { c.SMTPURL = "smtp://127.0.0.1:1025?tls=none" }, ""},
		"texts go out":                       {func(c *serveCommand) { c.TwilioAccountSID = "AC1" }, "text messages"},
		"texts go to a mailbox here":         {func(c *serveCommand) { c.TwilioAccountSID, c.TwilioAPIBase = "AC1", "http://localhost:1080" }, ""},
		"churches pay":                       {func(c *serveCommand) { c.StripeSecretKey = "sk_hidden" }, "churches pay"},
		"all addresses are listened on":      {func(c *serveCommand) { c.ListenAddr = ":8080" }, "LISTEN_ADDR is :8080"},
		"one is listened on that others use": {func(c *serveCommand) { c.ListenAddr = "0.0.0.0:8080" }, "LISTEN_ADDR is 0.0.0.0:8080"},
		"it is set": {func(c *serveCommand) {
			c.BaseURL, c.ListenAddr, c.SMTPURL = "https://chat.example.org", ":8080", "smtp://mail.example.org:587"
		}, ""},
	} {
		c := new(serveCommand)
		c.BaseURL, c.ListenAddr = "http://127.0.0.1:8080", "127.0.0.1:8080"
		c.TwilioAPIBase, c.StripeAPIBase = "https://api.twilio.com", "https://api.stripe.com"
		test.change(c)
		said := strings.Join(c.ofBaseURL(), "\n")
		if (said == "") != (test.want == "") || !strings.Contains(said, test.want) || strings.Contains(said, "hidden") {
			t.Errorf("%s: %q", name, said)
		}
	}
}

func TestABaseURLIsAnAddressWithoutASlashAtItsEnd(t *testing.T) {
	for given, want := range map[string]string{
		"https://chat.example.org": "https://chat.example.org", "https://chat.example.org/": "https://chat.example.org",
		" http://localhost:8080// ": "http://localhost:8080", "https://example.org/chat/": "https://example.org/chat",
		"chat.example.org": "", "ftp://chat.example.org": "", "https://": "", "": "", "https://chat.example.org/?lang=es": "", "localhost:8080": "",
	} {
		c := listenConfig{BaseURL: given}
		if err := c.settleBaseURL(); (err != nil) != (want == "") || err == nil && c.BaseURL != want {
			t.Errorf("%q: %q, %v", given, c.BaseURL, err)
		}
	}
}

func TestAServerWarnsOfItsBaseURLAndTakesItWithASlash(t *testing.T) {
	listen, operators := freeAddress(t), freeAddress(t)
	p := startProgram(t, nodes.Build(t), "DATABASE_URL="+pgtest.New(t).URL, "REDIS_URL="+stack.NeedRedisDB(t), "OPENAI_API_KEY=",
		"LISTEN_ADDR="+listen, "BASE_URL=http://localhost:8080/", "METRICS_ADDR="+operators, "SMTP_URL=smtp://mail.example.org:587", "MAIL_FROM=hello@example.org", "NARTHEX_LAME_DUCK=0s", "NARTHEX_LOG_FORMAT=json")
	p.await(t, "http://"+operators+"/readyz", http.StatusOK, "BASE_URL is http://localhost:8080 though mail goes out")
	if log := p.stop(t); !strings.Contains(log, `"address":"http://localhost:8080"`) {
		t.Errorf("the log is\n%s", log)
	}
}
