package facts

import "narthex/chat/words"

// englishMatters are asked for in this order: who wants a pastor in a hard time is told first that somebody listens.
var englishMatters = []matterWords{
	{hardTime, phrases("hard time", "hard times", "difficult time", "difficult times", "rough time", "tough time", "rough patch", "hard season", "struggling",
		"need someone to talk to", "need somebody to talk to", "need to talk to someone", "need to talk to somebody", "going through a lot", "feeling overwhelmed"),
		words.Set(`going go through having hard difficult rough tough time times season patch struggling really very right now lately lot moment someone somebody
		talk speak been ive feeling overwhelmed today`)},
	{clergy, phrases("talk to a pastor", "talk to the pastor", "talk with a pastor", "talk with the pastor", "speak to a pastor", "speak to the pastor",
		"speak with a pastor", "speak with the pastor", "see a pastor", "see the pastor", "meet with a pastor", "meet with the pastor", "meet the pastor",
		"talk to a priest", "talk to the priest", "talk with a priest", "talk with the priest", "speak to a priest", "speak to the priest", "speak with a priest",
		"see a priest", "see the priest", "meet with a priest", "meet the priest", "talk to a minister", "talk to the minister", "speak to a minister",
		"speak to the minister", "talk to the vicar", "speak to the vicar", "talk to the rector", "talk to a person", "talk to a real person", "speak to a person",
		"speak to a real person", "talk to a human", "speak to a human", "talk to someone", "talk to somebody", "speak to someone", "speak to somebody"),
		words.Set("talk speak see meet pastor priest minister vicar rector person real human someone somebody appointment one private privately today soon")},
	{prayer, phrases("pray for me", "pray for us", "pray with me", "pray with us", "prayer request", "prayer requests", "need prayer", "need prayers",
		"ask for prayer", "like prayer", "want prayer", "request prayer", "get prayer"),
		words.Set("pray prayer prayers request requests someone somebody anyone ask submit send make leave share")},
	{groups, phrases("join a small group", "join a group", "join a home group", "join a life group", "find a small group", "find a group", "small groups",
		"a small group", "home groups", "life groups", "what groups"),
		words.Set("join joining find small home life group groups involved connect into available take part")},
	{bible, phrases("start reading", "begin reading", "start with the bible", "begin with the bible", "start in the bible", "begin in the bible",
		"start to read", "begin to read", "new to the bible"),
		words.Set("where start begin reading read bible scripture scriptures new first with best place")},
	{baptism, phrases("get baptized", "get baptised", "be baptized", "be baptised", "child baptized", "child baptised", "baby baptized", "baby baptised",
		"children baptized", "children baptised", "daughter baptised", "son baptised", "daughter baptized", "son baptized", "arrange a baptism", "book a baptism",
		"plan a baptism", "baptize babies", "baptise babies", "baptize children", "baptize infants"),
		words.Set("baptized baptised baptism baptize baptise arrange book organise organize plan ask child children baby babies infants son daughter getting")},
	{joining, phrases("become a catholic", "become catholic", "become orthodox", "becoming catholic", "becoming a catholic", "becoming orthodox"),
		words.Set("become becoming catholic orthodox interested thinking about start")},
	{giving, phrases("how can i give", "how can we give", "how do i give", "how do we give", "how to give", "where can i give", "where do i give", "give online",
		"ways to give", "make a donation", "make a gift", "how do i donate", "how can i donate", "how to donate", "where can i donate", "can i donate", "like to give",
		"like to donate", "want to give", "want to donate", "make an offering", "give my tithe", "pay my tithe"),
		words.Set("give giving donate donation gift offering online tithe tithes money where ways make pay support")},
	{serving, phrases("volunteer", "volunteering", "i serve", "to serve", "i help out", "lend a hand", "i help"),
		words.Set("volunteer volunteering serve serving help out lend hand where opportunities involved start roles")},
	{gifts, phrases("do with gifts", "do with the gifts", "do with my gift", "do with donations", "do with the donations", "do with offerings", "do with the offering",
		"do with the money", "do with money", "gifts used", "donations used", "offerings used", "money used", "does the money go", "do the gifts go",
		"spend the money", "gifts spent", "money spent"),
		words.Set("gift gifts donation donations offering offerings money used use spend spent go where given people give")},
}
