package chat

import "testing"

func TestQuestionsThatLeanOnTheConversation(t *testing.T) {
	for question, want := range map[string]leaning{
		"yes":                             leansAlways,
		"Yes, please":                     leansAlways,
		"ok":                              leansAlways,
		"What about Sunday?":              leansAlways,
		"And on Wednesday?":               leansAlways,
		"Tell me more":                    leansAlways,
		"which one is closer?":            leansAlways,
		"¿Y el domingo?":                  leansAlways,
		"sí":                              leansAlways,
		"Is it free?":                     leansIfTalked,
		"Can I bring him?":                leansIfTalked,
		"How much?":                       leansIfTalked,
		"What time does that start?":      leansIfTalked,
		"Sunday?":                         leansIfTalked,
		"When are your services?":         standsAlone,
		"Is there parking at the church?": standsAlone,
		"Do you have a youth group?":      standsAlone,
		"No kids allowed during worship?": standsAlone,
		"Yesterday I saw your sign, who preaches?": standsAlone,
		"¿A qué hora es la misa del domingo?":      standsAlone,
		"Si hay misa mañana temprano":              standsAlone,
		"Android app for giving?":                  standsAlone,
		"Butternut supper tickets for Friday":      standsAlone,
	} {
		if got := leansOnConversation(question); got != want {
			t.Errorf("%q: %d, want %d", question, got, want)
		}
	}
}

func TestPersonalQuestionsAreNobodyElses(t *testing.T) {
	for _, question := range []string{
		"Can you pray for my mother?", "My husband left me", "I'm so lonely since the funeral", "I feel God is far away",
		"My name is Ana Torres, can somebody call me?", "Call me at 207-555-0199", "write to ana@example.org please",
		"I lost my job and can't pay rent", "¿Pueden orar por mi hijo?", "Estoy muy triste", "Mi esposo murió en marzo",
		"I don't want to live anymore", "I have cancer, will the church visit?", "I can’t stop drinking, where do I go?", "I’m getting evicted on Friday",
		"We lost our baby last week", "My child is being bullied", "I cheated on someone, will God forgive me?",
		"El abuelo de la vecina murió", "Aquí alguien falleció", "La fe se perdió cuando todo lo perdí", "El abuelo murió ayer", "La vecina MURIÓ", "el abuelo murio ayer",
		"Tengo cáncer, ¿me visitan?", "Mi hijo está en la cárcel", "¿Pueden orar conmigo? Perdimos a nuestro bebé",
	} {
		if !isPersonal(question) {
			t.Errorf("%q is personal", question)
		}
	}
	for _, question := range []string{
		"When are your services?", "Is there childcare for kids under two?", "What do you believe about baptism?",
		"Where do I park?", "Can I rent the hall?", "How do I become a member?", "¿Puedo llevar a los niños?", "Could you tell me when the office opens?", "¿A qué hora es el culto?", "How much does it cost to rent the hall for 150 people?",
	} {
		if isPersonal(question) {
			t.Errorf("%q is not personal", question)
		}
	}
}

func TestLanguageOfAQuestion(t *testing.T) {
	for _, test := range []struct{ text, fallback, want string }{
		{"When are your services?", "es", "en"},
		{"¿A qué hora es el culto?", "en", "es"},
		{"hola, quiero saber el horario de la misa", "en", "es"},
		{"parking", "es", "es"},
		{"parking", "en", "en"},
		{"¿Parking?", "en", "es"},
		{"", "en", "en"},
	} {
		if got := detectLanguage(test.text, test.fallback); got != test.want {
			t.Errorf("%q: %s, want %s", test.text, got, test.want)
		}
	}
}
