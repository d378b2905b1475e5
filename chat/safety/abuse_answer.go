package safety

// ConductAnswer returns what a harassing message is answered with, by how many there have been of late, this one
// included: first calmly, then more firmly, from the third on with the announcement that the conversation rests. That text
// also answers what comes while it rests. It is in Spanish for "es", else in English; for other manners there is none.
func ConductAnswer(manner Manner, strikes int, language string) string {
	if manner != Harassing {
		return ""
	}
	answers, known := conductAnswers[language]
	if !known {
		answers = conductAnswers["en"]
	}
	return answers[min(max(strikes, 1), len(answers))-1]
}

// The texts name a way to people, because anger is often grief, and the emergency number, because somebody who is
// no longer answered must know where to turn.
var conductAnswers = map[string][3]string{
	"en": {
		"It sounds like you're upset, and I'm sorry that this hasn't gone well. I'd like to help, and I can do that best if we keep " +
			"this respectful. What do you need? If you'd rather talk to a person, I can pass a message to the church.",
		"I want this to be a safe place for everyone, so I can't continue while messages are insulting, sexual or threatening. If " +
			"you tell me calmly what you need, I'll do my best, or I can ask someone from the church to contact you.",
		"I'm going to pause our conversation for a few minutes, because these messages hurt people. You're welcome to come back after " +
			"that, and you can reach the church directly at any time. If you or someone else is in danger, please call your " +
			"local emergency number now.",
	},
	"es": {
		"Parece que está pasando un mal momento, y lamento que esto no haya salido bien. Quisiera ayudarle, y puedo hacerlo mejor " +
			"si nos tratamos con respeto. ¿Qué necesita? Si prefiere hablar con una persona, puedo pasarle un mensaje a la iglesia.",
		"Quiero que este sea un lugar seguro para todos; por eso no puedo continuar mientras haya insultos, mensajes sexuales o " +
			"amenazas. Si me dice con calma qué necesita, haré lo posible, o puedo pedir que alguien de la iglesia se comunique con usted.",
		"Voy a hacer una pausa de unos minutos en nuestra conversación, porque estos mensajes lastiman a las personas. Después será " +
			"bienvenido de nuevo, y puede comunicarse directamente con la iglesia en cualquier momento. Si usted u otra persona está en " +
			"peligro, llame ahora al número de emergencias de su país.",
	},
}
