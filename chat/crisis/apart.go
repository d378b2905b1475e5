package crisis

import (
	"slices"
	"strings"

	"narthex/chat/linear"
	"narthex/chat/words"
	"narthex/chat/wordvectors"
)

// How many pieces a word may be in, and how long it may be, for its pieces to be put together.
const (
	mostPieces    = 4
	shortestWhole = 3
	longestWhole  = 14
)

// whole is a message with the words put together that were written in pieces, "i cant br eathe", where there are any: in haste, by a
// telephone's keyboard, or so that nobody who looks for a word finds it. Words whose letters all stand apart are known already (spelling.go).
//
// A word is put together where the rules know it and do not know one of its pieces, nor does anybody else use all of them as words.
func (l *lexicon) whole(message string) (whole string, ok bool) {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	f := &s.folded
	f.fold(message)
	var text []byte // of what has been put together so far
	for i := 0; i < len(f.tokens); {
		n := l.pieces(f, i)
		if n > 1 && text == nil {
			text = f.appendAll(slices.Grow(text, len(f.text)+len(f.tokens)), 0, i)
		}
		if text != nil {
			text = f.appendAll(text, i, i+1)
			for j := i + 1; j < i+n; j++ {
				text = append(text, f.between(j, j+1)...)
			}
		}
		i += n
	}
	return string(text), text != nil
}

// pieces gives how many tokens from i on are the pieces of one word, 1 where it is a word by itself.
func (l *lexicon) pieces(f *folded, i int) int {
	known := true
	for n := 1; n <= mostPieces && i+n <= len(f.tokens); n++ {
		t := &f.tokens[i+n-1]
		if t.odd || n > 1 && (t.starts || t.pauses || t.wide) {
			break
		}
		joined := f.between(i, i+n)
		if len(joined) > longestWhole {
			break
		}
		known = known && l.isWord(f.between(i+n-1, i+n))
		if n == 1 || known || len(joined) < shortestWhole {
			continue
		}
		if n == 2 && l.isAbbreviated(f, i) {
			continue
		}
		if _, ok := l.meanings[string(joined)]; ok {
			return n
		}
	}
	return 1
}

// isAbbreviated reports whether a token is a consonant that people write for a word, "k ill tell him", and a word follows. Where something is
// to be done, or to oneself, it is none, "to k ill", unless it may be for "be".
func (l *lexicon) isAbbreviated(f *folded, i int) bool {
	letter := f.between(i, i+1)
	if len(letter) != 1 || strings.IndexByte("kurbndqxtm", letter[0]) < 0 || !l.isWord(f.between(i+1, i+2)) {
		return false
	}
	if letter[0] == 'b' {
		return true
	}
	if i+2 < len(f.tokens) {
		if next := string(f.between(i+2, i+3)); doneTo[next] || strings.HasSuffix(next, "self") {
			return false
		}
	}
	return i == 0 || f.tokens[i].starts || f.tokens[i].pauses || !toBeDone[string(f.between(i-1, i))]
}

var (
	toBeDone = words.Set(`to wanna gonna will would could can should might may must`)
	doneTo   = words.Set(`me him her them us`)
)

// isWord reports whether a piece is a word by itself, of the rules or of people's everyday English and Spanish. Nearly every row of two or
// three letters is known from somewhere: of those only what is often written counts.
func (l *lexicon) isWord(piece []byte) bool {
	switch len(piece) {
	case 1:
		return strings.IndexByte("aeiouy", piece[0]) >= 0
	case 2, 3:
		return shortWords[string(piece)]
	}
	if _, ok := l.meanings[string(piece)]; ok {
		return true
	}
	hash := linear.HashStart
	for _, b := range piece {
		hash = (hash ^ uint32(b)) * linear.HashPrime
	}
	return wordvectors.Find(hash) != nil
}

// shortWords are the words of two or three letters of which 130,000 messages to churches have forty or more.
var shortWords = words.Set(`the la me el my at de and mi in en no to que is for on se con it he del of ya los un por le do lo es her las his al you can she so was una be out one
	we hoy si im has up got not hay are by our su now all who off if him yo voy soy its sin but va how go or get man ok had put two say son nos dad an old
	hes mum us dos day mis did as see fue ni new pa car am da lol mas van vez god too boy own ex cut any dia bus let ir bit uno hi dog eso why hit kid era
	bed bad ask asi six les dio ser ill may arm muy san gun lot ive gas tio ten sat ahi sus end way vi ver ha tia ese yes saw sit use ano run tea lad die
	red veo bag big hot ate pew st sea box mom law cat ago pan luz fui guy mal dan dar job key esa ve men rio set di pls ice leg til mes eat pay doy don
	ran eye paz oye pie wee mio cry row tan nan top aid ur pal sad ojo war ah fin wet bye yr low cos age id lie mr hip bar iba voz feo ear loo far mad aca
	fit won cae min toy tu mrs yet fe mia bin mar cai gym gay hey oh mil hid lit sol dry bro due ty odd vet ay lay rie hat mam yrs fed uni fix app sun leo
	ta cup try jaw buy bat flu pen owe tin tie fr air oil op vio via ash oi pub usa cel met uso sis axe urn nun han fun bf sir wed egg dey pin aa vbs pic
	vea xq pm che wax lei idk map fri pit tap fly ama dug fat au ven cot mic lap tom add doc po tv bc jam tos tho bee na kit lid fan oir lee aun raw tip
	apa lip mid shy sal nap pet tag pot rat yew tub ppl cpr pop hrs pq mat gp dam fry joy den pee ido te`)

// appendAll appends the tokens from i up to j, with what is known of what stands before them.
func (f *folded) appendAll(text []byte, i, j int) []byte {
	for ; i < j; i++ {
		switch t := &f.tokens[i]; {
		case t.starts:
			text = append(text, ". "...)
		case t.pauses:
			text = append(text, ", "...)
		case len(text) > 0:
			text = append(text, ' ')
		}
		text = append(text, f.between(i, i+1)...)
	}
	return text
}
