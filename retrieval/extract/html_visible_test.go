package extract_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"narthex/retrieval/extract"
)

func TestWhatAPageUnfoldsIsRead(t *testing.T) {
	t.Parallel()
	for body, want := range map[string][]string{
		`<dl><div><dt>Hall</dt><dd>75 dollars</dd></div><div><dt>Kitchen</dt><dd>Free</dd></div></dl>`:                                             {"list: Hall: 75 dollars / Kitchen: Free"},
		`<dl><dt>Hall</dt><dd>75 dollars</dd></dl>`:                                                                                                {"list: Hall: 75 dollars"},
		`<h3><button aria-expanded="false" aria-controls="a">May I bring my dog?</button></h3><div id="a" hidden><p>Yes.</p></div>`:                {"### May I bring my dog?", "Yes."},
		`<h3><button>May I bring my dog?</button></h3><p>Yes.</p>`:                                                                                 {"### May I bring my dog?", "Yes."},
		`<button aria-expanded="false" data-bs-target="#a">May I bring my dog?</button><div id="a" style="display: none">Yes.</div>`:               {"May I bring my dog?", "Yes."},
		`<details><summary><button>May I bring my dog?</button></summary><p>Yes.</p></details>`:                                                    {"May I bring my dog?", "Yes."},
		`<button>Print</button><button aria-expanded="false" aria-haspopup="true" aria-controls="a">Menu</button><ul id="a" hidden><li>Home</ul>x`: {"x"},
		`<table><caption>Fees for the hall</caption><tr><td>Hall<td>75</table>`:                                                                    {"Fees for the hall", "table: Hall | 75"},
	} {
		if diff := cmp.Diff(lines(want...), outline(extracted(t, extract.TypeHTML, []byte(body)))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", body, diff)
		}
	}
}

func TestPagesAreReadInWhateverCharactersTheyAreWritten(t *testing.T) {
	t.Parallel()
	style := "<style>" + strings.Repeat("p{}", 700) + "</style>"
	for name, test := range map[string]struct{ mediaType, page string }{
		"UTF-8, late":                   {extract.TypeHTML, style + "<p>Oración"},
		"UTF-8 with its mark, late":     {extract.TypeHTML, "\xef\xbb\xbf" + style + "<p>Oración"},
		"windows-1252, late":            {extract.TypeHTML, style + "<p>Oraci\xf3n"},
		"windows-1252 as the page says": {extract.TypeHTML, "<meta charset=windows-1252>" + style + "<p>Oraci\xf3n"},
		"UTF-16":                        {extract.TypeHTML, "\xff\xfe<\x00p\x00>\x00O\x00r\x00a\x00c\x00i\x00\xf3\x00n\x00"},
		"Markdown, late":                {extract.TypeMarkdown, "<div>" + style + "<p>Oración</div>"},
		"Markdown with HTML of a page":  {extract.TypeMarkdown, "<div><meta charset=iso-8859-1><p>Oración</div>"},
	} {
		if got := outline(extracted(t, test.mediaType, []byte(test.page))); got != "Oración\n" {
			t.Errorf("%s: %q", name, got)
		}
	}
}
