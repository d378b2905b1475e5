package person

import (
	"regexp"
	"strings"

	"narthex/chat/model/offline/term"
	"narthex/chat/words"
)

var (
	// nameBefore is a name that stands before a number or an address: "Aoife and Conor Walsh, 087 555 0123".
	nameBefore = regexp.MustCompile(`(?:^|[.,;:!?\n(-]|(?i:\b(?:yes|please|sure|ok|okay|sí|si|claro|gracias|thanks|for|de|soy|it's|its))[\s,]+|\s-\s)\s*(\p{Lu}[\p{L}'’-]*\.?(?:\s(?:and|y|e|&|de|la|las|los|del|van|von|\p{Lu}[\p{L}'’-]*\.?)){0,5})[\s,;:.(<-]*$`)
	// nameBehind stands behind it.
	nameBehind = regexp.MustCompile(`^[\s,;:.)>-]*(\p{Lu}[\p{L}'’-]+(?:\s(?:and|y|de|la|del|\p{Lu}[\p{L}'’-]+)){0,4})[\s.!]*$`)
	// greetingWords begin what is no name.
	greetingWords = words.Set(`yes please sure ok okay si claro gracias thanks thank hi hello hey hola good buenas buenos greetings saludos god dios blessings bendiciones sorry perdon disculpe my the it its number email call text and y mi el la es para for sunday monday tuesday wednesday thursday friday saturday domingo lunes martes miercoles jueves viernes sabado
		january february march april may june july august september october november december tel cell phone mobile correo telefono`)
)

// alsoNames are days and months by which people are called as well: "June Carter", "Domingo Pérez".
var alsoNames = words.Set("april may june august julio domingo")

// Signed is the name that stands beside a number or an address, as people sign, "" for none.
func Signed(message string) string {
	at := ContactAt(message)
	if at == nil {
		return ""
	}
	for _, found := range [][]string{nameBefore.FindStringSubmatch(message[:at[0]]), nameBehind.FindStringSubmatch(message[at[1]:])} {
		if found == nil {
			continue
		}
		name := strings.TrimSpace(found[1])
		said := term.WordsIn(name)
		for len(said) > 0 && greetingWords[said[0]] && (len(said) == 1 || !alsoNames[said[0]]) {
			_, rest, _ := strings.Cut(name, " ")
			name, said = strings.TrimSpace(rest), said[1:]
		}
		if name != "" && len(said) > 0 && !words.SmallInAny(said[0]) {
			return name
		}
	}
	return ""
}

// calledBefore is what people are called who are spoken to, and not named.
var calledBefore = words.Set("pastor father fr rev reverend sister brother padre hermano hermana dear deacon mr mrs miss ms don dona senor senora")

// OpeningName is the name that a message begins with that has a number or an address further on: "Mildred Pottle, 14 Limerock St, 207 555 0163".
func OpeningName(message, beside string) string {
	found := Leading(message)
	if home := atHome.FindStringSubmatch(message); found == "" && home != nil {
		found = wholeName(home[1])
	}
	if beside != "" || found == "" || ContactAt(message) == nil {
		return ""
	}
	if len(term.WordsIn(found)) > longestName {
		return ""
	}
	return found
}
