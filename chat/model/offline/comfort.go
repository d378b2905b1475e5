package offline

import (
	"slices"
	"strings"

	"narthex/chat/model/offline/ranking"
	"narthex/chat/model/offline/snippet"
	"narthex/chat/words"
)

// comfort is what is said to somebody who is in trouble and asks nothing that could be looked up, "" to others: that one is sorry, what the
// church has for it, and who listens. Whatever else shares a word with what they say is no answer to that.
func (b *briefing) comfort() string {
	told := b.Question
	folded := words.Fold(told)
	next := whatNow.MatchString(folded)
	if (next || lament.MatchString(folded)) && len(b.Messages) > 1 && !grieving.MatchString(folded) {
		told += "\n" + b.Messages[1].Text
	}
	folded = words.Fold(told)
	if !hurting(folded) && !b.contents.Distress || eager.MatchString(folded) || !next && asks(words.Fold(b.Question)) && !lament.MatchString(words.Fold(b.Question)) {
		return ""
	}
	said := []string{b.say("sorry_only")}
	if mourning.MatchString(folded) {
		if next || justNow.MatchString(folded) {
			said = append(said, b.onDeath())
		}
		said = append(said, b.helpWith(ofGrief), b.listener())
	} else {
		said = append(said, b.pastor())
	}
	return strings.Join(slices.DeleteFunc(said, func(text string) bool { return text == "" }), " ")
}

// justBereaved answers who has lost somebody no time ago and asks for a person, or what is to be done: with what the church has written for that,
// and who is there at that hour; "" to others. What it has for those who mourn, or before a death, comes later or too late.
func (b *briefing) justBereaved() string {
	folded := words.Fold(b.Question)
	if !hurting(folded) || !justNow.MatchString(folded) || !whatFirst.MatchString(folded) && !forSomebody.MatchString(folded) {
		return ""
	}
	call, next := b.onCall(), ""
	if call == "" || whatFirst.MatchString(folded) {
		next = b.onDeath()
	}
	said := []string{b.say("sorry_only"), next, call, b.listener()}
	return strings.Join(slices.DeleteFunc(said, func(text string) bool { return text == "" }), " ")
}

// onCall is the sentence in which the church gives the number of who is there at any hour, "" where none that was found does.
func (b *briefing) onCall() string {
	for _, t := range b.contents.Texts {
		if !t.FAQ {
			continue
		}
		for _, sentence := range words.Sentences(t.Content) {
			if atAnyHour.MatchString(sentence) {
				return snippet.Ended(snippet.WithoutYes(snippet.Clean(sentence)))
			}
		}
	}
	title, sentences := ranking.New(b.contents, b.Language).Mention(atAnyHour, ofDying)
	if len(sentences) == 0 {
		return ""
	}
	return b.quoteDocument(title, sentences[:1])
}

// hurting reports whether folded words are those of somebody in trouble.
func hurting(folded string) bool { return grieving.MatchString(eager.ReplaceAllString(folded, "")) }

// asks reports whether folded words ask for something that could be looked up.
func asks(folded string) bool { return asking.MatchString(folded) || wishing.MatchString(folded) }

// listener says who listens to the bereaved, or else the pastor, and how they are reached.
func (b *briefing) listener() string {
	for _, f := range b.contents.Facts {
		if name, about, ok := strings.Cut(f.Value, ", "); f.Label == "Staff" && ok && ofGrief.MatchString(about) {
			return b.own().Text("ask_pastor", "pastor", name) + " " + b.office()
		}
	}
	return b.pastor()
}

// onDeath is what the church has written on what is done when somebody has died.
func (b *briefing) onDeath() string {
	if help := b.helpWith(ofDeath); help != "" {
		return help
	}
	title, sentences := ranking.New(b.contents, b.Language).Mention(ofDeath, ofDying)
	if len(sentences) == 0 {
		return ""
	}
	return b.quoteDocument(title, sentences)
}
