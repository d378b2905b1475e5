package facts

import (
	"strings"

	"narthex/chat/church"
	"narthex/static/messages"
)

// requests are the texts of the model that takes visitors' requests where no service does: what it asks for here, it will
// understand the answer to.
var requests = messages.Load("offline")

// listen answers who is going through a hard time: with a person to talk to first, and an ear.
func (q *inquiry) listen() string {
	who := q.member(careTitles)
	if who == nil {
		who = q.reachable()
	}
	return q.say("hard_time") + "\n\n" + q.ask(who) + "\n\n" + q.say("listen")
}

// meet answers who wants to talk to somebody.
func (q *inquiry) meet() string {
	text := strings.TrimSpace(q.say("meet") + " " + q.ask(q.pastor()) + "\n\n" + q.available())
	if q.isAway() {
		text = q.absences() + "\n\n" + q.ask(nil)
	}
	if q.takes("request_callback", q.church.Intake.Callbacks) {
		key := "call_me"
		if q.spoken {
			key = "call_me.call"
		}
		text += "\n\n" + q.say(key)
	}
	return text
}

// available is when the pastor can be met, as far as the church says, and when not.
func (q *inquiry) available() string {
	usual, absences := q.church.PastorAvailabilityText, q.absences()
	if usual == "" {
		return absences
	}
	return strings.TrimSpace(q.quote(usual) + "\n\n" + absences)
}

// tellsAvailable reports whether available says all there is: hours in a table are for a model to tell, but for a pastor who is away.
func (q *inquiry) tellsAvailable() bool {
	return q.church.PastorAvailabilityText != "" || q.absences() != "" && (q.isAway() || q.church.PastorAvailability.Empty())
}

// absences are when the pastor is away, and what the church says of it.
func (q *inquiry) absences() string {
	var told []string
	who := q.church.PastorName
	if who == "" {
		who = q.say("pastor")
	}
	for _, span := range q.church.ComingAway(q.now) {
		from, to := q.date(span.Starts(q.church.Location)), q.date(span.Ends(q.church.Location))
		text := q.say("away", "who", who, "day", from)
		if span.From != span.To {
			text = q.say("away.days", "who", who, "day", q.texts.Text("days", "from", from, "to", to))
		}
		if span.Reason != "" {
			text += " " + q.quote(span.Reason)
		}
		told = append(told, capitalise(text))
	}
	return strings.Join(told, "\n\n")
}

// reachable is the pastor to be asked for, nil while that would be in vain.
func (q *inquiry) reachable() *church.StaffMember {
	if q.isAway() {
		return nil
	}
	return q.pastor()
}

// safeguarding is whom a church names to be told of abuse, who need not be of its staff.
func (q *inquiry) safeguarding() (Answer, bool) {
	contact := q.church.Safeguarding
	text := q.say("safeguarding", "name", contact.Name)
	switch {
	case contact.Phone != "" && contact.Email != "":
		text += " " + q.say("safeguarding.both", "phone", contact.Phone, "email", contact.Email)
	case contact.Phone != "":
		text += " " + q.say("safeguarding.phone", "phone", contact.Phone)
	case contact.Email != "":
		text += " " + q.say("safeguarding.email", "email", contact.Email)
	}
	return Answer{Text: text, Reason: "staff"}, contact.Name != ""
}

// isAway reports whether the pastor cannot be met today.
func (q *inquiry) isAway() bool {
	_, away := q.church.Away(q.now)
	return away
}

// pray answers who wants to be prayed for.
func (q *inquiry) pray() string {
	text := q.say("pray")
	if own, _ := q.written(prayer); own != nil {
		q.faq, text = own, own.Answer
	}
	if q.takes("submit_prayer_request", q.church.Intake.PrayerRequests) {
		return text + "\n\n" + requests.In(q.lex.code).Text("ask.prayer")
	}
	return text + "\n\n" + q.ask(q.reachable())
}

// takes reports whether the church takes requests of a kind here, and has not switched off the tool for it.
func (q *inquiry) takes(tool string, intake bool) bool {
	allowed, said := q.church.Tools[tool]
	return intake && (allowed || !said)
}
