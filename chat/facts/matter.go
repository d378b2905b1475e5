package facts

import (
	"cmp"

	"narthex/chat/church"
	"narthex/chat/words"
)

// matter gives what the question is about, "" for anything else, as for whether something has to be: "yes, of course" answers no "do I have
// to?".
func (q *inquiry) matter() matter {
	for i := range q.lex.matters {
		if m := &q.lex.matters[i]; q.hasPhrase(m.phrases) && q.within(m.around) {
			if q.lex.duties.asked(q.text) {
				return ""
			}
			return m.matter
		}
	}
	return ""
}

// within reports whether every word of the question is small or in a set.
func (q *inquiry) within(around set) bool {
	for _, w := range q.words() {
		if w.is&understood == 0 && !around[w.text] {
			return false
		}
	}
	return true
}

// findMatter answers what people come with. There is nearly always something to say: at the least whom to ask. Whether it baptises
// children only the church knows.
func findMatter(q *inquiry) (Answer, bool) {
	about := q.matter()
	var text string
	switch about {
	case hardTime:
		text = q.listen()
	case clergy:
		text = q.meet()
	case prayer:
		text = q.pray()
	case groups:
		text = cmp.Or(q.told(about), q.joinGroup())
	case bible:
		text = q.beginReading()
	case giving:
		text = cmp.Or(q.told(about), q.give())
	case serving:
		text = cmp.Or(q.told(about), q.serve())
	case gifts:
		text = cmp.Or(q.told(about), q.say("gifts")+" "+q.ask(q.member(moneyTitles)))
	case baptism, joining:
		text = q.told(about)
		if text == "" && !q.hasPhrase(q.lex.baptizing) {
			text = q.say(string(about)) + " " + q.ask(q.reachable())
		}
	}
	return Answer{Text: text, Reason: string(about), FAQ: q.faq}, text != ""
}

// told is the church's own answer to a matter, in whichever language it has one.
func (q *inquiry) told(about matter) string {
	own, other := q.written(about)
	switch {
	case own != nil:
		q.faq = own
		return own.Answer
	case other != nil:
		q.faq = other
		return q.quoteIn(other.Language, other.Answer)
	}
	return ""
}

// written is what the church has written to a matter that is to be given word for word: its FAQs that ask the same, in the visitor's language and in another.
func (q *inquiry) written(about matter) (own, other *church.FAQ) {
	ofChild := false
	for i := range q.church.FAQs {
		faq := &q.church.FAQs[i]
		lex := lexicons[faq.Language]
		if lex == nil || !faq.Exact {
			continue
		}
		asked := inquiry{church: q.church, index: q.index, lex: lex}
		if !asked.take(faq.Question) || asked.hasPhrase(lex.never) || asked.matter() != about || asked.ofChild() && !q.ofChild() || q.hasPhrase(q.lex.baptizing) && !asked.ofChild() {
			continue
		}
		if faq.Language == q.lex.code {
			if own == nil || asked.ofChild() && !ofChild { // what is said of children alone is nearer to who asks of one
				own, ofChild = faq, asked.ofChild()
			}
		} else if other == nil {
			other = faq
		}
	}
	return own, other
}

// What is in the titles of those who look after gifts, and of those who care for people. A church's titles are in its own
// language, whatever the visitor's is.
var (
	moneyTitles = words.Set("treasurer financial finance finances stewardship bookkeeper tesorero tesorera finanzas mayordomia")
	careTitles  = words.Set("care pastoral counselor counsellor counseling visitation chaplain cuidado consejeria consejero consejera consolacion capellan visitacion")
)

// ofChild reports whether the question is about a child.
func (q *inquiry) ofChild() bool { return q.hasPhrase(q.lex.children) }

// quote gives a text of the church's own, which is in its language, whatever the visitor's is.
func (q *inquiry) quote(text string) string { return q.quoteIn(q.church.Language, text) }

func (q *inquiry) quoteIn(language, text string) string {
	if language == q.lex.code {
		return text
	}
	if lexicons[language] == nil {
		return q.say("quoted") + "\n\n" + text
	}
	return q.say("quoted."+language) + "\n\n" + text
}

// ask says whom to ask, and how: by telephone, by mail, or in person.
func (q *inquiry) ask(who *church.StaffMember) string {
	key, name := "ask", ""
	if who != nil {
		key, name = "ask_for", "**"+who.Name+"**"
		if who.Title != "" {
			name = q.say("with_title", "name", who.Name, "title", who.Title)
		}
	}
	switch {
	case q.church.Phone != "":
		key += ".phone"
	case q.church.Email != "":
		key += ".email"
	default:
		key += ".there"
	}
	return q.say(key, "phone", q.church.Phone, "email", q.church.Email, "who", name)
}

// pastor is who leads the church, nil where it names nobody.
func (q *inquiry) pastor() *church.StaffMember { return q.index.lead(q.church) }

// member is the first of the staff whose title has one of the words, nil if nobody's has.
func (q *inquiry) member(title set) *church.StaffMember {
	for i, member := range q.church.Staff {
		if hasAny(tokens(member.Title), title) {
			return &q.church.Staff[i]
		}
	}
	return nil
}
