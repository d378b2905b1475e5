package facts

import (
	"strings"

	"narthex/chat/words"
)

// duty is a way of asking whether something has to be or should be: "do I have to", "hay que".
type duty struct {
	phrase phrase
	asked  bool // only behind an auxiliary verb that asks: "I need to" and "I do need to" are wishes
	spoken bool // but for who says that they have to talk to somebody
}

// duties is how one language asks for them.
type duties struct {
	list      []duty
	openly    set // with one of these before it, the question is how or where
	auxiliary set
	speakers  set // behind one of them, an auxiliary verb tells; before it, the verb asks
}

// speaking is what those have to do who have something on their mind.
var speaking = words.Set("talk speak see hablar")

var (
	englishDuties = duties{
		list:      []duty{{phrase: " have to ", spoken: true}, {phrase: " need to ", asked: true}, {phrase: " should "}},
		openly:    words.Set("how where what who whom which when"),
		auxiliary: words.Set("do does would will"),
		speakers:  words.Set("i we"),
	}
	spanishDuties = duties{
		list:   []duty{{phrase: " hay que "}, {phrase: " debo "}, {phrase: " debemos "}, {phrase: " tengo que "}, {phrase: " tenemos que "}, {phrase: " se debe "}},
		openly: words.Set("como donde que quien cual cuando"),
	}
)

// asked reports whether a question asks whether something has to be.
func (in *duties) asked(text string) bool {
	for _, d := range in.list {
		before, after, found := strings.Cut(text, string(d.phrase))
		if !found {
			continue
		}
		asked, told, last := false, false, ""
		for w := range strings.FieldsSeq(before) {
			if in.openly[w] {
				return false
			}
			asked = asked || in.auxiliary[w] && !told || in.auxiliary[last] && in.speakers[w]
			told, last = told || in.speakers[w], w
		}
		next, _, _ := strings.Cut(after, " ")
		if asked || !d.asked && !(d.spoken && speaking[next]) {
			return true
		}
	}
	return false
}
