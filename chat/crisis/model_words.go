package crisis

import "narthex/chat/linear"

// said is a word of a message as the model knows it.
type said struct {
	word uint32 // hash of its letters
	stem uint32 // hash of how it begins, 0 of a short word
	idea idea

	from, to uint16 // where its letters stand in the text; nowhere between sentences
}

// How many letters of a longer word stand for it and its other forms.
const stemLength = 5

// sentenceEdge stands between sentences, and at both ends.
var sentenceEdge = said{word: linear.HashOf(".")}

// say reads the words of a text.
func (k *ideas) say(f *folded, words []said) []said {
	words = append(words, sentenceEdge)
	for i := range f.tokens {
		t := &f.tokens[i]
		if t.starts {
			words = append(words, sentenceEdge)
		}
		letters := f.text[t.from:t.to]
		if t.odd && isNumber(letters) {
			words = append(words, numberSaid(letters))
		} else {
			words = append(words, k.word(letters))
		}
		last := &words[len(words)-1]
		last.from, last.to = t.from, t.to
	}
	return append(words, sentenceEdge)
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

// word levels what is left to level in a token: "don't" is "dont", "diiie" is "die".
func (k *ideas) word(token []byte) said {
	if len(token) > maxGuess {
		token = token[:maxGuess]
	}
	var stems [maxGuess + 1]uint32 // by length, the hash of the beginning
	h, n, run := linear.HashStart, 0, 0
	stems[0] = h
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
		case run == 3:
			n--
			h = stems[n]
			continue
		case run > 3:
			continue
		}
		h = (h ^ uint32(b)) * linear.HashPrime
		n++
		stems[n] = h
	}
	s := said{word: h}
	if n > stemLength {
		s.stem = stems[stemLength]
	}
	s.idea = k.Of(stems[:n+1])
	return s
}
