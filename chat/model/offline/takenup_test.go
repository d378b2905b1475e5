package offline_test

import (
	"maps"
	"strings"
	"testing"

	"narthex/chat/model"
)

// aDenial is an answer that leaves a question to the office.
const aDenial = "I don't have that. I can pass your question on to the church office. Would you like me to do that?"

// answeredWith converses with a church whose answers are given; the last message is answered.
func answeredWith(t *testing.T, turns ...string) answer {
	t.Helper()
	messages := []model.Message{{Role: model.RoleSystem, Content: thursday}}
	for n, text := range turns {
		if n%2 == 1 {
			messages = append(messages, model.Message{Role: model.RoleAssistant, Content: text})
			continue
		}
		messages = append(messages, visitor(text))
	}
	before := joiningTools
	joiningTools = append(joiningTools[:len(joiningTools):len(joiningTools)], seeingTo...)
	defer func() { joiningTools = before }()
	return lookedUp(t, messages)
}

// An offer is about the question that it was made for, whatever was wished for before.
func TestAnOfferIsTakenUpForWhatItWasMade(t *testing.T) {
	before := maps.Clone(onFile)
	defer func() { onFile = before }()
	onFile = maps.Clone(before)
	onFile["list_events"] = `{"events":[{"title":"Lighthouse Sail","when":{"words":"2026-06-06","starts":"2026-06-06T14:00:00Z"},"registration":"full"}]}`
	for _, said := range [][]string{
		{"sign me up for the lighthouse sail", "Yes please, Tim Rourke 207 555 0171"}, {"sign me up for the lighthouse sail", "yes", "Tim Rourke 207 555 0171"}, {"sign me up for the lighthouse sail", "I'm Tim Rourke, 207 555 0171"},
		{"apúnteme para el lighthouse sail", "Sí por favor, Rosa Gil 956 555 0177"},
	} {
		if got := converse(t, said...); len(got.Calls) != 1 || got.Calls[0].Name != "leave_message" || !strings.Contains(got.Calls[0].Arguments, "lighthouse sail") {
			t.Errorf("%q: %q %+v", said, got.text(), got.Calls)
		}
	}
	for _, turns := range [][]string{
		{"Can we come to church on Sunday?", "Sunday worship is at 10.", "who runs the food pantry", aDenial, "yes, I'm Tom Hale 207 555 0188"},
		{"my mum needs someone to bring her meals", "I'm sorry.", "who runs the food pantry", aDenial, "Yes please. Tom Hale, tom@example.org"},
		{"¿Podemos ir a la iglesia el domingo?", "El culto es a las 10.", "¿quién lleva la despensa de comida?", "No tengo eso. Puedo pasar su pregunta a la oficina de la iglesia. ¿Quiere que lo haga?", "sí, soy Rosa Gil 956 555 0177"},
	} {
		if got := answeredWith(t, turns...); len(got.Calls) != 1 || got.Calls[0].Name != "leave_message" || !strings.Contains(got.Calls[0].Arguments, "pantry") && !strings.Contains(got.Calls[0].Arguments, "despensa") {
			t.Errorf("%q: %q %+v", turns, got.text(), got.Calls)
		}
	}
}

// Who says no yes to an offer, or yes to something on file, goes on with what they wished for.
func TestAWishOutlivesAQuestionThatGotAnOffer(t *testing.T) {
	const offerSpanish = "No tengo eso. Puedo pasar su pregunta a la oficina de la iglesia. ¿Quiere que lo haga?"
	for _, test := range []struct {
		turns []string
		tool  string
	}{
		{[]string{"i think i want to get baptized", leaveWord, "must i say something in front of them all", aDenial, "ok. Olivia Crie 207 555 0176"}, "request_baptism"},
		{[]string{"could someone bring us meals, my wife had surgery", leaveWord, "do they cook without salt", aDenial, "Phil Oakes 207 555 0176"}, "request_meal_support"},
		{[]string{"I want to join the grief group", "It is on Tuesdays.", "is it upstairs", aDenial, "Phil Oakes 207 555 0176"}, "join_small_group"},
		{[]string{"quiero bautizarme", leaveWordSpanish, "¿tengo que hablar delante de todos?", offerSpanish, "bueno. Olivia Cruz 956 555 0176"}, "request_baptism"},
	} {
		if got := answeredWith(t, test.turns...); len(got.Calls) != 1 || got.Calls[0].Name != test.tool {
			t.Errorf("%q: %q %+v", test.turns, got.text(), got.Calls)
		}
	}
}

const (
	leaveWord        = "I'm sorry. If you would like me to pass that on, write here who you are, and a phone number or an email address."
	leaveWordSpanish = "Lo siento. Si quiere que lo pase, escriba aquí quién es y un teléfono o un correo electrónico."
)

func TestAWishThatWasTakenBackIsNotTakenUp(t *testing.T) {
	for _, turns := range [][]string{
		{"could someone bring us meals, my wife had surgery", leaveWord, "never mind, her sister is coming", "Nothing was passed on.", "I'm Ann Lee, ann@example.org, for the camp form"},
		{"could someone bring us meals, my wife had surgery", leaveWord, "no thanks, her sister is coming", "Good.", "Ann Lee 207 555 0188"},
		{"could someone bring us meals, my wife had surgery", leaveWord, "actually please don't bring us any meals", "Good.", "Ann Lee 207 555 0188"},
		{"¿alguien nos puede traer comida? operaron a mi esposa", leaveWordSpanish, "mejor no, viene su hermana", "Bien.", "soy Ana Ríos, ana@example.org, para el campamento"},
		{"mi hermano está en el hospital, ¿lo puede visitar el padre?", leaveWordSpanish, "ya no hace falta, gracias", "Bien.", "Ana Ríos 956 555 0112"},
	} {
		if got := answeredWith(t, turns...); len(got.Calls) != 0 || asksName(got.text()) {
			t.Errorf("%q: %q %+v", turns, got.text(), got.Calls)
		}
	}
	for said, first := range map[string]string{"never mind, her sister is coming": leaveWord, "no thanks": leaveWord, "mejor no, viene su hermana": leaveWordSpanish} {
		if got := answeredWith(t, "could someone bring us meals, my wife had surgery", first, said); !strings.Contains(got.text(), "nothing was passed on") && !strings.Contains(got.text(), "no se ha enviado nada") {
			t.Errorf("%q: %q", said, got.text())
		}
	}
}

// The church's own number, which it has just given, is not the visitor's; nor is a day or an hour.
func TestWhatIsNoContactOfTheVisitorTakesNothingUp(t *testing.T) {
	const call = "I'm sorry. The office is at (207) 555-0142, or call 207-555-0147 at any hour."
	for _, said := range []string{"so I call 207 555 0147?", "so i call 207 555 0147", "is 207-555-0147 the right number?", "is that open 10 - 12", "on 2026-06-06", "we will be there 9.30 - 10.30"} {
		if got := answeredWith(t, "my brother is in the hospital, could Fr visit him", call, said); len(got.Calls) != 0 || asksName(got.text()) {
			t.Errorf("%q: %q %+v", said, got.text(), got.Calls)
		}
	}
	const llame = "Lo siento. La oficina está en (207) 555-0142, o llame al 207-555-0147 a cualquier hora."
	for _, said := range []string{"¿entonces llamo al 207 555 0147?", "entonces llamo al 207 555 0147", "de 10 - 12", "el 2026-06-06"} {
		if got := answeredWith(t, "mi hermano está en el hospital, ¿lo puede visitar el padre?", llame, said); len(got.Calls) != 0 || asksName(got.text()) {
			t.Errorf("%q: %q %+v", said, got.text(), got.Calls)
		}
	}
	if got := answeredWith(t, "my brother is in the hospital, could Fr visit him", call, "Tom Hale, the number I should call is 207 555 0147? mine is 207 555 0188"); len(got.Calls) > 0 && strings.Contains(got.Calls[0].Arguments, "0147\"") {
		t.Errorf("%+v", got.Calls)
	}
}

// What somebody would rather not have of a wish takes the wish back no more than a question does.
func TestADetailThatIsTurnedDownLeavesTheWish(t *testing.T) {
	for _, test := range []struct {
		said []string
		tool string
	}{
		{[]string{"quisiera una cita con el padre", "Marta Ríos, 956 555 0112. Mejor no en la tarde."}, "book_appointment"}, {[]string{"quisiera una cita con el padre", "Marta Ríos, 956 555 0112. Mejor no el lunes."}, "book_appointment"},
		{[]string{"quisiera una cita con el padre", "Marta Ríos, 956 555 0112. Olvídelo del correo, no lo uso."}, "book_appointment"},
		{[]string{"can i see pastor dan on friday", "Sue Ingram 207 555 0167. Never mind about email, phone is better."}, "book_appointment"}, {[]string{"can i see pastor dan on friday", "Sue Ingram 207 555 0167. Forget it if friday is too busy."}, "book_appointment"},
		{[]string{"Can somebody call me back?", "Sue Ingram 207 555 0167. Never mind the email."}, "request_callback"},
		{[]string{"can i see pastor dan on friday", "never mind about email, I am Sue Ingram 207 555 0167"}, "book_appointment"},
	} {
		if got := withAll(t, seeingTo, test.said...); len(got.Calls) != 1 || got.Calls[0].Name != test.tool {
			t.Errorf("%q: %q %+v", test.said, got.text(), got.Calls)
		}
	}
	for _, said := range []string{"Sue Ingram 207 555 0167. Never mind, we r ok", "Sue Ingram 207 555 0167. Actually forget it.", "Marta Ríos 956 555 0112. Mejor no, gracias", "Marta Ríos 956 555 0112. mejor no dejelo asi", "her sister is flying in. never mind we are all set thanks", "Sue Ingram. Cancel that please."} {
		if got := withAll(t, seeingTo, "can i see pastor dan on friday", said); len(got.Calls) != 0 || asksName(got.text()) {
			t.Errorf("%q: %q %+v", said, got.text(), got.Calls)
		}
	}
}
