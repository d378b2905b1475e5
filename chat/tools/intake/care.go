package intake

import (
	"narthex/chat/church"
	"narthex/chat/tools"
	"narthex/chat/tools/parameter"
)

// careAgent is the only one to have the tools of this family: others hand over to it.
var careAgent = []church.Agent{church.Care}

// CareTools bring people in need together with people who can help.
var CareTools = []tools.Tool{
	{
		Name: "request_hospital_visit", Plan: church.Pro, Agents: careAgent, Writes: true, Meets: true,
		Description: "Ask for somebody of the church to visit a person in hospital. Only when the visitor wants that; ask whether the patient does. The pastor is told at once.",
		Parameters: parameter.List{
			parameter.Text("hospital", "The hospital, with ward and room where the visitor said them.").Required(),
			parameter.PersonName("patient", "The name of the person in hospital."),
			parameter.Text("situation", "What happened. Ask for no medical details."),
			parameter.WishedTime("When a visit would suit"),
			parameter.VisitorName().Required(), parameter.VisitorEmail(), parameter.VisitorPhone(),
		},
		Run: submits(submission{kind: tools.HospitalVisit, urgent: true, contact: true, message: "situation", details: []string{"hospital", "patient", "wished_time"}}),
	},
	{
		Name: "request_home_visit", Plan: church.Pro, Agents: careAgent, Writes: true, Meets: true,
		Description: "Ask for somebody of the church to visit the visitor, or somebody they care for, at home.",
		Parameters: parameter.List{
			parameter.Text("reason", "Why a visit is wished for.").Required(),
			parameter.Text("address", "Where to. Do not press for it: the church can ask by phone."),
			parameter.WishedTime("When a visit would suit"),
			parameter.VisitorName().Required(), parameter.VisitorEmail(), parameter.VisitorPhone(),
		},
		Run: submits(submission{kind: tools.HomeVisit, contact: true, message: "reason", details: []string{"address", "wished_time"}}),
	},
	{
		Name: "report_bereavement", Plan: church.Pro, Agents: careAgent, Writes: true,
		Description: "Tell the pastor at once that somebody has died, when the visitor wants the church to know. Condolence comes first; ask for few details, and how to reach the family.",
		Parameters: parameter.List{
			parameter.Text("loss", "Who has died, and what the visitor said about it.").Required(),
			parameter.Boolean("funeral", "Whether the visitor asks for help with a funeral."),
			parameter.WishedTime("When the visitor can be reached"),
			parameter.VisitorName(), parameter.VisitorEmail(), parameter.VisitorPhone(),
		},
		Run: submits(submission{kind: tools.Bereavement, urgent: true, contact: true, message: "loss", details: []string{"funeral", "wished_time"}}),
	},
	{
		Name: "request_practical_help", Plan: church.Pro, Agents: careAgent, Writes: true,
		Description: "Ask the church for practical help, such as food, rent or a ride. Ask for no proof and no reasons. Never say that help will be given: that is for people to decide.",
		Parameters: parameter.List{
			parameter.Enum("help_with", "What is lacking.", "food", "rent", "utilities", "transport", "clothing", "housing", "other").Required(),
			parameter.Text("situation", "What is needed. Ask for no account numbers.").Required(),
			parameter.Date("needed_by", "The day by which it is needed, as YYYY-MM-DD."),
			parameter.VisitorName().Required(), parameter.VisitorEmail(), parameter.VisitorPhone(),
		},
		Run: submits(submission{kind: tools.PracticalHelp, contact: true, message: "situation", details: []string{"help_with", "needed_by"}, check: needComingDay("needed_by")}),
	},
	{
		Name: "request_meal_support", Plan: church.Pro, Agents: careAgent, Writes: true,
		Description: "Ask the church to bring meals, for instance after a birth, an operation or a death.",
		Parameters: parameter.List{
			parameter.Text("reason", "Why meals would help.").Required(),
			parameter.Integer("people", "For how many people.", 1, 30),
			parameter.Date("from_date", "From which day on, as YYYY-MM-DD."),
			parameter.Text("diet", "Allergies and what is not eaten."),
			parameter.VisitorName().Required(), parameter.VisitorEmail(), parameter.VisitorPhone(),
		},
		Run: submits(submission{kind: tools.Meals, contact: true, message: "reason", details: []string{"people", "from_date", "diet"}, check: needComingDay("from_date")}),
	},
}
