package relay

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/crisis/reply"
	"narthex/chat/tier/people"
	"narthex/chat/voice/line"
	"narthex/chat/voice/speech"
	"narthex/chat/voice/switchboard"
)

// mostEarlier is how many things that a caller said before are read together with what they say now: as many as the crisis gate looks at.
const mostEarlier = 3

// inDanger reports whether the crisis gate finds something in what a caller says now, and whether they accuse somebody who serves at the
// church, by what they are or by name. It is asked here, too: they may want a person before the answer to it has come, and that may come from another node.
func (c *call) inDanger(said string) (found, accuses bool) {
	turn := chat.Turn{Request: c.request(said, uuid.Nil)}
	assessed := turn.Assess(c.earlier)
	_, accuses = people.Accusation(c.church, append(slices.Clone(c.earlier), said))
	if who := line.Contact(c.church); !accuses && c.parting == outcomeTransfer && who != "" {
		_, accuses = people.Accusation(c.church, append(slices.Clone(c.earlier), ofWhom.ReplaceAllLiteralString(said, " "+who)))
	}
	return assessed.Found, accuses
}

// ofWhom is how a caller speaks of somebody who was named to them just now.
var ofWhom = regexp.MustCompile(`(?i)\b(?:he|him|she|her|ella|ese|esa)\b|(?:^|[^\pL])él\b`)

// listen notes what a caller has said, and whether they are in danger or accuse somebody, before anything is done about it.
func (c *call) listen(said string) {
	found, accuses := c.inDanger(said)
	c.earlier = append(slices.Clone(c.earlier[max(0, len(c.earlier)-mostEarlier+1):]), said)
	c.dialled = append(c.dialled, reply.NumbersIn(said)...)
	if found {
		c.endangered()
	}
	if accuses {
		c.accuses()
	}
}

// accuses notes that the caller accuses somebody who serves at the church, for the rest of the call.
func (c *call) accuses() {
	if !c.accused {
		c.accused = true
		c.keep(func(s *switchboard.State) { s.Accused = true })
	}
}

// endangered notes that somebody seems to be in danger, for the rest of the call.
func (c *call) endangered() {
	if !c.danger {
		c.danger = true
		c.keep(func(s *switchboard.State) { s.Danger = true })
	}
}

// apart is what a caller is told who has accused somebody that serves at the church, in place of being put through to its people. Which
// of them is accused nobody can tell from here.
func (c *call) apart() string { return line.Apart(c.church, c.language) }

// farewell is one of our last words. Where somebody seemed to be in danger, whom to call comes before it: once a call has said goodbye it
// may be listened to no more.
func (c *call) farewell(key string) string {
	said := c.text(key, "church", c.church.Name)
	if !c.danger {
		return said
	}
	return line.WhomToCall(c.church, c.language) + " " + said
}

// mostSilences is how many times in a row a caller is asked whether they are there before they are let go.
func (c *call) mostSilences() int {
	if c.danger {
		return maxSilencesInDanger
	}
	return maxSilences
}

// fail ends an answer with words of our own. Who is in danger hears before them whom to call: no other answer may come.
func (c *call) fail(a *answer, why, language string) {
	a.failed = true
	if a.danger {
		text := strings.TrimLeft(why, " ")
		why = strings.TrimSuffix(why, text) + line.WhomToCall(c.church, language) + " " + text
	}
	c.writeAhead(a, why)
	c.send(a, why, language, true)
}

// sorry is what a caller hears when a message was not accepted.
func sorry(err error, language string) string {
	key := "failed"
	if errors.Is(err, chat.ErrRateLimited) {
		key = "slower"
	}
	return texts.In(language).Text(key)
}

// numbers are what is known to be a telephone number in what the caller is told: those of the church's people, and those of theirs.
func (c *call) numbers() []string {
	return append([]string{c.church.Phone, c.church.Safeguarding.Phone, c.ticket.Caller, c.ticket.Called}, c.dialled...)
}

// answering are the numbers at which the call was answered, the church's own among them if it leads back here.
func (c *call) answering() []string {
	numbers := []string{c.ticket.Called}
	if line.LeadsBack(c.church, c.church.Phone, c.ticket.Called) {
		numbers = append(numbers, c.church.Phone)
	}
	return numbers
}

// newStream knows the numbers that the caller may be told.
func (t *telling) newStream(language string) *speech.Stream {
	s := speech.NewStream(language)
	s.In(t.call.church.Address.Country)
	s.Dials(t.answer.numbers...)
	s.Answers(t.call.answering()...)
	return s
}
