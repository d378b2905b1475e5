package offline

import (
	"regexp"
	"strconv"

	"narthex/chat/words"
)

var numbers = map[string]int{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
	"un": 1, "uno": 1, "una": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "siete": 7, "ocho": 8, "nueve": 9, "diez": 10, "once": 11, "doce": 12,
}

const (
	// aNumber leaves out the words for one, which are articles: "somos una familia grande" is no party of one.
	aNumber = `(\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce)`
	orOne   = `(\d{1,3}|one|una?|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce)`
	grownup = `(?:wife|husband|spouse|partner|fiancee?|girlfriend|boyfriend|mom|mum|mother|dad|father|sister|brother|friend|grandm(?:a|other)|grand(?:pa|father)|cousin|roommate)`
	adulto  = `(?:espos[oa]|marido|mujer|pareja|novi[oa]|mama|madre|papa|padre|herman[oa]|amig[oa]|abuel[oa]|prim[oa]|suegr[oa])`
	child   = `(?:kids?|child|children|sons?|daughters?|nin[oa]s?|hij[oa]s?)`
)

// How many come, as people say it, folded: in all, the grown-ups, the children, and by whom they are.
var (
	groupForm  = regexp.MustCompile(`\b(?:family|party|group|familia|grupo) (?:of|de) ` + aNumber + `\b`)
	totalForm  = regexp.MustCompile(`\b(?:we are|we will be|we would be|we're|we'll be|somos|seremos) ` + aNumber + `\b|\b` + aNumber + ` (?:of us|people|persons?|personas?)\b`)
	adultForm  = regexp.MustCompile(`\b` + orOne + ` (?:adults?|grown-?ups?|adult[oa]s?|mayores)\b`)
	childForm  = regexp.MustCompile(`\b` + orOne + ` (?:(?:small|little|young) )?(?:kids?|child|children|nin[oa]s?|hij[oa]s?)\b`)
	parentForm = regexp.MustCompile(`\b(?:me|i|myself) and (?:my )?` + orOne + ` ` + child + `\b|\bmy ` + orOne + ` ` + child + ` and (?:i|me)\b|\byo y (?:mis? )?` + orOne + ` ` + child + `\b`)
	pairForm   = regexp.MustCompile(`\bmy ` + grownup + ` and (?:i|me|myself)\b|\b(?:me|i|myself) and my ` + grownup + `\b|\bmi ` + adulto + ` y yo\b|\byo y mi ` + adulto + `\b|` +
		`\b(?:we are|we're) an? (?:\w+ )?couple (?:with|and)\b|\b(?:we are|we're) a married couple\b|\bsomos una? (?:\w+ )?(?:matrimonio|pareja)\b`)
	childAndI = regexp.MustCompile(`\b(?:me|i|myself) and my (?:kid|child|son|daughter)\b|\bmy (?:kid|child|son|daughter) and (?:i|me|myself)\b|\byo y mi (?:nin[oa]|hij[oa])\b|\bmi (?:nin[oa]|hij[oa]) y yo\b`)
	// others are people that nothing says the number of.
	others = regexp.MustCompile(`\b(?:` + grownup + `s?|` + adulto + `s?|` + child + `|bab(?:y|ies)|toddlers?|infants?|teens?|teenagers?|boys?|girls?|family|parents|grandparents|in-laws|` +
		`grand(?:kids?|children|sons?|daughters?)|nephews?|nieces?|aunts?|uncles?|neighbors?|bebes?|familia|padres|niet[oa]s?|sobrin[oa]s?|ti[oa]s|vecin[oa]s?)\b`)
	family    = regexp.MustCompile(`\b(?:family|familia)\b`)
	ofAdults  = regexp.MustCompile(`^\W*(?:adults?|grown-?ups?|adult[oa]s?|mayores)\b`)
	amongThem = regexp.MustCompile(`^\W*(?:and|y) ` + orOne + ` (?:are|is|of|son|es)\b`)
	// besides is a number of others than who writes.
	besides = regexp.MustCompile(`\b(?:me|myself|i|yo) (?:and|plus|y|mas) (?:my |mis? )?` + orOne + `\b`)
	added   = regexp.MustCompile(`^\W*(?:and|plus|y|mas|&)\s+(?:\w+\s+){0,2}` + others.String())
)

// Who comes alone, unless that is denied or somebody is named after all.
var (
	soloForm = regexp.MustCompile(`\b(?:just|only) (?:me|myself)\b|\bby myself\b|\bon my own\b|\b(?:come|coming|be|being|am|i'm|go|going|attend|attending|visit|visiting) (?:there )?alone\b|^\W*alone\W*$|\bsol[oa]mente yo\b|\bsolo yo\b|\byo sol[oa]\b|\bnada mas yo\b|\b(?:voy|vengo|ire) sol[oa]\b|^\W*(?:me|myself|yo)\W*$|` +
		`(?:^\W*|\b(?:just|only|solo|solamente) )(?:one|un[oa])(?: please| por favor)?\W*$|^\W*(?:(?:just|only|solo|solamente) )?(?:one|una)(?: sola| single)? persona?\b|\b(?:just|only) one of us\b`)
	thanks    = regexp.MustCompile(`^[\s,]*(?:(?:and|y) )?(?:thanks?|thank you|gracias)\b`)
	denied    = regexp.MustCompile(`(?:n't|\b(?:not|never|no|nunca))\b[^,.;!?]*$`)
	continued = regexp.MustCompile(`^[\s,]*(?:(?:and|y|with|con|plus|my|our|mis?)\b|&|\+)`)
)

// What is a number, and is none of people.
var (
	dayNumber = regexp.MustCompile(`(?i)\b\d{1,2}(?:st|nd|rd|th)\b|\b(?:el|del) \d{1,2}\b|\b(?:sunday|monday|tuesday|wednesday|thursday|friday|saturday|domingo|lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado) \d{1,2}(?:\W*$|[,.;])`)
	roughly   = regexp.MustCompile(`^\W*como (?:un[oa]s )?` + aNumber + `\W*$`)
	leading   = regexp.MustCompile(`^\W*(\d{1,3}|[a-z]+)\W*(?:$|[,.;:!?(]|(?: -|--))`)
	anyNumber = regexp.MustCompile(`\b` + aNumber + `\b`)
)

func number(word string) int {
	if n, err := strconv.Atoi(word); err == nil {
		return n
	}
	return numbers[word]
}

// countable is a message, folded, without the numbers of days, times and telephones.
func countable(message string) string {
	for _, form := range [...]*regexp.Regexp{dayNumber, whenForm, phoneForm} {
		message = form.ReplaceAllString(message, " , ")
	}
	return words.Fold(message)
}

// counts is the first number that a form finds, and what stands after it.
func counts(form *regexp.Regexp, text string) (n int, after string) {
	found := form.FindStringSubmatchIndex(text)
	if found == nil {
		return 0, ""
	}
	for i := 2; i < len(found); i += 2 {
		if found[i] >= 0 {
			n = number(text[found[i]:found[i+1]])
		}
	}
	return n, text[found[1]:]
}

// partyIn is how many come, children counted with them, as tools want it, and how many of them are children; 0: the message does not say,
// or names people whose number it does not.
func partyIn(message string) (total, children int) {
	text := countable(message)
	children, _ = counts(childForm, text)
	total, after := counts(groupForm, text)
	if total == 0 {
		total, after = counts(totalForm, text)
	}
	adults := adultsIn(text)
	if ofAdults.MatchString(after) { // "we are 2 adults and 3 kids"
		total = 0
	}
	if ofParent, _ := counts(parentForm, text); ofParent > 0 {
		children = max(children, ofParent)
	}
	if adults == 0 && childAndI.MatchString(text) {
		adults, children = 1, children+1
	}
	switch {
	case children > total && total > 0 && adults == 0:
		return total + children, children // "4 people and 6 kids" are ten
	case total > 0 && added.MatchString(after) && !amongThem.MatchString(after):
		return 0, children
	case total == 0 && adults > 0 && !others.MatchString(uncounted(text)):
		return adults + children, children
	}
	return total, children
}

// adultsIn are the grown-ups that a text names.
func adultsIn(text string) int {
	adults, _ := counts(adultForm, text)
	switch {
	case adults > 0:
		return adults
	case pairForm.MatchString(text):
		return 2
	case parentForm.MatchString(text):
		return 1
	}
	return 0
}

// uncounted is a text without whom it names with their number.
func uncounted(text string) string {
	if adultForm.MatchString(text) { // "we are a family, 2 adults and 2 kids"
		text = family.ReplaceAllString(text, " ")
	}
	for _, form := range [...]*regexp.Regexp{adultForm, parentForm, childForm, pairForm, childAndI} {
		text = form.ReplaceAllString(text, " ")
	}
	return text
}

// readCount takes how many come, which the visitor was asked for, in whatever form it comes: the number that the reply begins with, or
// the only one in it, unless it names people beside it.
func readCount(reply string) int {
	text := countable(reply)
	switch n := leadingNumber(text); {
	case n > 0:
		return n
	case isSolo(text):
		return 1
	case others.MatchString(uncounted(text)), besides.MatchString(text):
		return 0
	}
	return soleNumber(uncounted(text))
}

// readChildren takes how many children come.
func readChildren(reply string) int {
	text := countable(reply)
	if n := leadingNumber(text); n > 0 {
		return n
	}
	return soleNumber(text)
}

func leadingNumber(text string) int {
	if found := leading.FindStringSubmatch(text); found != nil {
		return number(found[1])
	}
	return 0
}

// soleNumber is the only number of a text, 0 where there are several.
func soleNumber(text string) (n int) {
	list := wordsIn(text)
	for _, word := range anyNumber.FindAllString(text, -1) {
		if word == "once" && len(list) > 2 {
			continue // no number in English
		}
		if n > 0 && n != number(word) {
			return 0
		}
		n = number(word)
	}
	return n
}

// saysHowMany reports whether a folded reply says how many come in a form of its own, and not by a bare number.
func saysHowMany(text string) bool {
	total, _ := partyIn(text)
	return total > 0 || soloForm.MatchString(text) || roughly.MatchString(text)
}

func isSolo(text string) bool {
	at := soloForm.FindStringIndex(text)
	return at != nil && !denied.MatchString(text[:at[0]]) && !continued.MatchString(thanks.ReplaceAllString(text[at[1]:], ""))
}
