package pages_test

import (
	"fmt"
	"strings"
	"testing"
)

// moduleURL is the address of a module.
func moduleURL(t *testing.T, name string) string {
	t.Helper()
	_, _, assets := newEdge(t)
	url, err := assets.URL("js/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return url
}

// rendered is the HTML that the renderer makes of Markdown.
func rendered(p *tab, markdown string) string {
	p.t.Helper()
	return eval[string](p, fmt.Sprintf(`import(%s).then(({ markdownIn }) => {
		const container = document.createElement("div");
		markdownIn(container)(%s);
		return container.innerHTML;
	})`, quote(moduleURL(p.t, "markdown.js")), quote(markdown)))
}

func TestMarkdown(t *testing.T) {
	_, page, _ := openChat(t, desktop)
	link := func(address, text string) string {
		return fmt.Sprintf(`<a href="%s" rel="noopener noreferrer" target="_blank">%s</a>`, address, text)
	}
	for _, tt := range []struct{ name, markdown, want string }{
		{"nothing", "", ``},
		{"blank lines", "\n \n", ``},
		{"paragraphs and line breaks", "One\ntwo\n\nThree", `<p>One<br>two</p><p>Three</p>`},
		{"hard breaks leave no trace", "One  \ntwo\\\nthree", `<p>One<br>two<br>three</p>`},
		{"Windows line ends", "One\r\n\r\nTwo\rThree", `<p>One</p><p>Two<br>Three</p>`},
		{"bold and italic", "**b** __b__ *i* _i_ ***bi***", `<p><strong>b</strong> <strong>b</strong> <em>i</em> <em>i</em> <strong><em>bi</em></strong></p>`},
		{"nested emphasis", "**a *b* c** *d **e** f*", `<p><strong>a <em>b</em> c</strong> <em>d <strong>e</strong> f</em></p>`},
		{"two marks closed by one run", "**a *b***", `<p><strong>a <em>b</em></strong></p>`},
		{"marks that are none", "2 * 3 * 4, snake_case_name, **open, 5*", `<p>2 * 3 * 4, snake_case_name, **open, 5*</p>`},
		{"emphasis over lines", "**a\nb**", `<p><strong>a<br>b</strong></p>`},
		{"escapes", `\*not\* \[this\] \\ C:\dir`, `<p>*not* [this] \ C:\dir</p>`},
		{"code", "Use `**this**` and ``a ` b``.", "<p>Use <code>**this**</code> and <code>a ` b</code>.</p>"},
		{"code that is not closed", "a ` b `` c", "<p>a ` b `` c</p>"},
		{"emphasis does not end within code", "*a `*` b*", "<p><em>a <code>*</code> b</em></p>"},
		{"fenced code", "```html\n<b>\n\n*x*\n```\nafter", "<pre tabindex=\"0\"><code>&lt;b&gt;\n\n*x*</code></pre><p>after</p>"},
		{"fenced code on its way", "```\n<b>", "<pre tabindex=\"0\"><code>&lt;b&gt;</code></pre>"},
		{"headings are bold lines", "# One\n### Two *x* ##\ntext\n#no", `<p><strong>One</strong></p><p><strong>Two <em>x</em></strong></p><p>text<br>#no</p>`},
		{"a rule", "a\n\n---\n* * *\nb", `<p>a</p><hr><hr><p>b</p>`},
		{"bullets of all kinds", "- a\n- b\n\n* c\n\n+ d\n\n• e", `<ul><li>a</li><li>b</li><li>c</li><li>d</li><li>e</li></ul>`},
		{"a list after a paragraph", "Text:\n- a\n- b", `<p>Text:</p><ul><li>a</li><li>b</li></ul>`},
		{"numbers go on", "3. a\n4. b", `<ol start="3"><li>a</li><li>b</li></ol>`},
		{"bullets and numbers are two lists", "- a\n1. b", `<ul><li>a</li></ul><ol start="1"><li>b</li></ol>`},
		{"nested lists", "1. a\n   - b\n   - c\n2. d\n  * e", `<ol start="1"><li>a<ul><li>b</li><li>c</li></ul></li><li>d<ul><li>e</li></ul></li></ol>`},
		{"an item of two paragraphs", "- a\n\n  b\n- c", `<ul><li>a<p>b</p></li><li>c</li></ul>`},
		{"an item over two lines", "- a\nb\n\nc", `<ul><li>a<br>b</li></ul><p>c</p>`},
		{"an empty item", "-\n- b", `<ul><li></li><li>b</li></ul>`},
		{"a quotation", "> a\n> > b\n\nc", `<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote><p>c</p>`},
		{"a link", "[a *b*](https://x.example/p?q=1#f)", `<p>` + link("https://x.example/p?q=1#f", "a <em>b</em>") + `</p>`},
		{"a link with a title", `[a](https://x.example "The title")`, `<p>` + link("https://x.example/", "a") + `</p>`},
		{"a link with parentheses", "[a](https://x.example/b_(c))", `<p>` + link("https://x.example/b_(c)", "a") + `</p>`},
		{"a link in angle brackets", "[a](<https://x.example/b>)", `<p>` + link("https://x.example/b", "a") + `</p>`},
		{"mail and telephone", "[a](mailto:a@x.example) [b](tel:+12075550142)", `<p><a href="mailto:a@x.example" rel="noopener noreferrer">a</a> <a href="tel:+12075550142" rel="noopener noreferrer">b</a></p>`},
		{"autolinks", "<https://x.example> <mailto:a@x.example>", `<p>` + link("https://x.example/", "https://x.example") + ` <a href="mailto:a@x.example" rel="noopener noreferrer">a@x.example</a></p>`},
		{"bare addresses", "See https://x.example/a_b, (http://y.example/) or a.b@z.example.", `<p>See ` + link("https://x.example/a_b", "https://x.example/a_b") + `, (` + link("http://y.example/", "http://y.example/") + `) or <a href="mailto:a.b@z.example" rel="noopener noreferrer">a.b@z.example</a>.</p>`},
		{"bare addresses in Chinese", "请看 https://grace.org/visit。谢谢", `<p>请看 ` + link("https://grace.org/visit", "https://grace.org/visit") + `。谢谢</p>`},
		{"bare addresses in full-width brackets", "网站（https://grace.org/visit），欢迎", `<p>网站（` + link("https://grace.org/visit", "https://grace.org/visit") + `），欢迎</p>`},
		{"bare addresses in Arabic", "زوروا https://grace.org/visit، شكرا", `<p>زوروا ` + link("https://grace.org/visit", "https://grace.org/visit") + `، شكرا</p>`},
		{"bare addresses of an Arabic question", "هل رأيتم https://grace.org/visit؟", `<p>هل رأيتم ` + link("https://grace.org/visit", "https://grace.org/visit") + `؟</p>`},
		{"bare addresses in guillemets", "«https://grace.org/dar».", `<p>«` + link("https://grace.org/dar", "https://grace.org/dar") + `».</p>`},
		{"bare addresses in curly quotation marks", "“https://grace.org/give” ‘https://grace.org/a’", `<p>“` + link("https://grace.org/give", "https://grace.org/give") + `” ‘` + link("https://grace.org/a", "https://grace.org/a") + `’</p>`},
		{"a bare address before an ellipsis", "https://grace.org/visit… and more", `<p>` + link("https://grace.org/visit", "https://grace.org/visit") + `… and more</p>`},
		{"a bare address with letters that are not Latin", "https://grace.org/방문", `<p>` + link("https://grace.org/%EB%B0%A9%EB%AC%B8", "https://grace.org/방문") + `</p>`},
		{"a bare address before a dash or a picture", "https://grace.org/visit—come 🙂https://grace.org/a🙂", `<p>` + link("https://grace.org/visit", "https://grace.org/visit") + `—come 🙂` + link("https://grace.org/a", "https://grace.org/a") + `🙂</p>`},
		{"no link within a link", "[see https://y.example](https://x.example)", `<p>` + link("https://x.example/", "see https://y.example") + `</p>`},
		{"brackets that are no link", "[1] and [a](b) and [a] (https://x.example)", `<p>[1] and [a](b) and [a] (` + link("https://x.example/", "https://x.example") + `)</p>`},
		{"a picture is its description", "![A cat](https://x.example/cat.png)!", `<p>A cat!</p>`},
		{"HTML is text", "<b>x</b> &amp; <br>", `<p>&lt;b&gt;x&lt;/b&gt; &amp;amp; &lt;br&gt;</p>`},
		{"a table is text", "| a | b |\n|---|---|", `<p>| a | b |<br>|---|---|</p>`},
	} {
		if got := rendered(page, tt.markdown); got != tt.want {
			t.Errorf("%s: %q became\n%s\nwant\n%s", tt.name, tt.markdown, got, tt.want)
		}
	}
}

// Whatever the pieces in which an answer comes, in the end it looks the same.
func TestMarkdownInPiecesLooksAsInOne(t *testing.T) {
	_, page, _ := openChat(t, desktop)
	source := longAnswer + "\n\n1. one\n   - *two*\n\n> quote\n\n```\ncode\n\nmore\n```\n\n# End `x` **y** <https://x.example>"
	same := eval[bool](page, fmt.Sprintf(`import(%s).then(({ markdownIn }) => {
		const source = %s;
		const whole = document.createElement("div");
		markdownIn(whole)(source);
		const growing = document.createElement("div");
		const update = markdownIn(growing);
		for (let i = 0; i <= source.length; i++) update(source.slice(0, i));
		return growing.innerHTML === whole.innerHTML && whole.innerHTML.length > 500;
	})`, quote(moduleURL(t, "markdown.js")), quote(source)))
	if !same {
		t.Error("they differ")
	}
}

// A model, or somebody who has got at what it reads, must not be able to freeze a phone.
func TestMarkdownIsFastWhateverItIsGiven(t *testing.T) {
	_, page, _ := openChat(t, desktop)
	for name, unit := range map[string]string{
		"stars": "*", "open emphasis": "*a ", "nested emphasis": "**a *b ", "underscores": "_a_", "ticks": "`", "rising ticks": "``a`",
		"brackets": "[", "open links": "[a](", "links": "[a](b", "nested links": "[[a](b)", "angles": "<", "autolinks": "<https://", "pictures": "![",
		"quotes": "> ", "nested lists": "- ", "deeper lists": "\n  - a", "numbers": "1. ", "words": "a.b-c", "mail": "a@", "hosts": "https://", "escapes": "\\", "breaks": "\n", "hashes": "# ",
		"fences": "```\n", "parentheses": "[a](" + strings.Repeat("(", 20), "titles": `[a](b "`, "closed brackets": "[]", "brackets that close late": "[]](",
	} {
		source := strings.Repeat(unit, 20_000/len(unit))
		took := eval[float64](page, fmt.Sprintf(`import(%s).then(({ markdownIn }) => {
			const container = document.createElement("div");
			const begin = performance.now();
			markdownIn(container)(%s);
			return performance.now() - begin;
		})`, quote(moduleURL(t, "markdown.js")), quote(source)))
		t.Logf("%s: %.0f ms", name, took)
		if took > 1500 { // an idle machine takes a tenth of it at the most; a quadratic renderer takes many seconds
			t.Errorf("%s: 20,000 characters took %.0f ms", name, took)
		}
	}
}
