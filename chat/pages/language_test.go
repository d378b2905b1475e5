package pages_test

import "testing"

func TestAnswersSayWhichLanguageTheyAreIn(t *testing.T) {
	s, page, _ := openChat(t, phone)
	for _, language := range []string{"en", "es", "fr", ""} { // "": a server of before answers said it
		page.ask("A question")
		x := s.next()
		x.language = language
		x.answer("Sunday, 9:00")
		page.wait(`document.querySelector("` + lastAnswer + ` .rating")`)
		for _, element := range []string{prose, "[data-announcer]"} {
			if got := eval[string](page, `[...document.querySelectorAll(`+quote(element)+`)].at(-1).lang`); got != language {
				t.Errorf("%s is in %q, want %q", element, got, language)
			}
		}
	}
}

func TestThePageSpeaksAnotherLanguageWhenAsked(t *testing.T) {
	s, page, _ := openChat(t, phone)
	page.open(s.url + "/chat/grace-harbor?agent=care")
	page.click(".tongues a[lang=es]")
	page.wait(`document.documentElement.lang === "es" && document.querySelector("[data-chat][data-ready]")`)
	page.waitText(".agent", "Cuidado")
	if got := page.text(".tongues"); got != "In English" {
		t.Errorf("back: %q", got)
	}
	s.conversation(page, "¿Hay estacionamiento?")
	page.click(".tools-row [data-begin]")
	page.click(".tongues a[lang=en]")
	page.wait(`document.documentElement.lang === "en"`)
}
