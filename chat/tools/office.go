package tools

import "narthex/chat/church"

// officeTools pass on what the church's office sees to.
var officeTools = []tool{
	{
		name: "request_facility_use", plan: church.Suite, agents: []church.Agent{coordinator}, writes: true,
		description: "Ask the church for the use of a room or the building. Nothing is booked by it: somebody will look at the calendar. Name no price that is not on file.",
		parameters: []parameter{
			required(words("purpose", "What it is for, and which room where it was said, in the visitor's own words.")),
			required(date("start_date", "The first day, as YYYY-MM-DD.")),
			date("end_date", "The last day, as YYYY-MM-DD, where it is another."),
			moment("hours", "From when to when on the day, in the visitor's words."),
			count("attendees", "How many people.", 1, 5000),
			required(visitorName()), visitorEmail(), visitorPhone(),
		},
		run: passOn(passing{kind: FacilityUse, contact: true, message: "purpose", details: []string{"start_date", "end_date", "hours", "attendees"}, check: needDaysInOrder,
			reported: texts{"Your request for a room was passed on.", "Su solicitud de un espacio fue enviada."},
			note:     "Nothing is booked. Say so."}),
		running: texts{"Asking for the room…", "Pidiendo el espacio…"},
	},
	{
		name: "request_giving_statement", plan: church.Suite, agents: []church.Agent{stewardship}, writes: true,
		description: "Ask the treasurer to send the visitor the statement of their own gifts. Never ask for or repeat amounts, account or card numbers.",
		parameters: []parameter{
			required(count("year", "Of which year.", 2000, 2100)),
			choice("send_by", "How it is to come.", "email", "post"),
			required(personName("name", "The visitor's own name, as the church has it with their gifts.")),
			visitorEmail(), visitorPhone(),
		},
		run: passOn(passing{kind: GivingStatement, contact: true, details: []string{"year", "send_by"}, check: needYearBegun,
			reported: texts{"Your request for a statement was passed on to the treasurer.", "Su solicitud de comprobante fue enviada a tesorería."}}),
		running: texts{"Asking for your statement…", "Pidiendo su comprobante…"},
	},
}

func needDaysInOrder(c *call) error {
	if err := needComingDay("start_date")(c); err != nil {
		return err
	}
	first, _ := c.day("start_date")
	if last, given := c.day("end_date"); given && last.Before(first) {
		return refuse(InvalidArguments, "end_date is before start_date. Ask the visitor which days they mean.")
	}
	return needComingDay("end_date")(c)
}

func needYearBegun(c *call) error {
	if this := c.now().Year(); c.number("year") > this {
		return refuse(InvalidArguments, "year has not begun yet: it is %d. Ask the visitor which year they mean.", this)
	}
	return nil
}
