package main

import (
	"net/url"
	"time"

	"narthex/admin/access"
	"narthex/admin/billing"
	"narthex/admin/billing/price"
	"narthex/admin/conversations"
	"narthex/admin/data"
	"narthex/admin/terms"
)

// facts are what /terms and /privacy say of this deployment.
func (c serveCommand) facts() terms.Facts {
	const day = 24 * time.Hour
	f := terms.Facts{
		Operator: c.OperatorName, Address: c.OperatorAddress, Email: c.OperatorEmail, Law: c.GoverningLaw, Host: hostOf(c.BaseURL),
		Simulated: c.StripeSecretKey == "" && c.AllowSimulated, News: c.MarketingWebhook != "",
		TrialDays: price.TrialDays, GraceDays: int(billing.Grace / day), Months: conversations.UsualMonths,
		DeletionDays: int(data.Reprieve / day), SessionDays: int(access.SessionAge / day),
	}
	if c.StripeSecretKey != "" {
		f.Payments = "Stripe"
	}
	if c.TwilioAccountSID != "" {
		f.Texting = "Twilio"
	}
	if c.APIKey != "" {
		f.Model, f.Moderation = hostOf(c.APIBase), c.Moderation == "openai"
	}
	return f
}

// hostOf is the host of an address, or the address if it has none.
func hostOf(address string) string {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Hostname() == "" {
		return address
	}
	return parsed.Hostname()
}
