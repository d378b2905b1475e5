package line

import (
	"time"

	"narthex/chat/church"
	"narthex/chat/voice/number"
)

// Reachable reports whether somebody of the church can be reached on the telephone at a moment: within the hours that it has named, on
// its own clock, and on no day that it is away.
func Reachable(c *church.Snapshot, at time.Time) bool {
	at = at.In(c.Location)
	yesterday := at.AddDate(0, 0, -1)
	return within(c, at, at, 0) || within(c, yesterday, at, 24*60)
}

// within looks through one day's hours; past is how many minutes after that day's midnight at's day begins.
func within(c *church.Snapshot, day, at time.Time, past int) bool {
	if _, away := c.Away(day); away {
		return false
	}
	minute := at.Hour()*60 + at.Minute() + past
	for _, slot := range c.PastorAvailability.On(day.Weekday()) {
		if slot.Timed() && slot.Start <= minute && minute < slot.End {
			return true
		}
	}
	return false
}

// Transfer is the number (E.164) that who has called a number is put through to now; "" where nobody can be reached.
func Transfer(c *church.Snapshot, called string, at time.Time) string {
	if !Reachable(c, at) {
		return ""
	}
	return Person(c, called)
}

// Person is the number (E.164) of who takes calls of who has called a number, whether they are there now or not; "" where that is nobody.
// It is the one that alarms go to, a person's own: the church's public number may lead back here. Where it is the assistant's own, nobody
// is called.
func Person(c *church.Snapshot, called string) string {
	to, err := number.E164(c.NotificationPhone, c.Address.Country)
	if err != nil || LeadsBack(c, to, called) {
		return ""
	}
	return to
}

// LeadsBack reports whether a number is one that the assistant answers at: assigned to the church, or the one that was called, which the
// registry alone may give to it.
func LeadsBack(c *church.Snapshot, phone, called string) bool {
	for _, own := range []string{c.Voice.CarrierNumber, c.Voice.AssistantNumber, called} {
		if own != "" && number.Same(phone, own, c.Address.Country) {
			return true
		}
	}
	return false
}

// Contact is whom a caller is put through to, by name; "" where nobody is named.
func Contact(c *church.Snapshot) string {
	if c.Voice.EscalationContact != "" {
		return c.Voice.EscalationContact
	}
	return c.PastorName
}
