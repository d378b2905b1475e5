package facts_test

import (
	"strings"
	"testing"

	"narthex/chat/church"
	"narthex/chat/facts"
)

func TestOfSeveralQuestionsStoredFactsAnswerTheirs(t *testing.T) {
	for _, test := range []struct {
		church         *church.Snapshot
		language       string
		message        string
		contains, rest string
	}{
		{harbor(), "en", "what time is church and is there parking for a bus?", "Traditional worship", "is there parking for a bus?"},
		{harbor(), "en", "Hi! Where are you located? Can I bring my dog?", "212 Breakwater Lane", "Can I bring my dog?"},
		{harbor(), "en", "is there a gluten free option and who is the pastor", "Daniel Whitcomb", "is there a gluten free option"},
		{harbor(), "en", "i want to know what time the services are & if the choir takes beginners", "Traditional worship", "if the choir takes beginners"},
		{harbor(), "en", "where do i park, can i bring a trailer, and how long is the service?", "70 minutes", "can i bring a trailer,"},
		{harbor(), "en", "where do i park do i have to book a seat", "Spruce Street", "do i have to book a seat"},
		{nuevaVida(), "es", "donde queda la iglesia de que color es el edificio", "1408 Calle Las Palmas", "de que color es el edificio"},
		{nuevaVida(), "es", "¿A qué hora es el culto y puedo llevar a mi perro?", "10:30 Culto de adoración", "puedo llevar a mi perro?"},
		{nuevaVida(), "es", "hola quiero saber donde estan ubicados y si dan clases de guitarra", "1408 Calle Las Palmas", "si dan clases de guitarra"},
		{nuevaVida(), "es", "quien es el pastor? se puede hacer una fiesta en el salon?", "Efraín Cantú", "se puede hacer una fiesta en el salon?"},
	} {
		t.Run(test.message, func(t *testing.T) {
			part, ok := facts.FindPart(test.church, facts.Question{Text: test.message, Language: test.language, Now: now})
			if !ok || !strings.Contains(part.Answer.Text, test.contains) || part.Rest != test.rest {
				t.Errorf("%v: %q, and of the rest: %q", ok, part.Answer.Text, part.Rest)
			}
			if answer, ok := facts.Find(test.church, facts.Question{Text: test.message, Language: test.language, Now: now}); ok {
				t.Errorf("the whole was answered by %q", answer.Text)
			}
		})
	}
}

// What is asked behind a gathering is asked of that, also where facts tell when it is.
func TestTheNurseryOfSundayIsNotThatOfAGroup(t *testing.T) {
	part, ok := facts.FindPart(harbor(), facts.Question{Text: "when is youth group and is there childcare", Language: "en", Now: now})
	if ok && strings.Contains(part.Answer.Text, "Nursery") || ok && part.Rest != "is there childcare" {
		t.Errorf("%q, and of the rest: %q", part.Answer.Text, part.Rest)
	}
}

func TestSeveralQuestionsAboutFactsAreAnsweredTogether(t *testing.T) {
	check(t, harbor(), "en", "What time is church on Sunday, and where can I park?", "hours", []string{"Traditional worship", "Spruce Street"}, nil)
	check(t, nuevaVida(), "es", "¿Dónde están ubicados y a qué hora es el culto?", "address", []string{"Las Palmas", "Culto de adoración"}, nil)
}

func TestWhatOnlySoundsLikeSeveralQuestionsIsOne(t *testing.T) {
	for message, c := range map[string]*church.Snapshot{
		"what day and what time is the church picnic":                          harbor(),
		"who leads the camden group and is there childcare":                    harbor(), // in the group
		"how much is the harvest supper and what should i wear":                harbor(), // to the supper
		"do you know how much is a burial plot":                                harbor(),
		"quien cocina la comida y donde me estaciono":                          nuevaVida(),
		"where and when does the quilting circle meet":                         harbor(),
		"who is the pastor and how do i reach him":                             harbor(), // of the first
		"what time is church and is it wheelchair accessible":                  harbor(),
		"what time is church for moms and dads with strollers":                 harbor(),
		"is there something for my son, who is the only child in a wheelchair": harbor(),
		"what time is church and is the office open on christmas day":          harbor(), // a day for both
		"we are fifty people from Ohio. where do we park? are dogs allowed?":   harbor(), // told, before it is asked
		"tell me about bread and wine":                                         harbor(),
		"what time on thursday is there a grief support group":                 harbor(),
		"what time on sunday is there a mass in polish":                        harbor(),
		"a que hora del domingo hay que llegar":                                nuevaVida(),
		"what do the children do and sing":                                     harbor(),
		"a que hora y en que dia es la quinceañera de Ana":                     nuevaVida(),
		"quien es el pastor y como lo contacto":                                nuevaVida(),
		"cuando es el culto y cuanto dura":                                     nuevaVida(),
		"donde estan los padres y las madres":                                  nuevaVida(),
	} {
		language := "en"
		if c.Language == "es" {
			language = "es"
		}
		if part, ok := facts.FindPart(c, facts.Question{Text: message, Language: language, Now: now}); ok {
			t.Errorf("%s: told %q, left %q", message, part.Answer.Text, part.Rest)
		}
	}
}
