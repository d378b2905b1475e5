package question

import (
	"testing"

	"narthex/chat/words"
)

func TestQuestionsThatLeanOnTheConversation(t *testing.T) {
	for question, want := range map[string]Leaning{
		"yes":                              LeansAlways,
		"Yes, please":                      LeansAlways,
		"ok":                               LeansAlways,
		"What about Sunday?":               LeansAlways,
		"And on Wednesday?":                LeansAlways,
		"Tell me more":                     LeansAlways,
		"which one is closer?":             LeansAlways,
		"¿Y el domingo?":                   LeansAlways,
		"sí":                               LeansAlways,
		"Is it free?":                      LeansIfTalked,
		"Can I bring him?":                 LeansIfTalked,
		"How much?":                        LeansIfTalked,
		"what do i do now":                 LeansIfTalked,
		"What happens next?":               LeansIfTalked,
		"who do I ring":                    LeansIfTalked,
		"who should I call?":               LeansIfTalked,
		"¿y qué hago ahora?":               LeansAlways,
		"¿a quién llamo?":                  LeansIfTalked,
		"Who do I ring about the hall?":    StandsAlone,
		"What time does that start?":       LeansIfTalked,
		"Sunday?":                          LeansIfTalked,
		"Is this coming up in the fall?":   LeansIfTalked,
		"What time is this?":               LeansIfTalked,
		"Who leads this group?":            LeansIfTalked,
		"¿Cuánto cuesta esta clase?":       LeansIfTalked,
		"So on Sunday?":                    LeansAlways,
		"So, yes":                          LeansAlways,
		"So what time is it on Sunday?":    LeansIfTalked,
		"So what time is church Sunday?":   StandsAlone,
		"So, what time is church Sunday?":  StandsAlone,
		"What time is church this Sunday?": StandsAlone,
		"Is the office open this Friday?":  StandsAlone,
		"Is there anything going on this coming weekend?": StandsAlone,
		"What's this week's sermon about?":                StandsAlone,
		"What are the times at this church?":              StandsAlone,
		"¿Hay culto este domingo?":                        StandsAlone,
		"¿Hay misa esta noche?":                           StandsAlone,
		"¿Qué actividades tienen esta semana?":            StandsAlone,
		"When are your services?":                         StandsAlone,
		"Is there parking at the church?":                 StandsAlone,
		"Do you have a youth group?":                      StandsAlone,
		"No kids allowed during worship?":                 StandsAlone,
		"Yesterday I saw your sign, who preaches?":        StandsAlone,
		"¿A qué hora es la misa del domingo?":             StandsAlone,
		"Si hay misa mañana temprano":                     LeansIfAsked,
		"Android app for giving?":                         StandsAlone,
		"Butternut supper tickets for Friday":             LeansIfAsked,
		"a que hora es la misa del domingo":               StandsAlone,
		"para que edad es el grupo":                       StandsAlone,
		"4 adults and a toddler":                          LeansIfAsked,
		"Christmas Eve candlelight service":               LeansIfAsked,
		"somos 4 adultos y un bebe":                       LeansIfAsked,
		"what time is church on Sunday":                   StandsAlone,
		"hola, hay estacionamiento para todos":            StandsAlone,
	} {
		if got := LeansOnConversation(question); got != want {
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
		"Are you a bot?", "Am I talking to an AI?", "who made you", "Are you human or a robot?", "¿Eres real?", "¿Es inteligencia artificial?", "¿Cómo te llamas?",
		"Minha avó morreu ontem", "Mein Mann hat mich verlassen", "Mon fils se drogue, je m'appelle Jean", "Mio marito è morto domenica, quando potete venire?", "Moja mama zmarła wczoraj", "Namatay ang nanay ko kahapon",
		"Manman mwen mouri ayè", "Моя мама умерла вчера", "我的丈夫离开了我，怎么办？", "우리 엄마가 어제 돌아가셨어요", "ماتت أمي أمس", "Mẹ tôi mất hôm qua", "Toi muon gap muc su o nha tho", "Is 나는 슬퍼요 here",
		"What is the time of the service? Моя мама умерла вчера", "Hi, what is the address? 我丈夫昨天去世了，我很难过", "What is the time of the service? 엄마가 돌아가셨어요",
		"Tengo cáncer, ¿me visitan?", "Mi hijo está en la cárcel", "¿Pueden orar conmigo? Perdimos a nuestro bebé",
	} {
		if !Personal(question) {
			t.Errorf("%q is personal", question)
		}
	}
	for _, question := range []string{
		"Wann ist der Gottesdienst?", "Quelle est l'heure de la messe ?", "Que horas é a missa de domingo?", "Dove si trova la chiesa?", "Где находится церковь?", "主日崇拜几点开始？",
		"Wann sind die Gottesdienste?", "Haben Sie einen Parkplatz?", "Quando sono le messe?", "Ci sono parcheggi?", "Who is Pastor Nguyễn?", "Is Анна Петрова at the office?", "Is Father Đặng here on Sunday?", "Do you have a 한국어 service?", "Is there parking tho",
		"¿Hay una misa en 한국어?",
		"When are your services?", "Is there childcare for kids under two?", "What do you believe about baptism?",
		"Who are your assistant pastors?", "Is the organ real?", "¿Hay alguien en la oficina ahí?", "Where do I park?", "Can I rent the hall?", "How do I become a member?", "¿Puedo llevar a los niños?", "Could you tell me when the office opens?", "¿A qué hora es el culto?", "How much does it cost to rent the hall for 150 people?",
	} {
		if Personal(question) {
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
		if got := words.Language(test.text, test.fallback); got != test.want {
			t.Errorf("%q: %s, want %s", test.text, got, test.want)
		}
	}
}
