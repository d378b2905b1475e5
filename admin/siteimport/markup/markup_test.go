package markup_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"narthex/admin/siteimport/markup"
)

// outline is a tree as its tags and texts stand in each other.
func outline(t testing.TB, page string) string {
	t.Helper()
	root, err := markup.Parse(t.Context(), strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := html.Render(&b, root); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// What is well nested, and what leaves out the ends that may be left out, has the tree that a browser makes of it.
func TestPagesAsPeopleWriteThemAreReadAsBrowsersDo(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"paragraphs without ends": "<p>One<p>Two<div>Three<p>Four</div>Five",
		"a list without ends":     "<ul><li>One<ul><li>In it<li>And on</ul><li>Two</ul><p>After</p>",
		"terms":                   "<dl><dt>When?<dd>At nine.<dd>And eleven.<dt>Where?<dd><p>Here.</dl>",
		"a table":                 "<table><caption>Times</caption><thead><tr><th>Day<th>Time<tbody><tr><td>Sunday<td>9:00<tr><td>Monday<td>7:00</table>",
		"a table in a table":      "<table><tbody><tr><td><table><tbody><tr><td>In it</td></tr></tbody></table>Beside<td>Next</table>",
		"headings":                "<h2>One</h3><p>Two<h3>Three</h3>",
		"links":                   `<a href="/x">One <b>two</b></a> <a href="/y"><div>Three</div></a> four`,
		"a link not ended":        `<p><a name="top">One <a href="/x">two</a></p>`,
		"entities":                "<p>Grace &amp; Peace &lt;b&gt; &eacute;&nbsp;&#8217;</p>",
		"a drawing":               `<p>Find <svg width="1"><path d="M0"/><g><circle r="1"/></g><title>Pin</title></svg> us</p><p>Here`,
		"a drawing not ended":     `<div><svg><path d="M0"/><p>One</p></div><p>Two</p>`,
		"a script":                `<script type="application/ld+json">{"a": "</p><b>"}</script><p>One`,
		"a style":                 "<style>p > b { color: red }</style><p>One",
		"a box to write in":       "<textarea><b>One</textarea><p>Two",
		"a form":                  `<form action="/x"><input name="a"><p>One</form><p>Two`,
		"a form in a form":        `<form><p>One<form><p>Two</form><p>Three`,
		"buttons":                 `<button aria-expanded="false">One<button>Two</button>`,
		"a choice":                "<select><option>One<option>Two</select><p>Three",
		"things that do not nest": "<br>One<br/>Two<hr>Three<img src=x>Four<input>Five<wbr>",
		"ends of nothing":         "One</div></b></span></td></li>Two</br>Three",
		"an end out of a cell":    "<div><table><tbody><tr><td>One</div>Two</td></tr></tbody></table>Three</div>",
		"signs":                   "<p>1 < 2 and 3 > 2 <3 you",
		"formats in each other":   "<p><b>One <i>two</i></b> three",
		"a frame":                 "<iframe src=x><p>One</iframe><p>Two",
		"an unknown element":      "<my-card><p>One</p></my-card><p>Two",
		"details":                 "<details><summary>When?</summary><p>At nine.</details><p>After",
	} {
		t.Run(name, func(t *testing.T) {
			whole := "<html><head><title>Harbor</title></head><body>" + body
			parsed, err := html.Parse(strings.NewReader(whole))
			if err != nil {
				t.Fatal(err)
			}
			var want strings.Builder
			if err := html.Render(&want, parsed); err != nil {
				t.Fatal(err)
			}
			if got := outline(t, whole); got != want.String() {
				t.Errorf("got  %s\nwant %s", got, want.String())
			}
		})
	}
}

// What is wrongly nested keeps its words, and does not end what is around it.
func TestWhatIsWronglyNestedStaysWhereItStands(t *testing.T) {
	t.Parallel()
	for page, want := range map[string]string{
		"<nav><b>One<div>Two</b> three</div>four</nav>five": "<nav><b>One<div>Two three</div></b>four</nav>five",
		"<p><b>One<p>Two":                                      "<p><b>One</b></p><p>Two</p>",
		"<b>One<i>Two</b>Three</i>Four":                        "<b>One<i>Two</i></b>ThreeFour",
		"<table><form><tr><td>One</form></table>Two":           "<table><form></form><tr><td>One</td></tr></table>Two",
		"<html><head><title>A</title><p>One<head><p>Two":       "<html><head><title>A</title></head><p>One</p><p>Two</p></html>",
		"<head><title>A</title> One":                           "<head><title>A</title></head> One",
		`<html lang="en"><body><p>One<body><p>Two</body>after`: `<html lang="en"><body><p>One</p><p>Twoafter</p></body></html>`,
		"<span>One<div>Two</span>Three</div>Four":              "<span>One<div>TwoThree</div>Four</span>",
		"<p>One<!-- no --><!DOCTYPE html>two":                  "<p>Onetwo</p>",
	} {
		if got := outline(t, page); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", page, got, want)
		}
	}
}

// Each page here would have a browser make a node of a few bytes into hundreds, or go through all that is open at each of them.
func TestNoPageCostsMoreThanItsLength(t *testing.T) {
	t.Parallel()
	numbered := func(tag string, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "<%s %d>", tag, i)
		}
		return b.String()
	}
	for name, page := range map[string]string{
		"paragraphs in open formats": "<p>" + numbered("b", 380) + strings.Repeat("<p>x", 10_000),
		"rows in open formats":       numbered("font", 380) + "<table>" + strings.Repeat("<tr><td>x", 5_000),
		"cells that keep formats":    numbered("i", 200) + "<table><tr><td>" + strings.Repeat("</i>", 200) + numbered("b", 150) + strings.Repeat("<p>x", 5_000),
		"ends of formats in blocks":  strings.Repeat("<b><div>", 150) + strings.Repeat("</b>x", 10_000),
		"ends of what is not open":   strings.Repeat("<div>", 390) + strings.Repeat("</x>", 20_000),
		"a format with attributes":   "<b" + attributes(5_000) + ">" + strings.Repeat("<p>x", 5_000),
		"comments":                   strings.Repeat("x<!---->", 10_000),
	} {
		t.Run(name, func(t *testing.T) {
			root, err := markup.Parse(t.Context(), strings.NewReader(page))
			if err != nil {
				t.Fatal(err)
			}
			nodes, most := 0, 2*strings.Count(page, "<")+2
			for range root.Descendants() {
				nodes++
			}
			if nodes > most {
				t.Errorf("%d nodes of %d bytes", nodes, len(page))
			}
		})
	}
}

// attributes are so many of one element.
func attributes(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, " %x", i)
	}
	return b.String()
}

func TestAPageOfMoreThanPeopleWriteIsRefused(t *testing.T) {
	t.Parallel()
	for name, page := range map[string]string{
		"elements":                       strings.Repeat("<p>x", 51_000),
		"elements in each other":         strings.Repeat("<div>", 500),
		"formats in each other":          strings.Repeat("<b>", 500),
		"tables in each other":           strings.Repeat("<table><tr><td>", 200),
		"blocks in formats that ended":   strings.Repeat(strings.Repeat("<b>", 100)+"<div>"+strings.Repeat("</b>", 100), 10),
		"attributes of an element":       "<p" + attributes(200_001) + ">",
		"attributes of several elements": strings.Repeat("<p a b c d e f g h i j>", 21_000),
		"texts":                          strings.Repeat("x<!---->", 101_000),
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := markup.Parse(t.Context(), strings.NewReader(page)); !errors.Is(err, markup.ErrTooLarge) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestParsingEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancelCause(t.Context())
	over := errors.New("over")
	cancel(over)
	if _, err := markup.Parse(ctx, strings.NewReader("<p>One")); !errors.Is(err, over) {
		t.Errorf("got %v", err)
	}
}

func FuzzParse(f *testing.F) {
	for _, page := range []string{"<p>One<p>Two", "<table><form><td><b>x</table>", "<svg><title/><p>", "<b><div></b></div>", "<a><a><select><option>"} {
		f.Add(page)
	}
	f.Fuzz(func(t *testing.T, page string) {
		root, err := markup.Parse(t.Context(), strings.NewReader(page))
		if err != nil {
			return
		}
		nodes := 0
		for range root.Descendants() {
			nodes++
		}
		if nodes > 2*len(page)+2 {
			t.Errorf("%d nodes of %d bytes", nodes, len(page))
		}
	})
}
