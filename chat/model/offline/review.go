package offline

import (
	"encoding/json"
	"regexp"
	"strings"

	"narthex/chat/crisis"
	"narthex/chat/crisis/review"
	"narthex/chat/words"
)

// The offline model reads behind the crisis gate too, so that this can be tried. It understands nothing: it takes for a figure of
// speech what somebody laughs about who speaks of something harmless, and knows a few sentences of those who are at their end.
var (
	laughter   = regexp.MustCompile(`\b(?:lol|lmao|rofl|ha(?:ha)+h?|ja(?:ja)+j?|je(?:je)+j?)\b|[\x{1F602}\x{1F605}\x{1F923}]`)
	everyday   = regexp.MustCompile(`\b(?:potluck|homework|tarea|exam|examen|traffic|trafico|heat|calor|hungry|hambre|game|partido|choir|coro|diet|dieta|gym|stairs|escaleras|monday|lunes|coffee|cafe|parking|committee|comite|rehearsal|ensayo|tower|torre)\b`)
	noLaughing = regexp.MustCompile(`\b(?:tonight|esta noche|pills?|pastillas?|guns?|pistola|knife|cuchillo|rope|soga|bridge|puente|goodbye|adios|blood|sangre|plan)\b`)
	atTheEnd   = regexp.MustCompile(`\b(?:can ?no?t|can'?t) (?:do|take|bear|face|go through) (?:this|it|another)\b|\b(?:better off|fine) without me\b|\b(?:gave|given|giving) (?:it all|all|everything) away\b|\bdo(?:n'?t| not) want to (?:wake up|be here)\b|` +
		`\bno (?:puedo|aguanto) mas\b|\bmejor sin mi\b|\bno quiero (?:despertar|seguir)\b|\bregale todo\b`)
)

// readAgain answers for the second reader of the crisis gate.
func readAgain(shown review.Shown) string {
	said := strings.ReplaceAll(words.Fold(shown.Message), "’", "'")
	answer := review.Answer{Meaning: review.SomethingElse, Danger: review.NoDanger, About: review.Nobody}
	switch {
	case laughter.MatchString(said) && everyday.MatchString(said) && !noLaughing.MatchString(said):
		answer.Meaning = review.FigureOfSpeech
	case atTheEnd.MatchString(said):
		answer = review.Answer{Meaning: review.Literal, Danger: review.Danger(crisis.Despair), About: review.Visitor}
	}
	text, err := json.Marshal(answer)
	if err != nil {
		return "" // no answer at all is one that the reader fails open at
	}
	return string(text)
}
