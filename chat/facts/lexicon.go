package facts

import "time"

// lexicon is how one language asks for facts. All words are as tokens makes them: lower case, no accents, no apostrophes.
type lexicon struct {
	small     set      // words that never change what is asked for
	never     []string // phrases that do, though their words may be small
	greetings []string // left out at the start of a question

	days                        map[string]time.Weekday
	today                       set
	tonight                     set
	tomorrow                    set
	next                        set      // "next", "this": they go with a day or a service
	partOfDay                   set      // understood
	morning, afternoon, evening []string // what asks for a part of the day

	timeAsking   set      // when, time, hours
	existsAsking []string // is there, do you have
	mass         set      // a service that not every tradition has
	service      set      // any gathering for worship
	serviceLabel set      // words in a church's own labels that mark such a gathering
	office       set
	officeAsking set // words that ask for the office's hours without naming it

	placeAsking []string
	place       set

	whoAsking   []string
	aboutAsking []string       // ask for whatever bears the name, and so need the whole of it
	staff       set            // the whole team
	role        map[string]set // a role and the words in titles that mean it
	aboutWords  set            // "tell me about", "what does … do"

	ministry      set
	ministryKinds set // group, program: part of a ministry's name or not
	listAsking    set

	dress, parking, children, firstVisit, music, length subject

	text phrasebook
}

// subject is one entry of what-to-expect: the words that name it and those that may stand around them.
type subject struct {
	phrases []string
	around  set
}

// phrasebook is how one language answers. Placeholders stand in braces.
type phrasebook struct {
	dayNames [7]string // Sunday first

	servicesOn, hoursOn                string // {church} {day}
	servicesWeek                       string // {church}
	officeWeek                         string // {church}
	nothingOn, noServiceOn, noOfficeOn string // {church} {day}
	nextIs                             string // {day} {time}
	addressIs                          string // {church} {address}
	mapLink                            string // {url}
	officeCall                         string // {phone}
	staffIs                            string // {name} {title}
	staffList                          string // {church}
	ministryList                       string // {church}
	ministryMore                       string
	dateOf                             func(time.Time) string
}

var lexicons = map[string]*lexicon{"en": english, "es": spanish}
