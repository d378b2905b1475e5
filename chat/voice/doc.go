// Package voice is the telephone: how a call comes in and what comes after it (phone.go), and what a voice agent of somebody else's
// asks before it answers a church's call (config.go). What is below it: number reads telephone numbers, line knows whose telephone
// rings, twilio is the telephone service's side, relay carries a call, switchboard is what all nodes know of it, record writes it down
// and settles it when it is over, speech makes texts for the ear, and callertest plays a caller.
package voice
