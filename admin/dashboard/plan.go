package dashboard

import (
	"context"
	"net/http"
	"time"

	"narthex/admin/access"
	"narthex/admin/billing/price"
	"narthex/admin/frame"
	"narthex/chat/church"
	"narthex/static/web"
)

// planPage is what plan.html shows.
type planPage struct {
	Frame   frame.Frame
	Church  string
	Unpaid  bool   // there is nothing to pay, and so nothing to change
	Portal  string // the action of the form that opens the provider's portal
	Now     string // the plan with its price
	AddOns  []string
	Why     string // why it cannot be changed; empty: it can
	Refused bool   // the payment provider takes the account's address for none
	Choices []choice
	Preview *preview // nil: nothing is chosen yet
}

// choice is a plan that can be changed to.
type choice struct {
	Name, Price, Label, URL string
	Chosen                  bool
}

// preview is what a change does, before it is confirmed.
type preview struct {
	From, To                string
	PriceNow, PriceThen     string
	Gained, ReadOnly, Rests []string
	Trial                   bool   // it ends with the change
	Key, Action             string // of the form that goes on
}

// plan is GET /admin/upgrade, and with ?to=<lookup key> what changing to that would do.
func (h *Handler) plan(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	found, err := h.found(ctx)
	if err != nil {
		return err
	}
	if settled, err := h.settle(r, found); err != nil {
		return err
	} else if settled {
		http.Redirect(w, r, upgradePath, http.StatusSeeOther)
		return nil
	}
	web.AllowForms(w.Header(), portalOrigin+" "+checkoutOrigin)
	texts := &textsOf{language: h.parts.Pages.Asked(r, found.Language)}
	shown := &planPage{Church: found.Name, Unpaid: true}
	if h.parts.Portal != nil && found.Billed {
		shown = planPageOf(found, r.URL.Query().Get("to"), texts)
		shown.Refused = found.Status == church.Canceled && r.URL.Query().Get("address") == "refused"
		if found.Status == church.Canceled && r.URL.Query().Has(paidKey) {
			shown.Why = texts.of("plan.arriving") // who is shown the plans pays twice
			shown.Choices, shown.Preview = nil, nil
		}
	}
	shown.Frame = frame.Of(access.From(ctx), frame.Upgrade)
	if texts.err != nil {
		return texts.err
	}
	return h.parts.Pages.Render(w, http.StatusOK, texts.language, "plan", shown)
}

// paidKey is the query's key for the checkout that a church has paid with to return.
const paidKey = "session_id"

// settle takes over what a church that returns has paid, when the browser is back before the provider has told us of it, and reports
// whether the church is served again. If the provider is away, it tells us later.
func (h *Handler) settle(r *http.Request, found subscriber) (settled bool, err error) {
	session := r.URL.Query().Get(paidKey)
	if session == "" || h.parts.Portal == nil || !access.From(r.Context()).Changes(access.Billing) {
		return false, nil
	}
	if found.Status != church.Canceled {
		return true, nil // it was told
	}
	if wait, err := h.parts.Limit(r, "return_settle", settlesPerMinute); err != nil || wait > 0 {
		return false, err
	}
	ctx, cancel := context.WithTimeout(r.Context(), portalPatience)
	defer cancel()
	if settled, err = h.parts.Portal.Settle(ctx, session); err != nil {
		h.parts.Logger.WarnContext(ctx, "what a church has paid to return could not be asked for", "church", found.ID, "error", err)
	}
	if !settled {
		return false, nil
	}
	if found, err = h.found(ctx); err != nil {
		return false, err
	}
	return found.Status != church.Canceled, nil
}

func planPageOf(found subscriber, to string, texts *textsOf) *planPage {
	now := price.Price{Plan: found.Plan, Interval: found.interval()}
	now, _ = price.Of(now.Plan, now.Interval)
	shown := &planPage{
		Church: found.Name, Portal: upgradePath + "/billing",
		Now: texts.of("plan.now", "plan", texts.plan(found.Plan), "price", dollars(now.Cents), "per", texts.per(found.interval())),
	}
	for _, key := range found.AddOns {
		if _, ok := price.AddOnOf(key); ok {
			shown.AddOns = append(shown.AddOns, texts.of("pricing.add_on."+key))
		}
	}
	ended := found.Status == church.Canceled
	switch {
	case ended:
		shown.Now = texts.of("plan.ended")
	case found.CancelAtPeriodEnd && found.PeriodEndsAt != nil:
		shown.Why = texts.of("plan.cancels", "date", texts.date(*found.PeriodEndsAt, found.Timezone))
	case found.hasAddOns():
		shown.Why = texts.of("plan.add_ons")
	}
	for _, p := range price.All() {
		if p.Plan == now.Plan && p.Interval == now.Interval && !ended {
			continue
		}
		name, cost := texts.plan(p.Plan), texts.of("plan.choice", "price", dollars(p.Cents), "per", texts.per(p.Interval))
		shown.Choices = append(shown.Choices, choice{
			Name: name, Price: cost, URL: upgradePath + "?to=" + p.LookupKey() + "#preview", Chosen: p.LookupKey() == to,
			Label: texts.of("plan.choose.label", "plan", name, "price", dollars(p.Cents), "per", texts.per(p.Interval)),
		})
		if p.LookupKey() == to {
			shown.Preview = previewOf(found, now, p, texts)
		}
	}
	return shown
}

func previewOf(found subscriber, now, then price.Price, texts *textsOf) *preview {
	cost := func(p price.Price) string {
		return texts.of("plan.choice", "price", dollars(p.Cents), "per", texts.per(p.Interval))
	}
	shown := &preview{
		From: texts.plan(now.Plan), To: texts.plan(then.Plan), PriceNow: cost(now), PriceThen: cost(then), Trial: found.trying(time.Now()),
		Key: then.LookupKey(), Action: upgradePath,
	}
	if found.Status == church.Canceled {
		shown.PriceNow, shown.Trial, shown.Action = texts.of("plan.price.ended"), false, upgradePath+"/return"
	}
	for _, c := range changes(now.Plan, then.Plan, holdings{FAQs: found.FAQs}) {
		words, err := c.words(texts.language)
		texts.note(err)
		switch c.Effect {
		case gained:
			shown.Gained = append(shown.Gained, words)
		case readOnly:
			shown.ReadOnly = append(shown.ReadOnly, words)
		default:
			shown.Rests = append(shown.Rests, words)
		}
	}
	return shown
}
