package billing

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"narthex/admin/signup"
	"narthex/static/web"
)

// Limits of checkouts, over all nodes: bots try stolen cards on such pages. Many people may share an address on the network,
// but nobody needs many checkouts for one email.
const (
	checkoutsPerAddress = 30 // a minute
	checkoutsPerEmail   = 3  // a minute
	longestForm         = 32 << 10
	checkoutLimit       = 20 * time.Second // for Postgres, Redis and the provider together
)

// openCheckout is POST /api/stripe/checkout-embedded: the sign-up becomes a checkout at the payment provider, whose metadata
// are the only record of it until it is paid. The answer is an Opened: {"clientSecret","publishableKey","sessionId"} for a page of
// the provider's within ours, or {"sessionId","url"} for the simulated provider's.
//
// Refusals are those of the form (400, 413, 422 with fields), 409 email_subscribed and church_subscribed, 429, and
// 503 while the provider cannot be reached.
func (h *Handler) openCheckout(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), checkoutLimit)
	defer cancel()
	w.Header().Set("Cache-Control", "no-store")
	language := h.Pages.Asked(r, "")
	if err := h.limit(ctx, language, "checkout", h.Address(r), checkoutsPerAddress); err != nil {
		return err
	}
	form, err := h.readForm(w, r, language)
	if err != nil {
		return err
	}
	if err := h.limit(ctx, language, "checkout_email", hex.EncodeToString(markOf(form.Email)), checkoutsPerEmail); err != nil {
		return err
	}
	opened, keep, err := h.open(ctx, r, language, form)
	switch {
	case errors.Is(err, ErrBadAddress): // the provider is stricter than our own check, and trying again is of no use
		h.count("invalid")
		return invalid(language, signup.Faults{"email": signup.Invalid}, "email_refused")
	case err != nil:
		if _, refused := errors.AsType[web.Problem](err); refused {
			return err
		}
		h.count("unavailable")
		return errors.Join(refusal(language, "unavailable", "temporarily_unavailable", 0), err)
	}
	h.count("opened")
	http.SetCookie(w, keep)
	w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(w).Encode(opened)
}

func (h *Handler) count(outcome string) { h.Service.metrics.checkouts.WithLabelValues(outcome).Inc() }

func (h *Handler) limit(ctx context.Context, language *web.Language, kind, key string, perMinute int) error {
	wait, err := h.Limit(ctx, kind, key, perMinute)
	if err != nil || wait == 0 {
		return err
	}
	h.count("limited")
	return refusal(language, "rate_limited", "too_many_checkouts", wait)
}

// readForm reads the request's body, a sign-up in JSON, and checks it again: it comes from the browser's storage.
func (h *Handler) readForm(w http.ResponseWriter, r *http.Request, language *web.Language) (form signup.SignUp, err error) {
	decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, longestForm))
	if err = decoder.Decode(&form); err == nil {
		_, err = decoder.Token()
	}
	if !errors.Is(err, io.EOF) || form.ChurchName == "" && form.Email == "" {
		h.count("unreadable")
		if _, large := errors.AsType[*http.MaxBytesError](err); large {
			return form, refusal(language, "too_large", "form_too_large", 0)
		}
		return form, refusal(language, "invalid", "unreadable_form", 0)
	}
	form = form.Clean()
	if faults := form.Validate(h.Catalogue); faults != nil {
		h.count("invalid")
		return form, invalid(language, faults, "invalid_form")
	}
	return form, nil
}

// open opens a checkout for somebody who has no subscription yet.
func (h *Handler) open(ctx context.Context, r *http.Request, language *web.Language, form signup.SignUp) (opened Opened, keep *http.Cookie, err error) {
	if form.MatchedChurchID, err = h.Match(ctx, form); err != nil { // what the browser says is not believed
		return Opened{}, nil, fmt.Errorf("look for the church of a checkout: %w", err)
	}
	if err := h.refuseSecond(ctx, language, form); err != nil {
		return Opened{}, nil, err
	}
	// To the minute, so that a form that is sent twice is the same, and gets the same checkout.
	form.TermsAcceptedAt = time.Now().UTC().Truncate(time.Minute)
	metadata, err := form.Metadata()
	if err != nil {
		return Opened{}, nil, fmt.Errorf("open a checkout: %w", err)
	}
	mark, keep := h.cookie.mark(r)
	metadata[browserKey] = hex.EncodeToString(mark)
	returnURL := h.BaseURL + returnPath(language)
	key, err := wishOf(metadata, returnURL)
	if err != nil {
		return Opened{}, nil, err
	}
	payments := h.Service.payments
	opened, err = payments.CreateCheckout(ctx, Checkout{SignUp: form, Metadata: metadata, Key: key, ReturnURL: returnURL, Language: language.Chosen()})
	if err != nil {
		return Opened{}, nil, err
	}
	// Only now: if the same form was sent before, its checkout is this one. Those of other browsers stay: anybody can write somebody
	// else's address. Of two that are paid one is given back.
	return opened, keep, payments.ExpireOpenCheckouts(ctx, form.Email, browserKey, metadata[browserKey], opened.SessionID)
}

// returnPath is where the provider sends the browser afterwards. The provider puts the session's id in the place of the braces, which
// must not be escaped.
func returnPath(language *web.Language) string {
	path := "/onboard/return?session_id={CHECKOUT_SESSION_ID}"
	if chosen := language.Chosen(); chosen != "" {
		path += "&lang=" + chosen
	}
	return path
}

// refuseSecond refuses a checkout for a church or an address that has a subscription, by our records and the provider's.
func (h *Handler) refuseSecond(ctx context.Context, language *web.Language, form signup.SignUp) error {
	ofEmail, ofChurch, err := live(ctx, h.Service.store.pool, form.Email, form.MatchedChurchID, "")
	if err != nil {
		return err
	}
	if !ofEmail && !ofChurch {
		if ofEmail, err = h.Service.settleUnknown(ctx, form.Email); err != nil {
			return err
		}
	}
	switch {
	case ofEmail:
		h.count("subscribed")
		return refusal(language, "conflict", "email_subscribed", 0)
	case ofChurch:
		h.count("subscribed")
		key := "onboard.problem.church_subscribed"
		if h.Contact != "" {
			key += ".at"
		}
		return language.Refuse("conflict", "church_subscribed", key, "email", h.Contact)
	}
	return nil
}
