package simulated

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"narthex/admin/billing"
	"narthex/admin/billing/price"
	"narthex/static/web"
)

const (
	pagePath = "/simulated-payment/"
	patience = 15 * time.Second // for Postgres and the webhook
)

// page is where one pays.
type page struct {
	*Provider
	pages *web.Pages
}

// Routes adds the page to a router.
func (p *Provider) Routes(r chi.Router, pages *web.Pages, edge *web.Edge) {
	h := page{p, pages}
	r.Get(pagePath+"{id}", edge.Handle(h.show))
	r.With(edge.SameOrigin).Post(pagePath+"{id}", edge.Handle(h.act))
	r.Get(portalPath+"{id}", edge.Handle(h.showPortal))
	r.With(edge.SameOrigin).Post(portalPath+"{id}", edge.Handle(h.actInPortal))
}

// view is what the page shows.
type view struct {
	Email, Plan string
	Due         string // now, in US dollars
	TrialDays   int64
	Open        bool
	Declined    bool
	ReturnTo    string
}

// show is the page, for as long as the checkout waits.
func (p page) show(w http.ResponseWriter, r *http.Request) error {
	return p.serve(w, r, func(ctx context.Context, id string) error {
		found, err := p.store.find(ctx, "id = $1", id)
		if err != nil {
			return err
		}
		return p.render(w, r, http.StatusOK, found, found.Status == "open" && r.URL.Query().Has("declined"))
	})
}

// act is what the three buttons do.
func (p page) act(w http.ResponseWriter, r *http.Request) error {
	r.Body = http.MaxBytesReader(w, r.Body, 4<<10)
	return p.serve(w, r, func(ctx context.Context, id string) error {
		choice := r.PostFormValue("choice")
		if choice != "pay" && choice != "silent" { // declined, also where nothing was chosen: no money for an odd request
			found, err := p.store.find(ctx, "id = $1", id)
			if err != nil {
				return err
			}
			again := r.URL.Query()
			again.Set("declined", found.ID)
			http.Redirect(w, r, r.URL.Path+"?"+again.Encode(), http.StatusSeeOther) // so that neither "Back" nor a reload asks to send it once more
			return nil
		}
		paid, now, err := p.store.complete(ctx, id)
		if err != nil {
			return err
		}
		if now && choice == "pay" {
			p.tell(ctx, paid)
		}
		if paid.Status == "expired" {
			return p.render(w, r, http.StatusGone, paid, false)
		}
		http.Redirect(w, r, paid.returnTo(), http.StatusSeeOther)
		return nil
	})
}

// tell posts what a payment makes Stripe post. If that fails nobody tries again: the return page finds out by itself.
func (p *Provider) tell(ctx context.Context, paid checkout) {
	err := errors.Join(
		p.post(ctx, "customer.subscription.created", paid.subscriptionObject()),
		p.post(ctx, "checkout.session.completed", paid.sessionObject()),
	)
	if err != nil {
		p.logger.WarnContext(ctx, "a simulated payment could not be told to the webhook", "error", err, "session", paid.ID)
	}
}

func (p page) serve(w http.ResponseWriter, r *http.Request, do func(ctx context.Context, id string) error) error {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Robots-Tag", "noindex")
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	err := do(ctx, chi.URLParam(r, "id"))
	if errors.Is(err, billing.ErrNotFound) {
		return web.ErrNotFound
	}
	return err
}

func (p page) render(w http.ResponseWriter, r *http.Request, status int, c checkout, declined bool) error {
	shown := view{Email: c.Email, TrialDays: c.TrialDays, Open: c.Status == "open", Declined: declined}
	if c.Status == "complete" {
		shown.ReturnTo = c.returnTo()
	}
	if len(c.LookupKeys) > 0 {
		shown.Plan = c.LookupKeys[0]
	}
	shown.Due = dollars(c.due())
	return p.pages.Render(w, status, p.pages.Asked(r, ""), "simulatedpayment", shown)
}

// dollars is an amount of cents in US dollars.
func dollars(cents int64) string { return fmt.Sprintf("%d.%02d", cents/100, cents%100) }

// due is what is to be paid at once, in cents: a trial costs nothing, what is bought once is paid with it.
func (c checkout) due() (cents int64) {
	for _, key := range c.LookupKeys {
		if listed, ok := price.Lookup(key); ok && (c.TrialDays == 0 || listed.Interval == "") {
			cents += listed.Cents
		}
	}
	return cents
}
