package facts_test

import (
	"strings"
	"testing"

	"narthex/chat/church"
	"narthex/chat/facts"
)

// bare is a church that has stored nothing but how it is reached.
func bare(language, phone, email string) *church.Snapshot {
	return &church.Snapshot{Name: "Hope Chapel", Language: language, Phone: phone, Email: email, Location: mustLocation("America/New_York")}
}

func TestWhoComesWithSomethingIsToldWhomToAskWhateverIsStored(t *testing.T) {
	for _, test := range []struct{ question, language, has string }{
		{"I'm going through a hard time", "en", "glad you wrote"},
		{"I've been really struggling lately", "en", "Take your time"},
		{"I need someone to talk to", "en", "Take your time"},
		{"I do need to talk to someone", "en", "Take your time"},
		{"I really do need to talk to somebody right now", "en", "Take your time"},
		{"We do need to talk to a pastor", "en", "Yes, of course"},
		{"I have to talk to a pastor", "en", "Yes, of course"},
		{"What do I have to do to get baptized?", "en", "begins with a conversation"},
		{"¿Qué debo hacer para bautizarme?", "es", "Se empieza con una conversación"},
		{"Could someone pray for me?", "en", "Yes, gladly"},
		{"Can I talk to a real person please?", "en", "Yes, of course"},
		{"How can I join a small group?", "en", "You would be welcome"},
		{"How do I arrange a baptism?", "en", "begins with a conversation"},
		{"How can I have my daughter baptised?", "en", "begins with a conversation"},
		{"How can I become Orthodox?", "en", "begins with a conversation"},
		{"How can I give?", "en", "Thank you"},
		{"I'd like to make a donation", "en", "Thank you"},
		{"How can I help out?", "en", "Thank you"},
		{"Where does the money go?", "en", "fair question"},
		{"Estoy pasando por un momento muy difícil", "es", "Tómese su tiempo"},
		{"¿Pueden orar por mí, por favor?", "es", "Claro que sí"},
		{"Quiero hablar con alguien", "es", "Sí, por supuesto"},
		{"¿Cómo se pide un bautizo?", "es", "conversación"},
		{"¿Cómo puedo donar?", "es", "Gracias"},
		{"¿Dónde puedo ayudar?", "es", "Gracias"},
	} {
		for _, reached := range []struct{ phone, email, has string }{
			{"(207) 555-0100", "office@hope.example.org", "(207) 555-0100"},
			{"", "office@hope.example.org", "office@hope.example.org"},
			{"", "", map[string]string{"en": "before or after a service", "es": "antes o después"}[test.language]},
		} {
			answer, ok := facts.Find(bare(test.language, reached.phone, reached.email), facts.Question{Text: test.question, Language: test.language, Now: now})
			if !ok || !strings.Contains(answer.Text, test.has) || !strings.Contains(answer.Text, reached.has) || strings.ContainsAny(answer.Text, "{}") {
				t.Errorf("%s: %v %s", test.question, ok, answer.Text)
			}
		}
	}
}

// One word more, and it is something else that is asked.
func TestWhatOnlySoundsLikeSuchAQuestionIsLeftToTheNextTier(t *testing.T) {
	for _, question := range []string{
		"I'm having a hard time finding the parking lot", "My hard time with Leviticus: what does it mean?", "Could someone pray for my mother in hospital?",
		"Do I have to give?", "Do I have to meet with the pastor?", "Do I have to be baptized?", "Do I have to give my tithe?", "Do I have to become Catholic?",
		"Do I need to talk to the pastor?", "Does my son need to be baptized?", "Do I really need to be baptized?", "Should I get baptized?", "Should we give online?", "Should children be baptized?", "Do you baptize babies?",
		"How much should I give?", "Can I give blood at the church?", "Is my donation tax-deductible?", "Can I talk to a pastor about a wedding?",
		"Why are babies baptized?", "How do I get a baptism certificate?", "Which Bible translation do you read?", "Where do volunteers find the key?",
		"Can I get a refund of my gift?", "Can you give me the address of Joan?", "What did the church do with the money last year?",
	} {
		if answer, ok := facts.Find(harbor(), facts.Question{Text: question, Language: "en", Now: now}); ok {
			t.Errorf("%s: answered with %s: %s", question, answer.Reason, answer.Text)
		}
	}
}

func TestWhetherSomethingHasToBeIsLeftToTheNextTierInSpanish(t *testing.T) {
	for _, question := range []string{
		"¿Hay que hablar con el sacerdote?", "¿Hay que dar el diezmo?", "¿Debo bautizarme?", "¿Bautizan niños?", "¿Bautizan bebés?",
	} {
		if answer, ok := facts.Find(nuevaVida(), facts.Question{Text: question, Language: "es", Now: now}); ok {
			t.Errorf("%s: answered with %s: %s", question, answer.Reason, answer.Text)
		}
	}
}

// A church that has written how grown people are baptised has not said that it baptises children.
func TestWhetherChildrenAreBaptizedOnlyTheChurchSays(t *testing.T) {
	snapshot := harbor()
	snapshot.FAQs = []church.FAQ{{Question: "How can I get baptized?", Answer: "Talk with any pastor.", Language: "en", Exact: true}}
	question := facts.Question{Text: "Do you baptize babies?", Language: "en", Now: now}
	if answer, ok := facts.Find(snapshot, question); ok {
		t.Errorf("answered %s", answer.Text)
	}
	snapshot.FAQs = append(snapshot.FAQs, church.FAQ{Question: "Do you baptize children?", Answer: "We dedicate them.", Language: "en", Exact: true})
	if answer, _ := facts.Find(snapshot, question); answer.Text != "We dedicate them." {
		t.Errorf("answered %s", answer.Text)
	}
}

func TestTheChurchsOwnAnswerComesFirst(t *testing.T) {
	snapshot := harbor()
	snapshot.FAQs = []church.FAQ{
		{Question: "How can I get baptized?", Answer: "Talk with any pastor.", Language: "en", Exact: true},
		{Question: "Do you baptize babies?", Answer: "We dedicate them.", Language: "en", Exact: true},
		{Question: "How do I give online?", Answer: "Only as a starting point.", Language: "en"},
		{Question: "¿Cómo puedo bautizarme?", Answer: "Hable con el pastor.", Language: "es", Exact: true},
	}
	for question, has := range map[string]string{
		"How do I get baptized?":                  "Talk with any pastor.",
		"How do I get my baby baptized?":          "We dedicate them.",
		"¿Cómo puedo bautizarme?":                 "Hable con el pastor.",
		"Where should I start reading the Bible?": "Gospel of Mark",
		"¿Qué debo esperar en mi primera visita?": "La iglesia lo tiene escrito en inglés:\n\nSomebody in a green lanyard",
	} {
		language := "en"
		if strings.HasPrefix(question, "¿") {
			language = "es"
		}
		if answer, _ := facts.Find(snapshot, facts.Question{Text: question, Language: language, Now: now}); !strings.Contains(answer.Text, has) {
			t.Errorf("%s: %s", question, answer.Text)
		}
	}
	if answer, _ := facts.Find(snapshot, facts.Question{Text: "How can I give?", Language: "en", Now: now}); strings.Contains(answer.Text, "Only as") {
		t.Errorf("given word for word: %s", answer.Text)
	}
}

func TestWhatTheChurchDoesNotTakeIsNotOffered(t *testing.T) {
	for _, test := range []struct {
		question, offer string
		takes           func(*church.Snapshot)
	}{
		{"Could someone pray for me?", "What would you like prayer for?", func(s *church.Snapshot) { s.Intake.PrayerRequests = true }},
		{"Can I talk to a pastor?", "Please call me", func(s *church.Snapshot) { s.Intake.Callbacks = true }},
	} {
		closed, open := harbor(), harbor()
		test.takes(open)
		for snapshot, wanted := range map[*church.Snapshot]bool{open: true, closed: false} {
			answer, ok := facts.Find(snapshot, facts.Question{Text: test.question, Language: "en", Now: now})
			if !ok || strings.Contains(answer.Text, test.offer) != wanted || !strings.Contains(answer.Text, "Whitcomb") && !wanted {
				t.Errorf("%s: offered %v: %s", test.question, !wanted, answer.Text)
			}
		}
	}
}
