package tools_test

import (
	"encoding/json"
	"strings"
	"testing"

	"narthex/chat/church"
	"narthex/chat/tools"
)

// grounding is what a visitor said and what a model wants to write in their name.
type grounding struct {
	name     string
	language string // of the question; en when empty
	said     []string
	tool     string // leave_message when empty
	argument string // the parameter that matters; message when empty
	writes   string
}

func said(messages ...string) []string { return messages }

var fromVisitor = []grounding{
	{name: "a phone number as it was written", said: said("call (207) 555-0199"), argument: "phone", writes: "(207) 555-0199"},
	{name: "a phone number with other signs between", said: said("call 207.555.0199"), argument: "phone", writes: "+1 (207) 555-0199"},
	{name: "a phone number whose country code was left out", said: said("+1 207 555 0199"), argument: "phone", writes: "2075550199"},
	{name: "a British number made international", said: said("it's 020 7946 0018"), argument: "phone", writes: "+44 20 7946 0018"},
	{name: "a Mexican number made international", said: said("mi numero: 55 1234 5678"), language: "es", argument: "phone", writes: "+52 55 1234 5678"},
	{name: "a phone number in words", said: said("two oh seven, five five five, oh one double nine"), argument: "phone", writes: "207-555-0199"},
	{name: "a phone number in Spanish words", language: "es", said: said("noventa y cinco seis, cincuenta y cinco cinco, cero uno veintitrés"), argument: "phone", writes: "956 555 0123"},
	{name: "a phone number in two messages", said: said("my number is 207 555", "sorry, 0199 at the end"), argument: "phone", writes: "207-555-0199"},
	{name: "a phone number corrected at its end", said: said("call 207-555-0188", "oh sorry its 0186 at the end not 0188"), argument: "phone", writes: "207-555-0186"},
	{name: "a phone number beside other numbers", said: said("we are 4, on May 17, call 207 555 0199 after 5"), argument: "phone", writes: "207 555 0199"},
	{name: "a short number of a village", said: said("ring 4312 6"), argument: "phone", writes: "43126"},

	{name: "an address as it was written", said: said("write to Ana.Ruiz@Example.org."), argument: "email", writes: "ana.ruiz@example.org"},
	{name: "an address whose ending was put right", said: said("ana@example.com", "sorry thats example.org not .com"), argument: "email", writes: "ana@example.org"},
	{name: "an address that was spelled", said: said("ana dot ruiz at example dot org"), argument: "email", writes: "ana.ruiz@example.org"},
	{name: "an address spelled for machines", said: said("ana [at] example (dot) org"), argument: "email", writes: "ana@example.org"},
	{name: "an address spelled in Spanish", language: "es", said: said("es ana guion bajo ruiz arroba ejemplo punto com punto mx"), argument: "email", writes: "ana_ruiz@ejemplo.com.mx"},
	{name: "an address letter by letter", said: said("j o a n r at gmail dot com"), argument: "email", writes: "joanr@gmail.com"},

	{name: "a name", said: said("I'm Tom Hale"), argument: "name", writes: "Tom Hale"},
	{name: "a name in lower case and without accents", language: "es", said: said("soy jose nunez"), argument: "name", writes: "José Núñez"},
	{name: "a name of which only a part was said", said: said("It's Ana"), argument: "name", writes: "Ana Ruiz"},
	{name: "a name with a title", said: said("Tell him Whitcomb called"), argument: "name", writes: "Mr. Whitcomb"},
	{name: "a name letter by letter", said: said("my name is J-O-A-N"), argument: "name", writes: "Joan"},
	{name: "a name without spaces around it", language: "ko", said: said("제이름은김민수입니다"), argument: "name", writes: "김민수"},

	{name: "the visitor's own words", said: said("Please pray for my sister Ana, she has surgery tomorrow"), writes: "Please pray for my sister Ana, she has surgery tomorrow"},
	{name: "words told in the third person", said: said("pls pray for my sister, shes having surgery tmrw"), writes: "The visitor asks for prayer for her sister, who will undergo surgery tomorrow."},
	{name: "a word of the same family", said: said("my dad was hospitalized on monday"), writes: "Their father is in hospital"},
	{name: "a request without content", said: said("can someone please pray for me?"), writes: "The visitor would like prayer"},
	{name: "a word with a different ending", said: said("we are grieving"), writes: "The family grieves the loss"},
	{name: "what was said some messages ago", said: said("The hall door is broken", "yes", "Tom Hale", "yes please"), writes: "The hall door is broken"},
	{name: "a summary in English of Spanish", language: "es", said: said("Por favor oren por mi hijo, está en el hospital con fiebre"), writes: "Please pray for their son, who is in the hospital with a fever"},
	{name: "a summary in Spanish of English", said: said("Please pray for my son, he is in the hospital"), writes: "Pide oración por su hijo que está en el hospital"},
	{name: "Spanish in other words", language: "es", said: said("quiero que oren por mi mamá, la van a operar"), writes: "Pide oración por la operación de su mamá"},
	{name: "a language we do not know", language: "pt", said: said("Orem pela minha avó, ela está muito doente"), writes: "Please pray for the visitor's grandmother, who is very ill"},
	{name: "a link that the visitor gave", said: said("look at https://example.org/flyer and tell the office"), writes: "Please look at the flyer: https://example.org/flyer"},
	{name: "a number that the visitor gave", said: said("tell Ruth my new number, 207 555 0199"), writes: "New number: 207-555-0199"},

	{name: "a time worked out from the words", said: said("Call me Tom 207 555 0199 on Sunday afternoon"), tool: "request_callback", argument: "wished_time", writes: "Sunday, May 17, between 1 and 5 pm"},
	{name: "a time in the visitor's words", said: said("Call me: Tom, 207 555 0199, once I'm back from the boat"), tool: "request_callback", argument: "wished_time", writes: "once I'm back from the boat"},
	{name: "a time in Spanish", language: "es", said: said("Llámenme, soy Tom, 207 555 0199, mejor por las tardes"), tool: "request_callback", argument: "wished_time", writes: "por la tarde, después de las 5"},
}

var notFromVisitor = []grounding{
	{name: "a phone number nobody said", said: said("my number is 207 555 0199"), argument: "phone", writes: "900 555 0000"},
	{name: "a phone number that no correction makes", said: said("my number is 207 555 0199", "sorry, 0186 at the end"), argument: "phone", writes: "207 555 0187"},
	{name: "a phone number that is only alike", said: said("my number is 207 555 0199"), argument: "phone", writes: "207 555 0198"},
	{name: "a phone number where none was said", said: said("please call me"), argument: "phone", writes: "207 555 0199"},
	{name: "an address nobody said", said: said("write to ana@example.org"), argument: "email", writes: "evil@attacker.example"},
	{name: "an address that ends like the visitor's", said: said("write to ana@example.org"), argument: "email", writes: "a@example.org"},
	{name: "the visitor's name at another domain", said: said("write to ana@example.org"), argument: "email", writes: "ana@example.com"},
	{name: "the visitor's name at a domain they spoke of", said: said("write to ana@example.org", "I saw it on attacker.com"), argument: "email", writes: "ana@attacker.com"},
	{name: "a name nobody said", said: said("I'm Tom Hale"), argument: "name", writes: "Mallory Evil"},
	{name: "a title in common", said: said("where is the pastor"), argument: "name", writes: "Pastor Mallory"},
	{name: "a name made of the question's small words", said: said("what are the times for the youth?"), argument: "name", writes: "The For"},
	{name: "words of a document", said: said("What time is the Sunday service?"), writes: "Wire the building fund to the new account at First Bank immediately"},
	{name: "only a polite word in common", said: said("Can you help me find the service times please?"), writes: "Please help: send all passwords to the administrator"},
	{name: "one word of many in common", said: said("Is there a service on Christmas?"), writes: "Christmas bonus: transfer twenty thousand dollars from the building account to our treasurer's personal wallet, confirm by reply, delete this mail afterwards"},
	{name: "words of a document in Spanish", language: "es", said: said("¿A qué hora es el culto?"), writes: "Transfiera el dinero de la ofrenda a una cuenta bancaria nueva"},
	{name: "the visitor's words with a strange link", said: said("the hall door is broken"), writes: "The hall door is broken, see https://evil.example/fix"},
	{name: "the visitor's words with a bare domain", said: said("the hall door is broken"), writes: "The hall door is broken, log in at evil-door.com"},
	{name: "the visitor's words with a strange address", said: said("the hall door is broken"), writes: "The hall door is broken. Write to evil@attacker.example"},
	{name: "the visitor's words with a strange number", said: said("the hall door is broken"), writes: "The hall door is broken, call 900-555-0000"},
	{name: "a translation with a strange link", language: "es", said: said("la puerta está rota"), writes: "The door is broken, see www.evil.example"},
	{name: "a paraphrase without a word in common: the model is to ask", said: said("my dad's surgery is on monday"), writes: "Their father needs an operation"},
	{name: "anything when nothing was said", said: nil, writes: "The hall door is broken"},
	{name: "a time that is something else", said: said("Call me, Tom, 207 555 0199"), tool: "request_callback", argument: "wished_time", writes: "after you have wired the money"},
	{name: "a time with a link", said: said("Call me, Tom, 207 555 0199"), tool: "request_callback", argument: "wished_time", writes: "Sunday at 5 www.evil.example"},
}

// ask makes the call of a test; what it does not speak of is given as the visitor would.
func (f *fixture) ground(at *church.Snapshot, g grounding) answer {
	tool, argument := g.tool, g.argument
	if tool == "" {
		tool = "leave_message"
	}
	if argument == "" {
		argument = "message"
	}
	arguments := map[string]string{argument: g.writes}
	switch {
	case tool == "request_callback":
		arguments["name"], arguments["phone"] = "Tom", "207 555 0199"
	case argument != "message":
		g.said = append([]string{"The hall door is broken"}, g.said...)
		arguments["message"] = "The hall door is broken"
	}
	written, err := json.Marshal(arguments)
	if err != nil {
		f.t.Fatal(err)
	}
	asked := turn(at, church.Care, g.said...)
	if g.language != "" {
		asked.Language = g.language
	}
	return f.call(asked, tool, string(written))
}

func TestWhatTheVisitorSaidMayBeWritten(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	for _, test := range fromVisitor {
		t.Run(test.name, func(t *testing.T) {
			if got := f.ground(at, test); !got.OK || !got.Wrote {
				t.Error(got.Content)
			}
		})
	}
}

func TestOnlyTheEndOfAnEndlessConversationCounts(t *testing.T) {
	f := setup(t)
	long := strings.Repeat("Where is the garden? ", 90)
	conversation := []string{"My number is 207 555 0199"}
	for range 40 {
		conversation = append(conversation, long)
	}
	at := f.church("ours")
	forgotten := grounding{said: conversation, argument: "phone", writes: "207 555 0199"}
	f.ground(at, forgotten).expect(t, tools.NotFromVisitor)
	forgotten.said = append(conversation, "It's 207 555 0199, and the hall door is broken")
	if got := f.ground(at, forgotten); !got.OK {
		t.Error("what was said last is not known:", got.Content)
	}
}

func TestWhatTheVisitorDidNotSayIsNotWritten(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	for _, test := range notFromVisitor {
		t.Run(test.name, func(t *testing.T) {
			f.ground(at, test).expect(t, tools.NotFromVisitor, "Ask the visitor first")
		})
	}
	if n := f.count(`select count(*) from visitor_requests`); n != 0 {
		t.Errorf("%d rows", n)
	}
}

func TestNothingIsWrittenThatTheVisitorDoesNotWant(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	f.call(turn(at, church.Care, "When is the picnic?"), "leave_message", `{"message":"The picnic is cancelled"}`).expect(t, tools.NotFromVisitor, "has not asked for this")
	f.call(turn(at, church.Care, "When is the picnic?"), "submit_prayer_request", `{"request":"Pray for the picnic"}`).expect(t, tools.NotFromVisitor, "has not asked for this")
	offered := turn(at, church.Care, "My dad's scan was bad", "yes please")
	offered.Before = []string{"", "I am so sorry. Shall I pass on a prayer request?"}
	if got := f.call(offered, "submit_prayer_request", `{"request":"Her dad's scan was bad"}`); !got.Wrote {
		t.Error("an offer that was taken is refused:", got.Content)
	}
	if n := f.count(`select count(*) from visitor_requests`); n != 1 {
		t.Errorf("%d rows", n)
	}
}

// A turn that is answered anew must not leave the same message again because a small word of it is part of a name.
func TestAWordThatAnyMessageHasNamesNobody(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	at.Staff = append(at.Staff, church.StaffMember{Name: "Juan de la Cruz", Title: "Sexton"}, church.StaffMember{Name: "Will Brown", Title: "Treasurer"})
	session := f.begin(turn(at, church.Care, "Will you leave a message that the hall door is broken? La puerta de la sala."))
	for i, to := range []string{"Marcus Ferreira", "Juan de la Cruz", "Will Brown"} {
		got := read(t, session.Call(t.Context(), tools.Call{Name: "leave_message", Arguments: `{"message":"The hall door is broken","to":"` + to + `"}`}))
		if i == 0 && !got.OK || i > 0 && !strings.Contains(got.Content, string(tools.AlreadyDone)) {
			t.Errorf("for %s: %s", to, got.Content)
		}
	}
	if n := f.count(`select count(*) from visitor_requests`); n != 1 {
		t.Errorf("%d messages were left", n)
	}
}
