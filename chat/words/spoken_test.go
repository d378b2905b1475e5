package words_test

import (
	"os"
	"strings"
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

// French and Italian share small words with Spanish, and have words that English has as well.
func TestSmallWordsThatLanguagesShareTellNone(t *testing.T) {
	for _, text := range []string{
		"quiero dejar un diezmo como le hago", "le dejo un recado al pastor", "un hermano le pidio oracion", "les mando un saludo", "le mande un correo", "busco un grupo pa mi hijo, le gusta la musica",
		"un maestro le pidio el instagram a mi hijo", "si cancelo un mes antes, pierdo todo?", "cancele la boda faltando un mes", "les dono un colchon", "le traigo girasoles en un pomo", "hay que hacerse miembro si o si para seguir yendo",
	} {
		if got := words.Spoken(text, "es"); got != "es" {
			t.Errorf("%s: %s", text, got)
		}
	}
	for _, text := range []string{"can someone help me register as a home care aide", "do your teachers use cane"} {
		if got := words.Spoken(text, "en"); got != "en" {
			t.Errorf("%s: %s", text, got)
		}
	}
	for _, text := range []string{"je cherche un groupe pour mon fils", "je veux parler avec le pasteur", "est-ce que vous avez une garderie?", "le culte est à quelle heure", "mon père est mort", "un prêtre peut venir ?", "les messes du dimanche"} {
		if got := words.Spoken(text, "es"); got != "fr" {
			t.Errorf("%s: %s", text, got)
		}
	}
}

// Of short messages in twelve languages nearly all are known, and no English or Spanish one is taken for another language.
func TestShortMessagesAreKnownByTheirLanguage(t *testing.T) {
	text, err := os.ReadFile("testdata/spoken.txt")
	if err != nil {
		t.Fatal(err)
	}
	type score struct{ known, all int }
	scores := map[bool]*score{false: {}, true: {}}
	language, at := "", 0
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
			continue
		case line[0] == '@':
			language, at = line[1:], 0
			continue
		}
		at++
		counted := at%3 == 0
		scores[counted].all++
		switch got := words.Spoken(line, "en"); {
		case got == language || language == "es" && got == "en":
			scores[counted].known++
		case !counted:
			t.Logf("%s: %s, want %s", line, got, language)
		}
	}
	for counted, s := range scores {
		t.Logf("only counted %v: %d of %d", counted, s.known, s.all)
		if s.all < 60 || 10*s.known < 9*s.all {
			t.Errorf("only counted %v: %d of %d, want nine tenths", counted, s.known, s.all)
		}
	}
}

// What is asked in English and Spanish stays in it.
func TestEnglishAndSpanishAreTakenForNoOtherLanguage(t *testing.T) {
	asked, wrong := 0, 0
	for _, name := range []string{"short_en", "short_es", "heldout_en", "heldout_es"} {
		text, err := os.ReadFile("testdata/" + name + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(line)
			if line == "" || line[0] == '#' {
				continue
			}
			asked++
			if got := words.Spoken(line, "en"); got != words.Language(line, "en") {
				wrong++
				t.Logf("%s: %s", line, got)
			}
		}
	}
	t.Logf("%d of %d", wrong, asked)
	if asked < 250 || wrong > asked/200 {
		t.Errorf("%d of %d are taken for another language", wrong, asked)
	}
}
