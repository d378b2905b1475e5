package intake

import (
	"context"
	"slices"
	"strings"
	"time"

	"narthex/chat/church"
	"narthex/chat/tools"
	"narthex/chat/tools/churchinfo"
	"narthex/chat/tools/grounding"
	"narthex/chat/tools/parameter"
	"narthex/chat/tools/stems"
	"narthex/chat/words"
)

// ContactTools pass on what a visitor wants from the people of the church.
var ContactTools = []tools.Tool{
	{
		Name: "capture_visitor_contact", Plan: church.Starter, Writes: true, SwitchedOn: takesVisitors,
		Description: "Keep the contact data of a visitor who wants to hear from the church. Only when they ask for that or agree to it; an e-mail address or a phone number is needed.",
		Parameters: parameter.List{
			parameter.VisitorName().Required(), parameter.VisitorEmail(), parameter.VisitorPhone(),
			parameter.Text("interest", "What they would like to hear about."),
			parameter.Boolean("first_time", "Whether they are new to this church."),
		},
		Run: submits(submission{kind: tools.Contact, contact: true, message: "interest", details: []string{"first_time"}}),
	},
	{
		Name: "plan_visit", Plan: church.Starter, Agents: []church.Agent{church.Coordinator}, Writes: true, SwitchedOn: takesVisitors,
		Description: "Tell the church that a visitor is coming, so that somebody can welcome them. Only when they want to be expected. Ask for the day, how many, children or not, and a contact.",
		Parameters: parameter.List{
			parameter.Date("visit_date", "The day, as YYYY-MM-DD.").Required(),
			parameter.Integer("party_size", "How many people come, the visitor included.", 1, 100).Required(),
			parameter.Integer("children", "How many of them are children.", 0, 50),
			parameter.Time("service_time", "Which service they mean to come to."),
			parameter.VisitorName(), parameter.VisitorEmail(), parameter.VisitorPhone(),
			parameter.Text("notes", "Anything they want known, such as a wheelchair or the children's ages."),
		},
		Run: planVisit,
	},
	{
		Name: "submit_prayer_request", Plan: church.Starter, Writes: true,
		SwitchedOn:  func(c *church.Snapshot) bool { return c.Intake.PrayerRequests },
		Description: "Pass a prayer request on to the people of the church. Only when the visitor wants that. A name is not needed. Never promise that it stays secret.",
		Parameters: parameter.List{
			parameter.Text("request", "What to pray for.").Required(),
			parameter.VisitorName(), parameter.VisitorEmail(), parameter.VisitorPhone(),
			parameter.Boolean("confidential", "True when the visitor wants few to read it, or the pastor alone. It is then marked confidential: pastor and prayer team read it."),
		},
		Run: submitPrayer,
	},
	{
		Name: "request_callback", Plan: church.Starter, Writes: true,
		SwitchedOn:  func(c *church.Snapshot) bool { return c.Intake.Callbacks },
		Description: "Have somebody of the church call the visitor back.",
		Parameters: parameter.List{
			parameter.VisitorName().Required(), parameter.VisitorPhone().Required(),
			parameter.WishedTime("When a call would suit"),
			parameter.Text("reason", "What it is about."),
		},
		Run: submits(submission{kind: tools.Callback, message: "reason", details: []string{"wished_time"}}),
	},
	{
		Name: "leave_message", Plan: church.Starter, Writes: true,
		Description: "A message for the church office, or for one of the people in the public staff directory. A contact is needed only for an answer.",
		Parameters: parameter.List{
			parameter.Text("message", "The message.").Required(),
			parameter.Lookup("to", "The name of a person in the staff directory. Leave it out for the office."),
			parameter.VisitorName(), parameter.VisitorEmail(), parameter.VisitorPhone(),
		},
		Run: leaveMessage,
	},
	{
		Name: "escalate_to_pastor", Plan: church.Starter, Writes: true, AtOnce: true,
		Description: "Reach the pastor at once, by e-mail and text message: death, hospital, distress, danger, or when the visitor insists on a person now. Do not delay it for details; ask for a phone number, but do not insist. If a life may be in danger, give the emergency number first.",
		Parameters: parameter.List{
			parameter.Text("reason", "What is the matter.").Required(),
			parameter.VisitorName(), parameter.VisitorEmail(), parameter.VisitorPhone(),
			parameter.WishedTime("When the visitor can be reached"),
		},
		Run: submits(submission{kind: tools.Escalation, urgent: true, message: "reason", details: []string{"wished_time"},
			next: "The pastor is being told by e-mail and, where a number is on file, by text message. Stay with the visitor until then."}),
	},
}

func takesVisitors(c *church.Snapshot) bool { return c.Intake.Visitors }

func submitPrayer(ctx context.Context, c *tools.Invocation) (tools.Fields, error) {
	if err := c.Submit(ctx, tools.Request{Kind: tools.Prayer, Message: c.Text("request"), Confidential: c.Flag("confidential")}); err != nil {
		return nil, err
	}
	return tools.PassedOn(), nil
}

// planVisit shows what is on that day beside what is passed on, so that nobody comes at the wrong hour, and nobody before a locked door.
func planVisit(ctx context.Context, c *tools.Invocation) (tools.Fields, error) {
	if err := needComingDay("visit_date")(c); err != nil {
		return nil, err
	}
	if c.Number("children") > c.Number("party_size") {
		return nil, tools.Refuse(tools.InvalidArguments, "party_size counts everybody, the children included. Ask the visitor how many they are in all.")
	}
	day, _ := c.Day("visit_date")
	special := c.Church().SpecialOn(day)
	gatherings := slices.DeleteFunc(slices.Clone(c.Church().SlotsOn(day)), church.Slot.Office)
	if len(gatherings) > 0 {
		c.Show("times_that_day", strings.Join(churchinfo.Times(gatherings), "; "))
	} else if err := nothingOn(day, special); err != nil {
		return nil, err
	}
	for _, d := range special {
		if about := said(d); about != "" {
			c.Show("special_day", about)
		}
	}
	details := c.Lines("visit_date", "service_time", "party_size", "children")
	if err := c.Submit(ctx, tools.Request{Kind: tools.Visit, Message: c.Text("notes"), Details: details}); err != nil {
		return nil, err
	}
	return tools.PassedOn(), nil
}

// nothingOn refuses a visit on a day for which the church says that nothing takes place. Where it says nothing, somebody may be there.
func nothingOn(day time.Time, special []church.SpecialDay) error {
	for _, d := range special {
		if d.Kind != church.Closed && d.Kind != church.NoServices {
			continue
		}
		about := said(d)
		if about != "" {
			about = " (" + about + ")"
		}
		return tools.Refuse(tools.NotFound, "No service takes place on %s%s. Nothing was passed on. Tell the visitor so, and ask whether they would like to come on another day.",
			day.Format("Monday, 2 January 2006"), about)
	}
	return nil
}

// said is what the church says of a special day.
func said(d church.SpecialDay) string {
	return strings.Join(slices.DeleteFunc([]string{d.Name, d.Note}, func(text string) bool { return text == "" }), ". ")
}

func leaveMessage(ctx context.Context, c *tools.Invocation) (tools.Fields, error) {
	to, err := addressee(c)
	if err != nil {
		return nil, err
	}
	request := tools.Request{Kind: tools.Message, Message: c.Text("message")}
	if to != "" {
		request.Details = []tools.Line{{Label: "to", Text: to}}
		c.Summarize("to_person", "name", to)
	}
	if err := c.SubmitAbout(ctx, saidName(c, to), request); err != nil {
		return nil, err
	}
	return tools.PassedOn(), nil
}

// saidName is somebody's name if the visitor has just said it, else empty. Two messages for two people whom one message names
// are two; but a turn that is answered anew must not leave the same one again for somebody whom only the model thought of.
func saidName(c *tools.Invocation, name string) string {
	if said := c.Turn.Said; len(said) > 0 && grounding.NamesPerson(said[len(said)-1], name) {
		return name
	}
	return ""
}

// maxNamed is how many people a question back names.
const maxNamed = 15

// addressee finds whom a message is for: empty for the office.
func addressee(c *tools.Invocation) (string, error) {
	to := c.Text("to")
	if to == "" || strings.Contains(words.Fold(to), "office") || strings.Contains(words.Fold(to), "oficina") {
		return "", nil
	}
	found := stems.Search(c.Church().Staff, to, func(m church.StaffMember) string { return m.Name + " " + m.Title })
	if len(found) == 1 {
		return found[0].Name, nil
	}
	if len(found) == 0 {
		found = c.Church().Staff
	}
	var names []string
	for _, member := range found[:min(len(found), maxNamed)] {
		names = append(names, churchinfo.NameAndTitle(member))
	}
	if len(names) == 0 {
		return "", tools.Refuse(tools.NotFound, "This church names no staff. Leave the message for the office: call again without \"to\".")
	}
	return "", tools.Refuse(tools.NotFound, "It is not clear whom the message is for. Ask the visitor: the office (call again without \"to\"), or one of: %s.", strings.Join(names, "; "))
}
