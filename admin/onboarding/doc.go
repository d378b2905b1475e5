// Package onboarding takes a church from the first look to the thanks: what it costs, the form, the checkout's page, the wait
// for the assistant, the link to the dashboard. Nothing is stored before the church has paid.
//
// Read handler.go (the addresses), submit.go (the form's end, POST /api/onboard) and store.go.
package onboarding
