// Package dashboard is where the admins of a church come by their magic link, /admin/<admin_token>. It says what is live and where
// visitors find it, leads to the payment provider's billing portal, and shows what a change of plan does before it is confirmed there.
//
// Read routes.go, then billing.go and plan.go with planchange.go (the rules), then texts.go and store.go.
package dashboard
