package safety

var english = &wording{
	openings: map[opening]string{
		{Suicide, Self, false}: "I'm so glad you told me. What you are carrying sounds unbearable, and your life matters. " +
			"I am an AI assistant, so I can't be with you, but a person can, right now. Please don't stay alone with this.",
		{Suicide, Self, true}: "Thank you for saying that out loud. Thoughts like these are heavy to carry alone, even when you don't mean to act on them, " +
			"and it is good to talk about them with somebody.",
		{Suicide, Other, false}: "Thank you for reaching out for them. Please treat this as an emergency: stay with them, or on the phone with them, and get help on the way now.",
		{Suicide, Other, true}: "Thank you for caring about them. It is frightening to hear something like this from somebody you love, " +
			"and you don't have to know what to do all by yourself.",
		{SelfHarm, Self, false}: "Thank you for trusting me with this. Hurting yourself can feel like the only way to get through a moment, " +
			"and you deserve care, not judgement. You don't have to stop all alone.",
		{SelfHarm, Other, true}: "Thank you for noticing, and for caring. It hurts to see somebody you love hurt themselves. Often it is a way to cope with pain that has no words yet.",
		{Abuse, Self, false}: "I'm so sorry. What is being done to you is wrong, and it is not your fault. " +
			"Nothing you did, and nothing in faith, makes it right. Your safety comes first.",
		{Abuse, Other, true}: "Thank you for standing by them. What they are going through is wrong, and having one person who believes them means a great deal.",
		{ChildAtRisk, Self, false}: "I'm so glad you told me. What is happening is not okay, and it is not your fault. " +
			"You are not in trouble for telling, whatever anybody has said. You deserve to be safe.",
		{ChildAtRisk, Other, false}: "Thank you for speaking up. A child's safety comes first, and you don't need proof to ask for help.",
		{Medical, Self, false}:      "This sounds like a medical emergency.",
		{Threat, Other, false}:      "This sounds dangerous, and I'm taking it seriously. Please let nobody get hurt, and that includes you.",
		{Despair, Self, false}: "I'm sorry it hurts this much. Feeling that there is no way forward is exhausting, and you are not weak for feeling it. " +
			"You don't have to carry it alone.",
	},
	advice: map[opening]string{
		{Suicide, Self, false}: "If there is anything near you that you might use to hurt yourself, please move away from it, or ask somebody to take it. " +
			"Is there somebody who can be with you until help comes?",
		{Suicide, Self, true}:   "Is there somebody you trust whom you could tell about this today?",
		{Suicide, Other, false}: "If it is safe for you, keep pills, weapons and anything else dangerous out of their reach.",
		{Suicide, Other, true}: "You can ask them plainly whether they are thinking of suicide; asking does not put the thought there. " +
			"Listen without arguing, stay close, keep anything dangerous out of reach, and call the line together. If they might act on it, don't leave them alone.",
		{SelfHarm, Self, false}: "If a wound is deep or does not stop bleeding, please get medical help now.",
		{SelfHarm, Other, true}: "Listen calmly, without anger or ultimatums, and help them to see a doctor or counsellor. If a wound is deep, get medical help at once.",
		{Abuse, Self, false}: "Trust your own sense of what is safe. If somebody may look at this phone or computer, use another one, or clear this conversation. " +
			"You don't owe anybody an explanation before you get to safety.",
		{Abuse, Other, true}: "Believe them, let them decide the pace, and please don't speak to the person who hurts them: it can make things more dangerous. " +
			"If you fear for a life, call the emergency number.",
		{ChildAtRisk, Self, false}: "If telling one person doesn't help, tell another, until somebody keeps you safe.",
		{ChildAtRisk, Other, false}: "Please tell the police or child protection what you know, and don't question the child at length or speak to the person you suspect; " +
			"they know how to do that safely. If you are afraid that you might hurt a child yourself, put the child in a safe place, step away, and call.",
		{Medical, Self, false}: "Stay on the line with them and do what they tell you. If you can, send somebody to the door to meet the ambulance.",
		{Threat, Other, false}: "If you feel close to hurting somebody, go away from them and from any weapon, and call now. " +
			"If somebody else is the danger, get yourself and others to safety first.",
		{Despair, Self, false}: "If it ever turns into thoughts of dying, please tell somebody straight away.",
	},
	emergencyNow:   "Please **call {number} now**, or have somebody near you call.",
	emergencyFirst: "If anybody is in danger at this moment, **call {number} now**, or have somebody near you call.",
	emergencyLast:  "If you are in danger, or have already hurt yourself, **call {number} now**.",
	emergencySoft:  "If there is danger right now, call {number}.",
	local:          "your local emergency number",
	call:           "You can talk to somebody, day or night: {line}.",
	callSoft:       "There is somebody to talk to, day or night: {line}.",
	callForOther:   "You can ask for advice, or they can talk to somebody, day or night: {line}.",
	callOrText:     "**call or text {number}**",
	callOnly:       "**call {number}**",
	directory:      "find a line in your country at **{directory}**",
	abuseLine:      "People who know how to help with this answer at the {name}: **{number}**.",
	childLine:      "People who know how to keep children safe answer at {name}: **{number}**.",
	trustedAdult: "If you are under 18, please also tell a grown-up you trust today: a parent, a relative, a teacher, a school nurse or counsellor. " +
		"Choose somebody who is safe for you, and tell them just as you told me.",
	personByPhone: "If you would like to talk with somebody from {church}, you can call {phone}, or tell me how to reach you. " +
		"They may not see this at once, so please don't wait for them if it is urgent.",
	person: "If you would like somebody from {church} to get in touch, tell me how to reach you. They may not see this at once, so please don't wait for them if it is urgent.",
}
