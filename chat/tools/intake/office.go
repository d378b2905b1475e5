package intake

import (
	"narthex/chat/church"
	"narthex/chat/tools"
	"narthex/chat/tools/parameter"
)

// OfficeTools pass on what the church's office sees to.
var OfficeTools = []tools.Tool{
	{
		Name: "request_facility_use", Plan: church.Suite, Agents: []church.Agent{church.Coordinator}, Writes: true,
		Description: "Ask the church for the use of a room or the building. Nothing is booked by it: somebody will look at the calendar. Name no price that is not on file.",
		Parameters: parameter.List{
			parameter.Text("purpose", "What it is for, and which room where it was said.").Required(),
			parameter.Date("start_date", "The first day, as YYYY-MM-DD.").Required(),
			parameter.Date("end_date", "The last day, as YYYY-MM-DD, where it is another."),
			parameter.Time("hours", "From when to when on the day."),
			parameter.Integer("attendees", "How many people.", 1, 5000),
			parameter.VisitorName().Required(), parameter.VisitorEmail(), parameter.VisitorPhone(),
		},
		Run: submits(submission{kind: tools.FacilityUse, contact: true, message: "purpose", details: []string{"start_date", "end_date", "hours", "attendees"}, check: needDaysInOrder,
			next: "Nothing is booked. Say so."}),
	},
	{
		Name: "request_giving_statement", Plan: church.Suite, Agents: []church.Agent{church.Stewardship}, Writes: true,
		Description: "Ask the treasurer to send the visitor the statement of their own gifts. Never ask for or repeat amounts, account or card numbers.",
		Parameters: parameter.List{
			parameter.Integer("year", "Of which year.", 2000, 2100).Required(),
			parameter.Enum("send_by", "How it is to come.", "email", "post"),
			parameter.PersonName("name", "The visitor's own name, as the church has it with their gifts.").Required(),
			parameter.VisitorEmail(), parameter.VisitorPhone(),
		},
		Run: submits(submission{kind: tools.GivingStatement, contact: true, details: []string{"year", "send_by"}, check: needYearBegun}),
	},
}

func needDaysInOrder(c *tools.Invocation) error {
	if err := needComingDay("start_date")(c); err != nil {
		return err
	}
	first, _ := c.Day("start_date")
	if last, given := c.Day("end_date"); given && last.Before(first) {
		return tools.Refuse(tools.InvalidArguments, "end_date is before start_date. Ask the visitor which days they mean.")
	}
	return needComingDay("end_date")(c)
}

func needYearBegun(c *tools.Invocation) error {
	if this := c.Now().Year(); c.Number("year") > this {
		return tools.Refuse(tools.InvalidArguments, "year has not begun yet: it is %d. Ask the visitor which year they mean.", this)
	}
	return nil
}
