package pages_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// harm is what the page has that no answer may bring about: a list of complaints.
const harm = `(() => {
	const found = [];
	if (window.pwned !== undefined) found.push("code was run");
	const allowed = new Set(["OL","UL","LI","P","DIV","SPAN","BR","STRONG","EM","CODE","PRE","BLOCKQUOTE","HR","A","DETAILS","SUMMARY","BUTTON"]);
	const attributes = new Set(["class","dir","href","rel","target","start","hidden","tabindex","aria-busy","aria-hidden","type","data-messages","data-retry","lang"]);
	for (const element of document.querySelectorAll("[data-messages], [data-messages] *")) {
		if (element.closest(".rating") && !element.closest(".prose, .sources, .bubble")) continue; // our own, with pictures
		if (!allowed.has(element.tagName)) found.push("element " + element.tagName);
		const group = element.matches("div.calls"); // our own, whom to call
		for (const { name } of element.attributes) if (!attributes.has(name) && !(group && ["role","aria-label"].includes(name))) found.push(element.tagName + " with attribute " + name);
	}
	for (const link of document.querySelectorAll("[data-messages] a")) {
		if (!["http:", "https:", "mailto:", "tel:"].includes(link.protocol)) found.push("link to " + link.href);
		if (link.username || link.password) found.push("misleading link to " + link.href);
		if (link.hostname === "evil.example" && !link.textContent.includes("evil.example")) found.push("misleading link to " + link.href);
		if (!link.relList.contains("noopener")) found.push("link without noopener");
	}
	return found.join("; ");
})()`

// most is how many payloads go into one answer: as many as a question of 2,000 characters holds.
const most = 10

// inOne makes one text of several, each a paragraph of its own, that begins with the first.
func inOne(texts []string) string { return strings.Join(texts, "\n\n") }

func TestThereAreManyPayloadsAndNoneTwice(t *testing.T) {
	if len(payloads) < 120 {
		t.Errorf("only %d payloads", len(payloads))
	}
	for i, payload := range payloads {
		if slices.Contains(payloads[:i], payload) {
			t.Errorf("twice: %q", payload)
		}
	}
	t.Logf("%d payloads", len(payloads))
}

// Each by itself, in all the states in which it stands there while it comes.
func TestMarkdownCannotInject(t *testing.T) {
	s := serve(t, graceHarbor())
	page := newTrap(t, phone, s.url)
	page.open(s.url + "/chat/grace-harbor")
	found := eval[[]string](page, fmt.Sprintf(`import(%s).then(({ markdownIn }) => {
		const found = [];
		for (const payload of %s) {
			const container = document.createElement("div");
			document.querySelector("[data-messages]").replaceChildren(container);
			const update = markdownIn(container);
			for (let end = 1; end <= payload.length; end++) {
				update(payload.slice(0, end));
				const harm = %s;
				if (harm) { found.push(JSON.stringify(payload.slice(0, end)) + ": " + harm); break; }
			}
		}
		return found;
	})`, quote(moduleURL(t, "markdown.js")), quoteAll(payloads), harm))
	for _, complaint := range found {
		t.Error(complaint)
	}
}

// Whatever the model, a FAQ, a tool or a file's name says, and the visitor too: over the wire, and once more from this
// browser's copy.
func TestAnswersCannotInject(t *testing.T) {
	s := serve(t, graceHarbor())
	page := newTrap(t, phone, s.url)
	page.open(s.url + "/chat/grace-harbor")
	asked := 0
	for some := range slices.Chunk(payloads, most) {
		page.ask(strings.NewReplacer("\x00", "", "\x01", "").Replace(inOne(some)))
		x := s.next()
		x.start()
		var sources []object
		for _, payload := range some {
			x.send("tool", object{"name": payload, "status": "done", "summary": payload})
			sources = append(sources, object{"id": payload, "kind": payload, "title": payload, "excerpt": payload, "similarity": 0.9})
			// In two pieces: what is harmless as a whole may not be so when cut.
			runes := []rune(payload + "\n\n")
			x.delta(string(runes[:len(runes)/2]))
			x.delta(string(runes[len(runes)/2:]))
		}
		x.send("sources", object{"items": sources})
		x.finish("error", object{"code": some[0], "message": inOne(some), "retryable": true})
		asked++
		page.wait(fmt.Sprintf(`document.querySelectorAll("[data-messages] .note--failure").length === %d`, asked))
		page.mustBeUnharmed(inOne(some))
	}
	page.open(s.url + "/chat/grace-harbor")
	if got := page.count(".message--visitor"); got != asked {
		t.Errorf("%d of %d questions were restored", got, asked)
	}
	page.mustBeUnharmed("after a reload")
	if titles := page.count(".source-title"); titles != len(payloads) {
		t.Errorf("%d of %d sources were restored", titles, len(payloads))
	}
}

func (p *tab) mustBeUnharmed(tried string) {
	p.t.Helper()
	if found := eval[string](p, harm); found != "" {
		p.t.Errorf("%q: %s", tried, found)
	}
	p.mustHaveNoComplaint(tried)
}

// quoteAll makes a JavaScript list of texts.
func quoteAll(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = quote(text)
	}
	return "[" + strings.Join(quoted, ",") + "]"
}

// The policy, not only the renderer, stands between a mistake and the visitor.
func TestThePolicyForbidsHTMLFromText(t *testing.T) {
	_, page, _ := openChat(t, phone)
	for _, mistake := range []string{
		`document.querySelector(".prose, main").innerHTML = "<b>x</b>"`,
		`document.body.insertAdjacentHTML("beforeend", "<b>x</b>")`,
		`new Function("return 1")`,
		`document.createElement("script").src = "/x.js"`,
	} {
		// Later, because what the debugger evaluates at once is exempt from the policy.
		refused := eval[bool](page, fmt.Sprintf(`new Promise((resolve) => setTimeout(() => {
			try { %s; resolve(false); } catch { resolve(true); }
		}))`, mistake))
		if !refused {
			t.Errorf("allowed: %s", mistake)
		}
	}
	page.forgive()
}

// A trap that nothing springs proves nothing.
func TestTheTrapNoticesWhatAnInjectionWouldDo(t *testing.T) {
	s := serve(t, graceHarbor())
	for harmful, noticed := range map[string]string{
		`window.pwned = 1`: "code was run",
		`document.body.setAttribute("style", "color:red")`: "against the policy: style-src-attr",
		`new Image().src = "https://evil.example/x.png"`:   "a request to https://evil.example/x.png",
	} {
		page := newTrap(t, phone, s.url)
		page.open(s.url + "/chat/grace-harbor")
		eval[any](page, `(() => { `+harmful+`; return new Promise((resolve) => setTimeout(resolve, 50, null)); })()`)
		page.mu.Lock()
		found := strings.Join(page.complaints, "; ")
		page.complaints = nil
		page.mu.Unlock()
		if !strings.Contains(found, noticed) {
			t.Errorf("%s: noticed %q", harmful, found)
		}
	}
}
