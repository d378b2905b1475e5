package slots

import (
	"regexp"
	"slices"
	"strings"

	"narthex/chat/assent"
	"narthex/chat/model/offline/dialogue"
	"narthex/chat/model/offline/intent"
	"narthex/chat/model/offline/moment"
	"narthex/chat/model/offline/person"
	"narthex/chat/model/offline/reply"
	"narthex/chat/model/offline/term"
	"narthex/chat/words"
)

var (
	// recipient is for whom a message is, at the end of who says no more than that.
	recipient = regexp.MustCompile(`(?i)\b(?:for|para|al|a la|to (?:the|pastor|father|fr|rev|sister|brother|my))(?: [^\s.,:;]+){1,4}[\s.!]*$`)
	// prayedFor is in what names whom to pray for, which may be somebody else than who asks; "pray for me" names nobody.
	prayedFor = regexp.MustCompile(`\b(?:pray(?:ers?|ing)?|or[ae]n|ore|orar|orando|recen?|rezar|recemos|oraciones|oracion|pidan|pedir)\b.*\b(?:for|with|por)(?: (?:my|our|the|mi|mis|nuestr[oa]s?|el|la|los|las|un|una|a|an))? (?:[^\s.,:;!?]+)`)
	onlyMe    = regexp.MustCompile(`\b(?:for|with|por) (?:me|mi)\W*$`)
	courtesy  = regexp.MustCompile(`\b(?:please|por favor|thank you|thanks|gracias)\b`)
	// consent is a yes before what somebody says.
	consent = regexp.MustCompile(`(?i)^[\s¡]*(?:yes|yeah|ok|okay|sí|si|claro)(?:[\s,.]+|$)`)
)

// fewestWords are what somebody says in answer to what they want said, whatever it is: "que me llamen".
const fewestWords = 3

// ownText gives what the visitor wants passed on, in their words: what they say more than that they want something passed on. What is passed on
// by a message of its own is all of that, and for whom it is.
func ownText(i *intent.Intent, said []dialogue.Utterance) string {
	if i == intent.Unlisted {
		return story(i, said)
	}
	var parts []string
	aboutIt := 0 // of the parts how many say no more than who may know
	for n, u := range said {
		if _, answers := assent.Heard(u.Text); answers && n > 0 {
			continue
		}
		asked := AskedIn(u.After)
		inWords := asked == slotPrayer || asked == slotMessage
		if i.OwnWords() && n > 0 && reply.WantsPrivacy(words.Fold(u.Text)) {
			parts = append(parts, consent.ReplaceAllString(u.Text, ""))
			if len(term.WordsIn(u.Text)) <= mostOfPrivacy {
				aboutIt++
			}
			continue
		}
		if n > 0 && asked != "" && !inWords || !says(i, u.Text) && (n == 0 || !inWords || len(term.WordsIn(u.Text)) < fewestWords) {
			continue // a name or a number
		}
		if !i.OwnWords() {
			return u.Text
		}
		part := u.Text
		if n > 0 {
			part = consent.ReplaceAllString(part, "")
		}
		parts = append(parts, part)
	}
	if first := said[0].Text; aboutIt == len(parts) && !namesWhom(first) {
		return "" // what for is not said yet
	}
	if first := said[0].Text; len(parts) > 0 && i.Tool == intent.Praying && !slices.Contains(parts, first) && namesWhom(first) {
		parts = append([]string{first}, parts...)
	} else if len(parts) > 0 && i.Tool == intent.LeaveMessage && !slices.Contains(parts, first) && (recipient.MatchString(first) || intent.Of(first) != i) {
		parts = append([]string{first}, parts...)
	}
	return strings.Join(parts, "\n")
}

// story is what somebody says of a wish besides who they are: all their messages that tell more, with what they have put right. Where the wish is
// for a time, the newest day that is named counts.
func story(i *intent.Intent, said []dialogue.Utterance) string {
	var parts []string
	for n, u := range said {
		if _, answers := assent.Heard(u.Text); n > 0 && (answers || !person.TellsMore(u.Text, AskedIn(u.After) == slotName)) {
			continue
		}
		if n > 0 && reply.PutRight(parts, u.Text) {
			continue
		}
		if (i.Tool == intent.Appointing || i.Tool == intent.Hiring) && moment.NamesDay(person.Besides(u.Text, AskedIn(u.After) == slotName)) {
			for at, text := range parts {
				if moment.NamesDay(text) {
					parts[at] = strings.Join(strings.Fields(moment.Form.ReplaceAllString(text, "")), " ")
				}
			}
		}
		parts = append(parts, u.Text)
	}
	return strings.Join(parts, "\n")
}

// mostOfPrivacy is how many words a message has at most that says who may know, and no more.
const mostOfPrivacy = 12

// namesWhom reports whether a wish for a prayer names for whom: what somebody says next tells what for, and says nothing without it.
func namesWhom(wish string) bool {
	folded := courtesy.ReplaceAllString(words.Fold(wish), "")
	return prayedFor.MatchString(folded) && !onlyMe.MatchString(folded)
}

// says reports whether a message says more than that something is wanted, for whom, and who wants it.
func says(i *intent.Intent, message string) bool {
	if i.OwnWords() {
		if found := person.Signed(message); found != "" {
			message = strings.ReplaceAll(message, found, " ")
		}
		message = person.Without(message)
	}
	if i.Asks(words.Fold(message)) && i.Tool == intent.LeaveMessage {
		message = recipient.ReplaceAllString(message, " ")
	}
	return slices.ContainsFunc(term.Of(message, words.Language(message, term.English)), func(t term.Term) bool {
		return !i.Opens(t) && !t.WeakWord()
	})
}
