package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"narthex/admin/billing/price"
	"narthex/admin/billing/stripetest"
	"narthex/admin/signup"
	"narthex/cmd/dev/nodes"
	"narthex/migrations/pgtest"
)

func TestBillingIsSetUpAndCompared(t *testing.T) {
	db, stripe := pgtest.New(t), stripetest.New(t)
	program := nodes.Build(t)
	run := func(args ...string) (out, said string, err error) {
		cmd := exec.CommandContext(t.Context(), program, append([]string{"billing"}, args...)...)
		cmd.Env = append(os.Environ(), "DATABASE_URL="+db.URL, "STRIPE_API_BASE="+stripe.URL, "STRIPE_SECRET_KEY=sk_test_1", "BASE_URL=https://narthex.example/")
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		err = cmd.Run()
		return stdout.String(), stderr.String(), err
	}
	if out, said, err := run("sync"); err != nil || out != "STRIPE_WEBHOOK_SECRET="+stripe.Secret+"\n" || strings.Count(said, "made the price") != len(price.List()) {
		t.Errorf("sync: %q, %q, %v", out, said, err)
	}
	if made := stripe.Requests("POST", "/v1/webhook_endpoints")[0].Form.Get("url"); made != "https://narthex.example/api/stripe/webhook" {
		t.Errorf("the webhook goes to %s", made)
	}
	if out, said, err := run("sync"); err != nil || out != "" || !strings.Contains(said, "all is as it must be") {
		t.Errorf("sync again: %q, %q, %v", out, said, err)
	}
	stripe.Add("/v1/subscriptions", stripetest.Subscription("sub_1", "active", "pro_chat_month", time.Now()))
	if _, said, err := run("reconcile"); err == nil || !strings.Contains(said, "STRIPE_WEBHOOK_SECRET") {
		t.Errorf("reconcile without all settings: %s, %v", said, err)
	}
	keys := []string{"--stripe-publishable-key=pk_test_1", "--stripe-webhook-secret=" + stripe.Secret}
	if out, said, err := run(append([]string{"reconcile"}, keys...)...); err != nil || !strings.HasPrefix(out, "1 subscriptions, 0 churches set up, 0 mended, 1 alarms, 0 events parked") || !strings.Contains(said, "sub_1") {
		t.Errorf("reconcile: %q, %q, %v", out, said, err)
	}
}

// Simulated payments are what cmd/dev allows.
func TestTheServerOpensSimulatedCheckouts(t *testing.T) {
	p := prepareDemo(t)
	p.environment = append(p.environment, "NARTHEX_ALLOW_SIMULATED_PAYMENTS=1", "STRIPE_SECRET_KEY=")
	p.serve(t)
	form := `{"plan":"starter_chat","churchName":"Grace Harbor","city":"Portland","state":"ME","country":"US","churchFamily":"baptist",
		"denomination":"southern-baptist","contactName":"Ann Lee","email":"ann@graceharbor.example.org","timezone":"America/New_York",
		"termsAccepted":true,"termsVersion":"` + signup.TermsVersion + `"}`
	response, err := http.Post("http://"+p.base+"/api/stripe/checkout-embedded", "application/json", strings.NewReader(form))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	var opened struct{ URL string }
	if err := json.Unmarshal(text, &opened); err != nil || !strings.HasPrefix(opened.URL, "http://"+p.base+"/simulated-payment/") {
		t.Fatalf("%d %s %v", response.StatusCode, text, err)
	}
	page, err := http.Get(opened.URL)
	if err != nil {
		t.Fatal(err)
	}
	_ = page.Body.Close()
	if page.StatusCode != http.StatusOK {
		t.Errorf("the page: %d", page.StatusCode)
	}
}
