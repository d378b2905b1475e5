package simulator_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/google/uuid"

	"narthex/admin/access"
	"narthex/admin/access/accesstest"
	"narthex/chat/chattest"
	"narthex/chat/church"
	"narthex/chat/model/modeltest"
	"narthex/cmd/dev/browsertest"
	"narthex/static/web/webtest"
)

// asked has a visitor ask two questions, the second of the model, and gives the address of its answer.
func (h *house) asked(t *testing.T) (address string) {
	t.Helper()
	session := uuid.New()
	h.Ask(t, h.church, chattest.Question{Message: "When are your services?", Session: session})
	h.Upstream.Script(modeltest.Reply("Sadly, alcohol is **never** allowed."))
	h.Ask(t, h.church, chattest.Question{Message: "Is alcohol allowed in the building?", Session: session})
	h.Messages(t, h.church, 4)
	var conversation, turn string
	chattest.Must(t, h.DB.Admin.QueryRow(t.Context(), "select conversation_id::text, turn_id::text from messages where role = 'assistant' and tier = 4").Scan(&conversation, &turn))
	return path + "/answers/" + conversation + "/" + turn
}

func (h *house) get(t *testing.T, address string) (status int, page string) {
	t.Helper()
	status, _, page = h.site.Ask(t, http.MethodGet, address, h.cookie, "", "")
	return status, page
}

func TestAnAnswerOfAConversationIsOpenedAsItWas(t *testing.T) {
	h := newHouse(t)
	faq := h.AddKnowledge(t, h.church, "faq", "Is smoking allowed in the building?", "No.", false)
	h.AddKnowledge(t, h.church, "faq", "Is dancing allowed in the building?", "Yes.", false)
	address := h.asked(t)
	chats := len(h.Upstream.Chats())
	status, page := h.get(t, address)
	for _, want := range []string{"Sadly, alcohol is **never** allowed.", "When are your services?", "What was said before (2)", "Is smoking allowed in the building?", "By the AI model", "Nothing that your team changed", "/admin/training/regression?", "Ask it again today"} {
		if status != http.StatusOK || !strings.Contains(page, want) {
			t.Errorf("%d: the page lacks %q", status, want)
		}
	}
	if strings.Contains(page, "changed since</span>") || len(h.Upstream.Chats()) != chats {
		t.Error("something has changed, or was asked, by looking")
	}
	h.Exec(t, "update unified_rag_content set content = 'Yes, behind the hall.', updated_at = now() + interval '1 second' where id = $1", faq)
	h.Exec(t, "delete from unified_rag_content where title = 'Is dancing allowed in the building?'")
	h.Exec(t, "insert into church_theological_lenses (church_id, theological_lens_id) values ($1, 4)", h.church)
	h.Exec(t, `insert into audit_log (id, church_id, who, what, detail, happened_at) values
		($1, $2, 'ann', 'faq.changed', '{"question": "Is smoking allowed in the building?"}', now() + interval '1 second'),
		($3, $2, 'ann', 'team.removed', '{"email": "bob@example.org"}', now() + interval '1 second')`, uuid.New(), h.church, uuid.New())
	chattest.Eventually(t, func() bool { // until the church is read anew
		snapshot, err := h.Churches.ByID(t.Context(), h.church)
		chattest.Must(t, err)
		return snapshot.Lens.ID == 4
	})
	h.Upstream.Script(modeltest.Reply("Only at weddings."), modeltest.Reply("Only at weddings."))
	status, page = h.again(t, address)
	for _, want := range []string{"changed since</span>", "no longer there</span>", "Changed the question “Is smoking allowed in the building?”", "spoke in the voice of Christocentric, today in that of Catholic", "Only at weddings.", "What is answered today: Christocentric", "What is answered today: Catholic"} {
		if status != http.StatusOK || !strings.Contains(page, want) {
			t.Errorf("%d: asked again, the page lacks %q", status, want)
		}
	}
	if strings.Contains(page, "bob@example.org") {
		t.Error("what has nothing to do with answers is among the changes")
	}
	again := h.Upstream.Chats()[chats:]
	if len(again) != 2 || !strings.Contains(again[0].Messages[0].Content+again[1].Messages[0].Content, "Tradition: Catholic") {
		t.Fatalf("the model was asked %d times", len(again))
	}
	told := ""
	for _, m := range again[0].Messages {
		told += m.Content + "\n"
	}
	if !strings.Contains(told, "When are your services?") {
		t.Error("the model was not told what was said before")
	}
	if n := h.Count(t, "select count(*) from messages"); n != 4 {
		t.Errorf("%d messages", n)
	}
}

func (h *house) again(t *testing.T, address string) (status int, page string) {
	t.Helper()
	status, _, page = h.site.Ask(t, http.MethodPost, address, h.cookie, webtest.Form, "")
	return status, page
}

func TestAnAnswerIsOpenedOnlyByWhoSeesItsConversation(t *testing.T) {
	h := newHouse(t)
	address := h.asked(t)
	status, _, _ := h.site.Ask(t, http.MethodGet, address, accesstest.SignIn(t, h.DB.Admin, h.church, access.OfficeAdmin), "", "")
	if status != http.StatusForbidden {
		t.Errorf("who does not teach the assistant: %d", status)
	}
	other := h.NewChurch(t)
	status, _, page := h.site.Ask(t, http.MethodGet, address, accesstest.SignIn(t, h.DB.Admin, other, access.RoleAdmin), "", "")
	if status != http.StatusNotFound || strings.Contains(page, "alcohol") {
		t.Errorf("somebody of another church: %d", status)
	}
	for _, wrong := range []string{path + "/answers/x/y", path + "/answers/" + uuid.NewString() + "/" + uuid.NewString()} {
		if status, _ := h.get(t, wrong); status != http.StatusNotFound {
			t.Errorf("%s: %d", wrong, status)
		}
	}
	h.wait = 3 * time.Second
	if status, page := h.again(t, address); status != http.StatusTooManyRequests || !strings.Contains(page, "wait a moment") {
		t.Errorf("too many: %d", status)
	}
	h.Exec(t, `insert into visitor_requests (id, church_id, kind, session_id, turn_id, idempotency_key, name, message, safeguarding)
		select gen_random_uuid(), church_id, 'message', session_id, gen_random_uuid(), gen_random_uuid(), 'x', 'x', true from conversations where church_id = $1`, h.church)
	if status, page := h.get(t, address); status != http.StatusNotFound || strings.Contains(page, "alcohol") {
		t.Errorf("a conversation in which somebody was accused: %d", status)
	}
}

func TestAnAnswerAsItWasInABrowser(t *testing.T) {
	h := newHouse(t)
	h.Exec(t, "update premium_churches set plan = $2, channel = $3 where church_id = $1", h.church, church.ProChat, church.ProChat.Channel())
	h.AddKnowledge(t, h.church, "faq", "Is smoking allowed in the building?", "No.", false)
	address := h.asked(t)
	tab := browsertest.Open(t)
	tab.SetCookie(h.site.URL, h.cookie)
	tab.Do(chromedp.Navigate(h.site.URL + address))
	tab.Wait(`document.querySelector("#then + .panel .prose strong")?.innerText === "never"`)
	tab.Do(chromedp.Focus(chromedp.CSS(`form[action$="#today"] button`)), chromedp.KeyEvent("\r"))
	tab.Wait(`document.querySelectorAll(".trials > section").length === 2 && document.querySelectorAll(".rungs > li").length === 5`)
	tab.Look("../../.artifacts/simulator", "as-it-was")
	tab.Wait(`(() => { const led = new URL(document.querySelector('a[href*="/admin/training/regression?"]').href).searchParams; return led.get("tier") === "4" && led.get("question") === "Is alcohol allowed in the building?"; })()`)
}
