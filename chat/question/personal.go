package question

import (
	"strings"

	"narthex/chat/words"
)

// cue is something that a piece of a message is a sign of.
type cue uint8

const (
	cueTrouble   cue = 1 << iota // prayer, and the words of trouble: personal in any case
	cueOneself                   // whoever says it speaks of themselves or of somebody close
	cueAssistant                 // about the assistant itself, whose answer depends on who asks and what was said
	cueAsking                    // a way of asking that speaks of oneself and says nothing about oneself
)

// Expressions are whole words of a message, and err towards personal: the price is one cached answer less.
const (
	troubleExpressions = "pray|prayer|praying|ora|orar|oran|oración|oraciones|oramos|reza|rezar|rezan" +
		"|died|dying|passed away|funeral for|grief|lonely|overdose|hospital|cancer|jail|prison|bullied|bully" +
		"|murió|falleció|duelo|ansiedad|cáncer|cárcel"
	// "I'm", "I've", "we're" and their like begin with one of these words and an apostrophe.
	oneselfExpressions = "i|im|ive|me|my|mine|myself|we|us|our|ours" +
		"|yo|mi|mis|mío|mía|conmigo|nosotros|nuestro|nuestra|nuestros|nuestras|estoy|estamos|soy|somos|tengo|tenemos" +
		"|siento|necesito|quiero|perdí|perdimos|busco|nos"
)

// assistantExpressions speak of the assistant itself.
const assistantExpressions = "ai|bot|chatbot|robot|chatgpt|gpt|virtual assistant|this assistant|artificial intelligence|language model" +
	"|real person|are you human|are you real|a human being|who made you|who built you|who programmed you|who are you|how are you|your name" +
	"|asistente virtual|inteligencia artificial|modelo de lenguaje|persona real|persona de verdad|eres humano|eres humana|eres real|quién eres" +
	"|quién te hizo|quién te creó|cómo estás|cómo te llamas|es usted real"

// troubleStems are how words of trouble begin.
const troubleStems = "griev|suicid|depress|anxi|abus|miscarr|divorc|addict|evict|depresi|desaloj"

// askingExpressions lists the ways of asking: every combination of one part of each column.
var askingExpressions = [][]string{
	{"can|could|may|might|do|should|would|will|must|shall", " ", "i|we"},
	{"where|how|when|what|who", " ", "can|do|should|could|would|may", " ", "i|we"},
	{"tell|show|let", " ", "me|us"},
	{"i'd|i would", " like to ", "know|ask"},
	{"i'm|i am", " ", "wondering|looking for"},
	{"i want to know"},
	{"puedo|podemos|debo|debemos|quisiera saber|quiero saber|dígame|digame"},
	{"me ", "puede|pueden|podría|podrían", " ", "decir|ayudar|informar"},
}

// expression is the part of one that comes after its head, the letters and digits up to the first other character.
type expression struct {
	tail string
	cue  cue
}

var (
	expressions = expressionsByHead()
	stems       = stemsByStart()
)

func expressionsByHead() map[string][]expression {
	byHead := make(map[string][]expression)
	add := func(text string, c cue) {
		text = words.Fold(text)
		head := text[:wordEnd([]byte(text), 0)]
		byHead[head] = append(byHead[head], expression{tail: text[len(head):], cue: c})
	}
	for text := range strings.SplitSeq(troubleExpressions, "|") {
		add(text, cueTrouble)
	}
	for text := range strings.SplitSeq(assistantExpressions, "|") {
		add(text, cueAssistant)
	}
	for text := range strings.SplitSeq(oneselfExpressions, "|") {
		add(text, cueOneself)
	}
	for _, columns := range askingExpressions {
		for _, text := range combinations(columns) {
			add(text, cueAsking)
		}
	}
	return byHead
}

func combinations(columns []string) []string {
	all := []string{""}
	for _, column := range columns {
		var longer []string
		for _, before := range all {
			for part := range strings.SplitSeq(column, "|") {
				longer = append(longer, before+part)
			}
		}
		all = longer
	}
	return all
}

// stemStart is how much of a stem finds it: the shortest is no longer.
const stemStart = 4

func stemsByStart() map[string][]string {
	byStart := make(map[string][]string)
	for stem := range strings.SplitSeq(troubleStems, "|") {
		byStart[stem[:stemStart]] = append(byStart[stem[:stemStart]], stem)
	}
	return byStart
}

// Personal tells whether a question is about the visitor's own life, carries who they are, or is about the assistant they talk
// to, so that its answer is for nobody else. It is what it says of
// itself unless it says nothing: whatever speaks in the first person beyond a way of asking counts.
func Personal(question string) bool {
	var memory [256]byte // longer questions are rare
	text := words.AppendFold(memory[:0], question)
	cues := cuesIn(text)
	if cues&(cueTrouble|cueAssistant) != 0 || hasMailAddress(text) || hasTelephoneNumber(text) {
		return true
	}
	if cues&cueOneself != 0 && (cues&cueAsking == 0 || cuesIn(withoutAsking(text))&cueOneself != 0) {
		return true
	}
	return personalElsewhere(question)
}

// cuesIn finds the cues of a folded text.
func cuesIn(text []byte) (found cue) {
	for start := nextWord(text, 0); start < len(text); {
		end := wordEnd(text, start)
		word := text[start:end]
		for _, e := range expressions[string(word)] {
			if e.endsAt(text, end) > 0 {
				found |= e.cue
			}
		}
		if len(word) >= stemStart {
			for _, stem := range stems[string(word[:stemStart])] {
				if len(word) >= len(stem) && string(word[:len(stem)]) == stem {
					found |= cueTrouble
				}
			}
		}
		start = nextWord(text, end)
	}
	return found
}

// withoutAsking replaces the ways of asking in a folded text by spaces. It changes text.
func withoutAsking(text []byte) []byte {
	kept := text[:0]
	for start := 0; start < len(text); {
		word := nextWord(text, start)
		kept = append(kept, text[start:word]...)
		end := wordEnd(text, word)
		start = end
		asks := false
		for _, e := range expressions[string(text[word:end])] {
			if to := e.endsAt(text, end); e.cue == cueAsking && to > 0 {
				start, asks = to, true
				break
			}
		}
		if asks {
			kept = append(kept, ' ')
		} else {
			kept = append(kept, text[word:end]...)
		}
	}
	return kept
}

// endsAt gives where the expression ends whose head ends at from, 0 if it is not there, or not as whole words.
func (e expression) endsAt(text []byte, from int) int {
	to := from + len(e.tail)
	if to > len(text) || string(text[from:to]) != e.tail {
		return 0
	}
	if to < len(text) && isWordByte(text[to]) == isWordByte(text[to-1]) || to == len(text) && !isWordByte(text[to-1]) {
		return 0
	}
	return to
}

// Words are made of ASCII letters and digits here; every other character is a boundary.

func isWordByte(b byte) bool {
	return 'a' <= b && b <= 'z' || '0' <= b && b <= '9' || b == '_'
}

func nextWord(text []byte, from int) int {
	for from < len(text) && !isWordByte(text[from]) {
		from++
	}
	return from
}

func wordEnd(text []byte, from int) int {
	for from < len(text) && isWordByte(text[from]) {
		from++
	}
	return from
}

// hasMailAddress finds something@something.something.
func hasMailAddress(text []byte) bool {
	at, dot := 0, 0 // where they were seen in this stretch without spaces; 0 for not yet
	for i, stretch := 0, 0; i < len(text); i++ {
		switch b := text[i]; {
		case isSpaceByte(b):
			at, dot, stretch = 0, 0, i+1
		case dot > 0:
			return true
		case b == '@' && at == 0 && i > stretch:
			at = i
		case b == '.' && at > 0 && i > at+1:
			dot = i
		}
	}
	return false
}

func isSpaceByte(b byte) bool { return b == ' ' || '\t' <= b && b <= '\r' && b != '\v' }

// telephoneDigits is the length of the shortest telephone number.
const telephoneDigits = 7

// hasTelephoneNumber finds so many digits with nothing between them but what people write between them.
func hasTelephoneNumber(text []byte) bool {
	digits := 0
	for _, b := range text {
		switch {
		case '0' <= b && b <= '9':
			if digits++; digits == telephoneDigits {
				return true
			}
		case isSpaceByte(b) || b == '(' || b == ')' || b == '.' || b == '-':
		default:
			digits = 0
		}
	}
	return false
}
