package notify

import (
	"errors"
	"time"

	"github.com/google/uuid"
)

// unaddressedFor is how long news waits for an address.
const unaddressedFor = 30 * 24 * time.Hour

// route returns the address to send the message to, or what becomes of it instead.
func (s *Service) route(d *delivery) (to string, instead *result) {
	if d.Audience == audienceFounder {
		if s.founder() == "" {
			return "", s.waiting(d, errNobody)
		}
		return s.founder(), nil
	}
	if d.Audience == audienceAdmin {
		return s.routeToAdmin(d)
	}
	if d.Audience == audienceUser {
		return address(d.Recipient), nil
	}
	if d.Audience == audienceCaller {
		if s.sms == nil {
			return "", &result{status: statusDead, err: ErrNoTexting}
		}
		return d.Recipient, nil
	}
	if d.Audience == audienceSecond && d.danger != nil && d.danger.AcknowledgedAt != nil {
		return "", &result{status: statusSkipped, err: errTakenOn}
	}
	mail, phone := d.addresses()
	if s.sms == nil {
		phone = ""
	}
	switch {
	case d.Channel == channelMail && mail != "":
		return mail, nil
	case d.Channel == channelSMS && phone != "":
		return phone, nil
	case mail != "":
		return "", &result{status: statusSkipped, err: errOtherWay, instead: []followUp{{d.message, channelMail}}}
	case phone != "":
		return "", &result{status: statusSkipped, err: errOtherWay, instead: []followUp{{d.message, channelSMS}}}
	case d.Channel == channelSMS && (d.Urgent || goesByText(d.Kind)):
		return "", &result{status: statusSkipped, err: errNoAddress} // its mail is dealt with
	}
	return "", s.unaddressed(d)
}

// addresses are those of whom the message is for.
func (d *delivery) addresses() (mail, phone string) {
	switch {
	case d.Safeguarding && d.Audience == audienceSecond:
		return "", ""
	case d.Safeguarding:
		c := d.safeguardingContact()
		return c.Email, c.Phone
	case d.Audience == audienceSecond && d.danger == nil:
		return "", ""
	case d.Audience == audienceSecond:
		return d.danger.second.Email, d.danger.second.Phone
	}
	if mail = address(d.Recipient); mail == "" {
		mail = address(d.Email)
	}
	return mail, telephone(d.Phone, d.Country)
}

// unaddressed decides what becomes of news for a church that cannot be reached.
func (s *Service) unaddressed(d *delivery) *result {
	reason := errNoAddress
	if d.Safeguarding {
		reason = errNoSafeguarding
	}
	if d.Kind == kindTest {
		return &result{status: statusDead, err: reason}
	}
	if s.founder() == "" {
		return s.waiting(d, errors.Join(reason, errNobody))
	}
	if d.goesToFounder() {
		return &result{status: statusSkipped, err: reason, instead: s.toFounder(d)}
	}
	r := s.waiting(d, errNoAddress)
	r.instead = []followUp{{s.dailyReminder(d), channelMail}}
	return r
}

// waiting keeps news that can go nowhere for a while, in case an address is given.
func (s *Service) waiting(d *delivery, reason error) *result {
	if time.Since(d.CreatedAt) > unaddressedFor {
		return &result{status: statusDead, err: reason}
	}
	pause := s.config.Timing.Unaddressed
	if d.Urgent {
		pause /= 60
	}
	return &result{status: statusFailed, err: reason, pause: pause}
}

// insteadOfDead tells the founder what a church could not be told although somebody must hear of it.
func (s *Service) insteadOfDead(d *delivery) []followUp {
	if d.Audience == audienceFounder || !d.goesToFounder() || s.founder() == "" {
		return nil
	}
	if mail, _ := d.addresses(); d.Channel == channelSMS && mail != "" {
		return nil // there is an address, and its mail is dealt with by itself
	}
	return s.toFounder(d)
}

// toFounder is the same news for the founder. Mail and text message of one notice have the same key: he is told once.
func (s *Service) toFounder(d *delivery) []followUp {
	told := d.message
	told.Audience, told.Recipient = audienceFounder, ""
	return []followUp{{told, channelMail}}
}

// dailyReminder tells the founder that a church cannot be reached; its key makes it one a day.
func (s *Service) dailyReminder(d *delivery) message {
	today := time.Now().In(location(d.Timezone)).Format(time.DateOnly)
	return message{
		ChurchID: d.ChurchID, Key: uuid.NewSHA1(d.ChurchID, []byte(kindUnaddressed+" "+today)), Audience: audienceFounder,
		Kind: kindUnaddressed, Lines: []Line{}, HappenedAt: time.Now(),
	}
}

// location is the church's time zone; one that does not exist is UTC.
func location(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil {
		return time.UTC
	}
	return zone
}
