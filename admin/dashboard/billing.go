package dashboard

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/google/uuid"

	"narthex/admin/access"
	"narthex/admin/billing/price"
	"narthex/chat/church"
	"narthex/static/web"
)

// Portal opens the payment provider's billing portal for a church and returns its address, which is for the church alone. With
// the lookup key of a price it is there to confirm the change to that plan.
type Portal interface {
	OpenPortal(ctx context.Context, churchID uuid.UUID, returnURL, language, lookupKey string) (url string, err error)
	// OpenReturn opens a checkout with which a church whose subscription has ended takes a plan again, and returns its address. The way
	// back is returnURL, with a session_id once it is paid. It is the address itself, with address=refused, where the provider takes the
	// account's for none.
	OpenReturn(ctx context.Context, churchID uuid.UUID, returnURL, lookupKey string) (url string, err error)
	// Settle takes over what was paid with a checkout, for when nobody has told us yet.
	Settle(ctx context.Context, sessionID string) (settled bool, err error)
}

const (
	portalsPerMinute = 10               // of one address
	settlesPerMinute = 6                // questions to the payment provider that one address may cause by coming back
	portalPatience   = 20 * time.Second // for Postgres and the provider, which is tried again
)

// Where Stripe's portal and its checkout are: a browser follows a form there only if the page with the form allows that.
const (
	portalOrigin   = "https://billing.stripe.com"
	checkoutOrigin = "https://checkout.stripe.com"
)

// subscription is what the dashboard shows of what a church pays.
type subscription struct {
	Plan    string
	Trial   string // until when it is tried; empty: it is not
	Ends    string // when it ends; empty: it does not
	Owed    bool   // a payment has failed
	Ended   bool   // it is over, and can be taken again on the page of plans
	PlanURL string
	Action  string // that opens the portal
}

// subscriptionOf is what is shown of a church's, nil for one that pays for nothing.
func (h *Handler) subscriptionOf(f subscriber, a access.Admin, texts *textsOf) *subscription {
	if !f.Billed || h.parts.Portal == nil || !a.Changes(access.Billing) {
		return nil
	}
	shown := &subscription{Plan: texts.plan(f.Plan), Owed: f.PaymentFailedAt != nil, PlanURL: upgradePath, Action: upgradePath + "/billing"}
	if f.Status == church.Canceled { // whatever the record says of the trial, the period and the payment that there were
		shown.Ended, shown.Owed = true, false
		return shown
	}
	if f.CancelAtPeriodEnd && f.PeriodEndsAt != nil {
		shown.Ends = texts.date(*f.PeriodEndsAt, f.Timezone)
	} else if f.trying(time.Now()) {
		shown.Trial = texts.date(*f.TrialEndsAt, f.Timezone)
	}
	return shown
}

// openPortal is POST /admin/upgrade/billing: on to the provider's portal, which leads back to the dashboard.
func (h *Handler) openPortal(w http.ResponseWriter, r *http.Request) error {
	return h.toProvider(w, r, func(ctx context.Context, found subscriber) (string, error) { return h.portal(ctx, r, found, "") })
}

// confirmPlan is POST /admin/upgrade with to=<lookup key>: on to where the change is confirmed.
func (h *Handler) confirmPlan(w http.ResponseWriter, r *http.Request) error {
	r.Body = http.MaxBytesReader(w, r.Body, 4<<10)
	return h.toProvider(w, r, func(ctx context.Context, found subscriber) (string, error) {
		to, ok := priceOf(r.PostFormValue("to"))
		if !ok || !found.mayChange() {
			return "", errNoChange
		}
		return h.portal(ctx, r, found, to.LookupKey())
	})
}

// takeAgain is POST /admin/upgrade/return with to=<lookup key>: on to the checkout of a church whose subscription has ended.
func (h *Handler) takeAgain(w http.ResponseWriter, r *http.Request) error {
	r.Body = http.MaxBytesReader(w, r.Body, 4<<10)
	return h.toProvider(w, r, func(ctx context.Context, found subscriber) (string, error) {
		to, ok := priceOf(r.PostFormValue("to"))
		if !ok || found.Status != church.Canceled {
			return "", errNoChange
		}
		return h.parts.Portal.OpenReturn(ctx, found.ID, h.parts.BaseURL+upgradePath, to.LookupKey())
	})
}

func (h *Handler) portal(ctx context.Context, r *http.Request, found subscriber, lookupKey string) (url string, err error) {
	language := h.parts.Pages.Asked(r, found.Language)
	return h.parts.Portal.OpenPortal(ctx, found.ID, h.parts.BaseURL+upgradePath, language.Code, lookupKey)
}

// errNoChange leads back to the page that says what can be changed.
var errNoChange = errors.New("the plan cannot be changed to that")

// toProvider leads to a page of the payment provider's that open has made.
func (h *Handler) toProvider(w http.ResponseWriter, r *http.Request, open func(ctx context.Context, found subscriber) (url string, err error)) error {
	if wait, err := h.parts.Limit(r, "portal", portalsPerMinute); err != nil {
		return err
	} else if wait > 0 {
		return web.Refuse("rate_limited", "too_many_requests", "Too many requests. Please wait a minute.").After(wait)
	}
	web.AllowForms(w.Header(), portalOrigin)
	ctx, cancel := context.WithTimeout(r.Context(), portalPatience)
	defer cancel()
	found, err := h.found(ctx)
	if err != nil {
		return err
	}
	if h.parts.Portal == nil || !found.Billed {
		http.Redirect(w, r, upgradePath, http.StatusSeeOther)
		return nil
	}
	url, err := open(ctx, found)
	if errors.Is(err, errNoChange) {
		http.Redirect(w, r, upgradePath, http.StatusSeeOther)
		return nil
	}
	if err != nil {
		return errors.Join(web.ErrUnavailable, err)
	}
	http.Redirect(w, r, url, http.StatusSeeOther)
	return nil
}

// mayChange reports whether the plan can be changed at the provider: of a subscription that goes on, and holds nothing else.
func (s subscriber) mayChange() bool {
	return s.Status != church.Canceled && !s.CancelAtPeriodEnd && !s.hasAddOns()
}

// hasAddOns reports whether anything is paid again and again beside the plan.
func (s subscriber) hasAddOns() bool {
	for _, key := range s.AddOns {
		if addOn, ok := price.AddOnOf(key); ok && !addOn.Once {
			return true
		}
	}
	return false
}

// trying reports whether the plan is still being tried.
func (s subscriber) trying(now time.Time) bool {
	return s.TrialEndsAt != nil && s.TrialEndsAt.After(now)
}

// priceOf is the price of a plan with a lookup key.
func priceOf(lookupKey string) (p price.Price, ok bool) {
	for _, p := range price.All() {
		if p.LookupKey() == lookupKey {
			return p, true
		}
	}
	return price.Price{}, false
}
