package identity_test

import (
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"

	"golang.org/x/crypto/bcrypt"

	local "narthex/cmd/dev/identity"
	"narthex/cmd/dev/mailbox"
	"narthex/cmd/dev/mailbox/mailboxtest"
	"narthex/migrations/pgtest"
)

// TestTheFactsCanBeAskedOfAnotherService runs them in a process that knows of a service by its settings alone.
func TestTheFactsCanBeAskedOfAnotherService(t *testing.T) {
	db := pgtest.New(t)
	smtp, web := mailboxtest.Start(t, mailbox.New(mailbox.Config{}))
	another, err := local.New(t.Context(), local.Config{
		Pool: db.Admin, JWTSecret: secret, SiteURL: site, AnonKey: "sb_publishable_another", Confirmation: productsMail(t, "confirm-signup.html"), Recovery: productsMail(t, "reset-password.html"),
		Mail: local.SMTP(smtp, "accounts@narthex.localhost"), PasswordCost: bcrypt.MinCost,
	})
	must(t, err)
	listening := httptest.NewServer(another)
	defer listening.Close()
	run := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestFacts$", "-test.v")
	run.Env = append(os.Environ(), "NARTHEX_TEST_IDENTITY_URL="+listening.URL, "NARTHEX_TEST_IDENTITY_ANON_KEY=sb_publishable_another",
		"NARTHEX_TEST_IDENTITY_JWT_SECRET="+secret, "NARTHEX_TEST_IDENTITY_SITE_URL="+site, "NARTHEX_TEST_IDENTITY_DATABASE_URL="+db.AdminURL,
		"NARTHEX_TEST_IDENTITY_MAILBOX_URL="+web)
	said, err := run.CombinedOutput()
	var users int
	must(t, db.Admin.QueryRow(t.Context(), "select count(*) from auth.users").Scan(&users))
	if err != nil || !strings.Contains(string(said), "--- PASS: TestFacts/") || users < 15 {
		t.Errorf("%v, with %d users: %s", err, users, said)
	}
}
