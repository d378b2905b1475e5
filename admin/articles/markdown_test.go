package articles_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"narthex/admin/articles"
)

// hostile reads testdata/hostile.json: ways to get code into a page by Markdown and HTML, most of them from OWASP's XSS Filter Evasion
// Cheat Sheet and the tests of sanitisers. Package blog shows them to a browser.
func hostile(t testing.TB) (list []string) {
	t.Helper()
	data, err := os.ReadFile("testdata/hostile.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	return list
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
	for _, content := range hostile(t) {
		checkHarmless(t, content)
		checkHarmless(t, "Text before "+content+" and after")
		checkHarmless(t, "- "+content+"\n\n> "+content)
	}
}

// What an article opens it closes, and it closes nothing of its page.
func TestAnArticleEndsWhereItEnds(t *testing.T) {
	for content, want := range map[string]string{
		"<table><tr><td>x":              "<table><tbody><tr><td>x</td></tr></tbody></table>",
		"x</div></section></article> y": "<p>x y</p>\n",
		"<div><b>x":                     "<div><b>x</b></div>",
	} {
		if got, err := articles.HTML(content); err != nil || string(got) != want {
			t.Errorf("%q became %q, %v", content, got, err)
		}
	}
	deep, err := articles.HTML(strings.Repeat("<div>", 5000) + "deep" + strings.Repeat(">", 5000))
	if err != nil || len(deep) > 200_000 {
		t.Errorf("nested 5000 deep: %d bytes, %v", len(deep), err)
	}
}

func FuzzHTML(f *testing.F) {
	for _, content := range hostile(f) {
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
