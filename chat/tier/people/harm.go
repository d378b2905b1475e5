package people

import (
	"regexp"
	"slices"
	"strings"

	"narthex/chat/church"
	"narthex/chat/words"
)

const (
	titles = `(?:fr|father|pastor|pastora|rev|reverend|deacon|sister|sr|brother|br|elder|bishop|monsignor|msgr|mr|mrs|ms|miss|dr|padre|diacono|diacona|hermano|hermana|obispo|don|dona|senor|senora)`
	harms  = `(?:touch(?:ed|es|ing)|molest\w*|rap(?:ed|es|ing)|abus(?:ed|es|ing|o|a|aba)|grop(?:ed|es|ing)|fondl\w+|kiss(?:ed|es|ing)|hit|hits|hitting|beat|beats|beating|hurt|hurts|hurting|slap\w*|assault\w*|harass\w*|grab\w*|forc(?:ed|es|ing)|groom\w*|threaten\w*` +
		`|toc[oa]|tocaba|viol[oa]|violaba|manose\w+|bes[oa]|acos\w+|peg[oa]|golpe\w+|maltrat\w+|agred\w+|amenaz\w+|oblig\w+)`
)

// between may stand before what somebody does. "Fr. Tomás that my husband hits me" is told of somebody else.
const between = `(?:has|had|have|is|was|keeps|kept|once|always|often|also|still|just|actually|repeatedly|sexually|tried|to|le|me|nos|la|lo|les|se|ha|habia|esta|siempre|tambien)`

// aTitle begins a name as it is stored: "Fr Declan Moran".
var aTitle = regexp.MustCompile(`^(?:` + titles + ` )+`)

type harmKey struct{}

// doesHarm reports whether a message says of one of the church's people that they do harm: by their whole name, or by a title and a part
// of it. By a first name alone it may be anybody, and who is only named ("can Fr. Tomás call me?") has done nothing.
func doesHarm(c *church.Snapshot, message string) bool {
	form := church.Derived(c, harmKey{}, func() *regexp.Regexp {
		var whole, parts []string
		for _, name := range peopleOf(c) {
			name = aTitle.ReplaceAllString(spaced(name), "")
			of := strings.Fields(name)
			if len(of) > 1 {
				whole = append(whole, regexp.QuoteMeta(name))
			}
			for _, part := range of {
				if len(part) > 2 {
					parts = append(parts, regexp.QuoteMeta(part))
				}
			}
		}
		if len(parts) == 0 {
			return nil
		}
		part := `(?:` + strings.Join(parts, "|") + `)`
		who := `(?:` + strings.Join(append(whole, titles+` (?:\pL+ )?`+part+`(?: `+part+`)*`), "|") + `)`
		return regexp.MustCompile(`(?:^| )` + who + `(?: ` + between + `){0,3} ` + harms + `(?: |$)|(?:^| )` + harms + `(?: \pL+){0,3} (?:by|por) (?:el |la |our |the )?` + who + `(?: |$)`)
	})
	return form != nil && form.MatchString(spaced(words.Fold(message)))
}

// spaced are the words of a folded text with a blank between them.
func spaced(folded string) string { return strings.Join(slices.Collect(words.Split(folded)), " ") }
