package draft

import (
	"context"
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"narthex/chat/words"
)

// Found is what one page says.
type Found struct {
	Drafts   []Draft `json:"drafts"`
	Text     string  `json:"text,omitempty"` // what its readers read, line by line
	Title    string  `json:"title"`
	Wordless bool    `json:"wordless"` // next to nothing: pictures alone, or a page that a script puts together
	Login    bool    `json:"login"`    // it asks for a password
}

// fewWords is what a page without content says at most, in bytes: its name and a footer.
const fewWords = 120

// longestPage is how much of a page's text is kept for the model, in bytes.
const longestPage = 12_000

// page is one that is read.
type page struct {
	ctx   context.Context // of the page's reading, which ends with it
	url   *url.URL
	root  *html.Node
	lines []line
	about string // its address, title and first heading, folded: what it is about
	found []Draft
}

// FromPage finds what a page says. It fails as ctx did.
func FromPage(ctx context.Context, address *url.URL, root *html.Node) (Found, error) {
	p := &page{ctx: ctx, url: address, root: root, lines: linesOf(root)}
	var found Found
	text := &strings.Builder{}
	for _, l := range p.lines {
		if text.Len() < longestPage {
			text.WriteString(l.text + "\n")
		}
	}
	for node := range root.Descendants() {
		switch {
		case node.DataAtom == atom.Title && found.Title == "":
			found.Title = cut(textOf(node), longestName)
		case node.DataAtom == atom.Input && attribute(node, "type") == "password":
			found.Login = true
		}
	}
	p.about = words.Fold(strings.NewReplacer("/", " ", "-", " ", "_", " ").Replace(address.Path) + " " + found.Title + " " + p.heading())
	for _, rule := range []func(){p.structured, p.times, p.people, p.sections, p.contact, p.questions} {
		if ctx.Err() != nil {
			return Found{}, context.Cause(ctx)
		}
		rule()
	}
	found.Drafts, found.Text = p.found, text.String()
	found.Wordless = text.Len() < fewWords && len(p.found) == 0
	return found, nil
}

// heading is the first of the page.
func (p *page) heading() string {
	for _, l := range p.lines {
		if l.heading == 1 {
			return l.text
		}
	}
	return ""
}

// add notes what was found, with pairs of name and value, as the database takes them whatever the page's characters were.
func (p *page) add(g Group, source Source, weight int, quote string, pairs ...string) {
	values := make(map[string]string, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			values[pairs[i]] = tidy(pairs[i+1])
		}
	}
	if len(p.found) < mostFound {
		p.found = append(p.found, Draft{Group: g, Values: values, Quote: cut(tidy(quote), longestQuote), URL: p.url.String(), Source: source, Weight: weight})
	}
}

// mostFound is how much is noted of one page.
const mostFound = 200

// isAbout is 1 when the page is about what a rule is for, else 0.
func (p *page) isAbout(what *regexp.Regexp) int {
	if what.MatchString(p.about) {
		return 1
	}
	return 0
}

// under are the lines after one, until the next heading of the same or a higher level, or the next that opens something.
func (p *page) under(i int) []line {
	end := i + 1
	for ; end < len(p.lines); end++ {
		l := p.lines[end]
		if l.asks || l.heading > 0 && (p.lines[i].heading == 0 || l.heading <= p.lines[i].heading) {
			break
		}
	}
	return p.lines[i+1 : end]
}

// said is the text of lines until the next heading, cut to a length in characters. No more lines are looked at than it needs: on a page
// that asks in each of its lines, all the others are under each.
func said(lines []line, most int) string {
	var parts []string
	for length := 0; len(lines) > 0 && lines[0].heading == 0 && length <= most; lines = lines[1:] {
		if text := lines[0].text; !isPrompt(text) {
			parts = append(parts, text)
			length += utf8.RuneCountInString(text)
		}
	}
	return cut(strings.Join(parts, " "), most)
}

var prompts = regexp.MustCompile(`^(?:learn more|read more|more info(?:rmation)?|click here|see more|view (?:all|more|details)|sign up|register|contact(?: us)?|watch(?: now)?|get directions|directions|download|back to top|share|` +
	`ver mas|leer mas|mas informacion|haga clic aqui|conoce mas|inscribete|contactanos|contacto|regresar|volver|compartir)[ .!>»→]*$`)

// isPrompt reports whether a line only says where to press.
func isPrompt(text string) bool { return prompts.MatchString(words.Fold(text)) }
