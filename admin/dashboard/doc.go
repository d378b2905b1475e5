// Package dashboard is where the admins of a church come by their magic link, /admin/<admin_token>. It says what is live and where
// visitors find it.
//
// Read routes.go, then store.go.
package dashboard
