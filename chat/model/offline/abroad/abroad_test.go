package abroad_test

import (
	"testing"

	"narthex/chat/model/offline/abroad"
)

func TestWhoAsksForSomethingInTheirOwnLanguageAsksForThat(t *testing.T) {
	for _, test := range []struct{ message, spoken, answers, want string }{
		{"czy jest msza po polsku", "pl", "en", "What time are your services in Polish?"},
		{"o której jest msza", "pl", "en", "What time are your services?"},
		{"Kiedy spowiedź po polsku?", "pl", "en", "When can I go to confession in Polish?"},
		{"kiedy spowiedź", "pl", "en", "When can I go to confession?"},
		{"czy mówicie po polsku", "pl", "en", ""},
		{"potrzebuję pomocy po polsku, mąż umarł", "pl", "en", ""},
		{"gibt es einen Gottesdienst auf Deutsch?", "de", "en", "What time are your services in German?"},
		{"wann ist Beichte", "de", "es", "¿Cuándo puedo confesarme?"},
		{"vous avez une messe en français ?", "fr", "es", "¿A qué hora es el culto en francés?"},
		{"tem missa em português", "pt", "en", "What time are your services in Portuguese?"},
		{"c'è una messa in italiano?", "it", "en", "What time are your services in Italian?"},
		{"eske gen yon sevis an kreyòl", "ht", "en", "What time are your services in Haitian Creole?"},
		{"có lễ tiếng Việt không", "vi", "en", "What time are your services in Vietnamese?"},
		{"есть ли служба на русском", "ru", "en", "What time are your services in Russian?"},
		{"чи є служба українською", "uk", "en", "What time are your services in Ukrainian?"},
		{"한국어 예배 있나요", "ko", "en", "What time are your services in Korean?"},
		{"有中文礼拜吗", "zh", "en", "What time are your services in Chinese?"},
		{"may misa po ba sa Tagalog", "tl", "en", "What time are your services in Tagalog?"},
		{"où est le parking, je parle en français", "fr", "en", "Where can I park?"}, // the place is the same in every language
		{"czy wierzycie w kosmitów", "pl", "en", ""},
	} {
		got, ok := abroad.Question(test.message, test.spoken, test.answers)
		if got != test.want || ok != (test.want != "") {
			t.Errorf("%s: %q, want %q", test.message, got, test.want)
		}
	}
}
