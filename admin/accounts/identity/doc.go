// Package identity speaks with the identity provider that keeps the sermon app's users: a GoTrue-compatible service
// (supabase/auth). It signs people up and in, verifies what was mailed to them, renews and ends their sessions.
//
// Read client.go (one request), calls.go (what can be asked), session.go (what is answered), pkce.go (signing in through another
// provider), problem.go (what is refused, and how that is told apart), verify.go and keys.go (tokens are checked without asking) and redirects.go
// (whether the provider leads to our addresses).
//
// The provider's facts that this code relies on are held by the tests of package cmd/dev/identity, which also run against any
// other GoTrue.
package identity
