package facts

import (
	"strings"

	"narthex/chat/facts/dates"
)

// asides are what people put before and behind a plain question in one language, and what adds nothing to it.
type asides struct {
	before, behind []phrase
	newcomer       []phrase // says that one comes for the first time, which is a question by itself, and none where another stands beside it
	named          []phrase // has a name behind it, and with one of these behind that, a question
	and            set
}

var asidesIn = map[string]*asides{
	"en": {
		before: phrases("sorry to bother you", "sorry to bug you", "sorry to be a bother", "sorry to trouble you", "i hate to bother you", "hate to bother you", "hate to bug you", "i hate to bug you", "sorry but", "sorry now but", "sorry if this is a dumb question", "sorry if this is a stupid question",
			"this may be a dumb question", "this might be a dumb question", "dumb question", "silly question", "stupid question", "excuse me", "pardon me", "ugh", "um", "uh", "umm", "omg", "ok so", "okay so", "hey yall", "hi yall", "hey guys", "hi folks", "hi everyone", "hi", "hello", "hey",
			"i was wondering", "we were wondering", "was wondering", "just wondering", "i was just wondering", "i wanted to know", "i wanted to ask", "i just wanted to know", "i just wanted to ask", "i forgot", "i cant find it on your site", "i cant find it on your website", "i couldnt find it on your site", "i couldnt find it on your website", "but", "so"),
		behind: phrases("i forgot", "i forget", "i always forget", "i keep forgetting", "i cant remember", "i dont remember", "i cant find it", "i couldnt find it", "i cant find it on your site", "i cant find it on your website", "i couldnt find it on your website",
			"its a holy day", "its a holy day of obligation", "since its a holy day", "since its a holy day of obligation", "as its a holy day", "im asking for my mom", "im asking for my mother", "im asking for a friend", "asking for a friend", "im just wondering", "just wondering", "just curious", "sorry to bother you", "sorry for the bother", "god bless", "god bless you"),
		newcomer: phrases("im new here", "we are new here", "were new here", "new here", "im a first time visitor", "first time visitor", "first time visitors", "first timer", "its my first time", "its our first time", "this is my first time", "this is our first time", "first time here", "ive never been before", "weve never been before",
			"never been before", "never been to your church before", "ive never been to your church before", "ive never been to your church", "ill be there for the first time"),
		named: phrases("my name is"),
		and:   set{"and": true},
	},
	"es": {
		before: phrases("dios los bendiga", "dios les bendiga", "dios le bendiga", "dios me los bendiga", "dios me le bendiga", "dios me la bendiga", "dios te bendiga", "dios lo bendiga", "bendiciones", "paz de cristo", "mi gente", "hermano", "hermana", "hermanos", "hermanas", "joven", "senorita", "senor", "senora", "oiga", "oigan", "oye",
			"disculpe", "disculpen", "disculpa", "perdon", "perdone", "perdone la molestia", "disculpe la molestia", "perdon por la molestia", "perdone que lo moleste", "perdone que la moleste", "perdone que le moleste", "disculpe que lo moleste", "disculpe que la moleste", "disculpe que le moleste", "disculpe que los moleste",
			"hola", "buenas", "buenos dias", "buenas tardes", "buenas noches", "queria saber", "quisiera saber", "queria preguntar", "una pregunta", "una preguntita", "fijese que", "pero"),
		behind:   phrases("se me olvido", "es que se me olvido", "ya se me olvido", "se me olvida", "siempre se me olvida", "no me acuerdo", "es que no me acuerdo", "es que no lo encuentro", "no lo encuentro", "perdon", "disculpe", "es para mi mama", "dios le bendiga", "dios los bendiga", "bendiciones", "es que es dia de guardar", "porque es dia de guardar"),
		newcomer: phrases("soy nuevo aqui", "soy nueva aqui", "soy nuevo", "soy nueva", "somos nuevos", "somos nuevos aqui", "es mi primera vez", "es nuestra primera vez", "es la primera vez que voy", "es la primera vez que vamos", "primera vez que voy", "nunca he ido", "nunca hemos ido"),
		named:    phrases("me llamo", "mi nombre es"),
		and:      set{"y": true},
	},
}

// withoutAsides is a question without what stands before and behind it; ok is false where nothing does, or, of those who come for the first
// time, where nobody says so.
func withoutAsides(q Question, newcomers bool) (plain Question, ok bool) {
	in := asidesIn[q.Language]
	if in == nil || dates.InNumbers(q.Text) {
		return q, false
	}
	text := normalise(q.Text)
	for {
		rest := in.withoutName(cutBehind(cutBefore(text, in.before), in.behind))
		if newcomers {
			if told := cutBehind(cutBefore(rest, in.newcomer), in.newcomer); told != rest {
				rest, ok = told, true
			}
		}
		if rest == text {
			plain = q
			plain.Text = strings.TrimSpace(text)
			return plain, ok
		}
		text, ok = rest, ok || !newcomers
	}
}

// cutBefore is a text without the longest of the phrases that it begins with, unless it is nothing else.
func cutBefore(text string, list []phrase) string {
	shortest := text
	for _, p := range list {
		if rest, found := strings.CutPrefix(text, string(p)); found && rest != "" && len(rest)+1 < len(shortest) {
			shortest = " " + rest
		}
	}
	return shortest
}

// cutBehind is as cutBefore, of what a text ends with.
func cutBehind(text string, list []phrase) string {
	shortest := text
	for _, p := range list {
		if rest, found := strings.CutSuffix(text, string(p)); found && rest != "" && len(rest)+1 < len(shortest) {
			shortest = rest + " "
		}
	}
	return shortest
}

// withoutName is a text without the name of up to three words with which it begins: "my name is Dana and".
func (in *asides) withoutName(text string) string {
	for _, p := range in.named {
		after, begins := strings.CutPrefix(text, string(p))
		if !begins {
			continue
		}
		list := strings.Fields(after)
		for at := 1; at <= 3 && at+1 < len(list); at++ {
			if in.and[list[at]] {
				return " " + strings.Join(list[at+1:], " ") + " "
			}
		}
	}
	return text
}
