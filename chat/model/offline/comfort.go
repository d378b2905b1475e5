package offline

import (
	"slices"
	"strings"

	"narthex/chat/model/offline/snippet"
	"narthex/chat/words"
)

// comfort is what is said to somebody who is in trouble and asks nothing that could be looked up, "" to others: that one is sorry, what the
// church has for it, and who listens. Whatever else shares a word with what they say is no answer to that.
func (b *briefing) comfort() string {
	told := b.question
	folded := words.Fold(told)
	next := whatNow.MatchString(folded)
	if (next || lament.MatchString(folded)) && len(b.messages) > 1 && !grieving.MatchString(folded) {
		told += "\n" + b.messages[1].text
	}
	folded = words.Fold(told)
	if !grieving.MatchString(folded) && !b.contents.Distress || !next && asking.MatchString(words.Fold(b.question)) && !lament.MatchString(words.Fold(b.question)) {
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
	library := newLibrary(b)
	for _, u := range library.units {
		if library.sources[u.source].kind != documentSource || !ofDeath.MatchString(u.text) || ofDying.MatchString(u.text) {
			continue
		}
		quoted := []string{snippet.Ended(snippet.Clean(u.text))}
		for next, ok := library.following(u); ok && len(quoted) < maxSentences && isBelow(u.above, next.above) && !ofDying.MatchString(next.text); next, ok = library.following(next) {
			quoted = append(quoted, snippet.Ended(snippet.Clean(next.text)))
		}
		return b.attribution(library.sources[u.source].title, snippet.Shorten(strings.Join(quoted, " ")))
	}
	return ""
}

// isBelow reports whether one of two stands under the headings of the other: each item of a list may begin with one of its own.
func isBelow(above, other string) bool {
	return strings.HasPrefix(above, other) || strings.HasPrefix(other, above)
}
