package intake

import (
	"narthex/chat/church"
	"narthex/chat/tools"
	"narthex/chat/tools/parameter"
)

// discipleshipAgent is the only one to have the tools of this family.
var discipleshipAgent = []church.Agent{church.Discipleship}

// FormationTools pass on that somebody wants to take a step: to be baptized, to join, to be accompanied.
var FormationTools = []tools.Tool{
	{
		Name: "request_baptism", Plan: church.Pro, Agents: discipleshipAgent, Writes: true,
		Description: "Tell the church that somebody asks about being baptized, or having a child baptized or dedicated. Do not promise a date, or that it will take place: a pastor decides.",
		Parameters: parameter.List{
			parameter.Enum("for_whom", "Who is to be baptized.", "self", "child", "somebody_else").Required(),
			parameter.Integer("age", "The age of the person, where it was said.", 0, 120),
			parameter.Text("message", "What the visitor said about it."),
			parameter.WishedTime("When a talk or the baptism would suit"),
			parameter.VisitorName().Required(), parameter.VisitorEmail(), parameter.VisitorPhone(),
		},
		Run: submits(submission{kind: tools.Baptism, contact: true, message: "message", details: []string{"for_whom", "age", "wished_time"}}),
	},
	{
		Name: "request_membership", Plan: church.Pro, Agents: discipleshipAgent, Writes: true,
		Description: "Tell the church that somebody would like to become a member, or to transfer their membership.",
		Parameters: parameter.List{
			parameter.Text("message", "What the visitor said about it, such as where they come from."),
			parameter.Boolean("transfer", "Whether they are a member of another church."),
			parameter.VisitorName().Required(), parameter.VisitorEmail(), parameter.VisitorPhone(),
		},
		Run: submits(submission{kind: tools.Membership, contact: true, message: "message", details: []string{"transfer"}}),
	},
	{
		Name: "request_mentor", Plan: church.Suite, Agents: discipleshipAgent, Writes: true, Meets: true,
		Description: "Ask the church for a mentor, a person to walk with somebody in faith for a while. A person of the church decides who.",
		Parameters: parameter.List{
			parameter.Text("topic", "What they would like to grow in or talk about.").Required(),
			parameter.Boolean("minor", "Whether the person is under 18: then a parent must be involved, say so."),
			parameter.WishedTime("When meeting would suit"),
			parameter.VisitorName().Required(), parameter.VisitorEmail(), parameter.VisitorPhone(),
		},
		Run: submits(submission{kind: tools.Mentor, contact: true, message: "topic", details: []string{"minor", "wished_time"}}),
	},
}
