package crisis

import (
	"regexp"
	"strings"
)

// Child reports whether a visitor's messages, the newest last, say that they are a child. What a child is likely to say counts for the last
// few, as it does in Assess; long ago only what nobody else says: "my parents went to this church" made no child of a woman five messages
// later.
func Child(messages []string) bool {
	g := compiled()
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	if g.signsOf(messages[max(0, len(messages)-1-recent):], s)&g.minor != 0 {
		return true
	}
	for _, message := range messages {
		if plainlyChild.MatchString(message) {
			return true
		}
	}
	return false
}

// plainlyChild is an age, or a class of a school, that somebody gives as theirs: not "I am 12 years sober", nor "tengo 13 años de casada".
var plainlyChild = regexp.MustCompile(`(?i)(?:^|[^\pL\pN])(?:` +
	`(?:i am|i['’]?m)(?: only| just)? (?:[6-9]|1[0-7]|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen)(?: ?(?:years?|yrs?)[ -]?old| ?y/?o)?` +
	`|(?:i am|i['’]?m) in (?:the )?(?:[4-9]|10|11|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh)(?:th)? grade` +
	`|tengo(?: solo| apenas)? (?:[6-9]|1[0-7]|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|dieciséis|dieciseis|diecisiete)(?: a[ñn]os)?` +
	`|soy (?:un |una )?(?:menor de edad|ni[ñn][oa])` +
	`)(?:$|\s*[.,;!?]|\s+(?:and|but|y|pero)(?:$|\s))`)

// fewWordsOfAge is how long a message is that says little but how old its visitor is.
const fewWordsOfAge = 6

// orOfChild is what was found in a message, or the danger that its visitor told of before where they only say now that they are a child: what a
// child in danger is told, and who is told of it, is other than what was.
func (a Assessment) orOfChild(message string, earlier []string) Assessment {
	if len(earlier) == 0 || len(strings.Fields(message)) > fewWordsOfAge || !plainlyChild.MatchString(message) || Child(earlier) {
		return a
	}
	danger, ok := toldIn(earlier)
	if !ok || danger.About != Self || danger.Past || danger.Minor {
		return a
	}
	return Assessment{Finding: danger.OfChild(), Found: true}
}
