// Package twilio is the telephone service's side of a call, as far as it is no socket: whether a request is signed by it
// (signature.go), and the TwiML that tells it what to do with a call (twiml.go).
package twilio
