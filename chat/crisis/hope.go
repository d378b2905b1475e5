package crisis

import (
	"regexp"
	"slices"
	"strings"

	"narthex/chat/words"
)

const (
	someDay   = `(?:one day|some ?day|some sweet day|when (?:my time comes|(?:the (?:good )?lord|god|he) calls me(?: home)?)|in (?:god'?s|his) (?:own|good) time)`
	weShall   = `(?:(?:that )?(?:i|we)(?:'?ll| will| shall| hope to| get to)(?: all)?)`
	thoseDead = `(?: (?:him|her|them(?: all)?|each other|all of them|everyone|(?:my|our) (?:\w+ )?\w+))?`
	inHeaven  = `(?: again)? (?:in heaven|in glory|in paradise|up there|on the other side|in the kingdom)(?: again)?`
	meetAgain = `(?:be (?:re)?united with|be together|be with|join|see|meet|hug|hold)` + thoseDead + `(?:` + inHeaven + `| again)\b`

	algunDia     = `(?:(?:un|algun) dia|cuando (?:dios (?:me llame|quiera)|me toque(?: a mi)?))`
	losMuertos   = `(?: (?:con|a) (?:el|ella|ellos|ellas|todos ellos|(?:mi|mis|nuestro|nuestra) \w+))?`
	enElCielo    = ` en (?:el cielo|la gloria|el paraiso|la casa del senor|la otra vida)`
	encontrarnos = `(?:(?:(?:me|nos|lo|la|los|las) )?(?:reunire|reuniremos|reencontrare|encontrare|encontraremos|volvere a (?:ver|encontrar)|volveremos a (?:ver|encontrar))` + losMuertos + `(?:` + enElCielo + `)?|` +
		`(?:(?:me|nos|lo|la|los|las) )?(?:vere|veremos|estare|estaremos|abrazare)(?: todos)?(?: juntos)?` + losMuertos + enElCielo + `)\b`
)

var (
	// hopeForm is the hope of who believes, to see their dead again: it names no day.
	hopeForm = regexp.MustCompile(`\b(?:` + someDay + `,? ` + weShall + ` ` + meetAgain + `|` + weShall + ` ` + someDay + `,? ` + meetAgain + `|` + weShall + ` ` + meetAgain + `,? ` + someDay + `|` +
		algunDia + `,? ` + encontrarnos + `|` + encontrarnos + `,? ` + algunDia + `)\b`)

	// nears is what brings that day nearer.
	nears = regexp.MustCompile(`\b(?:today|tonight|tomorrow|now|soon|very near|this (?:week|weekend|month|morning|evening)|sooner|wait|be long|hours?|minutes?|` +
		`(?:mon|tues|wednes|thurs|fri|satur|sun)day|on (?:my|our|his|her|the) (?:birthday|anniversary)|` +
		`hoy|esta noche|manana|ahora|ya|pronto|esta semana|lunes|martes|miercoles|jueves|viernes|sabado|domingo|horas?|minutos?|esperar|falta (?:poco|mucho))\b`)
)

// besidesHope is a message without the hope to see one's dead again some day, whose words are those of who wants to be dead: what is said beside
// it counts, and it says nothing itself. Behind words of despair it is left.
func (m *model) besidesHope(message string, earlier []string) string {
	said := words.Fold(message)
	if !mayHope(said) {
		return message
	}
	at := hopeForm.FindStringIndex(said)
	if at == nil || nears.MatchString(said) {
		return message
	}
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	if m.troubled(earlier, s) {
		return message
	}
	return said[:at[0]] + said[at[1]:]
}

// mayHope reports whether a folded message has words of that hope: the expression above takes far longer to read it.
func mayHope(said string) bool {
	in := func(word string) bool { return strings.Contains(said, word) }
	return slices.ContainsFunc(ofTheDay, in) && slices.ContainsFunc(ofTheMeeting, in)
}

var (
	ofTheDay     = []string{"day", "dia", "time comes", "calls me", "good time", "own time", "me llame", "dios quiera", "me toque"}
	ofTheMeeting = []string{"heaven", "glory", "paradise", "again", "up there", "other side", "kingdom", "cielo", "gloria", "paraiso", "del senor", "otra vida", "volver", "reunir", "encontrar"}
)
