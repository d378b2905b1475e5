package tools

import "narthex/chat/church"

// discipleshipAgent is the only one to have the tools of this family.
var discipleshipAgent = []church.Agent{discipleship}

// formationTools pass on that somebody wants to take a step: to be baptized, to join, to be accompanied.
var formationTools = []tool{
	{
		name: "request_baptism", plan: church.Pro, agents: discipleshipAgent, writes: true,
		description: "Tell the church that somebody asks about being baptized, or having a child baptized or dedicated. Do not promise a date, or that it will take place: practice differs between churches.",
		parameters: []parameter{
			required(choice("for_whom", "Who is to be baptized.", "self", "child", "somebody_else")),
			count("age", "The age of the person, where it was said.", 0, 120),
			words("message", "What the visitor said about it, in their own words."),
			wishedTime("When a talk or the baptism would suit"),
			required(visitorName()), visitorEmail(), visitorPhone(),
		},
		run: passOn(passing{kind: Baptism, contact: true, message: "message", details: []string{"for_whom", "age", "wished_time"},
			reported: texts{"Your question about baptism was passed on.", "Su consulta sobre el bautismo fue enviada."}}),
		running: texts{"Passing on your question about baptism…", "Enviando su consulta sobre el bautismo…"},
	},
	{
		name: "request_membership", plan: church.Pro, agents: discipleshipAgent, writes: true,
		description: "Tell the church that somebody would like to become a member, or to transfer their membership.",
		parameters: []parameter{
			words("message", "What the visitor said about it, such as where they come from, in their own words."),
			yesNo("transfer", "Whether they are a member of another church."),
			required(visitorName()), visitorEmail(), visitorPhone(),
		},
		run: passOn(passing{kind: Membership, contact: true, message: "message", details: []string{"transfer"},
			reported: texts{"Your wish to become a member was passed on.", "Su deseo de hacerse miembro fue enviado."}}),
		running: texts{"Passing on that you would like to become a member…", "Enviando su deseo de hacerse miembro…"},
	},
	{
		name: "request_mentor", plan: church.Suite, agents: discipleshipAgent, writes: true,
		description: "Ask the church for a mentor, a person to walk with somebody in faith for a while. A person of the church decides who.",
		parameters: []parameter{
			required(words("topic", "What they would like to grow in or talk about, in the visitor's own words.")),
			yesNo("minor", "Whether the person is under 18: then a parent must be involved, say so."),
			wishedTime("When meeting would suit"),
			required(visitorName()), visitorEmail(), visitorPhone(),
		},
		run: passOn(passing{kind: Mentor, contact: true, message: "topic", details: []string{"minor", "wished_time"},
			reported: texts{"Your request for a mentor was passed on.", "Su solicitud de un mentor fue enviada."}}),
		running: texts{"Asking for a mentor…", "Pidiendo un mentor…"},
	},
}
