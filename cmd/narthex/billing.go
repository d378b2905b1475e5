package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"narthex/admin/billing/stripeapi"
	"narthex/admin/notify"
)

// billingCommand is for operators: what is sold, and what was paid.
type billingCommand struct {
	Sync      billingSyncCommand      `cmd:"" help:"Make or update products, prices, the billing portal and the webhook at Stripe. Doing it again changes nothing."`
	Reconcile billingReconcileCommand `cmd:"" help:"Compare subscriptions with churches, set up those that paid and are not, mend what differs, and say what a person must look at. A running server does so every day."`
}

type billingSyncCommand struct {
	StripeSecretKey secret `name:"stripe-secret-key" env:"STRIPE_SECRET_KEY" required:"" help:"Key of the Stripe account."`
	StripeAPIBase   string `name:"stripe-api-base" env:"STRIPE_API_BASE" default:"https://api.stripe.com" help:"Where Stripe is."`
	BaseURL         string `env:"BASE_URL" required:"" help:"The address under which Stripe reaches the service."`
}

// Run is called by kong.
func (c *billingSyncCommand) Run(ctx context.Context) error {
	client, err := stripeapi.New(stripeapi.Config{SecretKey: c.StripeSecretKey.reveal(), APIBase: c.StripeAPIBase})
	if err != nil {
		return err
	}
	defer client.Close()
	done, err := client.Sync(ctx, strings.TrimSuffix(c.BaseURL, "/")+"/api/stripe/webhook")
	for _, change := range done.Changes {
		fmt.Fprintln(os.Stderr, change)
	}
	if err != nil {
		return err
	}
	if len(done.Changes) == 0 {
		fmt.Fprintln(os.Stderr, "all is as it must be")
	}
	if done.WebhookSecret != "" {
		fmt.Fprintln(os.Stderr, "set this for all servers now; Stripe sends again what they refuse until then:")
		fmt.Println("STRIPE_WEBHOOK_SECRET=" + done.WebhookSecret)
	}
	return nil
}

type billingReconcileCommand struct {
	databaseConfig `embed:""`
	paymentsConfig `embed:""`
	BaseURL        string `env:"BASE_URL" default:"http://127.0.0.1:8080" help:"The address under which visitors reach the service."`
}

// Run is called by kong.
func (c *billingReconcileCommand) Run(ctx context.Context) error {
	pool, err := openDatabase(ctx, c.DatabaseURL)
	if err != nil {
		return err
	}
	defer pool.Close()
	logger := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	notices, err := notify.New(pool, notify.Config{Registerer: prometheus.NewRegistry(), Logger: logger}) // queues mails; a running server sends them
	if err != nil {
		return err
	}
	p, err := c.openPayments(ctx, pool, c.BaseURL, notices, prometheus.NewRegistry(), logger)
	if err != nil {
		return err
	}
	if p == nil {
		return errors.New("set STRIPE_SECRET_KEY: there is no payment provider to compare with")
	}
	defer p.close()
	r, err := p.service.Reconcile(ctx)
	fmt.Printf("%d subscriptions, %d churches set up, %d mended, %d alarms, %d events parked\n", r.Subscriptions, r.Provisioned, r.Mended, r.Alarms, r.Parked)
	return err
}
