// Package session keeps people signed in to the sermon app. The browser has a random secret in a cookie; Postgres has the secret's
// hash and the identity provider's tokens, sealed with a key that only the secret gives. Tokens are renewed once for a session,
// whichever nodes see it at the moment: a provider that is shown a used refresh token ends the session.
//
// Read sessions.go (what can be done with one), refresh.go (how its tokens are renewed), then cookie.go, seal.go and store.go.
package session
