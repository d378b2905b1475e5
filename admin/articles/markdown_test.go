package articles_test

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"narthex/admin/articles"
)

// hostile are ways to get code into a page by Markdown and HTML, most of them from OWASP's XSS Filter Evasion Cheat Sheet and the
// tests of sanitisers.
var hostile = []string{
	`<script>alert(1)</script>`, `<SCRIPT SRC=//evil.example/x.js></SCRIPT>`, `<scr<script>ipt>alert(1)</scr</script>ipt>`, `<script/x>alert(1)</script>`,
	`<img src=x onerror=alert(1)>`, `<img src="javascript:alert(1)">`, `<img src="https://ok.example/a.png" onload=alert(1) style="x:expression(alert(1))">`,
	`<svg onload=alert(1)>`, `<svg><script>alert(1)</script></svg>`, `<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>`, `<math><mi xlink:href="data:x,<script>alert(1)</script>">`,
	`<iframe src="javascript:alert(1)"></iframe>`, `<iframe srcdoc="<script>alert(1)</script>"></iframe>`, `<object data="javascript:alert(1)"></object>`, `<embed src=//evil.example>`,
	`<a href="javascript:alert(1)">x</a>`, `<a href="JaVaScRiPt:alert(1)">x</a>`, `<a href=" javascript:alert(1)">x</a>`, "<a href=\"java\tscript:alert(1)\">x</a>", `<a href="&#106;avascript:alert(1)">x</a>`,
	`<a href="vbscript:x">x</a>`, `<a href="data:text/html,<script>alert(1)</script>">x</a>`, `<a href="blob:x">x</a>`, `<a href="https://x.example" onclick="alert(1)">x</a>`, `<a href="https://x.example" target="_blank" ping="//evil.example">x</a>`,
	`[x](javascript:alert(1))`, `[x](<javascript:alert(1)>)`, `[x](java&#115;cript:alert(1))`, `[x](data:text/html;base64,PHNjcmlwdD4=)`, `![x](javascript:alert(1))`, `![x](data:image/svg+xml,<svg onload=alert(1)>)`,
	`<javascript:alert(1)>`, "[x]: javascript:alert(1)\n\n[x]", `![x](https://ok.example/"onerror="alert(1))`, `![" onerror="alert(1)](https://ok.example/a)`, `[x](https://ok.example "' onmouseover='alert(1)")`,
	"```\"><script>alert(1)</script>\nx\n```", "```js onload=alert(1)\nx\n```", `<p style="background:url(javascript:alert(1))">x</p>`, `<style>@import "//evil.example"</style>`, `<link rel=stylesheet href=//evil.example>`,
	`<base href="//evil.example/">`, `<meta http-equiv="refresh" content="0;url=javascript:alert(1)">`, `<form action="//evil.example"><input name=x><button formaction="javascript:alert(1)">x</button></form>`,
	`<details open ontoggle=alert(1)>`, `<video src=x onerror=alert(1)>`, `<audio src=x onerror=alert(1)>`, `<body onload=alert(1)>`, `<input autofocus onfocus=alert(1)>`, `<marquee onstart=alert(1)>`,
	`<p id="main">x</p><h2 id="q">y</h2><a name="forms">z</a>`, `<template><script>alert(1)</script></template>`, `<noscript><p title="</noscript><img src=x onerror=alert(1)>">`, `<!--><script>alert(1)</script>-->`, `<![CDATA[<script>alert(1)</script>]]>`,
	`<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style>`, `<svg></p><style><a id="</style><img src=x onerror=alert(1)>">`, `<title><img src=x onerror=alert(1)></title>`, `<textarea><script>alert(1)</script>`, `<xmp><script>alert(1)</script>`,
	`<a href="//evil.example" class="card-link">x</a>`, `<div class="panel" role="alert" data-x=1 aria-live=off>x</div>`, `<img srcset="javascript:alert(1)" sizes=x alt=y>`, `<picture><source srcset=//evil.example></picture>`,
	"# x {onclick=alert(1)}", "| a |\n|---|\n| <img src=x onerror=alert(1)> |", "[^1]\n\n[^1]: <img src=x onerror=alert(1)>", `<img src="http://plain.example/a.png">`, `<img src="/\evil.example/a.png">`, "<img\x00 src=x onerror=alert(1)>", "<\x00script>alert(1)</script>",
}

// allowedAttributes are those that an article may have, whatever it says.
var allowedAttributes = map[string]bool{
	"id": true, "class": true, "role": true, "href": true, "src": true, "alt": true, "width": true, "height": true, "loading": true, "start": true, "align": true,
	"scope": true, "lang": true, "title": true, "open": true, "rel": true,
}

var forbiddenElements = map[string]bool{
	"script": true, "style": true, "iframe": true, "object": true, "embed": true, "svg": true, "math": true, "form": true, "input": true, "button": true, "textarea": true,
	"link": true, "meta": true, "base": true, "template": true, "noscript": true, "video": true, "audio": true, "source": true, "picture": true, "xmp": true, "title": true,
}

func checkHarmless(t *testing.T, content string) {
	t.Helper()
	made, err := articles.HTML(content)
	if err != nil {
		t.Fatal(err)
	}
	document, err := html.Parse(strings.NewReader(`<div id="frame">` + string(made) + `</div>`))
	if err != nil {
		t.Fatal(err)
	}
	for node := range document.Descendants() {
		if node.Type == html.CommentNode {
			t.Errorf("a comment in %s", made)
		}
		if node.Type != html.ElementNode || node.Data == "html" || node.Data == "head" || node.Data == "body" {
			continue
		}
		if forbiddenElements[node.Data] {
			t.Errorf("<%s> in %s", node.Data, made)
		}
		for _, attribute := range node.Attr {
			checkAttribute(t, node, attribute, string(made))
		}
	}
}

func checkAttribute(t *testing.T, node *html.Node, attribute html.Attribute, made string) {
	t.Helper()
	value := strings.ToLower(strings.TrimSpace(attribute.Val))
	switch {
	case attribute.Key == "id" && value == "frame":
	case !allowedAttributes[attribute.Key]:
		t.Errorf("%s in %s", attribute.Key, made)
	case attribute.Key == "id" && !strings.HasPrefix(value, "section-") && !strings.HasPrefix(value, "note-"):
		t.Errorf("id %s in %s", value, made)
	case attribute.Key == "class" && !strings.HasPrefix(value, "footnote") && !strings.HasPrefix(value, "language-"):
		t.Errorf("class %s in %s", value, made)
	case attribute.Key == "src" && !strings.HasPrefix(value, "https://") && (!strings.HasPrefix(value, "/") || strings.HasPrefix(value, "//") || strings.HasPrefix(value, `/\`)):
		t.Errorf("a picture of %s in %s", value, made)
	case attribute.Key == "href":
		scheme, _, found := strings.Cut(value, ":")
		if found && !strings.ContainsAny(scheme, "/?#") && scheme != "https" && scheme != "http" && scheme != "mailto" && scheme != "tel" {
			t.Errorf("a link to %s in %s", value, made)
		}
	}
}

func TestAHostileArticleCannotScript(t *testing.T) {
	for _, content := range hostile {
		checkHarmless(t, content)
		checkHarmless(t, "Text before "+content+" and after")
		checkHarmless(t, "- "+content+"\n\n> "+content)
	}
}

func FuzzHTML(f *testing.F) {
	for _, content := range hostile {
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, content string) { checkHarmless(t, content) })
}

func TestTextIsWhatAReaderReads(t *testing.T) {
	for content, want := range map[string]string{
		"# Head\n\nSome *words* with [a link](https://x.example/y) and `code`.\n\n- one\n- two": "Head Some words with a link and code. one two",
		"It's \"quoted\" -- so...":                        "It’s “quoted” – so…",
		"<b>bold</b> <script>x</script>\n\n<div>no</div>": "bold x",
		"| a | b |\n|---|---|\n| 1 | 2 |":                 "a b 1 2",
		"line\nbreak":                                     "line break",
	} {
		if got := articles.Text(content); got != want {
			t.Errorf("%q reads %q, want %q", content, got, want)
		}
	}
	if got := articles.ReadTimeOf(strings.Repeat("word ", 880)); got != 4 {
		t.Errorf("880 words take %d minutes", got)
	}
}
