package visitor

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"

	"github.com/google/uuid"

	"narthex/cmd/loadtest/upstream"
)

// Words of questions that no stored fact, FAQ or passage answers, so that they go the whole way to the full model.
var (
	things = strings.Fields(`banner candle ladder piano lantern kettle blanket projector tripod easel trumpet basket
		curtain carpet fountain bicycle wheelbarrow microphone telescope puzzle quilt notebook radiator tapestry
		greenhouse orchard beehive workshop archive mural gazebo trellis hammock compass violin teapot cushion lamp`)
	doings = strings.Fields(`repair borrow paint varnish polish catalogue photograph assemble measure decorate donate
		store exchange insure label lend restore tune transport replace`)
	places = strings.Fields(`attic cellar courtyard pantry gallery loft porch stairwell corridor shed belfry cloister
		vestibule garage terrace alcove`)
	people = strings.Fields(`apprentices carpenters neighbours musicians students gardeners electricians librarians
		engineers sailors bakers farmers painters cyclists potters weavers`)
)

var shapes = []string{
	"Which %[5]s would %[2]s the old %[1]s that the %[4]s of %[6]s left in the %[3]s?",
	"How do the %[4]s %[2]s a wooden %[1]s from the %[3]s for %[6]s?",
	"Why did the %[4]s of %[6]s %[2]s every %[1]s in the %[3]s before the %[5]s?",
	"Could the %[4]s %[2]s the %[1]s near the %[3]s together with the %[5]s of %[6]s?",
	"Who taught the %[4]s from %[6]s to %[2]s a %[1]s beside the %[5]s in the %[3]s?",
}

// newQuestion is another one each time: a name in it is made up from a number drawn at random.
func newQuestion(tokens int) string {
	pick := func(words []string) string { return words[rand.IntN(len(words))] }
	text := fmt.Sprintf(pick(shapes), pick(things), pick(doings), pick(places), pick(people), pick(things), madeUpName(rand.Uint64()))
	return text + " (" + fmt.Sprintf(upstream.LengthRequest, tokens) + ")"
}

// NewQuestions makes questions for the full model, with answers of so many tokens; every nth is fact, a question that a stored fact
// answers. 0: none is.
func NewQuestions(tokens, nth int, fact string) func() (text string, tokens int) {
	var asked atomic.Uint64
	return func() (string, int) {
		if nth > 0 && asked.Add(1)%uint64(nth) == 0 { //nolint:gosec // small
			return fact, 0
		}
		return newQuestion(tokens), tokens
	}
}

// NewDetails asks of one thing with details that are others each time, so that no cache knows the answer, of so many tokens.
func NewDetails(of string, tokens int) func() (text string, tokens int) {
	pick := func(words []string) string { return words[rand.IntN(len(words))] }
	return func() (string, int) {
		text := fmt.Sprintf("%s for the %s of %s and the %s of %s? ("+upstream.LengthRequest+")",
			of, pick(people), madeUpName(rand.Uint64()), pick(people), madeUpName(rand.Uint64()), tokens)
		return text, tokens
	}
}

func madeUpName(n uint64) string {
	const consonants, vowels, syllables = "bdfgklmnprstvz", "aeiou", 5
	name := make([]byte, 0, 2*syllables)
	for range syllables {
		name = append(name, consonants[n%uint64(len(consonants))])
		n /= uint64(len(consonants))
		name = append(name, vowels[n%uint64(len(vowels))])
		n /= uint64(len(vowels))
	}
	name[0] -= 'a' - 'A'
	return string(name)
}

// appendQuestion appends the JSON fields of a request; the message must need no escaping.
func appendQuestion(dst []byte, message string, church, session uuid.UUID) []byte {
	return fmt.Appendf(dst, `"message":"%s","churchId":"%s","sessionId":"%s","agentType":"coordinator"`, message, church, session)
}

// randomID makes a UUID of version 4 without asking the system for randomness.
func randomID() (id uuid.UUID) {
	a, b := rand.Uint64(), rand.Uint64()
	for i := range 8 {
		id[i], id[i+8] = byte(a>>(8*i)), byte(b>>(8*i))
	}
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80
	return id
}
