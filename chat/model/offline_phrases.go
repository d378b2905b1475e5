package model

import "strings"

// phrases are what the offline model says in its own words. {church}, {phone}, {title} and {label} are filled in; a church
// or phone that the prompt does not name leaves the sentence's other form.
type phrases struct {
	greeting, thanks, whoIAm string
	sorry                    string // before the answer to somebody who is hurting
	sorryOnly                string // where there was no question
	unknown, offerMessage    string
	callOffice, askOffice    string
	cannot                   string // to a request that no tool can fulfil
	according, accordingOwn  string // {title}, then the sentence; Own where the title says whose it is itself
	titleStarts              []string
	labels                   map[string]string // {value}
	otherLabel               string
	onDay                    string
	list                     string
	passedOn                 map[string]string // tool to confirmation
	done, notDone, needMore  string
	ask                      map[slotKind]string
	askOther                 string
	weekdays                 map[string]string
}

var spoken = [2]phrases{
	inEnglish: {
		greeting:     "Hello, and welcome to {church}. I'm the church's AI assistant. What would you like to know?",
		thanks:       "You're welcome. Is there anything else you would like to know?",
		whoIAm:       "I'm an AI assistant that answers for {church}, not a person. I answer from what the church has written down, and I can point you to people who can help.",
		sorry:        "I'm so sorry you are going through this.",
		sorryOnly:    "I'm so sorry. That sounds very hard, and you should not have to carry it alone. I'm an AI assistant, so I can't be there myself, but there are people at {church} who can.",
		unknown:      "I don't have that on file, and I would rather not guess.",
		offerMessage: "I can pass your question on to the church office. Would you like me to do that?",
		cannot:       "I can't pass that on from here, but the people of {church} will be glad to hear from you.",
		callOffice:   "You can reach the church office at {phone}.",
		askOffice:    "The church office will be glad to help.",
		according:    "According to our {title}",
		accordingOwn: "According to {title}",
		titleStarts:  []string{"our ", "the "},
		labels: map[string]string{
			"Name": "This is {value}.", "Address": "We are at {value}.", "Phone": "You can call us at {value}.", "Email": "You can write to us at {value}.", "Website": "Our website is {value}.",
			"Denomination": "Our denomination: {value}.", "Pastor": "Our pastor is {value}.", "Giving": "You can give online at {value}.",
			"Sermon topic": "The current sermon topic is “{value}”.", "Sermon series": "The current sermon series is “{value}”.", "Theme verse": "Our theme verse: {value}",
			"Dress code": "{value}", "Parking": "{value}", "Children": "{value}", "First visit": "{value}", "Music style": "{value}", "Service length": "{value}",
			"Pastor's availability": "{value}", "Announcement": "{value}", "Staff": "{value}", "Ministry": "{value}",
		},
		otherLabel: "{label}: {value}",
		onDay:      "On {label}: {value}",
		list:       "Here is what I have on file:",
		passedOn: map[string]string{
			"submit_prayer_request": "Thank you for trusting us with this. I've passed your prayer request on to the people of {church}.",
			"plan_visit":            "We look forward to meeting you. I've told the people of {church} that you are coming.",
			"request_callback":      "I've passed your request on, and somebody from {church} will call you back.",
			"leave_message":         "I've passed your message on to the church office.",
		},
		done:     "That is done.",
		notDone:  "I'm sorry, I could not pass that on just now.",
		needMore: "I could not pass that on yet, because something was missing or not clear. Could you give me the details once more?",
		ask: map[slotKind]string{
			slotPrayer: "I'd be glad to pass on a prayer request. What would you like prayer for?", slotMessage: "Gladly. What would you like me to pass on?",
			slotName: "Gladly. What is your name?", slotPhone: "Gladly. What phone number can we reach you on?", slotEmail: "Gladly. What is your email address?",
			slotContact: "Gladly. How can we reach you: a phone number, or an email address?", slotWhen: "Gladly. Which day and time would suit you?",
			slotCount: "Gladly. How many of you will there be?", slotChildren: "Gladly. How many children are coming with you?",
		},
		askOther: "Gladly. I need one more thing for that: {label}?",
		weekdays: map[string]string{},
	},
	inSpanish: {
		greeting:     "Hola, le damos la bienvenida a {church}. Soy el asistente de inteligencia artificial de la iglesia. ¿Qué le gustaría saber?",
		thanks:       "Con mucho gusto. ¿Hay algo más que quiera saber?",
		whoIAm:       "Soy un asistente de inteligencia artificial que responde por {church}, no una persona. Respondo con lo que la iglesia ha escrito, y puedo indicarle quién le puede ayudar.",
		sorry:        "Siento mucho lo que está pasando.",
		sorryOnly:    "Lo siento mucho. Suena muy duro, y no tiene que llevarlo a solas. Soy un asistente de inteligencia artificial y no puedo estar ahí, pero en {church} hay personas que sí pueden.",
		unknown:      "No tengo esa información, y prefiero no adivinar.",
		offerMessage: "Puedo pasar su pregunta a la oficina de la iglesia. ¿Quiere que lo haga?",
		cannot:       "Desde aquí no puedo pasar su petición, pero en {church} se alegrarán de saber de usted.",
		callOffice:   "Puede llamar a la oficina de la iglesia al {phone}.",
		askOffice:    "En la oficina de la iglesia le ayudarán con gusto.",
		according:    "Según nuestro documento «{title}»",
		accordingOwn: "Según nuestro documento «{title}»",
		labels: map[string]string{
			"Name": "Esta es {value}.", "Address": "Estamos en {value}.", "Phone": "Puede llamarnos al {value}.", "Email": "Puede escribirnos a {value}.", "Website": "Nuestra página es {value}.",
			"Denomination": "Nuestra denominación: {value}.", "Pastor": "Nuestro pastor es {value}.", "Giving": "Puede dar en línea en {value}.",
			"Sermon topic": "El tema actual de la predicación es «{value}».", "Sermon series": "La serie actual de predicaciones es «{value}».", "Theme verse": "Nuestro versículo: {value}",
			"Dress code": "{value}", "Parking": "{value}", "Children": "{value}", "First visit": "{value}", "Music style": "{value}", "Service length": "{value}",
			"Pastor's availability": "{value}", "Announcement": "{value}", "Staff": "{value}", "Ministry": "{value}",
		},
		otherLabel: "{label}: {value}",
		onDay:      "El {label}: {value}",
		list:       "Esto es lo que tengo anotado:",
		passedOn: map[string]string{
			"submit_prayer_request": "Gracias por su confianza. He pasado su petición de oración a los hermanos de {church}.",
			"plan_visit":            "Será una alegría conocerle. He avisado en {church} de su visita.",
			"request_callback":      "He pasado su solicitud, y alguien de {church} le llamará.",
			"leave_message":         "He pasado su mensaje a la oficina de la iglesia.",
		},
		done:     "Ya está hecho.",
		notDone:  "Lo siento, ahora mismo no he podido pasar su solicitud.",
		needMore: "Todavía no he podido pasar su solicitud, porque faltaba algo o no estaba claro. ¿Puede darme los datos otra vez?",
		ask: map[slotKind]string{
			slotPrayer: "Con gusto paso su petición de oración. ¿Por qué le gustaría que oraran?", slotMessage: "Con gusto. ¿Qué quiere que diga?",
			slotName: "Con gusto. ¿Cómo se llama?", slotPhone: "Con gusto. ¿A qué número de teléfono podemos llamarle?", slotEmail: "Con gusto. ¿Cuál es su correo electrónico?",
			slotContact: "Con gusto. ¿Cómo podemos comunicarnos con usted: un teléfono o un correo electrónico?", slotWhen: "Con gusto. ¿Qué día y a qué hora le conviene?",
			slotCount: "Con gusto. ¿Cuántas personas vendrán?", slotChildren: "Con gusto. ¿Cuántos niños vienen con usted?",
		},
		askOther: "Con gusto. Me falta un dato: ¿{label}?",
		weekdays: map[string]string{"Sunday": "domingo", "Monday": "lunes", "Tuesday": "martes", "Wednesday": "miércoles", "Thursday": "jueves", "Friday": "viernes", "Saturday": "sábado"},
	},
}

// unnamed stands for a church whose name the prompt does not give.
var unnamed = [2]string{inEnglish: "our church", inSpanish: "nuestra iglesia"}

// say fills in a phrase.
func (b *briefing) say(phrase string) string {
	church := b.church
	if church == "" {
		church = unnamed[b.language]
	}
	return strings.NewReplacer("{church}", church, "{phone}", b.fact("Phone")).Replace(phrase)
}

// office says how to reach people: the phone, where it is on file.
func (b *briefing) office() string {
	own := spoken[b.language]
	if b.fact("Phone") == "" {
		return own.askOffice
	}
	return b.say(own.callOffice)
}
