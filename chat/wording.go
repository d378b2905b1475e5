package chat

import "narthex/chat/church"

// wording is what the server itself says to visitors in one language.
type wording struct {
	agentInactive    string // {agent}
	activeAgents     string // {agents}
	modelUnavailable string
	orCall           string // {phone}
	answerCut        string
	shuttingDown     string
}

var sentences = map[string]wording{
	"en": {
		agentInactive:    "The {agent} agent is not active at this church.",
		activeAgents:     "You can talk to: {agents}.",
		modelUnavailable: "I can't answer that just now: the service I think with is not reachable. Please try again in a moment, or leave your question with the church office.",
		orCall:           "You can call the office at {phone}.",
		answerCut:        "My answer was cut off. Please ask again, and I'll start over.",
		shuttingDown:     "This server is restarting. Please send your message again.",
	},
	"es": {
		agentInactive:    "El agente de {agent} no está activo en esta iglesia.",
		activeAgents:     "Puede hablar con: {agents}.",
		modelUnavailable: "Ahora mismo no puedo responder a eso: el servicio con el que pienso no está disponible. Inténtelo de nuevo en un momento o deje su pregunta en la oficina de la iglesia.",
		orCall:           "Puede llamar a la oficina al {phone}.",
		answerCut:        "Mi respuesta se cortó. Pregunte de nuevo, por favor, y empezaré otra vez.",
		shuttingDown:     "Este servidor se está reiniciando. Envíe su mensaje de nuevo, por favor.",
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
