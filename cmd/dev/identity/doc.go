// Package identity is an identity service for trying Narthex out and for its tests: what the sermon app asks of GoTrue
// (supabase/auth), spoken as GoTrue speaks it, on tables of the same names and columns in the schema auth, which are written in the
// same order. What it mails goes where it is told, and the other provider that people can sign in through is a page of its own.
//
// It is held to GoTrue's behaviour by its tests, which speak HTTP alone and can be pointed at another GoTrue.
//
// Read server.go (settings and routes), problem.go (what is refused, in which form), schema.sql, user.go, session.go (tokens), then
// the calls: signup.go, verify.go, token.go, account.go, authorize.go (signing in through another provider); mail.go, redirect.go and limit.go
// (what is mailed, where links may lead, how often).
package identity
