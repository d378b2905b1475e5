package reply_test

import (
	"slices"
	"strings"
	"testing"

	"narthex/chat/church"
	"narthex/chat/crisis"
	"narthex/chat/crisis/reply"
)

// others are the languages that there is a phrase book in, each with a danger and letters that only its own texts have.
var others = map[string]struct{ message, sign string }{
	"zh": {"我想死", "您"}, "tl": {"Gusto ko nang mamatay", "Salamat"}, "vi": {"Tôi muốn chết", "Cảm ơn"}, "ar": {"أريد أن أموت", "شكرا"},
	"fr": {"Je veux mourir", "Merci"}, "ko": {"죽고 싶어요", "고맙"}, "ru": {"Я хочу умереть", "Спасибо"}, "ht": {"Mwen vle mouri", "Mèsi"},
	"pl": {"Chcę umrzeć", "Dziękuję"}, "pt": {"Eu quero morrer", "Obrigado"}, "uk": {"Я хочу померти", "Дякую"}, "de": {"Ich will sterben", "Danke"},
}

func TestWhoeverIsInDangerIsAnsweredInTheirLanguageWithTheCountrysLines(t *testing.T) {
	for language, said := range others {
		finding, _ := crisis.Assess(said.message, nil)
		if got := reply.LanguageOf(said.message, finding.Language, "en"); got != language {
			t.Errorf("%s is answered in %q, want %q", said.message, got, language)
		}
		c := graceHarbor()
		c.CrisisMessage = ownWords
		text := reply.To(c, language).Answer(finding)
		if !strings.Contains(text, said.sign) || strings.Contains(text, ownWords) || !strings.Contains(text, "988") || !strings.Contains(text, "911") {
			t.Errorf("in %s:\n%s", language, text)
		}
	}
	for message, language := range map[string]string{
		"I want to die": "en", "Quiero morirme": "es", "Voglio morire": "en", "ok": "en", "555 0101": "en",
	} {
		if got := reply.LanguageOf(message, "", language); got != language {
			t.Errorf("%s is answered in %q, want %q", message, got, language)
		}
	}
}

// The gate's phrases of one language stand in sentences of another.
func TestASpanishSentenceWithAPortuguesePhraseIsAnsweredInSpanish(t *testing.T) {
	for message, language := range map[string]string{"el padre me toca": "es", "o padre me toca": "pt", "Mi pastor me toca": "es"} {
		if got := reply.LanguageOf(message, "pt", "en"); got != language {
			t.Errorf("%s is answered in %q, want %q", message, got, language)
		}
	}
}

func TestEveryLanguageHasAWholeAnswerToEveryDanger(t *testing.T) {
	for language := range others {
		for _, country := range []string{"US", "IE", "GB", "BR", "MX", "BE", ""} {
			c := graceHarbor()
			c.Address.Country = country
			c.Safeguarding = church.Safeguarding{Name: "Helen Marsh", Phone: "555-0149"}
			for _, f := range findings() {
				for _, text := range []string{
					reply.To(c, language).Answer(f), reply.To(c, language).Instead(f), reply.To(c, language).Again(f), reply.To(c, language).Apart(f), reply.To(c, language).Readers(), reply.To(c, language).Glad(), reply.To(c, language).Care(""),
					reply.To(c, language).Lines(), reply.To(c, language).Kept(f, reply.Contact{Phone: "555-0101"}), reply.To(c, language).Lost(),
				} {
					paragraphs := strings.Split(text, "\n\n")
					english := strings.Contains(text, " the ") || strings.Contains(text, "You ")
					if strings.ContainsAny(text, "{}") || english || slices.Contains(paragraphs, "") {
						t.Fatalf("%s in %s, %+v:\n%s", country, language, f, text)
					}
				}
				if text := reply.To(c, language).Answer(f); f.ByClergy && !strings.Contains(text, "Helen Marsh") {
					t.Errorf("%s in %s, %+v does not name the safeguarding contact:\n%s", country, language, f, text)
				}
			}
		}
	}
}
