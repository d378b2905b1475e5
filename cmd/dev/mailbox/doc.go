// Package mailbox is where the messages of a local Narthex arrive: a mail server that keeps everything to itself, Twilio's
// REST API as far as Narthex uses it, and a page that shows both, newest first and live.
//
// Programs read it as JSON: GET /api/messages, DELETE /api/messages empties it, GET /api/messages/{id} is one, and
// PUT /api/faults makes it refuse messages or answer late, for tests. It listens where it is told to, takes every
// recipient and every password, and forgets the oldest messages when it has too many.
//
// Reading order: message.go (what is kept), smtp.go and twilio.go (how messages come in), parse.go (mails in parts),
// faults.go, web.go (the page and the JSON).
package mailbox
