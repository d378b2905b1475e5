package pages_test

import (
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

func TestAnswersSayWhichLanguageTheyAreIn(t *testing.T) {
	s, page, _ := openChat(t, phone)
	for _, language := range []string{"en", "es", "fr", ""} { // "": a server of before answers said it
		page.ask("A question")
		x := s.next()
		x.language = language
		x.answer("Sunday, 9:00")
		page.wait(`document.querySelector("` + lastAnswer + ` .rating")`)
		for _, element := range []string{prose, ".message--visitor .bubble", "[data-announcer]"} {
			if got := eval[string](page, `[...document.querySelectorAll(`+quote(element)+`)].at(-1).lang`); got != language {
				t.Errorf("%s is in %q, want %q", element, got, language)
			}
		}
	}
}

func TestThePageSpeaksAnotherLanguageWhenAsked(t *testing.T) {
	s, page, _ := openChat(t, phone)
	page.open(s.url + "/chat/grace-harbor?agent=care")
	page.follow(".tongues a[lang=es]", `document.documentElement.lang === "es" && document.querySelector("[data-chat][data-ready]") !== null`)
	page.waitText(".agent", "Cuidado")
	if got := page.text(".tongues"); got != "In English" {
		t.Errorf("back: %q", got)
	}
	s.conversation(page, "¿Hay estacionamiento?")
	page.click(".tools-row [data-begin]")
	page.follow(".tongues a[lang=en]", `document.documentElement.lang === "en"`)
}

// follow clicks a link and waits until an expression is true of the page that it leads to: no promise of the page before outlives it.
func (p *tab) follow(link, expression string) {
	p.t.Helper()
	p.click(link)
	for deadline := time.Now().Add(patience / 2); ; time.Sleep(10 * time.Millisecond) {
		if there, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](expression)); err == nil && there {
			return
		}
		if time.Now().After(deadline) {
			p.t.Fatalf("%s leads to no page of which is true: %s", link, expression)
		}
	}
}

// inRTL says, of each block of the last answer, on which side its first line begins, and on which side a list has its marks.
const inRTL = `[...document.querySelectorAll(".message--assistant:last-of-type .prose :is(p, li, blockquote)")].map((block) => {
	const words = document.createTreeWalker(block, NodeFilter.SHOW_TEXT).nextNode(), range = document.createRange();
	range.selectNode(words);
	const line = range.getBoundingClientRect(), box = block.getBoundingClientRect();
	return box.right - line.right < line.left - box.left + 1 ? "right" : "left";
}).join(" ")`

// An answer in a language that runs from right to left has its lists and quotes on the right, quotes English from the left, and shows
// telephone numbers as they are dialled, also where the first word is in Latin letters.
func TestAnswersInArabicRunFromRightToLeft(t *testing.T) {
	for _, language := range []string{"ar", "fa", "he", "ur"} {
		t.Run(language, func(t *testing.T) {
			s, page, _ := openChat(t, phone)
			page.ask("متى تبدأ الصلاة يوم الأحد؟")
			x := s.next()
			x.language = language
			x.answer("Grace Harbor: تبدأ الصلاة يوم الأحد.\n\n- الساعة التاسعة صباحا\n- الساعة الحادية عشرة\n\n> سلامي أعطيكم\n\nCome as you are.\n\nاتصل الآن بالرقم **(207) 555-0142** أو **988**.")
			page.wait(`document.querySelector("` + lastAnswer + ` .rating")`)
			if got := eval[string](page, `document.querySelector("`+lastAnswer+` .prose").dir`); got != "rtl" {
				t.Errorf("the answer runs %q", got)
			}
			if got := eval[string](page, `getComputedStyle(document.querySelector(".message--visitor:last-of-type .bubble, .message--visitor .bubble")).direction`); got != "rtl" {
				t.Errorf("the question runs %q", got)
			}
			if got := eval[string](page, inRTL); got != "right right right right right left right" {
				t.Errorf("the blocks begin %q", got)
			}
			if got := eval[string](page, `[...document.querySelectorAll("`+lastAnswer+` .prose a[href^='tel:']")].map((a) => a.dir + " " + a.textContent).join("; ")`); got != "ltr (207) 555-0142; ltr 988" {
				t.Errorf("the numbers are %q", got)
			}
			if found := eval[float64](page, `document.documentElement.scrollWidth - innerWidth`); found > 0 {
				t.Errorf("the page is %v px wider than the screen", found)
			}
			page.shoot("answer-in-" + language)
		})
	}
}
