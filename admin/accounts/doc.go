// Package accounts is the sermon app's front door: signing up, confirming the address on whatever device the mail is read, signing
// in, a forgotten password, and the first visit. People are kept by the identity provider (package identity); who is signed in here
// is known to package session; package analytics counts confirmations.
//
// Read routes.go (the addresses), next.go (where people may be sent), then callback.go and confirm.go (back from the mail or another
// provider), signup.go, signin.go, password.go, and app.go.
package accounts
