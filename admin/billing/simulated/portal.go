package simulated

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"narthex/admin/billing"
	"narthex/admin/billing/price"
)

const portalPath = "/simulated-portal/"

// portalView is what simulatedportal.html shows.
type portalView struct {
	Email, Plan, Card string
	Ends              string // ISO 8601: when the period ends
	Ended, Cancels    bool
	ChangeTo          string // the price that is to be confirmed; empty: nothing is
	Due               string // by the period, in US dollars
	Invoices          []invoice
	ReturnTo          string
}

// invoice is a bill that was paid.
type invoice struct{ At, Amount string }

// showPortal is GET /simulated-portal/{id}.
func (p page) showPortal(w http.ResponseWriter, r *http.Request) error {
	return p.serve(w, r, func(ctx context.Context, id string) error {
		v, c, err := p.store.visited(ctx, id)
		if err != nil {
			return err
		}
		return p.renderPortal(w, r, v, c)
	})
}

// actInPortal is what the buttons do. A change of plan leads back at once, as it does at Stripe.
func (p page) actInPortal(w http.ResponseWriter, r *http.Request) error {
	r.Body = http.MaxBytesReader(w, r.Body, 4<<10)
	return p.serve(w, r, func(ctx context.Context, id string) error {
		v, c, err := p.store.visited(ctx, id)
		if err != nil {
			return err
		}
		choice := r.PostFormValue("choice")
		if !slices.Contains([]string{"cancel", "resume", "card", "change"}, choice) || (choice == "change") != (v.ChangeTo != "") {
			return p.renderPortal(w, r, v, c)
		}
		changed, err := p.store.change(ctx, v, choice, strings.ReplaceAll(r.PostFormValue("card"), " ", ""))
		if errors.Is(err, billing.ErrNotFound) { // it has ended
			return p.renderPortal(w, r, v, c)
		}
		if err != nil {
			return err
		}
		if err := p.post(ctx, "customer.subscription.updated", changed.subscriptionObject()); err != nil {
			p.logger.WarnContext(ctx, "a change in the simulated billing portal could not be told to the webhook", "error", err, "subscription", v.SubscriptionID)
		}
		to := portalPath + v.ID
		if choice == "change" {
			to = v.ReturnURL
		}
		http.Redirect(w, r, to, http.StatusSeeOther)
		return nil
	})
}

func (p page) renderPortal(w http.ResponseWriter, r *http.Request, v visit, c checkout) error {
	w.Header().Set("Referrer-Policy", "same-origin")
	s := c.subscription()
	shown := portalView{
		Email: c.Email, Card: c.Card, Ends: s.PeriodEndsAt.Format(time.DateOnly), Ended: c.EndedAt != nil, Cancels: c.CancelAtPeriodEnd,
		ChangeTo: v.ChangeTo, ReturnTo: v.ReturnURL, Plan: strings.Join(c.recurring(), " + "),
	}
	keys := c.recurring()
	if v.ChangeTo != "" {
		keys = []string{v.ChangeTo}
	}
	shown.Due = dollars(sum(keys))
	if c.TrialDays == 0 && c.CompletedAt != nil {
		shown.Invoices = []invoice{{c.since().Format(time.DateOnly), dollars(sum(c.recurring()))}}
	}
	return p.pages.Render(w, http.StatusOK, p.pages.Language(r, ""), "simulatedportal", shown)
}

// sum is what prices come to, in cents.
func sum(keys []string) (cents int64) {
	for _, key := range keys {
		listed, _ := price.Lookup(key)
		cents += listed.Cents
	}
	return cents
}
