package tools

import "narthex/chat/church"

// careAgent is the only one to have the tools of this family: others hand over to it.
var careAgent = []church.Agent{care}

// careTools bring people in need together with people who can help.
var careTools = []tool{
	{
		name: "request_hospital_visit", plan: church.Pro, agents: careAgent, writes: true,
		description: "Ask for somebody of the church to visit a person in hospital. Only when the visitor wants that. The pastor is told at once.",
		parameters: []parameter{
			required(words("hospital", "The hospital, with ward and room where the visitor said them.")),
			personName("patient", "The name of the person in hospital."),
			words("situation", "What happened, in the visitor's own words. Ask for no medical details."),
			wishedTime("When a visit would suit"),
			required(visitorName()), visitorEmail(), visitorPhone(),
		},
		run: passOn(passing{kind: HospitalVisit, urgent: true, contact: true, message: "situation", details: []string{"hospital", "patient", "wished_time"},
			reported: texts{"Your request for a hospital visit was passed on.", "Su solicitud de visita al hospital fue enviada."}}),
		running: texts{"Asking for a hospital visit…", "Pidiendo una visita al hospital…"},
	},
	{
		name: "request_home_visit", plan: church.Pro, agents: careAgent, writes: true,
		description: "Ask for somebody of the church to visit the visitor, or somebody they care for, at home.",
		parameters: []parameter{
			required(words("reason", "Why a visit is wished for, in the visitor's own words.")),
			words("address", "Where to, if the visitor said so. Do not press for it: the church can ask by phone."),
			wishedTime("When a visit would suit"),
			required(visitorName()), visitorEmail(), visitorPhone(),
		},
		run: passOn(passing{kind: HomeVisit, contact: true, message: "reason", details: []string{"address", "wished_time"},
			reported: texts{"Your request for a visit was passed on.", "Su solicitud de visita fue enviada."}}),
		running: texts{"Asking for a visit…", "Pidiendo una visita…"},
	},
	{
		name: "report_bereavement", plan: church.Pro, agents: careAgent, writes: true,
		description: "Tell the pastor at once that somebody has died, when the visitor wants the church to know. Listen first; ask for few details.",
		parameters: []parameter{
			required(words("loss", "Who has died, and what the visitor said about it, in their own words.")),
			yesNo("funeral", "Whether the visitor asks for help with a funeral."),
			wishedTime("When the visitor can be reached"),
			visitorName(), visitorEmail(), visitorPhone(),
		},
		run: passOn(passing{kind: Bereavement, urgent: true, contact: true, message: "loss", details: []string{"funeral", "wished_time"},
			reported: texts{"The pastor is being told.", "Se está avisando al pastor."}}),
		running: texts{"Telling the pastor…", "Avisando al pastor…"},
	},
	{
		name: "request_practical_help", plan: church.Pro, agents: careAgent, writes: true,
		description: "Ask the church for practical help, such as food, rent or a ride. Never say that help will be given: that is for people to decide.",
		parameters: []parameter{
			required(choice("help_with", "What is lacking.", "food", "rent", "utilities", "transport", "clothing", "housing", "other")),
			required(words("situation", "What is needed, in the visitor's own words. Ask for no account numbers.")),
			date("needed_by", "The day by which it is needed, as YYYY-MM-DD."),
			required(visitorName()), visitorEmail(), visitorPhone(),
		},
		run: passOn(passing{kind: PracticalHelp, contact: true, message: "situation", details: []string{"help_with", "needed_by"}, check: needComingDay("needed_by"),
			reported: texts{"Your request for help was passed on.", "Su solicitud de ayuda fue enviada."}}),
		running: texts{"Passing on your request…", "Enviando su solicitud…"},
	},
	{
		name: "request_meal_support", plan: church.Pro, agents: careAgent, writes: true,
		description: "Ask the church to bring meals, for instance after a birth, an operation or a death.",
		parameters: []parameter{
			required(words("reason", "Why meals would help, in the visitor's own words.")),
			count("people", "For how many people.", 1, 30),
			date("from_date", "From which day on, as YYYY-MM-DD."),
			words("diet", "Allergies and what is not eaten, in the visitor's own words."),
			required(visitorName()), visitorEmail(), visitorPhone(),
		},
		run: passOn(passing{kind: Meals, contact: true, message: "reason", details: []string{"people", "from_date", "diet"}, check: needComingDay("from_date"),
			reported: texts{"Your request for meals was passed on.", "Su solicitud de comidas fue enviada."}}),
		running: texts{"Passing on your request…", "Enviando su solicitud…"},
	},
}
