package tools

import (
	"context"
	"strings"
	"time"

	"narthex/chat/church"
)

// intakeTools pass on what a visitor wants from the people of the church.
var intakeTools = []tool{
	{
		name: "capture_visitor_contact", plan: church.Starter, writes: true, switchedOn: takesVisitors,
		description: "Keep the contact data of a visitor who wants to hear from the church. Only when they ask for that or agree to it.",
		parameters: []parameter{
			required(visitorName()), visitorEmail(), visitorPhone(),
			words("interest", "What they would like to hear about, in their own words."),
			yesNo("first_time", "Whether they are new to this church."),
		},
		run: passOn(passing{kind: Contact, contact: true, message: "interest", details: []string{"first_time"},
			reported: texts{"Your contact details were passed on.", "Sus datos fueron enviados."}}),
		running: texts{"Passing on your contact details…", "Enviando sus datos…"},
	},
	{
		name: "plan_visit", plan: church.Starter, agents: []church.Agent{coordinator}, writes: true, switchedOn: takesVisitors,
		description: "Tell the church that a visitor is coming, so that somebody can welcome them. Only when the visitor wants to be expected.",
		parameters: []parameter{
			required(date("visit_date", "The day, as YYYY-MM-DD.")),
			required(count("party_size", "How many people come, the visitor included.", 1, 100)),
			count("children", "How many of them are children.", 0, 50),
			moment("service_time", "Which service they mean to come to, in the visitor's words."),
			visitorName(), visitorEmail(), visitorPhone(),
			words("notes", "Anything they want known, such as a wheelchair or the children's ages, in their own words."),
		},
		run:     planVisit,
		running: texts{"Letting the church know that you are coming…", "Avisando a la iglesia de su visita…"},
	},
	{
		name: "submit_prayer_request", plan: church.Starter, writes: true,
		switchedOn:  func(c *church.Snapshot) bool { return c.Intake.PrayerRequests },
		description: "Pass a prayer request on to the people of the church. Only when the visitor wants that. Never promise that it stays secret.",
		parameters: []parameter{
			required(words("request", "What to pray for, in the visitor's own words.")),
			visitorName(), visitorEmail(), visitorPhone(),
			yesNo("confidential", "True when the visitor wants only the pastor to read it."),
		},
		run:     submitPrayer,
		running: texts{"Passing on your prayer request…", "Enviando su petición de oración…"},
	},
	{
		name: "request_callback", plan: church.Starter, writes: true,
		switchedOn:  func(c *church.Snapshot) bool { return c.Intake.Callbacks },
		description: "Ask the people of the church to call the visitor back.",
		parameters: []parameter{
			required(visitorName()), required(visitorPhone()),
			wishedTime("When a call would suit"),
			words("reason", "What it is about, in the visitor's own words."),
		},
		run: passOn(passing{kind: Callback, message: "reason", details: []string{"wished_time"},
			reported: texts{"Your request for a call was passed on.", "Su solicitud de llamada fue enviada."}}),
		running: texts{"Asking for a call back…", "Pidiendo que le llamen…"},
	},
	{
		name: "leave_message", plan: church.Starter, writes: true,
		description: "Leave a message for the church office, or for one of the people in the public staff directory.",
		parameters: []parameter{
			required(words("message", "The message, in the visitor's own words.")),
			lookup("to", "The name of a person in the staff directory. Leave it out for the office."),
			visitorName(), visitorEmail(), visitorPhone(),
		},
		run:     leaveMessage,
		running: texts{"Passing on your message…", "Enviando su mensaje…"},
	},
	{
		name: "escalate_to_pastor", plan: church.Starter, writes: true,
		description: "Reach the pastor at once, by e-mail and text message. For distress, fresh grief, fear, or when the visitor insists on a person now. Ask how to reach the visitor, but do not insist. If a life may be in danger, give the emergency number first.",
		parameters: []parameter{
			required(words("reason", "What is the matter, in the visitor's own words.")),
			visitorName(), visitorEmail(), visitorPhone(),
			wishedTime("When the visitor can be reached"),
		},
		run: passOn(passing{kind: Escalation, urgent: true, message: "reason", details: []string{"wished_time"},
			reported: texts{"The pastor is being told.", "Se está avisando al pastor."},
			note:     "The pastor is being told by e-mail and, where a number is on file, by text message. Stay with the visitor until then."}),
		running: texts{"Telling the pastor…", "Avisando al pastor…"},
	},
}

func takesVisitors(c *church.Snapshot) bool { return c.Intake.Visitors }

func submitPrayer(ctx context.Context, c *call) (outcome, error) {
	if err := c.submit(ctx, Request{Kind: Prayer, Message: c.text("request"), Confidential: c.flag("confidential")}); err != nil {
		return outcome{}, err
	}
	return passedOn(texts{"Your prayer request was passed on.", "Su petición de oración fue enviada."}), nil
}

// planVisit answers with what is on that day, so that nobody comes at the wrong hour.
func planVisit(ctx context.Context, c *call) (outcome, error) {
	if err := needComingDay("visit_date")(c); err != nil {
		return outcome{}, err
	}
	if c.number("children") > c.number("party_size") {
		return outcome{}, refuse(InvalidArguments, "party_size counts everybody, the children included. Ask the visitor how many they are in all.")
	}
	details := c.details([]string{"visit_date", "service_time", "party_size", "children"})
	if err := c.submit(ctx, Request{Kind: Visit, Message: c.text("notes"), Details: details}); err != nil {
		return outcome{}, err
	}
	found := passedOn(texts{"The church knows that you are coming.", "La iglesia ya sabe que usted viene."})
	day, _ := c.day("visit_date")
	found.answer["day"] = day.Format("Monday, 2 January 2006")
	found.answer["times_on_that_day"] = timesOn(c.church(), day.Weekday())
	return found, nil
}

func timesOn(c *church.Snapshot, day time.Weekday) []string {
	lines := []string{}
	for _, slot := range c.Hours.On(day) {
		lines = append(lines, slot.Text)
	}
	return lines
}

func leaveMessage(ctx context.Context, c *call) (outcome, error) {
	to, err := c.addressee()
	if err != nil {
		return outcome{}, err
	}
	request := Request{Kind: Message, Message: c.text("message")}
	reported := texts{"Your message was passed on to the church office.", "Su mensaje fue enviado a la oficina de la iglesia."}
	if to != "" {
		request.Details = []Line{{"to", to}}
		reported = texts{"Your message for {name} was passed on.", "Su mensaje para {name} fue enviado."}.with("name", to)
	}
	if err := c.submitAbout(ctx, c.named(to), request); err != nil {
		return outcome{}, err
	}
	return passedOn(reported), nil
}

// named is somebody's name if the visitor has just said it, else empty. Two messages for two people whom one message names
// are two; but a turn that is answered anew must not leave the same one again for somebody whom only the model thought of.
func (c *call) named(name string) string {
	if said := c.turn.Said; len(said) > 0 && saysName(said[len(said)-1], name) {
		return name
	}
	return ""
}

// addressee finds whom a message is for: empty for the office.
func (c *call) addressee() (string, error) {
	to := c.text("to")
	if to == "" || strings.Contains(fold(to), "office") || strings.Contains(fold(to), "oficina") {
		return "", nil
	}
	found := matching(c.church().Staff, to, func(m church.StaffMember) string { return m.Name + " " + m.Title })
	if len(found) == 1 {
		return found[0].Name, nil
	}
	if len(found) == 0 {
		found = c.church().Staff
	}
	var names []string
	for _, member := range found[:min(len(found), maxListed)] {
		names = append(names, nameAndTitle(member))
	}
	if len(names) == 0 {
		return "", refuse(NotFound, "This church names no staff. Leave the message for the office: call again without \"to\".")
	}
	return "", refuse(NotFound, "It is not clear whom the message is for. Ask the visitor: the office (call again without \"to\"), or one of: %s.", strings.Join(names, "; "))
}
