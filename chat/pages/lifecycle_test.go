package pages_test

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/google/uuid"
	"github.com/pgvector/pgvector-go"

	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
	"narthex/retrieval"
)

// lifecycle freezes a tab, as browsers do with those in the background, or wakes it.
func (p *tab) lifecycle(state page.SetWebLifecycleStateState) {
	p.t.Helper()
	p.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, page.SetWebLifecycleState, page.SetWebLifecycleStateParams{State: state})
		return err
	}))
}

// mustHaveStored waits for what the server has stored: the question and its answer, each once.
func (c *cluster) mustHaveStored(question, answer string) []string {
	c.t.Helper()
	said := c.transcript(2)
	if len(said) != 2 || said[0] != question || strings.TrimSpace(said[1]) != answer {
		c.t.Fatalf("the server has %q", said)
	}
	return said
}

// While a tab is frozen none of its code runs: it gets to know of the end of the answer when it wakes, whether its
// connection has lasted, the network has gone away meanwhile, or the server has been restarted.
func TestATabThatSleptInMidAnswerEndsLikeTheServersTranscript(t *testing.T) {
	for name, meanwhile := range map[string]func(c *cluster){
		"the connection lasts":      func(*cluster) {},
		"the connection is cut":     func(c *cluster) { c.network.Cut(); c.network.Restore() },
		"another server takes over": func(c *cluster) { c.restart() },
	} {
		t.Run(name, func(t *testing.T) {
			c := openCluster(t)
			tab := newTab(t, phone)
			tab.open(c.url + "/chat/grace-harbor")
			release := make(chan struct{})
			held, text := story(60, 5, release)
			again, _ := story(60, -1, nil) // for a node that takes the turn over
			c.Upstream.Script(held, again)
			tab.ask(hymnal)
			tab.waitText(prose, "word4")
			tab.lifecycle(page.SetWebLifecycleStateStateFrozen)
			meanwhile(c)
			close(release)
			said := c.mustHaveStored(hymnal, text)
			tab.lifecycle(page.SetWebLifecycleStateStateActive)
			tab.mustEndLike(said)
		})
	}
}

// Whoever goes to another page in mid-answer and comes back by the back button sees the whole answer, whether the browser
// has kept the page as it was or loads it anew.
func TestThePageThatOneComesBackToEndsLikeTheServersTranscript(t *testing.T) {
	c := openCluster(t)
	tab := newTab(t, phone)
	tab.beforeScripts(`addEventListener("pageshow", (e) => { window.shown = e.persisted ? "kept" : "loaded"; })`)
	tab.open(c.url + "/chat/grace-harbor")
	release := make(chan struct{})
	held, text := story(60, 5, release)
	c.Upstream.Script(held)
	tab.ask(hymnal)
	tab.waitText(prose, "word4")
	tab.do(chromedp.Navigate(c.url + "/care/grace-harbor"))
	close(release)
	said := c.mustHaveStored(hymnal, text)
	eval[any](tab, `void history.back()`)
	tab.wait(`location.pathname.startsWith("/chat/") && window.shown !== undefined`)
	t.Logf("the page was %s", eval[string](tab, `window.shown`))
	tab.mustEndLike(said)
}

// A visitor who is offline from the first word of the answer to the last has it when they are back.
func TestAnAnswerThatCameWhileOneWasOfflineIsThere(t *testing.T) {
	c := openCluster(t)
	tab := newTab(t, phone)
	tab.open(c.url + "/chat/grace-harbor")
	release := make(chan struct{})
	held, text := story(60, 0, release)
	c.Upstream.Script(held)
	tab.ask(hymnal)
	if err := c.Upstream.WaitChat(t.Context()); err != nil {
		t.Fatal(err)
	}
	c.network.Cut()
	tab.online(false)
	close(release)
	said := c.mustHaveStored(hymnal, text)
	if shown := tab.text(prose); shown != "" {
		t.Errorf("shown though offline: %q", shown)
	}
	c.network.Restore()
	tab.online(true)
	tab.mustEndLike(said)
}

// A FAQ's answer is shown in the church's own words, which may be anybody's who has got at the dashboard. It comes from the
// database, through the real server.
func TestFAQsCannotInject(t *testing.T) {
	c := openCluster(t)
	embedder, err := retrieval.NewOpenAI(retrieval.OpenAIConfig{APIKey: "test", BaseURL: c.Upstream.URL, Attempts: 1})
	chattest.Must(t, err)
	vector := make([]float32, retrieval.Dimensions)
	vector[0] = 1
	rules := []string{"parking", "music", "children", "coffee", "parables", "hymns"}
	size := (len(payloads) + len(rules) - 1) / len(rules)
	for i, rule := range rules {
		some := payloads[i*size : min(len(payloads), (i+1)*size)]
		answer := strings.ReplaceAll(inOne(some), "\x00", "") // Postgres cannot store it
		_, err := c.DB.Admin.Exec(t.Context(), `
			insert into unified_rag_content (id, organization_id, content_type, title, content, embedding, question_embedding, metadata)
			values ($1, $2, 'faq', $3, $4, $5, $5, jsonb_build_object('embedder', $6::text, 'exact_response', true, 'visibility', 'public'))`,
			uuid.Must(uuid.NewV7()), c.church, "What is the rule about "+rule+" & <b>"+rule+"</b>?", answer, pgvector.NewVector(vector), embedder.Name())
		chattest.Must(t, err)
	}
	tab := newTrap(t, phone, c.url)
	tab.open(c.url + "/chat/grace-harbor")
	c.Upstream.Default(modeltest.Reply("No FAQ answered."))
	for i, rule := range rules {
		tab.ask("What is the rule about " + rule + " & <b>" + rule + "</b>?")
		tab.wait(`document.querySelectorAll(".source-excerpt").length === ` + string(rune('1'+i)))
		if strings.Contains(tab.text(prose), "No FAQ answered.") {
			t.Fatalf("the FAQ about %s did not answer", rule)
		}
		tab.mustBeUnharmed("FAQ about " + rule)
	}
}
