// Package onboarding takes a church from the first look to the thanks: what it costs, the form, the checkout's page, the wait
// for the assistant, the link to the dashboard. Nothing is stored before the church has paid.
//
// Read routes.go (the addresses), then the pages in their order (home.go, pricing.go, form.go, checkout.go, thanks.go), submit.go (the
// form's end, POST /api/onboard) and store.go.
package onboarding
