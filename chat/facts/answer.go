package facts

import "narthex/chat/church"

// Answer is a stored fact in a sentence. Reason names the subject: hours, address, staff, ministries, what_to_expect.
type Answer struct {
	Text   string
	Reason string
	FAQ    *church.FAQ // which the answer was taken from, nil for other facts
}
