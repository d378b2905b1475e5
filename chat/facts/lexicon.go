package facts

import (
	"strings"
	"time"

	"narthex/chat/words"
)

// class is a set of meanings that a word can have in a question, one bit each: a word is looked up once, and what a
// question has and what of it is explained are then questions of bits.
type class uint64

const (
	smallWord        class = 1 << iota // never changes what is asked for
	dayWord                            // of the week
	todayWord                          //
	tonightWord                        //
	tomorrowWord                       //
	nextWord                           // "next", "this": they go with a day or a service
	thisWord                           // "this", which goes with much else
	partOfDayWord                      // understood
	timeWord                           // when, time, hours
	hoursWord                          // asks for the hours and needs nothing beside it, in whichever language
	massWord                           // a service that not every tradition has
	serviceWord                        // any gathering for worship
	officeWord                         //
	openWord                           // asks for the office's hours without naming it
	placeWord                          // may stand in a question for the address
	staffWord                          // the whole team
	aboutWord                          // "tell me about", "what does … do"
	ministryWord                       //
	ministryKindWord                   // group, program: part of a ministry's name or not
	listWord                           // asks for a list
	sermonWord                         //

	// Words that may stand around the phrases of a subject of what-to-expect.
	dressWord
	parkingWord
	childrenWord
	firstVisitWord
	musicWord
	lengthWord

	dateWord // of a date: the 3rd, december 24

	nameWord // of the church's own name or town: it adds nothing to a question put to it
)

// lexicon is how one language asks for facts. All words are as normalise makes them: lower case, no accents, no
// apostrophes.
type lexicon struct {
	words map[string]class
	days  map[string]time.Weekday

	never                       []phrase // change what is asked for, though their words may be small
	feasts                      []phrase // name a day that is none like the others of its weekday
	greetings                   []phrase // left out at the start of a question
	morning, afternoon, evening []phrase // what asks for a part of the day
	inAWeek                     []phrase // said on a day, mean the same day a week later
	nextWeek                    []phrase // whose days are not told apart from this week's
	until                       set      // between two days, have those between them meant as well
	afternoonEnds               int      // minutes after midnight
	existsAsking                []phrase // is there, do you have

	placeAsking []phrase
	whoAsking   []phrase
	aboutAsking []phrase       // ask for whatever bears the name, and so need the whole of it
	office      map[string]set // as role, of those who do not lead
	role        map[string]set // a role and the words in titles that mean it

	dress, parking, children, firstVisit, music, length []phrase

	code    string        // ISO 639-1
	matters []matterWords // the first that fits counts
	duties  duties

	baptizing []phrase // ask whether the church baptises those who do not ask for it themselves
}

// matter is something that people come to a church with, and that more than one of its facts has a part in. What each is
// answered with stands in reach.go and takepart.go.
type matter string

const (
	hardTime matter = "care"
	clergy   matter = "contact"
	prayer   matter = "prayer"
	groups   matter = "groups"
	bible    matter = "scripture"
	baptism  matter = "baptism"
	joining  matter = "joining"
	giving   matter = "giving"
	serving  matter = "serving"
	gifts    matter = "gifts"
)

// matterWords is how one language asks about a matter: with one of the phrases, and no word beside them that is not around
// them.
type matterWords struct {
	matter  matter
	phrases []phrase
	around  set
}

var lexicons = map[string]*lexicon{"en": english, "es": spanish}

// vocabulary gives the meanings of every word of the space-separated lists.
func vocabulary(days map[string]time.Weekday, lists map[class]string) map[string]class {
	meanings := make(map[string]class)
	for word := range days {
		meanings[word] |= dayWord
	}
	for meaning, list := range lists {
		for word := range words.Set(list) {
			meanings[word] |= meaning
		}
	}
	return meanings
}

// phrase is words with a space before, between and after them, as they are looked for in a question.
type phrase string

func phrases(list ...string) []phrase {
	padded := make([]phrase, len(list))
	for i, text := range list {
		padded[i] = phrase(" " + text + " ")
	}
	return padded
}

func (p phrase) count() int { return strings.Count(string(p), " ") - 1 }

type set map[string]bool
