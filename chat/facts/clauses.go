package facts

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"narthex/chat/words"
)

// asking is how one language puts several questions into one message.
type asking struct {
	before    [][]string     // what may stand before the first of them, and adds nothing to it
	and       set            // joins questions, among other things
	opens     set            // opens a question wherever one may begin
	opensLate set            // opens one after a conjunction or an end; after a comma it tells more of what was said
	prepended map[string]set // opens one together with one of these behind it
	verbs     set            // of those that open, have a subject behind them in a question, ...
	predicate set            // ... and not one of these
	fragment  set            // make no question by themselves
	leaning   set            // point back to another question
	runOn     [][]string     // open a question behind another without a mark or a word between them, as they are typed on a phone ...
	governing set            // ... unless one of these stands before them ...
	finite    set            // ... or the words before have none of these verbs: "what time on thursday is there a grief group" asks one thing
}

var askings = map[string]*asking{
	"en": {
		before: openings("hi", "hi there", "hello", "hello there", "hey", "good morning", "good afternoon", "good evening", "please", "i want to know", "i need to know", "wanted to know",
			"i wanted to know", "id like to know", "i would like to know", "just wondering", "i was wondering", "was wondering", "wondering", "tell me", "please tell me", "can you tell me", "could you tell me", "quick question", "question"),
		and:       words.Set("and also plus n & +"),
		opens:     words.Set("what whats how hows is are do does can could will would should may if whether"),
		opensLate: words.Set("when whens where wheres who whos which"),
		prepended: map[string]set{"at": wh, "on": wh, "for": wh, "in": wh, "to": wh, "with": wh},
		verbs:     words.Set("is are do does can could will would should may"),
		predicate: words.Set("over done finished ended held open closed free located called needed allowed during in at on for with to after before about it they"),
		fragment:  words.Set("what whats which when whens where wheres who whos how if whether at on for in to with of the a an and time times day days date dates much many long old far often kind exactly"),
		runOn:     openings("do i have to", "do we have to", "do i need", "do we need", "is there a", "is there any", "how much is", "how much does", "how long is", "how long does", "what time is", "what time does"),
		finite:    words.Set("is are do does did can could will would should may whats whos wheres whens hows"),
		governing: words.Set("know tell me wonder wondering ask see say if whether that and or but at what when where how why which who because so"),
		leaning:   words.Set("it its they them their theirs he him his she her hers that those these one ones"),
	},
	"es": {
		before: openings("hola", "buenas", "buenos dias", "buenas tardes", "buenas noches", "saludos", "quiero saber", "quisiera saber", "queria saber", "me gustaria saber", "me puede decir", "me pueden decir", "me podria decir",
			"me podrian decir", "digame", "disculpe", "perdon", "una pregunta", "oiga", "por favor"),
		and:       words.Set("y e tambien ademas & +"),
		opens:     words.Set("hay tienen tiene puedo puede pueden podemos ofrecen cuanto cuanta cuantos cuantas cual cuales si"),
		opensLate: words.Set("cuando donde quien quienes como"),
		prepended: map[string]set{
			"a": words.Set("que quien donde"), "con": words.Set("quien que"), "por": words.Set("donde"), "de": words.Set("que quien cuanto"), "hasta": words.Set("que"), "en": words.Set("que donde"), "se": words.Set("puede pueden permite permiten"),
			"que": words.Set("hora horas dia dias horario horarios hay tipo ropa debo tengo necesito se actividades ministerios grupos hacen edad"),
		},
		fragment:  words.Set("que cual cuales cuando donde quien quienes como cuanto cuanta cuantos cuantas a con por de hasta en se si hora horas dia dias fecha fechas tiempo y es son esta estan cuesta cuestan vale dura duran empieza empiezan termina terminan gratis"),
		runOn:     openings("a que hora", "que dia", "que dias", "cuanto cuesta", "cuanto cobran", "cuanto vale", "de que", "en que", "hay que", "tengo que", "se puede"),
		finite:    words.Set("es son esta estan queda quedan hay tienen tiene puedo puede pueden podemos empieza empiezan abre abren cuesta cuestan dura duran"),
		governing: words.Set("saber decir dice dicen digame sabe sabe si que y e o ni pero donde cuando como porque pues desde hasta por para con a de en no"),
		leaning:   words.Set("eso esa ese esos esas ello ellos ellas ella lo le les"),
	},
}

var wh = words.Set("what which how whom who")

// openings are texts in words.
func openings(texts ...string) [][]string {
	list := make([][]string, len(texts))
	for i, text := range texts {
		list[i] = strings.Fields(text)
	}
	return list
}

// said is a word of a message, where it stands in it, and the mark behind it.
type said struct {
	word     string // folded, without marks
	from, to int    // in the message
	mark     rune   // 0: none
}

// Questions cuts a message into the questions that it asks, as the visitor wrote them. A message that asks for one thing, or whose parts
// are no questions by themselves, has none.
func Questions(text, language string) (found []string) {
	in := askings[language]
	if in == nil {
		return nil
	}
	list := in.withoutPreamble(listOf(text))
	if len(list) == 0 || !in.opensAt(list, true) {
		return nil
	}
	start := 0
	cut := func(end int) bool {
		part := list[start:end]
		if !in.asks(part, len(found) > 0) {
			return false
		}
		found = append(found, text[part[0].from:part[len(part)-1].to])
		return true
	}
	for i := 1; i < len(list); i++ {
		next := i
		for next < len(list) && in.and[list[next].word] {
			next++
		}
		ended := strings.ContainsRune(".?!;\n", list[i-1].mark)
		if !in.runsOn(list, start, i) && (next == i && !ended && list[i-1].mark != ',' || !in.opensAt(list[next:], next > i || ended)) {
			continue
		}
		if !cut(i) {
			return nil
		}
		start, i = next, next
	}
	if start == 0 || !cut(len(list)) {
		return nil
	}
	return found
}

// listOf lists the words of a message.
func listOf(text string) []said {
	list := make([]said, 0, strings.Count(text, " ")+1)
	for from := 0; from < len(text); {
		if r, size := utf8.DecodeRuneInString(text[from:]); unicode.IsSpace(r) {
			if r == '\n' && len(list) > 0 {
				list[len(list)-1].mark = r
			}
			from += size
			continue
		}
		to := len(text)
		if n := strings.IndexFunc(text[from:], unicode.IsSpace); n >= 0 {
			to = from + n
		}
		mark, _ := utf8.DecodeLastRuneInString(text[from:to])
		word := strings.ReplaceAll(words.Fold(strings.TrimFunc(text[from:to], marksWord)), "'", "")
		switch {
		case word != "":
			list = append(list, said{word, from, to, mark})
		case len(list) > 0:
			list[len(list)-1].mark = mark // that stands by itself
		}
		from = to
	}
	return list
}

func marksWord(r rune) bool { return unicode.IsPunct(r) && r != '&' }

// withoutPreamble leaves out what stands before the first question.
func (in *asking) withoutPreamble(list []said) []said {
	for again := true; again; {
		again = false
		for _, opening := range in.before {
			if beginWith(list, opening) {
				list, again = list[len(opening):], true
			}
		}
	}
	return list
}

func beginWith(list []said, opening []string) bool {
	if len(list) < len(opening) {
		return false
	}
	for i, word := range opening {
		if list[i].word != word {
			return false
		}
	}
	return true
}

// opensAt reports whether a question opens with the first of the words; late: after a conjunction or an end.
func (in *asking) opensAt(list []said, late bool) bool {
	if len(list) < 2 {
		return false
	}
	first, second := list[0].word, list[1].word
	switch {
	case in.prepended[first][second]:
		return true
	case in.verbs[first] && in.predicate[second]:
		return false
	}
	return in.opens[first] || late && in.opensLate[first]
}

// runsOn reports whether a question begins at a word of a message right behind another, which began at start.
func (in *asking) runsOn(list []said, start, at int) bool {
	return at > start && !in.governing[list[at-1].word] && slices.ContainsFunc(list[start:at], func(s said) bool { return in.finite[s.word] }) &&
		slices.ContainsFunc(in.runOn, func(opening []string) bool { return beginWith(list[at:], opening) })
}

// asks reports whether words are a question by themselves; later: behind another one, on which it may lean.
func (in *asking) asks(list []said, later bool) bool {
	fragment := true
	for _, s := range list {
		if later && in.leaning[s.word] {
			return false
		}
		fragment = fragment && in.fragment[s.word]
	}
	return len(list) > 1 && !fragment
}
