// Package price is what each plan and add-on costs, and how often it is paid. What a plan includes stands in chat/church.
package price

import (
	"slices"

	"narthex/chat/church"
)

// Interval is how often a subscription is paid.
type Interval string

// The intervals.
const (
	Monthly Interval = "month"
	Yearly  Interval = "year"
)

// Currency is that of every price (ISO 4217).
const Currency = "usd"

// TrialDays is how long a plan with chat alone may be tried before it is paid for. The others have no trial.
const TrialDays = 14

// monthsOfYear is how many months are paid for a year at once.
const monthsOfYear = 10

// Price is what a plan costs at an interval.
type Price struct {
	Plan     church.Plan
	Interval Interval
	Cents    int64
}

var monthly = []Price{
	{church.StarterChat, Monthly, 14_95},
	{church.StarterVoice, Monthly, 39_95},
	{church.StarterBoth, Monthly, 49_95},
	{church.ProChat, Monthly, 34_95},
	{church.ProVoice, Monthly, 69_95},
	{church.ProBoth, Monthly, 79_95},
	{church.SuiteChat, Monthly, 59_95},
	{church.SuiteBoth, Monthly, 99_95},
}

// All are all that can be bought as a subscription: every plan by the month, those with chat alone by the year too.
func All() []Price {
	prices := slices.Clone(monthly)
	for _, p := range monthly {
		if p.Plan.Channel() == church.ChatChannel {
			prices = append(prices, Price{p.Plan, Yearly, p.Cents * monthsOfYear})
		}
	}
	return prices
}

// Of is the price of a plan; ok is false when it cannot be had at that interval.
func Of(plan church.Plan, interval Interval) (price Price, ok bool) {
	for _, p := range All() {
		if p.Plan == plan && p.Interval == interval {
			return p, true
		}
	}
	return Price{}, false
}

// LookupKey is the name of the price at the payment provider.
func (p Price) LookupKey() string { return string(p.Plan) + "_" + string(p.Interval) }

// Trial is for how many days a plan may be tried; 0: it is paid for at once.
func Trial(plan church.Plan) (days int64) {
	if plan.Channel() == church.ChatChannel {
		return TrialDays
	}
	return 0
}

// AddOn is something that can be bought beside a plan.
type AddOn struct {
	Key   string
	Cents int64
	Once  bool // paid once rather than every month
}

// AddOns are those on sale.
func AddOns() []AddOn {
	return []AddOn{
		{Key: "directory_premium", Cents: 9_95},
		{Key: "illustrations", Cents: 9_95},
		{Key: "starter_kit", Cents: 4_95, Once: true},
	}
}

// AddOnOf is the add-on of that key.
func AddOnOf(key string) (addOn AddOn, ok bool) {
	for _, a := range AddOns() {
		if a.Key == key {
			return a, true
		}
	}
	return AddOn{}, false
}

// LookupKey is the name of the add-on's price at the payment provider, for a subscription at an interval: all that a
// subscription holds is paid at the same one. An add-on paid once has one price.
func (a AddOn) LookupKey(interval Interval) string {
	if a.Once {
		return a.Key + "_once"
	}
	return a.Key + "_" + string(interval)
}

// At is what the add-on costs at an interval, in cents.
func (a AddOn) At(interval Interval) int64 {
	if a.Once || interval == Monthly {
		return a.Cents
	}
	return a.Cents * monthsOfYear
}
