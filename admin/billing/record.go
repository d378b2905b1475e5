package billing

import (
	"reflect"
	"slices"
	"time"

	"narthex/admin/billing/price"
	"narthex/admin/signup"
	"narthex/chat/church"
)

// Grace is for how long a church whose payment failed is still served.
const Grace = 14 * 24 * time.Hour

// noticeDays are those of the grace on which a church is told.
var noticeDays = []int16{0, 7, 13}

// record is what a church's row says of its subscription. Nil: not known, or none.
type record struct {
	Status              church.Status
	Plan                church.Plan
	PaymentStatus       *string // the provider's
	PaymentFailedAt     *time.Time
	PaymentNoticeDay    *int16
	TrialEndsAt         *time.Time
	PeriodEndsAt        *time.Time
	CancelAtPeriodEnd   bool
	BillingInterval     *string
	AddOns              []string
	SubscriptionEventAt *time.Time
}

// verdict is what became of news about a subscription.
type verdict int

const (
	taken verdict = iota
	stale         // something newer is known
	ask           // only the provider knows what is so now
	odd           // taken, but for a status that is new to this program
)

// news takes what was so of a subscription at a moment. Of two states of one second nobody can tell which came last, so the
// provider is asked; and so it is before a church is told that it owes a payment.
func (r *record) news(s Subscription, at time.Time) verdict {
	means, known := standingOf(s.Status)
	switch {
	case r.SubscriptionEventAt != nil && at.Before(*r.SubscriptionEventAt),
		r.PaymentStatus != nil && Ended(*r.PaymentStatus) && !means.ended, // nothing comes back to life
		means.opening: // it was paid since
		return stale
	case r.SubscriptionEventAt != nil && at.Equal(*r.SubscriptionEventAt):
		if changed := r.with(s, at); !reflect.DeepEqual(changed, *r) {
			return ask
		}
		return taken
	case means.owes && r.PaymentFailedAt == nil:
		return ask
	}
	*r = r.with(s, at)
	if !known {
		return odd
	}
	return taken
}

// current takes what the provider says is so now. at is when it happened that made us ask. What has ended stays so here too.
func (r *record) current(s Subscription, at time.Time) verdict {
	means, known := standingOf(s.Status)
	if means.opening || r.PaymentStatus != nil && Ended(*r.PaymentStatus) && !means.ended {
		return stale
	}
	if r.SubscriptionEventAt != nil && r.SubscriptionEventAt.After(at) {
		at = *r.SubscriptionEventAt
	}
	*r = r.with(s, at)
	if !known {
		return odd
	}
	return taken
}

// with is the record as it is when a subscription is like that.
func (r record) with(s Subscription, at time.Time) record {
	means, known := standingOf(s.Status)
	at = at.UTC()
	if known {
		r.PaymentStatus = &s.Status
		switch {
		case !means.owes:
			r.PaymentFailedAt, r.PaymentNoticeDay = nil, nil
		case r.PaymentFailedAt == nil:
			r.PaymentFailedAt = &at
		}
	}
	r.SubscriptionEventAt = &at
	r.TrialEndsAt, r.CancelAtPeriodEnd = pointer(s.TrialEndsAt), s.CancelAtPeriodEnd
	if ends := pointer(s.PeriodEndsAt); ends != nil {
		r.PeriodEndsAt = ends
	}
	r.holds(s.LookupKeys)
	return r
}

// holds takes over what a subscription is to, as far as it is ours. What was paid once is not part of it, and stays.
func (r *record) holds(lookupKeys []string) {
	addOns := slices.DeleteFunc(slices.Clone(r.AddOns), recurring)
	ours := false
	for _, key := range lookupKeys {
		listed, ok := price.Lookup(key)
		if !ok {
			continue
		}
		if plan, ok := church.ParsePlan(listed.Product); ok {
			interval := string(listed.Interval)
			ours, r.Plan, r.BillingInterval = true, plan, &interval
		} else if !slices.Contains(addOns, listed.Product) {
			addOns = append(addOns, listed.Product)
		}
	}
	if ours {
		slices.Sort(addOns)
		r.AddOns = addOns
	}
}

// bought is what was paid with a checkout. A church that returns keeps of its add-ons those that it has paid once.
func (r *record) bought(form signup.SignUp, returning bool) {
	interval := string(form.Interval)
	r.BillingInterval = &interval
	if !returning {
		r.AddOns = append([]string{}, slices.Sorted(slices.Values(form.AddOns))...)
		return
	}
	r.AddOns = slices.DeleteFunc(slices.Clone(r.AddOns), recurring)
}

// recurring reports whether an add-on is paid again and again.
func recurring(key string) bool {
	addOn, ok := price.AddOnOf(key)
	return ok && !addOn.Once
}

// status is the church's, at a moment: the provider's word, but for the grace.
func (r *record) status(now time.Time) church.Status {
	if r.PaymentStatus == nil {
		return r.Status
	}
	means, known := standingOf(*r.PaymentStatus)
	switch {
	case !known:
		return r.Status
	case means.owes && r.PaymentFailedAt != nil && now.Before(r.PaymentFailedAt.Add(Grace)):
		return church.Active
	}
	return means.status
}

// noticeDue is the day whose mail about an owed payment is due and not sent; ok is false when there is none. Of mails that
// were missed only the last is sent.
func (r *record) noticeDue(now time.Time) (day int16, ok bool) {
	if r.PaymentFailedAt == nil || !now.Before(r.PaymentFailedAt.Add(Grace)) {
		return 0, false
	}
	passed := int16(now.Sub(*r.PaymentFailedAt) / (24 * time.Hour))
	for _, d := range noticeDays {
		if d <= passed && (r.PaymentNoticeDay == nil || d > *r.PaymentNoticeDay) {
			day, ok = d, true
		}
	}
	return day, ok
}

// willCharge reports whether a trial is under way that ends with the first payment.
func (r *record) willCharge(now time.Time) bool {
	return r.PaymentStatus != nil && *r.PaymentStatus == trialing && !r.CancelAtPeriodEnd && r.TrialEndsAt != nil && r.TrialEndsAt.After(now)
}

// inUTC makes times comparable that mean the same.
func (r *record) inUTC() {
	for _, t := range []**time.Time{&r.PaymentFailedAt, &r.TrialEndsAt, &r.PeriodEndsAt, &r.SubscriptionEventAt} {
		if *t != nil {
			*t = pointer(**t)
		}
	}
}

func pointer(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}
