package guard

import (
	"html"
	"net/url"
	"regexp"
	"strings"
	"sync"

	"narthex/chat/church"
	"narthex/chat/helplines"
	"narthex/chat/words"
)

// Pointers are where an answer may lead a visitor: links, e-mail addresses and phone numbers that are known to be right. A
// model may have the others from a document or a message that somebody wrote in order to have them told.
//
// The zero value knows only the crisis lines and the sites of those who run them. What is known is added first; after that
// it is safe for concurrent use.
type Pointers struct {
	besides *Pointers // what is known besides; nil: nothing
	sites   []site
	links   map[string]bool // see address.key
	emails  map[string]bool
	numbers []string // digits
}

// Besides returns pointers that know all that p does, and to which more can be added.
func (p *Pointers) Besides() *Pointers { return &Pointers{besides: p} }

// site is a part of the web in which every page is its owner's.
type site struct {
	host string // also what is below it
	path string // "" or "/name": of a site on a host that others share
	// query tells a site from others at the same path, such as that of a profile's script; "": nothing does
	query string
}

// Site adds a website of the church's own, with all its pages.
func (p *Pointers) Site(website string) {
	if at, ok := parseAddress(website); ok {
		at.query = telling(at.query)
		if at.path == "" { // all of the host is theirs
			at.query = ""
		}
		p.sites = append(p.sites, site(at))
	}
}

// Link adds one page.
func (p *Pointers) Link(link string) {
	if at, ok := parseAddress(link); ok {
		if p.links == nil {
			p.links = make(map[string]bool)
		}
		p.links[at.key()] = true
	}
}

// Email adds an e-mail address.
func (p *Pointers) Email(address string) {
	if p.emails == nil {
		p.emails = make(map[string]bool)
	}
	p.emails[strings.ToLower(strings.TrimSpace(address))] = true
}

// Number adds a phone number, in any form.
func (p *Pointers) Number(number string) {
	if digits := onlyDigits(number); len(digits) >= minNumber {
		p.numbers = append(p.numbers, digits)
	}
}

// Own adds the phone numbers and e-mail addresses in a text of the church's settings.
func (p *Pointers) Own(text string) {
	numbers, emails := pointersIn(text)
	for _, address := range emails {
		p.Email(address)
	}
	p.numbers = append(p.numbers, numbers...)
}

// Text adds the phone numbers and e-mail addresses in a text that the church has on file for visitors, such as a passage of
// a document. A text that keeps something private, speaks to the assistant, or tells of crisis lines adds none: whoever may
// write such a text could have a number told by it.
func (p *Pointers) Text(text string) {
	numbers, emails := pointersIn(text)
	if len(numbers)+len(emails) > 0 && !KeptBack(text) {
		p.Own(text)
	}
}

// Answer adds the links in a text as well: the church's answer to the very question that was asked.
func (p *Pointers) Answer(text string) {
	p.Text(text)
	for _, link := range plainLink.FindAllString(text, -1) {
		p.Link(strings.TrimRight(link, ".,;:!?)*_'\""))
	}
}

func pointersIn(text string) (numbers, emails []string) {
	for i := 0; i < len(text); i++ {
		switch {
		case startsNumber(text[:i], text[i:]):
			n, _, _ := phoneAt(text, i, true)
			if mayBePhone(text[i:i+n.end], n.digits) {
				numbers = append(numbers, n.digits)
			}
			i += max(n.end, 1) - 1
		case text[i] == '@':
			if from, to := emailAround(text, i); from < to {
				emails = append(emails, text[from:to])
			}
		}
	}
	return numbers, emails
}

var plainLink = regexp.MustCompile(`(?i)\bhttps?://[^\s<>"\x60\])]+|\b(?:[a-z0-9-]+\.)+[a-z]{2,}(?:/[^\s<>"\x60\])]*)?`)

// marks are of texts whose numbers are not to be told.
var marks = sync.OnceValue(func() *Terms {
	var phrases []string
	for _, pattern := range []string{
		"{private|personal|home|unlisted} {mobile|cell|number|phone|telephone|line|email|address}", "{staff|internal|office} {|use }only", "internal use",
		"not for {|the }{web|website|public|publication|visitors|distribution}", "do not {share|publish|give out|distribute}",
		"{the|to|dear|this|ai} {assistant|chatbot|ai|bot}", "ignore {all|the|your|any|previous}",
		"crisis {line|lifeline|hotline|number}", "suicide", "suicidal", "988",
		"{numero|telefono|celular|movil|correo} {privado|personal|particular}", "solo {|para }{|el }personal", "uso interno", "no {publicar|compartir|divulgar}",
		"{el|al|este} {asistente|chatbot|bot}", "ignora {todo|todas|las}", "{linea|numero} de crisis", "suicidio",
	} {
		phrases = append(phrases, expand(pattern)...)
	}
	return NewTerms([]church.Rule{{Forbidden: phrases}}, nil)
})

// expand writes out a pattern's choices: "I {am|was} {|now }here".
func expand(pattern string) []string {
	before, rest, found := strings.Cut(pattern, "{")
	if !found {
		return []string{pattern}
	}
	choices, after, _ := strings.Cut(rest, "}")
	var all []string
	for _, tail := range expand(after) {
		for choice := range strings.SplitSeq(choices, "|") {
			all = append(all, before+choice+tail)
		}
	}
	return all
}

// KeptBack reports whether a text has a mark of being private or of speaking to the assistant, or turns to the assistant by
// name at the beginning of a sentence.
func KeptBack(text string) bool {
	guard := marks().Guard()
	if _, hit := guard.Write(text); hit != nil {
		return true
	}
	if _, hit := guard.Close(); hit != nil {
		return true
	}
	if !strings.Contains(text, "ssistant") && !strings.Contains(text, "sistente") && !strings.Contains(text, "ystem") {
		return false // the common case; looking for the pattern takes longer than all the rest
	}
	return turnsToAssistant.MatchString(text)
}

var turnsToAssistant = regexp.MustCompile(`(?:^|[.!?;:(\n–—-][ \t]*)(?:[Aa]ssistant|[Aa]sistente|[Ss]ystem)\s*[:,]`)

// helpers are those who run crisis lines, and the directory of such lines, see lines.go.
var helpers = func() *Pointers {
	p := &Pointers{}
	for _, host := range helplines.Sites {
		p.Site(host)
	}
	for _, number := range helplines.Numbers() {
		p.Number(number)
	}
	return p
}()

// each ranges over everything known, the nearest first.
func (p *Pointers) each(yield func(*Pointers) bool) {
	for ; p != nil; p = p.besides {
		if !yield(p) {
			return
		}
	}
	yield(helpers)
}

func (p *Pointers) hasLink(link string) bool {
	at, ok := parseAddress(link)
	if !ok {
		return false
	}
	for known := range p.each {
		for _, s := range known.sites {
			if s.has(at) {
				return true
			}
		}
	}
	return p.hasPage(link)
}

// hasPage reports whether a link is known by itself, not by its site.
func (p *Pointers) hasPage(link string) bool {
	at, ok := parseAddress(link)
	if !ok {
		return false
	}
	for known := range p.each {
		if known.links[at.key()] {
			return true
		}
	}
	return false
}

func (s site) has(at address) bool {
	below := at.path == s.path && (s.query == "" || telling(at.query) == "" || telling(at.query) == s.query) || strings.HasPrefix(at.path, s.path+"/")
	return below && (at.host == s.host || s.path == "" && strings.HasSuffix(at.host, "."+s.host))
}

// telling is what of a query may tell one site from others: not its language, nor where a visitor came from.
func telling(query string) string {
	values, err := url.ParseQuery(query)
	if err != nil {
		return query
	}
	for name := range values {
		if incidental[name] || strings.HasPrefix(name, "utm_") {
			values.Del(name)
		}
	}
	return values.Encode()
}

var incidental = words.Set(`ref locale lang hl sk mibextid fbclid gclid igsh igshid`)

func (p *Pointers) hasEmail(address string) bool {
	address = strings.ToLower(address)
	_, domain, _ := strings.Cut(address, "@")
	for known := range p.each {
		if known.emails[address] {
			return true
		}
		for _, s := range known.sites {
			if s.path == "" && s.host == domain {
				return true
			}
		}
	}
	return false
}

// hasNumber compares digits: one may be written with the country's code, or without that of the area. Premium-rate numbers
// are nobody's to give.
func (p *Pointers) hasNumber(digits string) bool {
	if national := strings.TrimPrefix(digits, "1"); len(national) == 10 && strings.HasPrefix(national, "900") {
		return false
	}
	for known := range p.each {
		for _, number := range known.numbers {
			if sameNumber(digits, number) {
				return true
			}
		}
	}
	return false
}

func sameNumber(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if strings.HasSuffix(b, a) {
		return true
	}
	// 020 7946 0018 is +44 20 7946 0018.
	a = strings.TrimPrefix(a, "0")
	return len(a) > minNumber && strings.HasSuffix(b, a)
}

// address is a page, by what tells it from others.
type address struct{ host, path, query string }

func (a address) key() string { return a.host + a.path + "?" + a.query }

// parseAddress reads a link as a browser would, with or without its scheme. It gives false for whatever is no page of the
// web, and for what hides where it leads.
func parseAddress(link string) (address, bool) {
	link = strings.TrimSpace(html.UnescapeString(link))
	if !strings.Contains(link, "://") {
		link = "https://" + link
	}
	parsed, err := url.Parse(link)
	if err != nil || parsed.User != nil || strings.Contains(link, `\`) {
		return address{}, false
	}
	for segment := range strings.SplitSeq(parsed.Path, "/") {
		if segment == "." || segment == ".." { // a browser would ask for another page, maybe outside the church's part of a shared host
			return address{}, false
		}
	}
	host := strings.TrimSuffix(strings.ToLower(parsed.Hostname()), ".")
	if parsed.Scheme != "https" && parsed.Scheme != "http" || host == "" {
		return address{}, false
	}
	if port := parsed.Port(); port != "" {
		host += ":" + port
	}
	return address{strings.TrimPrefix(host, "www."), strings.TrimRight(parsed.EscapedPath(), "/"), parsed.RawQuery}, true
}
