package disclosure_test

import (
	"encoding/json"
	"io/fs"
	"regexp"
	"strings"
	"testing"
	"time"

	"narthex/chat/church"
	"narthex/chat/disclosure"
	"narthex/chat/guard"
	"narthex/static/messages"
)

var subjects = []disclosure.Subject{
	disclosure.Privacy, disclosure.Readers, disclosure.Secret, disclosure.Person, disclosure.Clergy, disclosure.Call,
	disclosure.Prayer, disclosure.Record, disclosure.Maker, disclosure.Anonymous, disclosure.Police,
}

func parish() *church.Snapshot {
	return &church.Snapshot{Name: "St. Brigid's", Phone: "207-555-0100", Address: church.Address{Country: "US"}, KeepMonths: 12}
}

func TestWhatThisMeansDependsOnWhatElseIsSaid(t *testing.T) {
	for name, test := range map[string]struct {
		message string
		earlier []string
		want    bool
	}{
		"alone":                               {"Is this confidential?", nil, true},
		"after small talk":                    {"Is this confidential?", []string{"Good morning"}, true},
		"after a question about counseling":   {"Is this confidential?", []string{"Do you offer marriage counseling?"}, false},
		"in the same message as counseling":   {"I want to ask about the grief group. Is it confidential?", nil, false},
		"the chat is named":                   {"I want to ask about the grief group. Is this chat confidential?", nil, true},
		"after counseling, the chat is named": {"And is what I write here confidential?", []string{"Do you offer marriage counseling?"}, true},
		"with a reason":                       {"Is this private, because my husband looks at my phone", nil, true},
		"in Spanish, after counseling":        {"¿Es confidencial?", []string{"¿Tienen consejería?"}, false},
	} {
		if _, ok := disclosure.Recognise(test.message, test.earlier); ok != test.want {
			t.Errorf("%s: %v", name, ok)
		}
	}
}

func TestSeveralQuestionsAreAllAnswered(t *testing.T) {
	q, ok := disclosure.Recognise("Are you a real person? And who reads this? My marriage is falling apart and I need to talk.", nil)
	if !ok || len(q.Subjects) != 2 || q.Subjects[0] != disclosure.Person || q.Subjects[1] != disclosure.Readers || !q.More {
		t.Errorf("%+v", q)
	}
	said := disclosure.Answer(parish(), q, "en", disclosure.State{})
	for _, part := range []string{"AI assistant", "may read it", "You wrote about more than this"} {
		if !strings.Contains(said, part) {
			t.Errorf("%q is not in:\n%s", part, said)
		}
	}
}

func TestAnAnswerPromisesNothingAndIsInTheVisitorsLanguage(t *testing.T) {
	terms := guard.NewTermsOfAssistant(nil, nil)
	for _, language := range []string{"en", "es"} {
		said := map[string]disclosure.Subject{}
		for _, subject := range subjects {
			for _, watched := range []bool{false, true} {
				text := disclosure.Answer(parish(), disclosure.Question{Subjects: []disclosure.Subject{subject}, More: true}, language, disclosure.State{Watched: watched})
				if strings.ContainsAny(text, "{}") || text == "" {
					t.Errorf("%s: %s", subject, text)
				}
				if other, twice := said[text]; twice {
					t.Errorf("%s and %s are answered alike", subject, other)
				}
				said[text] = subject
				g := terms.Guard()
				_, hit := g.Write(text)
				if hit == nil {
					_, hit = g.Close()
				}
				if hit != nil {
					t.Errorf("%s, %s: the answer claims %q:\n%s", subject, language, hit.Term, text)
				}
			}
		}
	}
}

// An answer that sends somebody to a button must call it what is written on the button.
func TestTheButtonToForgetIsCalledInAnswersWhatItIsCalledOnThePages(t *testing.T) {
	quoted := regexp.MustCompile(`[“«]([^”»]+)[”»]`)
	for _, language := range []string{"en", "es"} {
		var pages struct{ Texts map[string]string }
		data, err := fs.ReadFile(messages.Files, language+"/pages.json")
		if err == nil {
			err = json.Unmarshal(data, &pages)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, subject := range []disclosure.Subject{disclosure.Readers, disclosure.Record} {
			text := disclosure.Answer(parish(), disclosure.Question{Subjects: []disclosure.Subject{subject}}, language, disclosure.State{})
			for _, key := range []string{"privacy.forget", "client.forget"} {
				label := pages.Texts[key]
				if named := quoted.FindStringSubmatch(text); named == nil || named[1] != label {
					t.Errorf("%s in %s names %q, and the button of %s is %q", subject, language, named, key, label)
				}
			}
		}
	}
}

func TestWhoMayBeInDangerIsToldWhomToCall(t *testing.T) {
	for _, test := range []struct {
		country string
		want    []string
	}{{"US", []string{"911", "988"}}, {"GB", []string{"999", "116 123"}}, {"", []string{"your local emergency number", "findahelpline.com"}}} {
		c := parish()
		c.Address.Country = test.country
		call := disclosure.Answer(c, disclosure.Question{Subjects: []disclosure.Subject{disclosure.Call}}, "en", disclosure.State{})
		watched := disclosure.Answer(c, disclosure.Question{Subjects: []disclosure.Subject{disclosure.Privacy}}, "en", disclosure.State{Watched: true})
		for _, number := range test.want {
			if !strings.Contains(call, number) || !strings.Contains(watched, number) {
				t.Errorf("%s: %s is not in\n%s\n---\n%s", test.country, number, call, watched)
			}
		}
		if !strings.Contains(watched, "I have sent a notice") || strings.Contains(call, "I have sent a notice") {
			t.Errorf("who was told:\n%s\n---\n%s", call, watched)
		}
	}
}

func TestHostileMessagesAreReadInNoTime(t *testing.T) {
	for name, message := range map[string]string{
		"one clause":    strings.Repeat("is this private ", 125),
		"many clauses":  strings.Repeat("are you, ", 220),
		"many joined":   strings.Repeat("if you and ", 180),
		"no words":      strings.Repeat("?!.", 700),
		"broken":        strings.Repeat("is this\xff private? ", 100),
		"other scripts": strings.Repeat("это личное? ", 100),
		"apostrophes":   strings.Repeat("'", 1000) + "is this private''''s" + strings.Repeat("a'b", 300),
	} {
		fastest := time.Hour
		for range 3 {
			start := time.Now()
			disclosure.Recognise(message, []string{message})
			fastest = min(fastest, time.Since(start))
		}
		if fastest > time.Second { // a hundred times what it takes
			t.Errorf("%s: %v", name, fastest)
		}
	}
}

func BenchmarkRecognise(b *testing.B) {
	for name, message := range map[string]string{"a question": "Is what I write here confidential?", "another": "What time is the service on Sunday?"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				disclosure.Recognise(message, nil)
			}
		})
	}
}

func BenchmarkRecogniseWhatTheChurchIsAsked(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		disclosure.Recognise("What time is church on Sunday?", nil)
	}
}

// An answer, thanks, a name and a number are no questions, however few the words.
// Who was not heard says so in the words of who asks what is kept.
func TestComplaintsAboutTheTalkAreNoQuestionsAboutTheAssistant(t *testing.T) {
	for _, message := range []string{
		"you keep telling me the same", "I just asked you that", "you didn't tell me about parking", "I told you, there are four of us", "can you say that again", "that is not what I asked", "you already said that twice",
		"ya te lo dije", "ya le dije que somos cuatro", "me dices lo mismo otra vez", "no me contestaste lo del estacionamiento", "y el 31?",
	} {
		if q, ok := disclosure.Recognise(message, nil); ok {
			t.Errorf("%q is about %v", message, q.Subjects)
		}
	}
	for _, message := range []string{
		"I told you that in confidence, will you keep it secret", "you said nobody would see this, is it private", "can you keep a secret?", "are you a real person", "do you keep what I told you", "ya te lo dije, pero alguien lo lee?",
	} {
		if _, ok := disclosure.Recognise(message, nil); !ok {
			t.Errorf("%q is not", message)
		}
	}
}

func TestWhatAsksForNothingIsNotAnswered(t *testing.T) {
	for _, message := range []string{
		"Sí", "yes", "Yes, please", "ok", "gracias", "Sí, por favor", "amen", "claro que sí", "go ahead", "mañana", "555 0142", "ann@example.org", "my name is Peter Olsen", "mi nombre es Lucia",
		"call me on 555 0199", "Thank you, that is so kind of you all", "Tell me of grace in your own words", "can you baptise my baby", "and tomorrow?",
		"Yes, I'm here.", "I'm here. What time is church on Sunday?", "I'm right here", "sí, estoy aquí", "sí, aquí sigo, ¿a qué hora es la misa?",
	} {
		if q, ok := disclosure.Recognise(message, nil); ok {
			t.Errorf("%q: %v", message, q.Subjects)
		}
	}
}
