package notify

import (
	"errors"
	"time"
)

// result is what came of an attempt.
type result struct {
	status             string        // queued: to be tried again
	pause              time.Duration // until then
	err                error         // why it was not sent
	uncertain          bool          // it may have been sent all the same
	sentTo, providerID string
	instead            []followUp // what is to be sent in its place
}

// followUp is a message to be sent by a channel.
type followUp struct {
	message
	channel string
}

// sendError says why a message did not go out, and what to make of it. Errors of other types are tried again.
type sendError struct {
	err       error
	permanent bool          // the same would happen again
	refused   bool          // the other side will not take it as things stand: it may be long until it does
	uncertain bool          // the message was handed over, but nobody said that it was taken
	after     time.Duration // how long the other side asks to be left alone
}

func (e *sendError) Error() string { return e.err.Error() }
func (e *sendError) Unwrap() error { return e.err }

// Why nothing was tried.
var (
	errNoAddress      = errors.New("the church has no notification address")
	errNoSafeguarding = errors.New("the church has no safeguarding contact")
	errNobody         = errors.New("there is no FOUNDER_EMAIL")
	errOtherWay       = errors.New("the other channel tells it")
	errNoAttempts     = errors.New("its last attempt was cut off")
	errTakenOn        = errors.New("somebody has acknowledged it")
	errLowered        = errors.New("it was lowered to an ordinary mail")
)
