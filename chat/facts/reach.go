package facts

import "narthex/static/messages"

// requests are the texts of the model that takes visitors' requests where no service does: what it asks for here, it will
// understand the answer to.
var requests = messages.Load("offline")

// listen answers who is going through a hard time: with a person to talk to first, and an ear.
func (q *inquiry) listen() string {
	who := q.member(careTitles)
	if who == nil {
		who = q.pastor()
	}
	return q.say("hard_time") + "\n\n" + q.ask(who) + "\n\n" + q.say("listen")
}

// meet answers who wants to talk to somebody.
func (q *inquiry) meet() string {
	text := q.say("meet") + " " + q.ask(q.pastor())
	if told := q.church.PastorAvailabilityText; told != "" {
		text += "\n\n" + q.quote(told)
	}
	if q.takes("request_callback", q.church.Intake.Callbacks) {
		text += "\n\n" + q.say("call_me")
	}
	return text
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
	return text + "\n\n" + q.ask(q.pastor())
}

// takes reports whether the church takes requests of a kind here, and has not switched off the tool for it.
func (q *inquiry) takes(tool string, intake bool) bool {
	allowed, said := q.church.Tools[tool]
	return intake && (allowed || !said)
}
