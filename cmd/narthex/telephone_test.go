package main

import (
	"fmt"
	"net/http/httptest"
	"testing"

	"github.com/chromedp/chromedp"

	"narthex/cmd/dev/browsertest"
	"narthex/cmd/dev/telephone"
)

// TestACallerPlaysByTextInABrowser has a call on the local stack's telephone: spoken into, with keys, on a line that is lost, and hung up.
func TestACallerPlaysByTextInABrowser(t *testing.T) {
	const artifacts = "../../.artifacts/telephone"
	p := newPost(t, 1)
	p.takeCalls(t)
	page := telephone.New(telephone.Config{Base: p.cluster.URL(), Token: "token", Numbers: []telephone.Number{
		{Number: churchNumber, Name: "Grace Harbor"}, {Number: "+12075550199", Name: "nobody"},
	}})
	server := httptest.NewServer(page.Handler())
	t.Cleanup(server.Close)
	t.Cleanup(page.Close)
	tab := browsertest.Open(t)
	tab.Do(chromedp.EmulateViewport(390, 844), chromedp.Navigate(server.URL))
	tab.Look(artifacts, "before")
	reads := func(css, want string) string {
		return fmt.Sprintf(`[...document.querySelectorAll("#said %s")].some((item) => item.textContent.includes(%q))`, css, want)
	}
	tab.Do(chromedp.Click(chromedp.CSS("#call")))
	tab.Wait(reads(".us", "Thank you for calling Grace Harbor."))
	tab.Do(chromedp.Click(chromedp.CSS("#interrupt")))
	tab.Wait(reads(".us .unsaid", "AI assistant"))
	tab.Do(chromedp.Click(chromedp.CSS(`[data-key="2"]`)))
	tab.Wait(reads(".note", "The call goes on in es-US.") + " && " + reads(".us", "¿En qué puedo"))
	tab.Do(chromedp.SendKeys(chromedp.CSS("#text"), "Adiós amigos, quiero saber dónde estacionar\r"))
	tab.Wait(reads(".caller", "Adiós amigos") + ` && document.querySelector("#said .us:last-child") !== null`)
	tab.Do(chromedp.Click(chromedp.CSS("#drop")))
	tab.Wait(reads(".note", "The line was lost.") + " && " + reads(".us", "Disculpe, se cortó"))
	// All of it in sight: of a line that is half scrolled away nothing tells the contrast.
	tab.Wait(`(document.querySelector("#said").style.height = "auto") === "auto"`)
	tab.Look(artifacts, "call")
	tab.Do(chromedp.Click(chromedp.CSS("#hangup")))
	tab.Wait(reads(".note", "The call has ended.") + ` && document.activeElement.id === "call" && document.querySelector("#text").disabled`)
	tab.Look(artifacts, "ended")
	p.await(t, "the call is kept", `select exists (select from calls where outcome = 'hung_up' and sockets = 2 and language = 'es')`)
	p.await(t, "how much was heard is kept", `select exists (select from call_lines where speaker = 'assistant' and heard like 'Thank you%' and length(heard) < length(said))`)

	tab.Do(chromedp.SetValue(chromedp.CSS("select"), "+12075550199"), chromedp.Click(chromedp.CSS("#call")))
	tab.Wait(reads(".us", "not in service") + " && " + reads(".note", "The call has ended."))
}
