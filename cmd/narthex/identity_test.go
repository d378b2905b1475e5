package main

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"narthex/cmd/dev/identity"
)

// TestAServerSaysWhatTheIdentityProviderLacks starts the server beside a provider whose list of allowed addresses has one of three, and
// on whose table there is no trigger until `narthex migrate` runs again.
func TestAServerSaysWhatTheIdentityProviderLacks(t *testing.T) {
	p := prepareDemo(t)
	base := "http://" + p.base
	base = strings.Replace(base, "127.0.0.1", "sermons.example", 1) // loopback addresses are allowed everywhere
	service, err := identity.New(t.Context(), identity.Config{
		Pool: p.db.Admin, JWTSecret: "secret", SiteURL: "https://site.example", Mail: func(context.Context, identity.Mail) error { return nil },
		Redirects: []string{base + "/auth/callback?next=/sermons/app&flow=signup"},
	})
	if err != nil {
		t.Fatal(err)
	}
	provider := httptest.NewServer(service)
	defer provider.Close()
	p.environment = append(p.environment, "BASE_URL="+base, "IDENTITY_URL="+provider.URL, "IDENTITY_JWT_SECRET=secret")

	const trigger, lacks = "the trigger on auth.users", "list of allowed addresses lacks"
	said := p.warnings(t, 2, lacks)
	if strings.Count(said, trigger) != 1 || !strings.Contains(said, "it is missing") {
		t.Errorf("about the trigger: %s", said)
	}
	for _, address := range []string{base + "/auth/callback?next=/sermons/app", base + "/auth/callback?next=/sermons/password&flow=recovery"} {
		if encoded := strings.ReplaceAll(address, "&", `\u0026`); !strings.Contains(said, `"`+address+`"`) && !strings.Contains(said, `"`+encoded+`"`) {
			t.Errorf("nothing about %s: %s", address, said)
		}
	}
	p.run(t, "migrate")
	if said := p.warnings(t, 2, lacks); strings.Contains(said, trigger) {
		t.Errorf("after migrating: %s", said)
	}
	p.environment = append(p.environment, "IDENTITY_URL=http://"+freeAddress(t))
	p.warnings(t, 1, "is not known") // and it serves all the same
}

// The service's keys can be read later; whoever wants something of the server that has nothing to do with it need not wait.
func TestAServerStartsBesideAnIdentityProviderThatDoesNotAnswer(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0") // accepts, and says nothing
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	p := prepareDemo(t)
	s := startProgram(t, p.path, append(p.environment, "IDENTITY_URL=http://"+silent.Addr().String())...)
	asked, err := silent.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer asked.Close()
	s.await(t, "http://"+p.metrics+"/readyz", http.StatusOK, `"node":"ready"`)
	s.stop(t)
}

// warnings are what the server logs until it has logged a text so many times; then it is stopped.
func (p *program) warnings(t *testing.T, times int, text string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), p.path, "serve")
	cmd.Env = p.environment
	log, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	lines := bufio.NewScanner(log)
	for strings.Count(said.String(), text) < times && lines.Scan() {
		said.WriteString(lines.Text() + "\n")
	}
	if strings.Count(said.String(), text) < times {
		t.Errorf("the server ended without %q: %s", text, said.String())
	}
	_ = cmd.Process.Signal(syscall.SIGTERM) // it may have ended
	for lines.Scan() {
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("the server ended with %v", err)
	}
	return said.String()
}
