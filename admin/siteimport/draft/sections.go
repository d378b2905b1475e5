package draft

import (
	"regexp"
	"strings"

	"narthex/chat/words"
)

var (
	aboutMinistries = word(`ministr(?:y|ies)|ministerios?|get involved|groups|grupos`)
	aboutVisits     = word(`visit|visitors?|new here|im new|i'm new|newcomers?|first time|expect|plan your|visitanos|visitenos|visita|visitantes|primera vez|soy nuev[oa]|que esperar`)
	ofMinistries    = regexp.MustCompile(`^(?:our |all |church |nuestros |los )?(?:ministr(?:y|ies)(?: areas| teams| groups)?|ministerios|groups|small groups|grupos(?: pequenos)?|get involved|ways to serve)[ :.!]*$`)
)

// named is an item of a list that says something about what it names.
var named = regexp.MustCompile(`^(.{3,60}?)(?:\s[-–—]|:)\s+(.{3,})$`)

// topic is a field of what a visitor is to expect.
type topic struct {
	field string
	says  *regexp.Regexp
	// asked: the heading must be a question, or its page be about visits. Otherwise it may be about something else.
	asked bool
}

// topics are all of them, with what a heading or question about each says.
var topics = []topic{
	{"dress_code", word(`wear|dress(?: code)?|attire|vestir(?:me|se|nos)?|vestimenta|ropa|me visto|ponerme`), false},
	{"parking", word(`park(?:ing)?|estacion(?:ar(?:me|se|nos)?|amiento|o)|aparc(?:ar|amiento)|parqueo|parquear`), false},
	{"children", word(`kids|child(?:ren)?(?:'s)?|nursery|my family|ninos|ninas|hijos|bebes`), true},
	{"music_style", word(`music|worship style|style of worship|musica|alabanza`), true},
	{"service_length", word(`how long|service length|cuanto (?:dura|tiempo)|duracion`), true},
	{"first_visit", word(`what to expect|can i expect|should i expect|first visit|first time|que (?:puedo |debo )?esperar|primera (?:visita|vez)|when you arrive|cuando llegue`), false},
}

// sections finds what stands under headings: ministries, and what a visitor is to expect.
func (p *page) sections() {
	for i, l := range p.lines {
		if l.heading == 0 && !l.asks && !(l.strong && asks(l.text)) {
			continue
		}
		folded := words.Fold(l.text)
		if ofMinistries.MatchString(folded) && l.heading > 0 {
			p.ministries(p.under(i))
		}
		p.expect(i, folded)
	}
	if p.isAbout(aboutVisits) == 1 {
		p.sentences()
	}
}

// ministries finds those in a section: headings with what is told under them, or the items of a list.
func (p *page) ministries(section []line) {
	for i, l := range section {
		name, told := l.text, ""
		switch {
		case l.heading > 0 || l.asks || l.strong && len(l.text) <= 60 && !l.item:
			told = said(section[i+1:end(section, i+1)], longestText)
		case l.item:
			if parted := named.FindStringSubmatch(l.text); parted != nil {
				name, told = parted[1], cut(parted[2], longestText)
			}
		default:
			continue
		}
		if isMinistry(name) {
			p.add(Ministries, FromWords, p.isAbout(aboutMinistries), l.text+" "+cut(told, longestQuote-60), "name", name, "description", told)
		}
	}
}

// end is where what begins at from ends: at the next heading, or at what stands out as one would.
func end(lines []line, from int) int {
	for i := from; i < len(lines); i++ {
		if lines[i].heading > 0 || lines[i].asks || lines[i].strong && len(lines[i].text) <= 60 {
			return i
		}
	}
	return len(lines)
}

func isMinistry(name string) bool {
	return len(name) >= 3 && len(name) <= 60 && len(strings.Fields(name)) <= 7 && !isPrompt(name) && !strings.HasSuffix(name, ".") && !strings.ContainsAny(name, "@?!©") && !aClock.MatchString(name) &&
		!ofMinistries.MatchString(words.Fold(name))
}

// expect takes what stands under a heading, if that is about a visit.
func (p *page) expect(i int, folded string) {
	told := said(p.under(i), longestText)
	if len(told) < 20 || len(folded) > 120 {
		return
	}
	for _, topic := range topics {
		if !topic.says.MatchString(folded) || topic.asked && !asks(p.lines[i].text) && p.isAbout(aboutVisits) == 0 {
			continue
		}
		weight := p.isAbout(aboutVisits)
		if asks(p.lines[i].text) {
			weight++
		}
		p.add(Expect, FromWords, weight, p.lines[i].text+" "+told, "field", topic.field, "text", told)
		return
	}
}

var (
	ofParking = word(`park(?:ing)?|estacionamiento|estacionar|parqueo`)
	ofDress   = word(`dress|wear|casual|come as you are|attire|vest(?:ir|imos|imenta)|ropa`)
)

// sentences finds in the paragraphs of a page about visits what has no heading of its own.
func (p *page) sentences() {
	for field, says := range map[string]*regexp.Regexp{"parking": ofParking, "dress_code": ofDress} {
		var told []string
		for _, l := range p.lines {
			if l.heading > 0 || l.asks || len(l.text) < 40 {
				continue
			}
			for sentence := range strings.SplitAfterSeq(l.text, ". ") {
				if says.MatchString(words.Fold(sentence)) && len(told) < 3 {
					told = append(told, strings.TrimSpace(sentence))
				}
			}
		}
		if len(told) > 0 {
			text := cut(strings.Join(told, " "), longestText)
			p.add(Expect, FromWords, 0, text, "field", field, "text", text)
		}
	}
}
