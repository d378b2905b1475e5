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
	if g.signsOf(withoutCounts(messages[max(0, len(messages)-1-recent):]), s)&g.minor != 0 {
		return true
	}
	for i, message := range messages {
		if saysAge(message, messages[:i]) {
			return true
		}
	}
	return false
}

// plainlyChild is an age, or a class of a school, that somebody gives as theirs: not "I am 12 years sober", "I'm 12 and counting", nor "tengo 13
// años de casada".
var plainlyChild = regexp.MustCompile(`(?i)(?:^|[^\pL\pN])(?:` +
	`(?:i am|i['’]?m)(?: only| just)? (?:[6-9]|1[0-7]|six|seven|eight|nine|` + tenToSeventeen + `)(?: ?(?:years?|yrs?)[ -]?old| ?y/?o)` +
	`|(?:i am|i['’]?m) in (?:the )?(?:[4-9]|10|11|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh)(?:th)? grade` +
	`|tengo(?: solo| apenas)? (?:[6-9]|1[0-7]|seis|siete|ocho|nueve|` + diezToDiecisiete + `) a[ñn]os` +
	`|soy (?:un |una )?(?:menor de edad|ni[ñn][oa])` +
	`)` + endOfAge)

// bareAge is a number that somebody says of themselves, which is an age where nothing else was counted. One below ten is likelier a count.
var bareAge = regexp.MustCompile(`(?i)(?:^|[^\pL\pN])(?:` +
	`(?:i am|i['’]?m)(?: only| just)? (?:1[0-7]|` + tenToSeventeen + `)` +
	`|tengo(?: solo| apenas)? (?:1[0-7]|` + diezToDiecisiete + `)` +
	`)` + endOfAge)

const (
	tenToSeventeen   = `ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen`
	diezToDiecisiete = `diez|once|doce|trece|catorce|quince|dieciséis|dieciseis|diecisiete`

	// endOfAge is what an age ends at: what goes on with "and" is somebody who does something, and no more of what is counted.
	endOfAge = `(?:$|\s*[.,;!?]|\s+(?:but|pero)(?:$|\s)|\s+(?:and|y)\s*$|\s+(?:and|y)\s+(?:i|i['’]?m|my|he|she|they|we|it|it['’]?s|nobody|no one|everyone|scared|afraid|alone|pregnant|` +
		`yo|mis?|me|él|el|ella|ellos|nos|no|ya|nadie|todos|vivo|estoy|quiero|voy|tengo|siento|necesito)(?:$|[\s.,;!?]))`
)

// onlyNumber is a message that says a number of its visitor, and nothing else.
var onlyNumber = regexp.MustCompile(`(?i)^\W*(?:i am|i['’]?m|tengo)(?: only| just| solo| apenas)? (?:\d+|\pL+)\W*$`)

// counted is what a number may be of. Times, and how long something takes, are asked about of nobody in danger.
var counted = regexp.MustCompile(`(?i)\b(?:pills?|tablets?|meds?|pastillas?|p[ií]ldoras?|tabletas?|medicamentos?|pregnant|embaraz\w*|weeks along|scale|rate|escala|sober|clean|sobri[oa])\b|` +
	`\d+(\s*(?:times|veces|am|pm|years|years|a[ñn]os|days?|d[ií]as?|nights?|noches|hours?|horas?|weeks?|semanas?|months?|mes(?:es)?|:\d)?)`)

// ofCount reports whether a message's number may be one of what was counted in those before it, and no age.
func ofCount(message string, earlier []string) bool {
	return len(message) <= longestNumber && onlyNumber.MatchString(message) && countedIn(earlier)
}

// longestNumber is how long, in bytes, a message is that says only a number.
const longestNumber = 40

func countedIn(messages []string) bool {
	for _, message := range messages[max(0, len(messages)-recent):] {
		for _, match := range counted.FindAllStringSubmatch(message, -1) {
			if strings.TrimSpace(match[1]) == "" {
				return true
			}
		}
	}
	return false
}

// saysAge reports whether a message says that its visitor is a child, by what those before it, the newest last, have counted.
func saysAge(message string, earlier []string) bool {
	return plainlyChild.MatchString(message) || bareAge.MatchString(message) && !countedIn(earlier)
}

// withoutCounts are messages but for the numbers that are of what was counted in those before them.
func withoutCounts(messages []string) []string {
	var ages []string
	for i, message := range messages {
		if ofCount(message, messages[:i]) {
			if ages == nil {
				ages = append(ages, messages[:i]...)
			}
			continue
		}
		if ages != nil {
			ages = append(ages, message)
		}
	}
	if ages == nil {
		return messages
	}
	return ages
}

// fewWordsOfAge is how long a message is that says little but how old its visitor is.
const fewWordsOfAge = 12

// orOfChild is what was found in a message, or the danger that its visitor told of before where they only say now that they are a child: what a
// child in danger is told, and who is told of it, is other than what was.
func (a Assessment) orOfChild(message string, earlier []string) Assessment {
	if len(earlier) == 0 || len(strings.Fields(message)) > fewWordsOfAge || !saysAge(message, earlier) || Child(earlier) {
		return a
	}
	danger, ok := toldIn(earlier)
	if !ok || danger.About != Self || danger.Past || danger.Minor {
		return a
	}
	return Assessment{Finding: danger.OfChild(), Found: true}
}
