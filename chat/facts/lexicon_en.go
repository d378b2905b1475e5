package facts

import (
	"time"

	"narthex/chat/words"
)

var englishDays = map[string]time.Weekday{
	"sunday": time.Sunday, "sundays": time.Sunday, "sun": time.Sunday, "monday": time.Monday, "mondays": time.Monday,
	"tuesday": time.Tuesday, "tuesdays": time.Tuesday, "wednesday": time.Wednesday, "wednesdays": time.Wednesday,
	"thursday": time.Thursday, "thursdays": time.Thursday, "friday": time.Friday, "fridays": time.Friday,
	"saturday": time.Saturday, "saturdays": time.Saturday,
}

var english = &lexicon{
	code: "en", days: englishDays, matters: englishMatters, duties: englishDuties,
	words: vocabulary(englishDays, map[class]string{
		smallWord: `a an the is are was be am do does did can could will would should may might i we you u they your yours ur our us my me
		it its of at in on for to from with and or by this that there here what whats which how please thanks thank just
		church churchs parish currently usually normally exactly tell know let need want like looking id im were so if have has get any some all held happen happening go come attend visit family wondering`,
		todayWord:        "today",
		tonightWord:      "tonight",
		tomorrowWord:     "tomorrow",
		nextWord:         "next this coming upcoming",
		thisWord:         "this",
		partOfDayWord:    "morning mornings evening evenings afternoon night nights day days week weekly",
		timeWord:         "when whens time times timings hours hour schedule schedules start starts begin begins open opening",
		massWord:         "mass masses",
		serviceWord:      "service services worship mass masses liturgy gathering gatherings meeting meetings",
		officeWord:       "office",
		openWord:         "open opening",
		placeWord:        "where wheres address located location directions building street find get there based situated",
		staffWord:        "staff team leaders leadership employees clergy ministers pastors priests",
		aboutWord:        "who whos leads lead runs run name names work works job main head senior lead tell about what does do",
		ministryWord:     "ministry ministries groups programs programmes activities involved",
		ministryKindWord: "group groups ministry ministries program programs programme programmes team teams class classes",
		listWord:         "list offer offers offered available different kinds kind types type sort sorts join get involved be part",
		dressWord:        "wear dress code attire clothes clothing dressed dressy up casual people sunday sundays service services mass kind expected supposed",
		parkingWord:      "park parking lot car cars where free available space spaces spot spots guest guests visitor visitors sunday sundays service",
		childrenWord:     "childcare child care nursery kids children babies baby toddlers toddler infants bring offer offered available something anything during service services mass worship sunday sundays provide provided welcome little young",
		firstVisitWord:   "first time visit visiting visitor visitors new expect happens when never been before coming sunday service mass should",
		musicWord:        "music worship style songs hymns kind type sort sing play service services mass style sunday band",
		lengthWord:       "how long length service services mass masses worship sunday last take sermon",
		hoursWord:        "hours schedule open times horario horarios abren abierta",
		sermonWord:       "sermon",
	}),

	greetings: phrases("good morning", "good afternoon", "good evening", "hi there", "hello there", "hi", "hello", "hey"),
	never: phrases("have to go", "have to come", "have to attend", "should i go", "did", "was", "used to", "how do i start", "how to start", "how do you start", "how can i start", "liturgy of", "mass of", "service of", "book of", "of the sun", "what is a", "in ministry", "women in",
		// who is in need, or offers help, is told more than a fact
		"need food", "needs food", "need some food", "need groceries", "needs groceries", "need some groceries", "need help with", "need any help", "do you need anyone", "do you need anybody", "do you need someone", "do you need somebody"),
	feasts:    phrases("good friday"),
	morning:   phrases("morning", "mornings"),
	afternoon: phrases("afternoon", "afternoons"),
	evening:   phrases("evening", "evenings", "tonight", "night", "nights"),

	until:         words.Set("to through thru till until"),
	afternoonEnds: 18 * 60,

	inAWeek: phrases("next sunday", "next monday", "next tuesday", "next wednesday", "next thursday", "next friday", "next saturday", "sunday next", "in a week"),

	nextWeek: phrases("next week", "next weeks", "coming week", "upcoming week"),

	existsAsking: phrases("is there", "are there", "do you have", "do you hold", "is there any", "have you got", "do you guys have"),

	placeAsking: phrases("where are you", "where is", "wheres", "where is it", "where are you located", "where can i find you", "what is the address",
		"address", "located", "location", "directions", "how do i get there", "how do i get to", "how can i find", "street address"),

	whoAsking:   phrases("who is", "whos", "who are", "who leads", "who runs", "whats the name of", "what is the name of", "tell me about", "what does", "who works", "name of"),
	aboutAsking: phrases("tell me about", "what does"),

	role: map[string]set{
		"pastor": words.Set("pastor pastora"), "priest": words.Set("priest fr padre"), "minister": words.Set("minister pastor"), "rector": words.Set("rector"), "vicar": words.Set("vicar"),
		"preacher": words.Set("pastor preacher"), "reverend": words.Set("rev pastor"),
	},

	office: map[string]set{"secretary": words.Set("secretary administrator receptionist secretaria")},

	baptizing: phrases("baptize", "baptise"),

	dress:      phrases("wear", "dress", "dress code", "attire", "clothes", "clothing", "dressed", "dressy", "dress up", "casual"),
	parking:    phrases("park", "parking", "car park"),
	children:   phrases("childcare", "child care", "nursery", "kids", "children", "babies", "toddlers", "baby", "child", "toddler", "infants"),
	firstVisit: phrases("first visit", "first time", "my first mass", "my first service", "my first liturgy", "our first mass", "our first service", "our first liturgy", "what to expect", "what should i expect", "what can i expect", "visiting for the first time", "new here", "what happens when i visit", "never been"),
	music:      phrases("music", "worship style", "songs", "style of worship", "hymns"),
	length:     phrases("how long is", "how long are", "how long does", "how long do", "how long will", "length of"),
}
