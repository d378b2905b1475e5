package chat

import (
	"narthex/chat/church"
	"narthex/chat/safety"
)

// wording is what the server itself says to visitors in one language.
type wording struct {
	agentInactive    string // {agent}
	activeAgents     string // {agents}
	modelUnavailable string
	orCall           string // {phone}
	orWrite          string // {email}
	orCallOrWrite    string // {phone}, {email}
	spentForToday    string // no model may be asked any more today
	answerCut        string
	shuttingDown     string
	askPastor        string // instead of a sentence that this church would not say
	ownInstructions  string // instead of a sentence of the instructions to the model
	whatIAm          string // instead of a claim to be a person, to pray or to keep a secret
	linkLeftOut      string // in an answer, in place of a link that the church does not have on file
	emailLeftOut     string
	numberLeftOut    string
	handedToCare     string
}

var sentences = map[string]wording{
	"en": {
		agentInactive:    "The {agent} agent is not active at this church.",
		activeAgents:     "You can talk to: {agents}.",
		modelUnavailable: "I can't answer that just now: the service I think with is not reachable. Please try again in a moment, or leave your question with the church office.",
		orCall:           "You can call the office at {phone}.",
		orWrite:          "You can write to the office at {email}.",
		orCallOrWrite:    "You can call the office at {phone} or write to {email}.",
		spentForToday:    "I'm sorry: I have given all the longer answers that I may give today, so I can't answer this before tomorrow. Short questions, such as when the services are, I can still answer.",
		answerCut:        "My answer was cut off. Please ask again, and I'll start over.",
		shuttingDown:     "This server is restarting. Please send your message again.",
		askPastor:        "That is a question I would rather leave to our pastors. Would you like me to pass it on?",
		ownInstructions:  "How I was set up is not something I can share. What can I help you with?",
		whatIAm:          "I should be plain about this: I am an AI assistant, not a person or a pastor, and people of the church may read what is written here. They can pray with you and listen. What can I help you with?",
		linkLeftOut:      "(link left out)",
		emailLeftOut:     "(address left out)",
		numberLeftOut:    "(number left out)",
		handedToCare:     "Care is answering you now.",
	},
	"es": {
		agentInactive:    "El agente de {agent} no está activo en esta iglesia.",
		activeAgents:     "Puede hablar con: {agents}.",
		modelUnavailable: "Ahora mismo no puedo responder a eso: el servicio con el que pienso no está disponible. Inténtelo de nuevo en un momento o deje su pregunta en la oficina de la iglesia.",
		orCall:           "Puede llamar a la oficina al {phone}.",
		orWrite:          "Puede escribir a la oficina a {email}.",
		orCallOrWrite:    "Puede llamar a la oficina al {phone} o escribir a {email}.",
		spentForToday:    "Lo siento: hoy ya he dado todas las respuestas largas que puedo dar, así que no podré responder a esto hasta mañana. Las preguntas breves, como el horario de los cultos, sí puedo responderlas.",
		answerCut:        "Mi respuesta se cortó. Pregunte de nuevo, por favor, y empezaré otra vez.",
		shuttingDown:     "Este servidor se está reiniciando. Envíe su mensaje de nuevo, por favor.",
		askPastor:        "Esa es una pregunta que prefiero dejar a nuestros pastores. ¿Quiere que se la pase?",
		ownInstructions:  "No puedo compartir cómo me prepararon. ¿En qué puedo ayudarle?",
		whatIAm:          "Debo decirlo claramente: soy un asistente de inteligencia artificial, no una persona ni un pastor, y en la iglesia pueden leer lo que se escribe aquí. Ellos sí pueden orar con usted y escucharle. ¿En qué puedo ayudarle?",
		linkLeftOut:      "(enlace omitido)",
		emailLeftOut:     "(dirección omitida)",
		numberLeftOut:    "(número omitido)",
		handedToCare:     "Ahora le responde Cuidado pastoral.",
	},
}

var agentNames = map[string]map[church.Agent]string{
	"en": {church.Care: "care", church.Coordinator: "coordinator", church.Discipleship: "discipleship", church.Stewardship: "stewardship"},
	"es": {church.Care: "cuidado pastoral", church.Coordinator: "coordinación", church.Discipleship: "discipulado", church.Stewardship: "mayordomía"},
}

// wordingFor returns the sentences of a language, English where there are none.
func wordingFor(language string) wording {
	if w, ok := sentences[language]; ok {
		return w
	}
	return sentences["en"]
}

// insteadOf is what ends an answer in place of a sentence that cannot be said.
func (w wording) insteadOf(hit *safety.Hit) string {
	switch {
	case hit.Kind == safety.Instructions:
		return w.ownInstructions
	case hit.Topic == safety.ClaimTopic:
		return w.whatIAm
	}
	return w.askPastor
}
