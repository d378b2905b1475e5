package facts

import "time"

var english = &lexicon{
	small: words(`a an the is are was be am do does did can could will would should may might i we you u they your yours ur our us my me
		it its of at in on for to from with and or by this that there here what whats which how please thanks thank just
		church churchs parish currently usually normally exactly tell know let need want like looking id im were so if have has get any some all held happen happening go come attend visit family wondering`),

	greetings: []string{"good morning", "good afternoon", "good evening", "hi there", "hello there", "hi", "hello", "hey"},
	never:     []string{"good friday", "did", "was", "used to"},
	morning:   []string{"morning", "mornings"},
	afternoon: []string{"afternoon", "afternoons"},
	evening:   []string{"evening", "evenings", "tonight", "night", "nights"},

	days: map[string]time.Weekday{
		"sunday": time.Sunday, "sundays": time.Sunday, "sun": time.Sunday, "monday": time.Monday, "mondays": time.Monday,
		"tuesday": time.Tuesday, "tuesdays": time.Tuesday, "wednesday": time.Wednesday, "wednesdays": time.Wednesday,
		"thursday": time.Thursday, "thursdays": time.Thursday, "friday": time.Friday, "fridays": time.Friday,
		"saturday": time.Saturday, "saturdays": time.Saturday,
	},
	today: words("today"), tonight: words("tonight"), tomorrow: words("tomorrow"),
	next:      words("next this coming upcoming"),
	partOfDay: words("morning mornings evening evenings afternoon night nights day days week weekly"),

	timeAsking:   words("when whens time times timings hours hour schedule schedules start starts begin begins open opening"),
	existsAsking: []string{"is there", "are there", "do you have", "do you hold", "is there any", "have you got", "do you guys have"},
	mass:         words("mass masses"),
	service:      words("service services worship mass masses liturgy gathering gatherings meeting meetings"),
	serviceLabel: words("service services worship mass masses liturgy vigil communion vespers eucharist culto misa servicio"),
	office:       words("office"),
	officeAsking: words("open opening"),

	placeAsking: []string{"where are you", "where is", "wheres", "where is it", "where are you located", "where can i find you", "what is the address",
		"address", "located", "location", "directions", "how do i get there", "how do i get to", "how can i find", "street address"},
	place: words("where wheres address located location directions building street find get there based situated"),

	whoAsking:   []string{"who is", "whos", "who are", "who leads", "who runs", "whats the name of", "what is the name of", "tell me about", "what does", "who works", "name of"},
	aboutAsking: []string{"tell me about", "what does"},
	staff:       words("staff team leaders leadership employees clergy ministers pastors priests"),
	role: map[string]set{
		"pastor": words("pastor pastora"), "priest": words("priest fr padre"), "minister": words("minister pastor"), "rector": words("rector"), "vicar": words("vicar"),
		"preacher": words("pastor preacher"), "reverend": words("rev pastor"),
	},
	aboutWords: words("who whos leads lead runs run name names work works job main head senior lead tell about what does do"),

	ministry:      words("ministry ministries groups programs programmes activities involved"),
	ministryKinds: words("group groups ministry ministries program programs programme programmes team teams class classes"),
	listAsking:    words("list offer offers offered available different kinds kind types type sort sorts join get involved be part"),

	dress: subject{[]string{"wear", "dress", "dress code", "attire", "clothes", "clothing", "dressed", "dressy", "dress up", "casual"},
		words("wear dress code attire clothes clothing dressed dressy up casual people sunday sundays service services mass kind expected supposed")},
	parking: subject{[]string{"park", "parking", "car park"},
		words("park parking lot car cars where free available space spaces spot spots guest guests visitor visitors sunday sundays service")},
	children: subject{[]string{"childcare", "child care", "nursery", "kids", "children", "babies", "toddlers", "baby", "child", "toddler", "infants"},
		words("childcare child care nursery kids children babies baby toddlers toddler infants bring offer offered available something anything during service services mass worship sunday sundays provide provided welcome little young")},
	firstVisit: subject{[]string{"first visit", "first time", "what to expect", "what should i expect", "what can i expect", "visiting for the first time", "new here", "what happens when i visit", "never been"},
		words("first time visit visiting visitor visitors new expect happens when never been before coming sunday service mass should")},
	music: subject{[]string{"music", "worship style", "songs", "style of worship", "hymns"},
		words("music worship style songs hymns kind type sort sing play service services mass style sunday band")},
	length: subject{[]string{"how long is", "how long are", "how long does", "how long do", "how long will", "length of"},
		words("how long length service services mass masses worship sunday last take sermon")},

	text: phrasebook{
		dayNames:     [7]string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"},
		servicesOn:   "{day} at {church}:",
		hoursOn:      "{day} at {church}:",
		servicesWeek: "Services at {church}:",
		officeWeek:   "Office hours at {church}:",
		nothingOn:    "There is nothing in {church}'s regular schedule for {day}.",
		noServiceOn:  "There is no service in {church}'s regular schedule for {day}.",
		noOfficeOn:   "The office of {church} is not regularly open on {day}.",
		nextIs:       "Next: {day}, {time}.",
		addressIs:    "{church} is at {address}.",
		mapLink:      "[Open in a map]({url})",
		officeCall:   "The office can help you find the way: {phone}.",
		staffIs:      "**{name}** – {title}.",
		staffList:    "The people of {church}:",
		ministryList: "Ministries at {church}:",
		ministryMore: "Tell me which one interests you and I can say more.",
		dateOf:       func(t time.Time) string { return t.Format("Monday, January 2") },
	},
}
