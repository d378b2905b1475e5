package draft

import (
	"regexp"
	"strings"
	"unicode"

	"narthex/chat/words"
)

var (
	aboutPeople = word(`staff|team|leaders?|leadership|pastors?|clergy|elders|equipo|liderazgo|lideres|pastores|personal`)
	aTitle      = word(`(?:co ?)?pastora?|pastores|reverend[ao]?|rector|vicar|priest|curate|deacon|deaconess|elder|bishop|minister|director[a]?|administrator|secretary|treasurer|coordinator|organist|sexton|custodian|chaplain|` +
		`leader|manager|assistant|associate|clerk|bookkeeper|superintendent|president|chair|(?:vice )?warden|musician|accompanist|office|` +
		`obispo|sacerdote|padre|parroco|diacono|diaconisa|ancian[oa]|ministr[oa]|administrador[a]?|secretari[oa]|tesorer[oa]|coordinador[a]?|lider|encargad[oa]|asistente|capellan|president[ea]`)
	honorific = regexp.MustCompile(`(?i)^(?:rev(?:erend)?\.?|dr\.?|fr\.?|father|sr\.?|sister|br\.?|brother|mr\.?|mrs\.?|ms\.?|pastora?|padre|hno\.?|hna\.?|herman[oa]|pr\.?|deacon|elder|bishop|the|ps\.?|sra\.?|lic\.?|d[ra]a?\.?)\s+`)
	particle  = regexp.MustCompile(`^(?:de|del|la|las|los|da|dos|van|von|der|den|y|e|and|&|jr\.?|sr\.?|ii|iii|iv)$`)
	noName    = word(`our|us|the|meet|staff|team|church|ministr(?:y|ies)|office|service|worship|contact|about|home|welcome|nuestr[oa]s?|iglesia|equipo|bienvenid[oa]s?|conoce|news|children|youth|music|school|group|prayer|bible|care`)
	dashed    = regexp.MustCompile(`^(.{3,60}?)\s*(?:,| [-–—|:] |:\s)\s*(.{3,80})$`)
)

// people finds those who serve the church: a name with a title, on one line or on two.
func (p *page) people() {
	for i, l := range p.lines {
		if parted := dashed.FindStringSubmatch(l.text); parted != nil && isName(parted[1]) && isTitle(parted[2]) {
			p.person(parted[1], parted[2], p.bio(i+1), l.text)
			continue
		}
		if i+1 >= len(p.lines) {
			continue
		}
		next := p.lines[i+1]
		switch {
		case isName(l.text) && isTitle(next.text) && !(isName(next.text) && isTitle(l.text)):
			p.person(l.text, next.text, p.bio(i+2), l.text+" / "+next.text)
		case isTitle(l.text) && isName(next.text) && (l.heading > 0 || next.heading > 0 || next.strong) && !p.titled(i+2):
			p.person(next.text, l.text, p.bio(i+2), l.text+" / "+next.text)
		}
	}
}

// titled reports whether a line is a title: then the name before it is this title's.
func (p *page) titled(i int) bool { return i < len(p.lines) && isTitle(p.lines[i].text) }

func (p *page) person(name, title, bio, quote string) {
	p.add(People, FromWords, p.isAbout(aboutPeople), quote, "name", strings.TrimSpace(name), "title", strings.TrimRight(title, " ,;:"), "bio", bio)
}

// bio is what is told of somebody after their title: sentences, until another begins.
func (p *page) bio(from int) string {
	var told []line
	for i := from; i < len(p.lines) && i < from+6; i++ {
		l := p.lines[i]
		if l.heading > 0 || l.asks || isName(l.text) || dashed.MatchString(l.text) && isName(dashed.FindStringSubmatch(l.text)[1]) {
			break
		}
		if len(l.text) > 60 || strings.HasSuffix(l.text, ".") {
			told = append(told, l)
		}
	}
	return said(told, longestText)
}

// isTitle reports whether a text is what somebody does in a church.
func isTitle(text string) bool {
	return len(text) <= 80 && !strings.HasSuffix(text, ".") && !strings.ContainsAny(text, "?!@:") && len(strings.Fields(text)) <= 9 && aTitle.MatchString(words.Fold(text))
}

// isName reports whether a text is somebody's name: two to five words that begin with capitals.
func isName(text string) bool {
	if len(text) > 60 || strings.ContainsAny(text, "0123456789@?!:;/|") {
		return false
	}
	bare := text
	for honorific.MatchString(bare) {
		bare = honorific.ReplaceAllString(bare, "")
	}
	if noName.MatchString(words.Fold(bare)) || aTitle.MatchString(words.Fold(bare)) {
		return false
	}
	parts, names := strings.Fields(bare), 0
	for _, part := range parts {
		first := []rune(part)[0]
		switch {
		case particle.MatchString(strings.ToLower(strings.Trim(part, ","))):
		case unicode.IsUpper(first) && (len(part) < 2 || part != strings.ToUpper(part) || len(part) <= 3 || len(parts) > 1):
			names++
		default:
			return false
		}
	}
	least := 2
	if bare != text {
		least = 1 // Pastor Ann
	}
	return names >= least && len(parts) <= 6
}
