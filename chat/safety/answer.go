package safety

import (
	"strings"

	"narthex/chat/church"
)

// Answer is what a visitor is told when the gate has found something: short paragraphs with an empty line between them.
// It opens with the church's own crisis message, if it has one, names the lines and emergency number of the church's
// country, offers a person, and ends with the church's blessing, if it has one. language is that of the visitor (ISO
// 639-1); English where there are no words in it.
func Answer(c *church.Snapshot, f Finding, language string) string {
	words, ok := wordings[language]
	if !ok {
		language, words = "en", wordings["en"]
	}
	lines := LinesIn(c.Address.Country)
	if language != "es" {
		lines.Spanish = ""
	}
	a := answer{church: c, finding: f, words: words, lines: lines}
	a.add(a.opening())
	if f.urgent() {
		a.add(a.emergency(), a.talk())
	} else {
		a.add(a.talk(), a.emergency())
	}
	if f.Minor {
		a.add(words.trustedAdult)
	}
	a.add(a.advice(), a.person(), c.CrisisBlessing)
	return strings.Join(a.paragraphs, "\n\n")
}

// urgent reports whether the emergency number comes first.
func (f Finding) urgent() bool {
	return !f.Soft && (f.Now || f.Category == Medical || f.Category == Threat || f.Category == Abuse || f.Category == ChildAtRisk)
}

// wording is how one language answers. Placeholders stand in braces.
type wording struct {
	openings map[opening]string
	advice   map[opening]string

	emergencyNow         string // {number}; it is happening
	emergencyFirst       string // {number}; it may be happening
	emergencyLast        string // {number}
	emergencySoft        string // {number}
	local                string // in the place of {number} where it is not known
	call                 string // {line}, what to call to talk to somebody
	callSoft             string // {line}
	callForOther         string // {line}
	callOrText           string // {number}
	callOnly             string // {number}
	directory            string // {directory}
	abuseLine, childLine string // {name} {number}
	trustedAdult         string
	personByPhone        string // {church} {phone}
	person               string // {church}
}

// opening is which opening, or advice, a finding gets. Where there is none for somebody else or for the softer answer,
// the general one of the category is used.
type opening struct {
	category Category
	about    Subject
	soft     bool
}

var wordings = map[string]*wording{"en": english, "es": spanish}

// answer is an answer while it is being put together.
type answer struct {
	church     *church.Snapshot
	finding    Finding
	words      *wording
	lines      Lines
	paragraphs []string
}

func (a *answer) add(paragraphs ...string) {
	for _, p := range paragraphs {
		if p = strings.TrimSpace(p); p != "" {
			a.paragraphs = append(a.paragraphs, p)
		}
	}
}

func (a *answer) opening() string {
	if own := strings.TrimSpace(a.church.CrisisMessage); own != "" {
		return own
	}
	return a.fitting(a.words.openings)
}

func (a *answer) advice() string { return a.fitting(a.words.advice) }

// fitting gives the text that fits the finding best.
func (a *answer) fitting(texts map[opening]string) string {
	f := a.finding
	for _, key := range []opening{
		{f.Category, f.About, f.Soft}, {f.Category, f.About, false}, {f.Category, Self, f.Soft}, {f.Category, Self, false},
	} {
		if text, ok := texts[key]; ok {
			return text
		}
	}
	return ""
}

func (a *answer) emergency() string {
	text := a.words.emergencyLast
	switch {
	case a.finding.Soft:
		text = a.words.emergencySoft
	case a.finding.Now || a.finding.Category == Medical:
		text = a.words.emergencyNow
	case a.finding.urgent():
		text = a.words.emergencyFirst
	}
	number := a.lines.Danger
	if number == "" {
		number = a.words.local
	}
	return strings.ReplaceAll(text, "{number}", number)
}

// talk names the lines to talk to somebody.
func (a *answer) talk() string {
	line := strings.ReplaceAll(a.words.directory, "{directory}", Directory)
	if a.lines.Crisis != "" {
		line = a.words.callOnly
		if a.lines.Text {
			line = a.words.callOrText
		}
		line = strings.ReplaceAll(line, "{number}", a.lines.Crisis)
		if a.lines.Spanish != "" {
			line += " (" + a.lines.Spanish + ")"
		}
	}
	text := a.words.call
	switch {
	case a.finding.Category == Medical:
		return ""
	case a.finding.About == Other && a.finding.Category != Threat:
		text = a.words.callForOther
	case a.finding.Soft:
		text = a.words.callSoft
	}
	return a.special() + strings.ReplaceAll(text, "{line}", line)
}

// special names the line that knows about violence against the visitor or a child, where there is one.
func (a *answer) special() string {
	text, line := a.words.abuseLine, a.lines.Abuse
	switch {
	case a.finding.Category == ChildAtRisk || a.finding.Minor && a.finding.Category == Abuse:
		text, line = a.words.childLine, a.lines.Child
	case a.finding.Category != Abuse:
		return ""
	}
	if line.Number == "" {
		return ""
	}
	return strings.NewReplacer("{name}", line.Name, "{number}", line.Number).Replace(text) + " "
}

// person offers somebody to talk to.
func (a *answer) person() string {
	text := a.words.person
	if a.church.Phone != "" {
		text = a.words.personByPhone
	}
	return strings.NewReplacer("{church}", a.church.Name, "{phone}", a.church.Phone).Replace(text)
}
