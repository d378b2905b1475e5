package pages_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// focused describes the element that has the focus, by what a screen reader would call it.
const focused = `(() => {
	const e = document.activeElement;
	const name = e.getAttribute("aria-label") ?? e.labels?.[0]?.textContent ?? e.textContent;
	return e.tagName.toLowerCase() + " " + name.trim();
})()`

func (p *tab) tabTo(want string) {
	p.t.Helper()
	var passed []string
	for range 15 {
		p.press(kb.Tab)
		at := eval[string](p, focused)
		if at == want {
			visible := eval[bool](p, `getComputedStyle(document.activeElement).outlineStyle !== "none"`)
			if !visible {
				p.t.Errorf("the focus on %q is not to be seen", at)
			}
			return
		}
		passed = append(passed, at)
	}
	p.t.Fatalf("no way to %q by the keyboard, only to %s", want, strings.Join(passed, ", "))
}

func (p *tab) mustBeAt(want string) {
	p.t.Helper()
	if got := eval[string](p, focused); got != want {
		p.t.Errorf("the focus is on %q, not on %q", got, want)
	}
}

func TestTheWholeConversationByKeyboard(t *testing.T) {
	const box = "textarea Your message"
	s, page, _ := openChat(t, desktop)

	page.press(kb.Tab)
	page.mustBeAt("a Skip to the message box")
	page.shoot("desktop-keyboard-skip")
	page.press(kb.Enter)
	page.mustBeAt(box)

	page.press("First line")
	page.press(kb.Enter, chromedp.KeyModifiers(chromedp.ModifierShift))
	page.press("second line")
	if got := eval[string](page, `document.querySelector("#message").value`); got != "First line\nsecond line" {
		t.Errorf("the box has %q", got)
	}
	page.press(kb.Enter)
	x := s.next()
	if x.request.Message != "First line\nsecond line" {
		t.Errorf("sent %q", x.request.Message)
	}
	page.mustBeAt(box)
	x.start()
	x.delta("An answer with [a link](https://x.example)")
	page.waitText(prose, "An answer")

	page.press("Not yet")
	page.press(kb.Enter) // does nothing while an answer comes
	page.tabTo("button Stop")
	x.delta(" and more of it")
	page.waitText(prose, "and more of it")
	page.mustBeAt("button Stop")
	page.press(kb.Enter)
	<-s.stops
	x.finish("done", object{"finish": "stopped", "tier": 4, "ms": 7})
	page.waitText(lastAnswer, "Stopped.")
	page.mustBeAt(box)
	if got := eval[string](page, `document.querySelector("#message").value`); got != "Not yet" {
		t.Errorf("what was written meanwhile became %q", got)
	}

	page.press(kb.Enter)
	x = s.next()
	x.start()
	x.finish("error", object{"code": "x", "message": "It failed.", "retryable": true})
	page.waitText(failure, "It failed.")
	page.press(kb.Tab, chromedp.KeyModifiers(chromedp.ModifierShift)) // the send button is disabled: back to the list
	page.mustBeAt("a (207) 555-0142")                                 // who else can be asked
	page.press(kb.Tab, chromedp.KeyModifiers(chromedp.ModifierShift))
	page.mustBeAt("button Try again")
	page.press(" ")
	s.next().answer("Now it works.")
	page.waitText(prose, "Now it works.")
	page.mustBeAt(box)
}

// Safari says of the key that ends an input method's composition neither that it composes nor which key it was, only the code 229.
func TestTheKeysOfAnInputMethodSendAndLeaveNothing(t *testing.T) {
	const key = `document.querySelector("#message").dispatchEvent(new KeyboardEvent("keydown", { key: "%s", %s, bubbles: true, cancelable: true }))`
	for name, composing := range map[string]string{"elsewhere": "isComposing: true", "in Safari": "keyCode: 229"} {
		t.Run(name, func(t *testing.T) {
			s, page, _ := openChat(t, desktop)
			page.click("#message")
			page.paste("わたし")
			for _, pressed := range []string{"Enter", "Escape", "Escape"} {
				eval[bool](page, fmt.Sprintf(key, pressed, composing))
			}
			if got := eval[string](page, `document.querySelector("#message").value`); got != "わたし" {
				t.Errorf("the box has %q", got)
			}
			if eval[bool](page, `document.documentElement.hidden`) {
				t.Error("the page was left")
			}
			page.press(kb.Enter)
			if x := s.next(); x.request.Message != "わたし" {
				t.Errorf("sent %q", x.request.Message)
			}
		})
	}
}

func TestTheKeysOfAnInputMethodDoNotCloseTheWidget(t *testing.T) {
	_, _, p, _ := openWidget(t, desktop)
	p.do(chromedp.Evaluate[chromedp.Void](`addEventListener("message", ({ data }) => { if (data === "after it") window.heard = true; })`))
	frameEval[any](p, `document.querySelector("#message").dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", keyCode: 229, bubbles: true })), parent.postMessage("after it", "*"), null`)
	p.wait(`window.heard`)
	if !eval[bool](p, `narthex.isOpen()`) {
		t.Error("the panel is closed")
	}
}

func TestPanelAndDialogByKeyboard(t *testing.T) {
	s, page, _ := openChat(t, desktop)
	page.ask("Hello")
	s.next().answer("Hello!")
	page.waitText(prose, "Hello!")
	page.open(s.url + "/chat/grace-harbor")

	page.tabTo("summary Contact and privacy")
	page.press(kb.Enter)
	page.wait(`document.querySelector(".about").open`)
	page.tabTo("a (207) 555-0142")
	page.press(kb.Escape)
	page.wait(`!document.querySelector(".about").open`)
	page.mustBeAt("summary Contact and privacy")

	page.press(kb.Enter)
	page.tabTo("button Forget this conversation")
	page.press(kb.Enter)
	page.wait(`document.querySelector("dialog").open`)
	page.mustBeAt("button Keep it")
	page.press(kb.Escape)
	page.wait(`!document.querySelector("dialog").open`)
	if page.count(".message") != 2 {
		t.Error("Escape did not keep the conversation")
	}
}

func TestASuggestedPromptByKeyboardLeadsToTheBox(t *testing.T) {
	s, page, _ := openChat(t, desktop)
	page.tabTo("button Where is the church?")
	page.press(kb.Enter)
	s.next().answer("At the harbor.")
	page.waitText(prose, "At the harbor.")
	page.mustBeAt("textarea Your message")
}

func TestWhatScreenReadersAreTold(t *testing.T) {
	s, page := openListening(t)
	page.ask("Hello")
	s.next().answer("Hello **there**.\n\nHow are you?")
	page.mustHear(sent, "Hello there. How are you?")
	for what, expression := range map[string]string{
		"the list is a log that does not announce every word": `document.querySelector("[data-scroller]").matches('[role="log"][aria-live="off"][aria-label]')`,
		"the announcer is polite":                             `document.querySelector("[data-announcer]").matches('[role="status"][aria-live="polite"]')`,
		"messages say whose they are":                         `[...document.querySelectorAll(".message")].map((m) => m.firstChild.textContent).join("|") === "You: |Assistant: "`,
		"the answer is finished":                              `document.querySelector(".message--assistant").ariaBusy === "false"`,
		"the box has a label":                                 `document.querySelector("#message").labels[0].textContent === "Your message"`,
		"buttons have names":                                  `[...document.querySelectorAll("button, summary")].every((b) => b.textContent.trim() !== "")`,
		"there is one main heading":                           `document.querySelectorAll("h1").length === 1`,
		"landmarks":                                           `document.querySelector("header") && document.querySelector("main") && document.querySelector("footer")`,
		"the language is stated":                              `document.documentElement.lang === "en"`,
	} {
		if !eval[bool](page, `Boolean(`+expression+`)`) {
			t.Errorf("not so: %s", what)
		}
	}
}
