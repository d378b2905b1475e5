package words_test

import (
	"testing"

	"narthex/chat/words"
)

func TestTheLanguageOfAnswersIsHeardBeyondTheOnesWithTexts(t *testing.T) {
	for text, want := range map[string]string{
		"When are your services?":                                      "en",
		"I want to die and I do not know what to do":                   "en",
		"¿A qué hora es la misa?":                                      "es",
		"Necesito hablar con el pastor":                                "es",
		"Bonjour, à quelle heure est la messe ?":                       "fr",
		"Bonjour, est-ce que le toit de la tour est en cuivre ?":       "fr",
		"Où est-ce que je peux me garer pour la messe avec mon fils ?": "fr",
		"Olá, vocês têm missa em português? Onde posso estacionar?":    "pt",
		"Wann ist der Gottesdienst und wo kann ich parken?":            "de",
		"Kiedy jest msza po polsku?":                                   "pl",
		"Anong oras po ang misa sa simbahan?":                          "tl",
		"Nhà thờ ở đâu?":                                               "vi",
		"礼拜几点开始？":                                                      "zh",
		"礼拝は何時ですか":                                                     "ja",
		"예배는 몇 시예요?":                                                   "ko",
		"Когда служба?":                                                "ru",
		"Коли служба і де ви?":                                         "uk",
		"متى القداس؟":                                                  "ar",
		"Is Fr Tomasz Zieliński at Mass?":                              "en",
		"9:00":                                                         "xx",
		"":                                                             "xx",
	} {
		if got := words.Spoken(text, "xx"); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
