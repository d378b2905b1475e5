package learning

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/google/uuid"

	"narthex/admin/access"
	"narthex/admin/access/accesstest"
	"narthex/cache"
	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
	"narthex/cmd/dev/browsertest"
	"narthex/static/web/webtest"
)

// answerPage asks for the page, or posts to it.
func (h *house) answerPage(t testing.TB, method, at string) (status int, page string) {
	t.Helper()
	contentType := ""
	if method == http.MethodPost {
		contentType = webtest.Form
	}
	status, _, page = h.site.Ask(t, method, answersPath+at, h.cookie, contentType, "")
	return status, page
}

// remembered are a church's answers, the last first.
func (h *house) remembered(t testing.TB, church uuid.UUID) []cache.Listed {
	t.Helper()
	found, _, err := h.answers.List(t.Context(), church, "", 100)
	must(t, err)
	return found
}

func TestWhatIsRememberedIsShownForgottenAndPromoted(t *testing.T) {
	h := newHouse(t)
	h.Upstream.Script(modeltest.Reply("Only wine at the Lord’s table."))
	ask := func(want string) {
		t.Helper()
		if answer := h.Ask(t, h.church, chattest.Question{Message: chattest.ModelQuestion, Session: uuid.New()}).Text(); answer != want {
			t.Fatalf("the answer is %q", answer)
		}
	}
	ask("Only wine at the Lord’s table.")
	chattest.Eventually(t, func() bool { return len(h.remembered(t, h.church)) == 1 })
	ask("Only wine at the Lord’s table.")
	h.Messages(t, h.church, 4)
	status, page := h.answerPage(t, http.MethodGet, "")
	for _, want := range []string{"Only wine at the Lord’s table.", "<dd>once</dd>", "Kept until", "EST"} {
		if status != http.StatusOK || !strings.Contains(page, want) {
			t.Errorf("%q is not shown: %d", want, status)
		}
	}
	id := h.remembered(t, h.church)[0].ID
	mine, other := h.cookie, h.NewChurch(t)
	h.cookie = accesstest.SignIn(t, h.DB.Admin, other, access.RoleAdmin)
	if status, _ := h.answerPage(t, http.MethodPost, "/"+id+"/promote"); status != http.StatusNotFound {
		t.Errorf("promoted by another church: %d", status)
	}
	for _, at := range []string{"/" + id + "/forget", "/forget", "/x/forget"} {
		if status, page := h.answerPage(t, http.MethodPost, at); status != http.StatusOK || strings.Contains(page, "wine") || len(h.remembered(t, h.church)) != 1 {
			t.Errorf("%s by another church: %d", at, status)
		}
	}
	h.cookie = mine
	if status, page := h.answerPage(t, http.MethodPost, "/"+id+"/promote"); status != http.StatusOK || !strings.Contains(page, "Only wine at the Lord’s table.") || h.Count(t, "select count(*) from unified_rag_content where content_type = 'faq' and organization_id = $1", h.church) != 1 {
		t.Errorf("promoted: %d", status)
	}
	if _, page := h.answerPage(t, http.MethodGet, ""); !strings.Contains(page, "no longer given") {
		t.Error("what the FAQ outdates is shown as if it were given")
	}
	if status, page := h.answerPage(t, http.MethodPost, "/"+id+"/promote"); status != http.StatusUnprocessableEntity || !strings.Contains(page, "has changed since this answer was made") {
		t.Errorf("what is outdated is promoted: %d", status)
	}
	if status, page := h.answerPage(t, http.MethodPost, "/"+id+"/forget"); status != http.StatusOK || !strings.Contains(page, "Forgotten.") || len(h.remembered(t, h.church)) != 0 {
		t.Errorf("forgotten: %d", status)
	}
	if n := h.Count(t, "select count(*) from audit_log where church_id = $1 and what in ('answers.forgotten', 'faq.created')", h.church); n != 2 {
		t.Errorf("%d notes", n)
	}
}

func TestRememberedAnswersTellNoName(t *testing.T) {
	h := newHouse(t)
	scope := cache.Scope{ChurchID: h.church, Agent: "coordinator", Lens: "10", Language: "en"}
	for i := range 45 {
		asked := fmt.Sprintf("Does ruth miller teach class %d on Monday?", i)
		must(t, h.answers.Store(t.Context(), scope, cache.Asked{Text: asked}, cache.Answer{Question: Shown(h.snapshot(t), asked), Text: "No.", Tier: 4}, nil))
	}
	pages, at := 0, ""
	for ; pages < 10; pages++ {
		status, page := h.answerPage(t, http.MethodGet, at)
		if status != http.StatusOK || strings.Contains(strings.ToLower(page), "miller") || !strings.Contains(page, "Does […] teach class") {
			t.Fatalf("page %d: %d %s", pages, status, page)
		}
		_, rest, more := strings.Cut(page, `href="`+answersPath+"?after=")
		if !more {
			break
		}
		at, _, _ = strings.Cut(rest, `"`)
		at = "?after=" + at
	}
	if pages != 2 {
		t.Errorf("%d pages", pages+1)
	}
	if status, page := h.answerPage(t, http.MethodPost, "/"+h.remembered(t, h.church)[0].ID+"/promote"); status != http.StatusUnprocessableEntity || !strings.Contains(page, "write the FAQ yourself") {
		t.Errorf("promoted with a gap: %d", status)
	}
	h.wait = time.Minute
	if status, _ := h.answerPage(t, http.MethodPost, "/forget"); status != http.StatusTooManyRequests {
		t.Errorf("too often: %d", status)
	}
	h.wait = 0
	if status, page := h.answerPage(t, http.MethodPost, "/forget"); status != http.StatusOK || !strings.Contains(page, "All are forgotten.") || len(h.remembered(t, h.church)) != 0 {
		t.Errorf("all forgotten: %d", status)
	}
	h.cookie = accesstest.SignIn(t, h.DB.Admin, h.church, access.PrayerTeam)
	if status, _ := h.answerPage(t, http.MethodGet, ""); status != http.StatusForbidden {
		t.Errorf("somebody of the prayer team: %d", status)
	}
}

func TestRememberedAnswersInABrowser(t *testing.T) {
	h := newHouse(t)
	tab := browsertest.Open(t)
	tab.SetCookie(h.site.URL, h.cookie)
	tab.Do(chromedp.Navigate(h.site.URL + answersPath))
	tab.Wait(`document.querySelector(".empty") !== null`)
	scope := cache.Scope{ChurchID: h.church, Agent: "coordinator", Lens: "10", Language: "en", Epoch: h.snapshot(t).Epoch}
	sources := []cache.Source{{ID: uuid.New(), Kind: "document", Title: "House rules"}}
	must(t, h.answers.Store(t.Context(), scope, cache.Asked{Text: "Is alcohol allowed in the building?"}, cache.Answer{Question: "Is alcohol allowed in the building?", Text: "Only wine at the Lord’s table.", Tier: 4, Sources: sources}, nil))
	scope.Language, scope.Epoch = "es", scope.Epoch-1
	must(t, h.answers.Store(t.Context(), scope, cache.Asked{Text: "¿Hay clases de catequesis?"}, cache.Answer{Question: "¿Hay clases de catequesis?", Text: "Sí, los sábados a las 10.", Tier: 4}, nil))
	tab.Do(chromedp.Reload())
	tab.Wait(`document.querySelectorAll(".open-questions > li").length === 2`)
	tab.Look("../../.artifacts/learning", "answers")
	tab.Do(chromedp.Focus(chromedp.CSS(`form[action$="/forget"] button`)), chromedp.KeyEvent("\r"))
	tab.Wait(`document.querySelector(".done")?.innerText.startsWith("Forgotten") && document.querySelectorAll(".open-questions > li").length === 1`)
}
