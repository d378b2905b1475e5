package facts

import (
	"strings"

	"narthex/chat/words"
)

// duty is a way of asking whether something has to be or should be: "do I have to", "hay que".
type duty struct {
	phrase phrase
	asked  bool // only behind an auxiliary verb: "I need to" is a wish
	spoken bool // but for who says that they have to talk to somebody
}

// duties is how one language asks for them.
type duties struct {
	list      []duty
	openly    set // with one of these before it, the question is how or where
	auxiliary set
}

// speaking is what those have to do who have something on their mind.
var speaking = words.Set("talk speak see hablar")

var (
	englishDuties = duties{
		list:      []duty{{phrase: " have to ", spoken: true}, {phrase: " need to ", asked: true}, {phrase: " should "}},
		openly:    words.Set("how where what who whom which when"),
		auxiliary: words.Set("do does would will"),
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
		asked := false
		for w := range strings.FieldsSeq(before) {
			if in.openly[w] {
				return false
			}
			asked = asked || in.auxiliary[w]
		}
		next, _, _ := strings.Cut(after, " ")
		if asked || !d.asked && !(d.spoken && speaking[next]) {
			return true
		}
	}
	return false
}
