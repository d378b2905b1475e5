package ask

var englishAround = setOf(`sunday sundays service services mass masses worship`)

var english = &language{
	small: setOf(`a an the is are be am do does can could will would should may might i we you they your yours our us my me it its of at in on for to
		from with and or by this that there here what whats which how please thanks thank just church churchs parish currently usually normally exactly tell
		know let need want like looking id im were so if have has get any some all happening happen going go come attend visit family wondering guys folks
		anything something anyone someone somebody got offer offers offered provide hold s also ok kind sort type about ill ive really info information details
		available find out give show hi hello hey again one ones send curious kindly maybe possible real quick regular usual whole full complete sir maam having holding hearing run running doing actually give gives thats else
		yo sup still now over too lately nowadays yet even as per while than then both   own other others another certain specific particular actual main correct right current recent latest
		stuff thing things folk person place side way ways lot bit back  about   local beside inside outside through throughout within during along upon
		good nice great cool awesome nervous shy excited curious interested unsure sure confused serious honest quick brief short simple easy
		would gonna wanna going shall ought able using use used make makes making made take takes look looks think thinks hope hopes plan plans planning hoping   drop swing    speak ask asking asked
		   reach check checking confirm confirming verify ask wants wanted needs hear heard   remind 
		being ppl persons members member attendees newcomer community congregation sanctuary campus house chapel
		hubby spouse partner myself ourselves together friend friends us lads pal
 pastoral physical postal
		st rd th nd o clock oclock`),
	asking: setOf(`when whens time times timing hours hour schedule start starts begin begins open opens opening meet meets meeting meetings who whos where wheres`),
	shorthand: map[string]string{
		"u": "you", "r": "are", "ur": "your", "wat": "what", "wht": "what", "wut": "what", "whats": "what is", "wats": "what is", "pls": "please", "plz": "please", "thx": "thanks", "hrs": "hours",
		"svc": "service", "svcs": "services", "serv": "service", "shud": "should", "cud": "could", "yall": "you guys", "ye": "you", "adress": "address", "addres": "address", "wensday": "wednesday",
		"wendsday": "wednesday", "wednsday": "wednesday", "weds": "wednesday", "wed": "wednesday", "thurs": "thursday", "tues": "tuesday", "sat": "saturday", "tmrw": "tomorrow", "tmr": "tomorrow", "tomorow": "tomorrow", "tommorow": "tomorrow",
		"tonite": "tonight", "2nite": "tonight", "tonights": "tonight", "parkng": "parking", "servce": "service", "sevice": "service", "servic": "service", "nite": "night",
		"whos": "who is", "wheres": "where is", "whens": "when is", "carpark": "car park", "pp": "parish priest", "svp": "st vincent de paul", "ssvp": "st vincent de paul", "gonna": "going to", "wanna": "want to", "info": "information",
		"teens": "teenagers", "tel": "phone", "ph": "phone", "no": "no", "msg": "message", "rev": "rev", "bday": "birthday", "vbs": "vbs", "kiddos": "kids", "kid": "kids", "ppl": "people", "dont": "dont", "abt": "about", "bc": "because", "b4": "before", "w": "with", "d": "the", "assistance": "help", "whom": "who", "rn": "now", "atm": "now", "mins": "minutes", "lunches": "lunch", "widowers": "widows", "widower": "widow",
		"griefshare": "grief group", "whereabouts": "where", "abouts": "about", "web": "web", "bulliten": "bulletin", "2nd": "second", "1st": "first", "mom": "mother", "moms": "mothers", "mum": "mother", "dad": "father", "rep": "representative", "youthgroup": "youth group",
		"scheduel": "schedule", "shedule": "schedule", "minstry": "ministry", "wendesday": "wednesday", "thursdy": "thursday", "fone": "phone", "nursrey": "nursery", "sermin": "sermon", "serivce": "service", "childern": "children",
	},
	preambles: phrasesOf("my wife and i", "my husband and i", "my family and i", "were new in town", "im new in town", "we are new in town", "i am new in town", "new in town", "new to the area", "new to town", "were new to the area",
		"we just moved here", "i just moved here", "just moved here", "just moved to the area", "was wondering", "were wondering", "am wondering", "just wondering",
		"im thinking about visiting", "thinking about visiting", "thinking of visiting", "thinking of coming", "thinking about coming", "would like to visit", "planning to visit", "planning on visiting", "want to visit", "hoping to visit",
		"can you tell me", "could you tell me", "do you happen to know", "do you know", "quick question", "i have a question", "at your church", "at the church", "good morning", "good evening", "good afternoon"),
	never: phrasesOf("did", "was", "used to", "why", "my band", "my own", "start a", "not", "isnt", "arent", "dont", "without", "sin", "good friday", "mean", "means", "in the ministry", "last sunday", "last week", "ago", "next year",
		"community service", "sunday service about", "must i", "required"),
	kinds: map[Kind]phrases{
		When: phrasesOf("when", "what time", "at what hour", "time", "times", "timing", "hours", "schedule", "what day", "what days", "which day", "what hour", "start", "starts", "open", "how early", "close", "closes"),
		Who: phrasesOf("who is", "who are", "who leads", "who lead", "who runs", "who handles", "who does", "who heads", "who directs", "who preaches", "who teaches", "who looks after", "who takes care of",
			"who do i talk to about", "who do i speak to about", "who do i see about", "who do i contact about", "who should i talk to about", "who would i talk to about", "who would i speak to about", "who would i see about", "who do i ask about", "who should i ask about", "who keeps", "who cleans", "who manages", "who would i ask about", "who do i need to talk to about", "worship leader", "youth leader", "youth pastor", "kids pastor", "music director", "youth director", "priests name", "curates name", "who can i talk to about", "who answers", "who manages", "who oversees", "who coordinates", "name of",
			"is the name", "pastors name", "priests name", "pastor name", "priest name", "called", "who works", "who serves", "who is on"),
		Exists: phrasesOf("is there", "are there", "do you have", "do you guys have", "do you hold", "do you offer", "do you run", "do you teach", "do you give", "do you do", "have you got", "you got", "got any", "any", "anything", "something", "stuff for", "struggling with", "dealing with", "i lost my", "my husband died", "my wife died", "how can i learn", "where can i learn", "group for", "groups for", "class for", "i need", "looking for",
			"what about", "what do you have", "can i get", "can someone", "can anyone", "could someone", "need help", "help with", "help for", "programs for", "activities for", "something for", "can you help"),
		About: phrasesOf("what is", "what are", "what does", "tell me about", "tell me more about"),
		Where: phrasesOf("where can", "where do", "where could"),
	},
	subjects: englishSubjects,
	hours: setOf(`when time times timing hours hour schedule start starts begin begins open opens opening meet meets early earlier earliest late later latest first second evening morning evenings mornings afternoon
		night nights day days week weekly weekday regular times sunday sundays monday mondays tuesday tuesdays wednesday wednesdays thursday thursdays friday fridays saturday saturdays today tonight tomorrow next coming upcoming
		service services worship mass masses gathering gatherings liturgy office arrive sun arrive people join morning priest priests father weekdays close closes closing until till usual st nd am pm`),
	meets:     phrasesOf("do you meet", "do you guys meet", "you meet", "church", "come", "arrive", "do you start", "do you guys start", "do you gather", "is church", "times for", "worship"),
	closes:    phrasesOf("close", "closes", "closing", "until", "till", "let out", "lets out", "get out", "gets out", "out of church", "out of mass", "out of the service", "how late"),
	over:      setOf("over"),
	during:    setOf("there here the age lunch breakfast dinner coffee eighteen fifty sixty seventy eighty"),
	oneOf:     phrasesOf("weekdays", "daily", "early", "earlier", "earliest", "late", "later", "latest", "evening", "morning", "afternoon", "weekday", "first", "second"),
	others:    phrasesOf("other", "another"),
	relatives: setOf("spouse wife husband hubby partner friend friends"),
	own:       setOf("my our a with some few bring bringing"),
	aged:      phrasesOf("year old", "years old", "yr old", "yo", "year olds", "yrs old"),
	ageWords:  setOf("year years old olds yr yrs yo child kids son daughter kid my"),
}

var englishSubjects = []subjectWords{
	{Email, phrasesOf("email", "e mail", "mail address"), setOf("email e mail address contact send office"), phrasesOf("you email", "email me", "send me")},
	{Website, phrasesOf("website", "web address", "web site", "web page", "webpage", "homepage"), setOf("website web site page webpage homepage address online"), nil},
	{Phone, phrasesOf("phone", "telephone", "phone number", "number can i call", "number to call", "number do i call", "number should i call", "call you", "call the church", "contact you", "contact the church", "contact information", "contact details", "contact info",
		"contact", "office number", "call someone", "call somebody", "reach you", "get in touch", "ring you", "cell number"), setOf("phone telephone number numbers no call contact reach touch ring office cell best"), phrasesOf("call me", "contact me", "no phone", "ring me", "call you later")},
	{Address, phrasesOf("address", "location", "located", "directions", "where are you", "where is the church", "where is your church", "where is church", "where are you at", "where in", "whats the office number", "where about are you", "where are you about", "what street", "which street", "find you", "get there", "how do we get to", "how do i get to",
		"gps", "zip code", "postcode", "eircode", "what city", "what town", "find the church", "where you are", "where is the parish"),
		setOf("where address located location directions building street find get there based situated gps exact mailing physical zip code postcode eircode town city road at map maps drive about exactly cross"), phrasesOf("where is it", "it located")},
	{Dress, phrasesOf("wear", "dress", "dress code", "attire", "clothes", "clothing", "jeans", "shorts", "suit", "formal", "casual", "shorts", "dressed", "dressy", "outfit", "dress up"),
		union(englishAround, setOf(`wear wearing dress code attire clothes clothing dressed dressy up casual people everyone expected supposed jeans work boots boot suit tie formal informal shorts okay fine allowed outfit appropriate best shoes hat hats
			t shirt shirt sneakers fancy normal most special proper`)), nil},
	{Parking, phrasesOf("park", "parking", "car park"), union(englishAround, setOf(`park parking lot car cars where free available space spaces spot spots guest guests visitor visitors handicap handicapped disabled accessible enough easy somewhere
		place near street cost plenty much`)), nil},
	{Length, phrasesOf("how long is", "how long are", "how long does", "how long do", "how long will", "length of", "service length", "mass length", "sermon length", "how many minutes", "how many hours", "long is the service", "how long"), union(englishAround, setOf("how long length many minutes last lasts typical average sermon sermons message homily weekday am pm first second early late whole")),
		phrasesOf("it take", "you take", "keep", "how long is it", "been", "how long are you", "how long is the church", "how long will it")},
	{Music, phrasesOf("music", "hymns", "songs", "band", "worship style", "style of worship", "worship band", "organ"), union(englishAround, setOf(`music musical style styles songs hymns sing play band organ guitars drums traditional contemporary modern
		or live worship praise team loud quiet upbeat old new fashioned rock`)), phrasesOf("can you play", "for me")},
	{FirstVisit, phrasesOf("first visit", "first time", "what to expect", "should i expect", "can i expect", "can we expect", "should we expect", "new here", "never been", "newcomer", "newcomers", "visiting", "first timer", "visit for the first time", "my first mass", "my first service", "our first mass", "our first service"),
		union(englishAround, setOf(`first time timer timers visit visiting visitor visitors newcomer newcomers new expect happens when never been before coming guest guests ive`)), phrasesOf("when is the first", "what time is the first", "visiting hours")},
	{Children, phrasesOf("childcare", "child care", "nursery", "kids", "children", "babies", "toddlers", "baby", "child", "toddler", "infants", "infant", "kids church", "son", "daughter", "little ones", "babysitting", "babysitters", "watch kids", "watch my kids", "my toddler", "crying room", "cry room", "daycare"),
		union(englishAround, setOf(`childcare child care nursery kids children childrens babies baby toddlers toddler infants infant bring during little young small welcome stay program programs class classes activities son sons daughter daughters
			grandkids grandchildren allowed okay church daycare room cry crying preschool take babysitting babysitter babysitters watch watching coming too`)), phrasesOf("when", "who is", "who leads", "who runs", "where is", "what time", "start", "day care")},
	{Available, phrasesOf("pastor available", "pastors hours", "see the pastor", "see the priest", "see father", "see a priest", "priest available", "pastors availability", "pastor in", "priests hours", "minister available", "meet the pastor", "meet with the pastor"),
		setOf("when pastor pastors priest priests available availability hours see father meet office minister in day days time"), nil},
	{Sermon, phrasesOf("sermon", "sermon series", "sermons", "preaching about", "preaching on", "message series", "preaching", "homily", "which series", "what series", "preach about"),
		setOf("sermon sermons series current weeks week topic theme preaching preach message sunday sundays title homily next coming tomorrow new pastor weeks today preached"), phrasesOf("when", "how long", "who is", "who", "long", "last", "time", "old", "previous")},
	{Announcement, phrasesOf("announcements", "announcement", "this weeks announcements", "what is new", "news", "church news", "any news", "pilgrimage"), setOf("announcements announcement news new week weeks weekly latest pilgrimage today"), phrasesOf("when", "new testament", "good news")},
	{Ministries, phrasesOf("ministries", "what groups", "list of groups", "what programs", "what activities", "other activities", "what is going on", "what is happening", "get involved", "ways to get involved", "groups meet", "things to do", "get involved in", "involved in"),
		setOf("list ministries groups programs activities going on week during meet join involved different ways things other"), nil},
	{Staff, phrasesOf("staff list", "list of staff", "staff members", "who works", "who is on staff", "the staff", "your staff", "leadership team", "pastors", "priests", "the team", "pastoral staff", "pastoral team", "church staff"), setOf("staff list members team leadership leaders pastors priests who works pastoral called names on"), nil},
	{Pastor, phrasesOf("pastor", "pastors name", "priest", "minister", "senior pastor", "lead pastor", "pastors", "preacher", "parish priest", "runs the church", "leads the church", "in charge of the church", "runs the parish", "in charge of the parish", "preaches", "who preaches", "preaching", "vicar", "rector", "reverend"),
		setOf("pastor pastors priest priests minister ministers name names senior lead head main preacher parish preaches preaching preach who called vicar rector reverend current runs leads charge"), phrasesOf("where", "when", "need", "want", "a pastor", "a priest", "a minister", "can", "should", "what is a")},
}
