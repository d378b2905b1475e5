// Package dashboard is the first page that an admin sees, and the plan: what is live, what is still missing and how much was asked, the
// way to the payment provider's billing portal, and what a change of plan does before it is confirmed there. Package access lets admins
// in; the numbers are package figures'.
//
// Read routes.go and overview.go, then billing.go and plan.go with planchange.go (the rules), then texts.go and store.go.
package dashboard
