package learning

import (
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/google/uuid"

	"narthex/admin/access"
	"narthex/admin/access/accesstest"
	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
	"narthex/cmd/dev/browsertest"
)

func TestAnAnswerThatIsPublishedTwiceIsOne(t *testing.T) {
	h := newHouse(t)
	h.ask(t, asked{question: "Who leads the choir on Sunday?"})
	h.ask(t, asked{question: "who leads the choir on sunday"})
	h.gather(t)
	at := "/" + h.groups(t, false)[0].ID.String() + "/answer"
	form := url.Values{"question": {"Who leads the choir on Sunday?"}, "answer": {"Ann does, every week."}, "do": {"publish"}}
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			if status, page := h.post(t, at, form); status != http.StatusOK || !strings.Contains(page, "The next visitor who asks is answered by it.") {
				t.Errorf("published: %d %s", status, page)
			}
		})
	}
	both.Wait()
	if n := h.Count(t, "select count(*) from unified_rag_content where content_type = 'faq'"); n != 1 {
		t.Errorf("%d FAQs", n)
	}
	form.Set("exact_response", "on")
	status, page := h.send(t, at, form)
	if status != http.StatusConflict || !strings.Contains(page, "Ann does, every week.") {
		t.Errorf("another answer than the one that was published: %d %s", status, page)
	}
	form.Set("version", versionIn(page))
	h.send(t, at, form)
	if n := h.Count(t, "select count(*) from unified_rag_content where content_type = 'faq'"); n != 2 {
		t.Errorf("%d FAQs, of which one is to be said word for word", n)
	}
}

func TestAQuestionIsDraftedTriedAndPublished(t *testing.T) {
	h := newHouse(t)
	h.ask(t, asked{question: "Does ruth miller lead the choir on Sunday?"})
	h.ask(t, asked{question: "does Ruth lead the choir on sunday"})
	if status, page := h.post(t, "/gather", nil); status != http.StatusOK || !strings.Contains(page, "Does […] lead the choir on Sunday?") || !strings.Contains(page, "2 visitors") {
		t.Fatalf("gathered: %d %s", status, page)
	}
	at := "/" + h.groups(t, false)[0].ID.String()
	h.Upstream.Script(modeltest.Reply("I do not have that on file."))
	status, page := h.post(t, at+"/draft", nil)
	if status != http.StatusOK || !strings.Contains(page, `value="Does […] lead the choir on Sunday?"`) || !strings.Contains(page, "Please write the answer in your own words") {
		t.Fatalf("drafted: %d %s", status, page)
	}
	form := url.Values{"question": {"Does […] lead the choir on Sunday?"}, "answer": {"Ann does, every week."}, "exact_response": {"on"}, "do": {"publish"}}
	if status, page = h.post(t, at+"/answer", form); status != http.StatusUnprocessableEntity || !strings.Contains(page, "what […] stands for") || !strings.Contains(page, "Ann does, every week.") {
		t.Errorf("with a gap: %d %s", status, page)
	}
	if _, page = h.get(t, at); !strings.Contains(page, "Ann does, every week.") {
		t.Error("what was written is not kept")
	}
	form.Set("question", "Who leads the choir on Sunday?")
	form.Set("do", "try")
	h.Upstream.Script(modeltest.Reply("I do not have that on file."), modeltest.Reply("I do not have that on file."), modeltest.Reply("I do not have that on file."))
	if status, page = h.post(t, at+"/answer", form); status != http.StatusOK || !strings.Contains(page, `data-outcome="verbatim"`) || !strings.Contains(page, "I do not have that on file.") {
		t.Errorf("tried: %d %s", status, page)
	}
	if n := h.Count(t, "select count(*) from unified_rag_content"); n != 0 {
		t.Error("what was tried is published")
	}
	form.Set("do", "publish")
	if status, page = h.post(t, at+"/answer", form); status != http.StatusOK || !strings.Contains(page, "The next visitor who asks is answered by it.") || strings.Contains(page, "lead the choir") {
		t.Errorf("published: %d %s", status, page)
	}
	h.gather(t)
	if groups := h.groups(t, false); len(groups) != 0 {
		t.Errorf("open are still %q", texts(groups))
	}
	if n := h.Count(t, "select count(*) from audit_log where what = 'faq.created'"); n != 1 {
		t.Errorf("%d notes", n)
	}
}

func TestADraftThatSomebodyElseHasChangedIsNotOverwritten(t *testing.T) {
	h := newHouse(t)
	h.ask(t, asked{question: "Do you have a choir?"})
	h.gather(t)
	at := "/" + h.groups(t, false)[0].ID.String()
	h.post(t, at+"/draft", nil)
	opened := h.version(t, at) // by both
	written := func(version, answer, do string) (int, string) {
		return h.send(t, at+"/answer", url.Values{"version": {version}, "question": {"Do you have a choir?"}, "answer": {answer}, "do": {do}})
	}
	if status, page := written(opened, "Yes, on Thursdays.", "save"); status != http.StatusOK {
		t.Fatalf("the first: %d %s", status, page)
	}
	for _, version := range []string{opened, ""} {
		for _, do := range []string{"try", "save", "publish"} {
			status, page := written(version, "Ask Ann.", do)
			if status != http.StatusConflict || !strings.Contains(page, "Yes, on Thursdays.") || !strings.Contains(page, ">Ask Ann.</textarea>") {
				t.Errorf("%s by the second: %d %s", do, status, page)
			}
		}
	}
	if n := h.Count(t, "select count(*) from question_groups where draft_answer = 'Yes, on Thursdays.'"); n != 1 || h.Count(t, "select count(*) from unified_rag_content") != 0 {
		t.Error("what the first wrote is gone")
	}
	if status, _ := written(opened, "Yes, on Thursdays.", "save"); status != http.StatusOK {
		t.Errorf("the same once more: %d", status)
	}
	_, page := written(opened, "Ask Ann.", "save")
	if status, _ := written(versionIn(page), "Ask Ann on Thursdays.", "save"); status != http.StatusOK || h.Count(t, "select count(*) from question_groups where draft_answer = 'Ask Ann on Thursdays.'") != 1 {
		t.Errorf("by the second, who has compared: %d", status)
	}
}

// Who still has the page of before would make a second FAQ of the same question, with what the first has just corrected.
func TestWhatSomebodyElseHasPublishedIsNotPublishedOtherwise(t *testing.T) {
	h := newHouse(t)
	h.ask(t, asked{question: "Do you have a choir?"})
	h.gather(t)
	at := "/" + h.groups(t, false)[0].ID.String()
	h.post(t, at+"/draft", nil)
	opened := h.version(t, at) // by both
	written := func(version, answer, do string) (int, string) {
		return h.send(t, at+"/answer", url.Values{"version": {version}, "question": {"Do you have a choir?"}, "answer": {answer}, "do": {do}})
	}
	if status, page := written(opened, "Yes, on Thursdays.", "publish"); status != http.StatusOK {
		t.Fatalf("the first: %d %s", status, page)
	}
	for _, do := range []string{"save", "publish"} {
		if status, page := written(opened, "Yes, on Fridays.", do); status != http.StatusConflict || !strings.Contains(page, "Yes, on Thursdays.") || !strings.Contains(page, ">Yes, on Fridays.</textarea>") {
			t.Errorf("%s by the second: %d %s", do, status, page)
		}
	}
	if n := h.Count(t, "select count(*) from unified_rag_content where content_type = 'faq'"); n != 1 || h.Count(t, "select count(*) from question_groups where drafted_at is not null") != 0 {
		t.Errorf("%d FAQs", n)
	}
}

// A draft that cannot be made today can be made tomorrow.
func TestNoDraftIsBegunWhereTheAssistantIsNotAsked(t *testing.T) {
	h := newHouse(t)
	h.ask(t, asked{question: "Do you have a choir?"})
	h.gather(t)
	at := "/" + h.groups(t, false)[0].ID.String()
	h.spent.Store(true)
	if status, page := h.post(t, at+"/draft", nil); status != http.StatusTooManyRequests || !strings.Contains(page, "has cost today what it may") {
		t.Errorf("%d %s", status, page)
	}
	if n := h.Count(t, "select count(*) from question_groups where drafted_at is not null"); n != 0 {
		t.Error("a draft is begun")
	}
	h.spent.Store(false)
	if status, _ := h.post(t, at+"/draft", nil); status != http.StatusOK || h.Count(t, "select count(*) from question_groups where drafted_at is not null") != 1 {
		t.Errorf("the day after: %d", status)
	}
}

func TestADraftIsMadeOfWhatIsStored(t *testing.T) {
	h := newHouse(t)
	h.AddKnowledge(t, h.church, "document", "Music at Harbor Church", "The choir rehearses on Thursday evenings in the hall, and everybody may join it.", false)
	h.ask(t, asked{question: "When does the choir rehearse?", rated: "down", answer: "Ask somebody."})
	h.gather(t)
	at := "/" + h.groups(t, false)[0].ID.String()
	h.Upstream.Script(modeltest.Reply("The choir rehearses on Thursday evenings in the hall."))
	if status, page := h.post(t, at+"/draft", nil); status != http.StatusOK || !strings.Contains(page, "rehearses on Thursday evenings") || !strings.Contains(page, "Drafted from: Music at Harbor Church") || !strings.Contains(page, "found the answer of today poor") {
		t.Errorf("drafted: %d %s", status, page)
	}
	if n := h.Count(t, "select count(*) from unified_rag_content where content_type = 'faq'"); n != 0 {
		t.Error("a draft is published")
	}
}

func TestAnAnswerCanWaitInTheChurchsDraft(t *testing.T) {
	h := newHouse(t)
	h.ask(t, asked{question: "Do you have a choir?"})
	h.gather(t)
	at := "/" + h.groups(t, false)[0].ID.String()
	form := url.Values{"do": {"add"}, "question": {"Do you have a choir?"}, "answer": {"Yes, on Thursdays."}}
	if status, _ := h.post(t, at+"/answer", form); status != http.StatusConflict {
		t.Errorf("there is no draft: %d", status)
	}
	h.Exec(t, "insert into drafts (church_id, begun_by) values ($1, 'ann')", h.church)
	if status, page := h.post(t, at+"/draft", nil); status != http.StatusOK || !strings.Contains(page, "Put it into the draft") {
		t.Errorf("it is not offered: %d", status)
	}
	if status, page := h.post(t, at+"/answer", form); status != http.StatusOK || !strings.Contains(page, "Added to the draft.") || !strings.Contains(page, "Do you have a choir?") {
		t.Errorf("added: %d %s", status, page)
	}
	if n := h.Count(t, "select count(*) from draft_changes where after ->> 'content' = 'Yes, on Thursdays.'"); n != 1 {
		t.Errorf("%d changes in the draft", n)
	}
	if n := h.Count(t, "select count(*) from unified_rag_content where content_type = 'faq'"); n != 0 {
		t.Error("it is published")
	}
	form.Set("answer", "")
	if status, _ := h.post(t, at+"/answer", form); status != http.StatusUnprocessableEntity {
		t.Errorf("without an answer: %d", status)
	}
}

func TestOpenQuestionsThatAreDismissedCanBePutBack(t *testing.T) {
	h := newHouse(t)
	h.ask(t, asked{question: "Do you have a choir?"})
	h.gather(t)
	at := "/" + h.groups(t, false)[0].ID.String()
	if status, page := h.post(t, at+"/dismiss", nil); status != http.StatusOK || strings.Contains(page, "Do you have a choir?") {
		t.Errorf("dismissed: %d", status)
	}
	if _, page := h.get(t, "?dismissed"); !strings.Contains(page, "Do you have a choir?") {
		t.Error("it is not among what was dismissed")
	}
	if status, _ := h.post(t, at+"/restore", nil); status != http.StatusOK || len(h.groups(t, false)) != 1 {
		t.Errorf("put back: %d", status)
	}
	if n := h.Count(t, "select count(*) from audit_log where what in ('learning.dismissed', 'learning.restored')"); n != 2 {
		t.Errorf("%d notes", n)
	}
}

func TestOpenQuestionsOfOthersAreNotReached(t *testing.T) {
	h := newHouse(t)
	h.ask(t, asked{question: "Do you have a choir?"})
	h.gather(t)
	at := "/" + h.groups(t, false)[0].ID.String()
	other := h.NewChurch(t)
	mine := h.cookie
	h.cookie = accesstest.SignIn(t, h.DB.Admin, other, access.RoleAdmin)
	for _, way := range []string{"/draft", "/dismiss", "/restore", "/answer"} {
		if status, _ := h.post(t, at+way, url.Values{"answer": {"x"}, "question": {"y"}}); status != http.StatusNotFound {
			t.Errorf("%s by another church: %d", way, status)
		}
	}
	if status, page := h.get(t, ""); status != http.StatusOK || strings.Contains(page, "choir") {
		t.Errorf("another church's list: %d", status)
	}
	h.cookie = mine
	for at, want := range map[string]int{"/x": 404, "/" + uuid.NewString(): 404, "?page=999999999999999999999": 200, "?page=-3": 200, "?dismissed&page=x": 200} {
		if status, _ := h.get(t, at); status != want {
			t.Errorf("%s: %d, want %d", at, status, want)
		}
	}
	if status, _ := h.post(t, at+"/answer", url.Values{"answer": {strings.Repeat("a", 70<<10)}}); status != http.StatusBadRequest {
		t.Errorf("a huge form: %d", status)
	}
	if status, page := h.post(t, at+"/answer", url.Values{"do": {"publish"}, "question": {strings.Repeat("é", 301)}, "answer": {"\xff\x00"}}); status != http.StatusUnprocessableEntity || !strings.Contains(page, "at most 300") {
		t.Errorf("a long question: %d", status)
	}
	h.wait = time.Minute
	if status, _ := h.post(t, at+"/draft", nil); status != http.StatusTooManyRequests {
		t.Errorf("too often: %d", status)
	}
}

// A visitor asks in vain; an admin clicks; the next visitor is answered.
func TestTheLearningLoopInABrowser(t *testing.T) {
	h := newHouse(t)
	const question = "Do you have a choir?"
	h.Upstream.Script(modeltest.Reply("I do not have that on file."))
	if answer := h.Ask(t, h.church, chattest.Question{Message: question}).Text(); !strings.Contains(answer, "not have that on file") {
		t.Fatal(answer)
	}
	h.Messages(t, h.church, 2)
	tab := browsertest.Open(t)
	tab.SetCookie(h.site.URL, h.cookie)
	tab.Do(chromedp.Navigate(h.site.URL + path))
	tab.Wait(`document.querySelector(".empty") !== null`)
	tab.Look("../../.artifacts/learning", "empty")
	began, clicks := time.Now(), 0
	click := func(selector, reached string) {
		clicks++
		tab.Do(chromedp.Click(chromedp.CSS(selector)))
		tab.Wait(reached)
	}
	click(`form[action$="/gather"] button`, `document.querySelector(".open-questions h3")?.innerText === "`+question+`"`)
	h.Upstream.Script(modeltest.Reply("I do not have that on file."), modeltest.Reply("I do not have that on file."))
	click(`form[action$="/draft"] button`, `document.querySelector("#question")?.value === "`+question+`" && document.querySelector("#answer").value === ""`)
	tab.Do(chromedp.SendKeys(chromedp.CSS("#answer"), "Yes, it sings on the first Sunday of each month."))
	click(`label[for="exact_response"]`, `document.querySelector("#exact_response").checked`)
	click(`button[value="try"]`, `document.querySelector('[data-outcome="verbatim"]') !== null`)
	looked := time.Now()
	tab.Look("../../.artifacts/learning", "tried")
	began = began.Add(time.Since(looked))
	click(`button[value="publish"]`, `document.querySelector(".done")?.innerText.startsWith("Published")`)
	if took := time.Since(began); clicks >= 10 || took > time.Minute {
		t.Errorf("%d clicks in %v", clicks, took)
	}
	if answer := h.Ask(t, h.church, chattest.Question{Message: "Do you have a choir"}).Text(); answer != "Yes, it sings on the first Sunday of each month." {
		t.Errorf("the next visitor is answered %q", answer)
	}
	for _, other := range []string{"Is alcohol allowed in the building?", "Does ruth miller teach guitar on mondays?", "¿Hay clases de catequesis para adultos?", "Do you have a food pantry on Saturdays?"} {
		h.ask(t, asked{question: other})
		h.ask(t, asked{question: other, rated: "down"})
	}
	h.gather(t)
	tab.Do(chromedp.Navigate(h.site.URL + path))
	tab.Wait(`document.querySelectorAll(".open-questions > li").length === 4`)
	tab.Look("../../.artifacts/learning", "list")
	tab.Do(chromedp.Focus(chromedp.CSS(`form[action$="/dismiss"] button`)), chromedp.KeyEvent("\r"))
	tab.Wait(`document.querySelector(".done")?.innerText.startsWith("Dismissed") && document.querySelectorAll(".open-questions > li").length === 3`)
	tab.Do(chromedp.Navigate(h.site.URL + path + "?dismissed&lang=es"))
	tab.Wait(`document.querySelectorAll(".open-questions > li").length === 1`)
	tab.Look("../../.artifacts/learning", "dismissed")
}
