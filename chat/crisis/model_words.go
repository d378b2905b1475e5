package crisis

import (
	"strings"

	"narthex/chat/linear"
	"narthex/chat/wordvectors"
)

// said is a word of a message as the model knows it.
type said struct {
	word  uint32 // hash of its letters
	stem  uint32 // hash of how it begins, 0 of a short word
	sound uint32 // hash of how it sounds, 0 of a short word
	idea  idea
	known *wordvectors.Word // nil of a word whose vector is not known

	pauses bool // a comma or the like stands before it
	begins bool // a clause may begin with it, with or without a comma

	from, to uint16 // where its levelled letters stand; nowhere between sentences
}

// How many letters of a longer word stand for it and its other forms.
const stemLength = 5

// sentenceEdge stands between sentences, and at both ends.
var sentenceEdge = said{word: linear.HashOf(".")}

// clauseBegins are words that many a clause begins with, and few others have within.
var clauseBegins = hashesOf("i im my he she hes shes we they theres there someone somebody yo me estoy mi mis el ella alguien nos hay un una")

// say reads the words of a text. letters are theirs, levelled.
func (k *ideas) say(f *folded, words []said, letters []byte) ([]said, []byte) {
	words = append(words, sentenceEdge)
	for i, n := 0, 0; i < len(f.tokens); i += n {
		t := &f.tokens[i]
		if t.starts {
			words = append(words, sentenceEdge)
		}
		n = max(1, f.spelled(i))
		token, from := f.between(i, i+n), len(letters)
		if t.odd && isNumber(token) {
			letters = append(letters, token[:min(len(token), maxGuess)]...)
			words = append(words, numberSaid(token))
		} else {
			letters = appendLevelled(letters, token)
			words = append(words, k.word(letters[from:]))
		}
		last := &words[len(words)-1]
		last.pauses, last.begins = t.pauses, clauseBegins[last.word]
		last.from, last.to = uint16(from), uint16(len(letters))
	}
	return append(words, sentenceEdge), letters
}

var numbersSaid = [...]said{
	childsAge: {word: linear.HashOf("#child"), idea: childsAge},
	oldAge:    {word: linear.HashOf("#old"), idea: oldAge},
	anyNumber: {word: linear.HashOf("#"), idea: anyNumber},
}

func numberSaid(digits []byte) said {
	switch {
	case len(digits) == 1 && digits[0] >= '6', len(digits) == 2 && digits[0] == '1' && digits[1] <= '7':
		return numbersSaid[childsAge]
	case len(digits) == 2 && digits[0] >= '7':
		return numbersSaid[oldAge]
	}
	return numbersSaid[anyNumber]
}

// appendLevelled appends a token with what is left to level in it: "don't" is "dont", "diiie" is "die", "k1ll" is "kill".
func appendLevelled(letters, token []byte) []byte {
	token = token[:min(len(token), maxGuess)]
	from, run := len(letters), 0
	if disguised(token) {
		var room [maxGuess]byte
		token = lettersFor(token, 'i', room[:0])
	}
	for i, b := range token {
		if b == '\'' || b == '`' {
			continue
		}
		if i > 0 && token[i-1] == b {
			run++
		} else {
			run = 1
		}
		switch {
		case run < 3:
			letters = append(letters, b)
		case run == 3 && len(letters) > from:
			letters = letters[:len(letters)-1]
		}
	}
	return letters
}

// disguised reports whether digits or signs stand for letters in a token: between letters, and fewer than those. "3rd", "10am" and
// "covid19" are what they are.
func disguised(token []byte) bool {
	plain, signs, between := 0, 0, false
	for i, b := range token {
		if 'a' <= b && b <= 'z' {
			plain++
			between = between || plain > 1 && signs > 0 && !isLetter(token[i-1])
		} else if b != '\'' && b != '`' && plain > 0 {
			signs++
		}
	}
	return between && signs <= plain
}

func isLetter(b byte) bool { return 'a' <= b && b <= 'z' }

// word tells what a levelled word is.
func (k *ideas) word(letters []byte) said {
	var stems [maxGuess + 1]uint32 // by length, the hash of the beginning
	h := linear.HashStart
	stems[0] = h
	for i, b := range letters {
		h = (h ^ uint32(b)) * linear.HashPrime
		stems[i+1] = h
	}
	s := said{word: h, sound: soundOf(letters), known: wordvectors.Find(h)}
	if len(letters) > stemLength {
		s.stem = stems[stemLength]
	}
	s.idea = k.Of(stems[:len(letters)+1])
	return s
}

// sounds are the letters that sound alike in English or Spanish as they are misspelled; vowels, and an h, count for nothing.
var sounds = [256]byte{
	'b': 'b', 'v': 'b', 'w': 'b', 'c': 'k', 'k': 'k', 'q': 'k', 's': 's', 'z': 's', 'x': 's', 'd': 'd', 't': 't', 'f': 'f',
	'g': 'g', 'j': 'g', 'l': 'l', 'm': 'm', 'n': 'n', 'p': 'p', 'r': 'r',
}

// shortestSound is the length of the shortest word whose sound says anything.
const shortestSound = 4

// soundOf is a hash of the consonants of a word, with what sounds alike taken for one and no sound twice: "kemo" is "quemo".
func soundOf(letters []byte) uint32 {
	if len(letters) < shortestSound {
		return 0
	}
	h, before := linear.HashStart, byte(0)
	for i, b := range letters {
		sound := sounds[b]
		if b == 'c' && i+1 < len(letters) && (letters[i+1] == 'e' || letters[i+1] == 'i') {
			sound = 's'
		}
		if b == 'p' && i+1 < len(letters) && letters[i+1] == 'h' {
			sound = 'f'
		}
		if sound != 0 && sound != before {
			h = (h ^ uint32(sound)) * linear.HashPrime
		}
		before = sound
	}
	return h
}

// A greeting, a plea, or thanks, says nothing of what is the matter, and stands with most questions to a church: with it a danger sounds
// harmless.
var (
	greetings = hashesOf("hi hello hey hiya hola ola buenas saludos")
	wishes    = hashesOf("good buenos buen") // a greeting with what is wished: "good evening", and not "Good Friday"
	greeted   = hashesOf("there morning afternoon evening day dia dias tardes tarde noches noche father padre pastor pastora hermano hermana everyone todos")

	pleas  = hashesOf("please help pray prayers pls plz ayuda ayudenme ayudeme ayudame auxilio favor hago recen oren socorro thanks thank bless gracias bendiga amen")
	beside = hashesOf("what do should can i we me us my for him her them now asap someone anyone que por a hacer yo alguien necesito need you god dios los las le lo mucho")
)

func hashesOf(listed string) map[uint32]bool {
	hashes := make(map[uint32]bool)
	for word := range strings.FieldsSeq(listed) {
		hashes[linear.HashOf(word)] = true
	}
	return hashes
}

// leastTold is how many words must stand before a plea, with the edge before them, for it to be one.
const leastTold = 3

// greetingOf gives where that begins which follows the greeting of a text, 0 where there is none.
func greetingOf(all []said) (from int) {
	for i := 1; i+leastTold <= len(all); i++ {
		word := all[i].word
		switch {
		case greetings[word], wishes[word] && greeted[all[i+1].word], from > 0 && (greeted[word] || word == sentenceEdge.word):
			from = i + 1
		default:
			return from
		}
	}
	return from
}

// pleaOf gives where the plea begins with which a text ends; where there is none, that is its end.
func pleaOf(all []said) int {
	from, pleads := len(all), false
	for i := len(all) - 1; i >= leastTold; i-- {
		word := all[i].word
		if !pleas[word] && !beside[word] {
			if word == sentenceEdge.word {
				continue
			}
			break
		}
		from, pleads = i, pleads || pleas[word]
	}
	if !pleads {
		return len(all)
	}
	return from
}
