package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/admin/billing"
	"narthex/admin/billing/simulated"
	"narthex/admin/billing/stripeapi"
	"narthex/admin/dashboard"
	"narthex/admin/marketing"
	"narthex/admin/match"
	"narthex/admin/notify"
	"narthex/admin/provision"
	"narthex/admin/signup"
	"narthex/chat/church"
	"narthex/static/web"
)

// payments are how churches pay. Nil: they cannot.
type payments struct {
	service   *billing.Service
	simulated *simulated.Provider // nil where it is Stripe
	list      *marketing.List     // nil where news goes to nobody
	close     func()
}

// openPayments returns how churches pay, nil when nothing is configured.
func (c paymentsConfig) openPayments(ctx context.Context, pool *pgxpool.Pool, baseURL string, notices *notify.Service, registerer prometheus.Registerer, logger *slog.Logger) (*payments, error) {
	p := &payments{}
	var provider billing.Payments
	switch {
	case c.StripeSecretKey != "":
		client, err := c.openStripe()
		if err != nil {
			return nil, err
		}
		provider, p.close = client, client.Close
	case c.AllowSimulated:
		logger.Warn("no STRIPE_SECRET_KEY: payments are simulated, and nobody pays")
		key, err := church.DeploymentKey(ctx, pool, "simulated_payments")
		if err != nil {
			return nil, err
		}
		p.simulated = simulated.New(simulated.Parts{Pool: pool, Key: key, BaseURL: strings.TrimSuffix(baseURL, "/"), Logger: logger})
		provider, p.close = p.simulated, p.simulated.Close
	default:
		logger.Warn("no STRIPE_SECRET_KEY: nobody can sign up")
		return nil, nil
	}
	if err := p.openList(c.MarketingWebhook, pool, registerer, logger); err != nil {
		p.close()
		return nil, err
	}
	mail := subscriptionMail{notices, p.list, logger}
	var err error
	if p.service, err = billing.NewService(billing.Parts{
		Pool: pool, Payments: provider, Provisioner: provisioner{provision.New(mail, logger)}, Notices: mail, Registerer: registerer, Logger: logger,
	}); err != nil {
		p.close()
		return nil, fmt.Errorf("set up payments: %w", err)
	}
	return p, nil
}

// openList opens the marketing list, if there is one.
func (p *payments) openList(webhook secret, pool *pgxpool.Pool, registerer prometheus.Registerer, logger *slog.Logger) (err error) {
	if webhook == "" {
		return nil
	}
	p.list, err = marketing.New(marketing.Config{Pool: pool, URL: webhook.reveal(), Registerer: registerer, Logger: logger})
	if err != nil {
		return err
	}
	closeProvider := p.close
	p.close = func() { p.list.Close(); closeProvider() }
	return nil
}

func (c paymentsConfig) openStripe() (*stripeapi.Client, error) {
	if c.StripePublishableKey == "" || c.StripeWebhookSecret == "" {
		return nil, errors.New("STRIPE_SECRET_KEY needs STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET beside it: `narthex billing sync` makes the webhook and prints its secret")
	}
	return stripeapi.New(stripeapi.Config{
		SecretKey: c.StripeSecretKey.reveal(), PublishableKey: c.StripePublishableKey, WebhookSecret: c.StripeWebhookSecret.reveal(), APIBase: c.StripeAPIBase,
	})
}

// portal is where churches change what they pay, nil when nobody can pay.
func (p *payments) portal() dashboard.Portal {
	if p == nil {
		return nil
	}
	return p.service
}

// refuse gives back what was paid for a claim that is rejected, and takes back what it has made of the church.
func (p *payments) refuse(ctx context.Context, tx pgx.Tx, churchID uuid.UUID) error {
	if p == nil {
		return errors.New("set STRIPE_SECRET_KEY: without the payment provider nothing can be given back")
	}
	if err := p.service.Refuse(ctx, tx, churchID); err != nil {
		return err
	}
	return provision.Withdraw(ctx, tx, churchID)
}

// routes adds the addresses of checkouts and of the provider's events.
func (p *payments) routes(r chi.Router, s *server, catalogue *signup.Catalogue, address func(*http.Request) string, pages *web.Pages, edge *web.Edge) {
	if p == nil {
		return
	}
	checkouts := billing.NewHandler(billing.HandlerParts{
		Service: p.service, Catalogue: catalogue, Address: address, BaseURL: s.config.BaseURL, Contact: s.config.OperatorEmail, Pages: pages, Edge: edge,
		Match: func(ctx context.Context, form signup.SignUp) (uuid.UUID, error) {
			found, err := match.Church(ctx, s.pool, form)
			return found.Surely(), err
		},
		Limit: func(ctx context.Context, kind, key string, perMinute int) (time.Duration, error) {
			decision, err := s.limiter.Allow(ctx, uuid.Nil, kind, key, perMinute)
			if err != nil || decision.Allowed {
				return 0, err
			}
			return max(decision.RetryAfter, time.Second), nil
		},
	})
	checkouts.Routes(r)
	provision.NewSetupHandler(provision.SetupParts{
		Pool: s.pool, Settle: p.service.Settle, Browser: checkouts.BrowserOf, Limit: s.limitAnywhere(address), Edge: edge, Logger: s.logger,
	}).Routes(r)
	if p.simulated != nil {
		p.simulated.Routes(r, pages, edge)
	}
}
