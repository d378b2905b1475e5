package pages_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
)

const hymnal = "Which hymnal stands in the pews here?"

// story is an answer of many words, which stops after some of them until it is released.
func story(words, stopAfter int, release <-chan struct{}) (modeltest.Behaviour, string) {
	var steps []modeltest.Step
	var text strings.Builder
	for i := range words {
		if i == stopAfter {
			steps = append(steps, modeltest.Hold(release))
		}
		word := fmt.Sprintf("word%d ", i)
		steps = append(steps, modeltest.Text(word))
		text.WriteString(word)
	}
	return modeltest.Stream(append(steps, modeltest.Finish("stop"), modeltest.Done())...), strings.TrimSpace(text.String())
}

// mustEndLike checks that a page shows what the server has stored.
func (p *tab) mustEndLike(said []string) {
	p.t.Helper()
	p.wait(`document.querySelector(".rating") !== null && document.querySelectorAll("[aria-busy=true]").length === 0`)
	shown := eval[[]string](p, `[...document.querySelectorAll(".message--visitor .bubble, .message--assistant .prose")].map((e) => e.innerText.trim())`)
	for i := range said {
		said[i] = strings.TrimSpace(said[i])
	}
	if strings.Join(shown, "\n") != strings.Join(said, "\n") {
		p.t.Errorf("the page shows %q, the server has %q", shown, said)
	}
}

// Whatever happens in mid-answer, in the end the page shows what the server has stored: nothing twice, nothing missing.
func TestThePageEndsLikeTheServersTranscript(t *testing.T) {
	for name, upset := range map[string]func(c *cluster, page *tab){
		"reloaded": func(_ *cluster, page *tab) { page.do(chromedp.Reload()) },
		"reloaded again and again": func(_ *cluster, page *tab) {
			for range 4 {
				page.do(chromedp.Reload())
				page.waitText(prose, "word4")
			}
		},
		"the network is cut for a while": func(c *cluster, page *tab) {
			c.network.Cut()
			page.waitText(waiting, "The answer goes on by itself")
			c.network.Restore()
		},
		"the network drops everything until another takes its place": func(c *cluster, page *tab) {
			c.network.Silence()
			page.online(false)
			c.network.Restore()
			page.online(true)
		},
		"the server restarts": func(c *cluster, _ *tab) { c.restart() },
		"the server restarts while the page is away": func(c *cluster, page *tab) {
			page.do(chromedp.Navigate("about:blank"))
			c.restart()
			page.do(chromedp.Navigate(c.url + "/chat/grace-harbor"))
		},
	} {
		for transport, blocked := range map[string]string{"socket": "", "requests": `window.WebSocket = class { constructor() { throw new DOMException("no", "SecurityError"); } }; window.WebSocket.OPEN = 1;`} {
			t.Run(name+", over "+transport, func(t *testing.T) {
				c := openCluster(t)
				page := newTab(t, phone)
				page.beforeScripts(blocked)
				page.open(c.url + "/chat/grace-harbor")
				release := make(chan struct{})
				held, _ := story(200, 5, release)
				again, _ := story(40, -1, nil) // for a node that takes the turn over
				c.Upstream.Script(held, again)
				page.ask(hymnal)
				page.waitText(prose, "word4")
				upset(c, page)
				close(release)
				page.mustEndLike(c.transcript(2))
				if said := c.transcript(2); len(said) != 2 || said[0] != hymnal || !strings.HasPrefix(said[1], "word0 word1 ") {
					t.Errorf("the server has %q", said)
				}
			})
		}
	}
}

func TestStopLeavesTheSameHereAndOnTheServer(t *testing.T) {
	c := openCluster(t)
	page := newTab(t, phone)
	page.open(c.url + "/chat/grace-harbor")
	held, _ := story(50, 5, make(chan struct{}))
	c.Upstream.Script(held)
	page.ask(hymnal)
	page.waitText(prose, "word4")
	page.click("[data-stop]")
	page.waitText(lastAnswer, "Stopped.")
	said := c.transcript(2)
	if shown := page.text(prose); shown != strings.TrimSpace(said[1]) {
		t.Errorf("the page shows %q, the server has %q", shown, said)
	}
}

func TestForgettingDeletesTheConversationOnTheServer(t *testing.T) {
	c := openCluster(t)
	page := newTab(t, phone)
	page.open(c.url + "/chat/grace-harbor")
	c.Upstream.Script(modeltest.Reply("The blue one."))
	page.ask(hymnal)
	page.waitText(prose, "The blue one.")
	if said := c.transcript(2); len(said) != 2 {
		t.Fatalf("the server has %q", said)
	}
	page.click(lastAnswer + " .rating-bar [aria-pressed]")
	page.waitText(lastAnswer+" .rating-says", "")
	page.click(".about summary")
	page.click("[data-forget]")
	page.click("dialog button[value=forget]")
	page.waitText("[data-notice]", "forgotten, here and on our server")
	if said := c.transcript(0); len(said) != 0 {
		t.Errorf("the server still has %q", said)
	}
	c.Upstream.Script(modeltest.Reply("Hello!"))
	page.ask("Hello there, assistant")
	page.waitText(prose, "Hello!")
}

func TestAChurchWithoutAChatLeadsToItsCarePage(t *testing.T) {
	c := openCluster(t)
	_, err := c.DB.Admin.Exec(t.Context(), `update premium_churches set chatbot_enabled = false where church_id = $1`, c.church)
	chattest.Must(t, err)
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Get(c.url + "/chat/grace-harbor")
	chattest.Must(t, err)
	chattest.Must(t, response.Body.Close())
	if response.StatusCode != http.StatusFound || response.Header.Get("Location") != "/care/grace-harbor" {
		t.Errorf("%d to %s", response.StatusCode, response.Header.Get("Location"))
	}
}

// A network that drops everything says nothing: the page finds out by itself.
func TestASocketThatIsDeadWithoutAWordIsReplaced(t *testing.T) {
	c := openCluster(t)
	page := newTab(t, phone)
	page.beforeScripts(`
		const RealSocket = WebSocket, realTimeout = setTimeout;
		window.opened = 0;
		window.WebSocket = class extends RealSocket { constructor(...given) { super(...given); window.opened++; } };
		// The page's own patience of 20 and 10 seconds, shortened, but not to what a busy machine may take to answer a ping.
		window.setTimeout = (f, ms, ...rest) => realTimeout(f, ms >= 10000 && ms <= 20000 ? ms / 5 : ms, ...rest);
	`)
	page.open(c.url + "/chat/grace-harbor")
	release := make(chan struct{})
	held, text := story(20, 5, release)
	c.Upstream.Script(held)
	page.ask(hymnal)
	page.waitText(prose, "word4")
	page.wait(`window.opened === 1`)
	eval[any](page, `new Promise((resolve) => setTimeout(resolve, 8000))`) // signs of life keep the socket
	if opened := eval[int](page, `window.opened`); opened != 1 {
		t.Fatalf("%d sockets though the first is alive", opened)
	}
	c.network.Silence()
	close(release)
	page.wait(`window.opened > 1`)
	c.network.Restore()
	page.mustEndLike(c.transcript(2))
	if got := page.text(prose); got != text {
		t.Errorf("shown: %q", got)
	}
}
