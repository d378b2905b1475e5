package offline_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"narthex/chat/model"
)

// talk makes a conversation: the visitor's messages, and behind each of them what the assistant said; "": what it says to that.
func talk(t *testing.T, lines ...string) answer {
	t.Helper()
	messages := []model.Message{{Role: model.RoleSystem, Content: thursday}}
	var got answer
	for n, line := range lines {
		if n%2 == 0 {
			messages = append(messages, visitor(line))
			got = ask(t, model.Request{Messages: messages, Tools: contactTools})
			continue
		}
		if line == "" {
			line = got.text()
		}
		messages = append(messages, model.Message{Role: model.RoleAssistant, Content: line})
	}
	return got
}

// contactTools have the parameters that the church's tools have, as far as these conversations need them.
var contactTools = []model.Tool{
	{Name: "submit_prayer_request", Parameters: json.RawMessage(`{"properties":{"request":{"type":"string"},"name":{"type":"string"}},"required":["request"]}`)},
	{Name: "plan_visit", Parameters: json.RawMessage(`{"properties":{"visit_date":{"type":"string","format":"date"},"party_size":{"type":"integer"}},"required":["visit_date","party_size"]}`)},
	{Name: "request_callback", Parameters: json.RawMessage(`{"properties":{"phone":{"type":"string"},"name":{"type":"string"},"wished_time":{"type":"string"}},"required":["name","phone"]}`)},
	{Name: "leave_message", Parameters: json.RawMessage(`{"properties":{"message":{"type":"string"},"email":{"type":"string"},"phone":{"type":"string"}},"required":["message"]}`)},
}

const (
	card  = "Shall I pass this on to Grace Harbor Church?"
	carta = "¿Lo hago llegar a Grace Harbor Church?"
)

// What a message is to say may come with the wish, when that is asked, or behind the card.
func TestAMessageSaysWhatTheVisitorWantsSaid(t *testing.T) {
	for name, test := range map[string]struct {
		says []string
		tool string
		want string
	}{
		"for somebody, then what":  {[]string{"I want to leave a message for Pastor Efrain", "", "tell him I can't come on Sunday"}, "leave_message", `{"message":"I want to leave a message for Pastor Efrain\ntell him I can't come on Sunday"}`},
		"para alguien":             {[]string{"quiero dejar un recado para Hannah", "", "dígale que mi hijo no puede ir el domingo"}, "leave_message", `{"message":"quiero dejar un recado para Hannah\ndígale que mi hijo no puede ir el domingo"}`},
		"un mensaje":               {[]string{"quiero dejar un mensaje", "", "que mi hijo no puede ir el domingo"}, "leave_message", `{"message":"que mi hijo no puede ir el domingo"}`},
		"that asks for a call":     {[]string{"quiero dejar un mensaje", "", "que me llamen por favor"}, "leave_message", `{"message":"que me llamen por favor"}`},
		"all at once":              {[]string{"leave a message for Joan that the key is under the mat"}, "leave_message", `{"message":"leave a message for Joan that the key is under the mat"}`},
		"more behind the card":     {[]string{"leave a message for Joan that the key is under the mat", card, "and tell her the dog is inside"}, "leave_message", `{"message":"leave a message for Joan that the key is under the mat\nand tell her the dog is inside"}`},
		"a prayer and more":        {[]string{"oren por mi hijo", carta, "cuando sale se mete en problemas"}, "submit_prayer_request", `{"request":"oren por mi hijo\ncuando sale se mete en problemas"}`},
		"yes, and a name":          {[]string{"oren por mi mamá que está enferma", carta, "sí, se llama Rosa"}, "submit_prayer_request", `{"request":"oren por mi mamá que está enferma\nse llama Rosa"}`},
		"yes, and their own name":  {[]string{"Please pray for my mom, she is sick", card, "yes, and my name is Ann Marie"}, "submit_prayer_request", `{"name":"Ann Marie","request":"Please pray for my mom, she is sick"}`},
		"a reason that hay begins": {[]string{"¿Podría alguien orar por mí?", "", "hay mucha enfermedad en la casa"}, "submit_prayer_request", `{"request":"hay mucha enfermedad en la casa"}`},
		"an offer is about all of it": {[]string{"can somebody visit my brother Tom in hospital in Rockland", offer, "he is in room 12 and loves visitors", offer, "lupe.hdz@gmail.com", offer, "yes"}, "leave_message",
			`{"email":"lupe.hdz@gmail.com","message":"can somebody visit my brother Tom in hospital in Rockland\nhe is in room 12 and loves visitors"}`},
		"another time behind a card": {[]string{"Please call me, I'm Tom Hale, 207-555-0199", card, "Monday afternoon please"}, "request_callback", `{"name":"Tom Hale","phone":"207-555-0199","wished_time":"Monday afternoon"}`},
		"another number of people":   {[]string{"We'd like to visit this Sunday, 2 of us", card, "no wait, 3 of us"}, "plan_visit", `{"party_size":3,"visit_date":"2026-05-17"}`},
		"one more comes":             {[]string{"We'd like to visit this Sunday, 2 of us", card, "sorry, 3 of us"}, "plan_visit", `{"party_size":3,"visit_date":"2026-05-17"}`},
	} {
		t.Run(name, func(t *testing.T) {
			got := talk(t, test.says...)
			var call [2]string
			if len(got.Calls) > 0 {
				call = [2]string{got.Calls[0].Name, got.Calls[0].Arguments}
			}
			if diff := cmp.Diff([2]string{test.tool, test.want}, call); diff != "" {
				t.Fatalf("%s%q", diff, got.text())
			}
		})
	}
}

const offer = "I don't have that on file, and I would rather not guess. You can reach the church office at (207) 555-0142. I can pass your question on to the church office. Would you like me to do that?"

func TestBehindACardOtherThingsAreAskedAsEver(t *testing.T) {
	for _, said := range []string{"What time is the service?", "thanks a lot", "¿Hay estacionamiento?", "where do I park", "I like the choir", "no gracias", "never mind"} {
		if got := talk(t, "oren por mi hijo que está enfermo", carta, said); len(got.Calls) > 0 {
			t.Errorf("%q: %+v", said, got.Calls)
		}
	}
}

// A name and a number come in one reply, and what is no name is none.
func TestTheFormsHearPlainReplies(t *testing.T) {
	const call = "Quiero que me llamen por favor"
	for name, test := range map[string]struct {
		says []string
		want string
	}{
		"a name and a number":   {[]string{call, "", "Yoandry Pérez, 305 555 0143"}, `{"name":"Yoandry Pérez","phone":"305 555 0143"}`},
		"without a comma":       {[]string{call, "", "Maria Lopez 2075550183"}, `{"name":"Maria Lopez","phone":"2075550183"}`},
		"in small letters":      {[]string{call, "", "me llamo maria lopez", "", "207 555 0183"}, `{"name":"maria lopez","phone":"207 555 0183"}`},
		"in words":              {[]string{call, "", "Luz Vega", "", "dos cero siete, cinco cinco cinco, cero uno nueve nueve"}, `{"name":"Luz Vega","phone":"2075550199"}`},
		"in English words":      {[]string{"Please call me", "", "Tom Hale", "", "it's two oh seven five five five oh one nine nine"}, `{"name":"Tom Hale","phone":"2075550199"}`},
		"in tens":               {[]string{call, "", "Luz Vega", "", "nueve cincuenta y seis, cinco cincuenta y cinco, cero uno veinte y tres"}, `{"name":"Luz Vega","phone":"9565550123"}`},
		"a time before a name":  {[]string{call, "", "por la tarde", "", "Luz Vega", "", "956 555 0123"}, `{"name":"Luz Vega","phone":"956 555 0123","wished_time":"por la tarde"}`},
		"a number, then a name": {[]string{call, "", "956 555 0123", "", "Luz Vega"}, `{"name":"Luz Vega","phone":"956 555 0123"}`},
		"no name":               {[]string{call, "", "a este mismo número"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := talk(t, test.says...)
			arguments := ""
			if len(got.Calls) > 0 {
				arguments = got.Calls[0].Arguments
			}
			if diff := cmp.Diff(test.want, arguments); diff != "" {
				t.Fatalf("%s%q", diff, got.text())
			}
		})
	}
}

func TestWhatSomebodyDoesNotWantIsNotAskedFor(t *testing.T) {
	for _, said := range []string{"no me llamen por favor", "don't call me back, email me", "no vamos a ir el domingo", "no oren por mi hermano", "I don't want you to call me", "Please do not call me back", "ya no quiero que me llamen", "never call me back"} {
		got := talk(t, said)
		if len(got.Calls) > 0 || strings.Contains(got.text(), "Gladly") || strings.Contains(got.text(), "Con gusto") {
			t.Errorf("%q: %+v", said, got)
		}
	}
	for _, said := range []string{"no sé si me pueden llamar", "I can't drive, please call me", "no tengo carro, me pueden llamar", "I don't know, can someone call me back"} {
		if got := talk(t, said); !strings.Contains(got.text(), "Gladly") && !strings.Contains(got.text(), "Con gusto") {
			t.Errorf("%q: %q", said, got.text())
		}
	}
}
