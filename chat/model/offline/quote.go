package offline

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"narthex/chat/model/offline/ranking"
	"narthex/chat/model/offline/snippet"
	"narthex/chat/model/offline/term"
	"narthex/chat/words"
)

// quote words the answer from what was found, best first.
func (b *briefing) quote(answers *ranking.Answers, found []ranking.Match) string {
	switch from := answers.Source(found[0]); from.Kind {
	case ranking.Fact:
		return b.quoteFacts(answers.Alike(found))
	case ranking.Document:
		return b.quoteDocument(from.Title, answers.Passage(found))
	case ranking.Position:
		return snippet.Ended(b.own().Text("position", "topic", from.Title, "value", snippet.Clean(snippet.Shorten(from.Whole))))
	default:
		text := snippet.Clean(snippet.Shorten(from.Whole))
		if !answers.SaysYes(found[0]) {
			text = snippet.WithoutYes(text)
		}
		return text
	}
}

// orElse tells what is more likely the answer than not, and behind it what else may have been meant.
func (b *briefing) orElse(answers *ranking.Answers, found []ranking.Match) string {
	quoted := b.quoteEach(answers, found)
	if len(quoted) == 1 {
		return quoted[0] + "\n\n" + b.say("or_else_ask")
	}
	return quoted[0] + "\n\n" + b.say("or_else") + "\n- " + strings.Join(quoted[1:], "\n- ")
}

// quoteEach quotes each section that answers nearly as well as the best.
func (b *briefing) quoteEach(answers *ranking.Answers, found []ranking.Match) (quoted []string) {
	for _, of := range ranking.BySection(found) {
		quoted = append(quoted, b.quote(answers, of))
	}
	return quoted
}

// nearest tells what comes nearest to a question.
func (b *briefing) nearest(answers *ranking.Answers, found []ranking.Match) string {
	quoted := b.quoteEach(answers, found)
	if len(quoted) == 1 {
		return b.say("nearest") + " " + quoted[0]
	}
	return b.say("nearest") + "\n- " + strings.Join(quoted, "\n- ")
}

// quoteFacts words a fact, or all that answer alike, as a list.
func (b *briefing) quoteFacts(alike []ranking.Source) string {
	if len(alike) == 1 {
		return b.wordFact(alike[0])
	}
	lines := []string{b.say("list")}
	for _, fact := range alike {
		lines = append(lines, "- "+b.wordFact(fact))
	}
	return strings.Join(lines, "\n")
}

func (b *briefing) wordFact(fact ranking.Source) string {
	own := b.own()
	if day, ok := strings.CutPrefix(fact.Title, "Hours on "); ok {
		value := b.narrow(fact.Whole, term.Of(day, term.English))
		return snippet.Ended(own.Text("on_day", "label", cmp.Or(own["weekday."+day], day), "value", snippet.Clean(value)))
	}
	value := snippet.Clean(snippet.Shorten(fact.Whole))
	if parts := strings.SplitN(value, ", ", 3); fact.Title == "Staff" && len(parts) == 3 && strings.Contains(parts[2], " ") {
		value = parts[0] + ", " + parts[1] + ". " + parts[2] // name, title, and what is told of them
	}
	if _, ok := own["label."+fact.Title]; ok {
		return b.withAbsences(fact.Title, snippet.Ended(own.Text("label."+fact.Title, "value", value)))
	}
	return snippet.Ended(own.Text("other_label", "label", fact.Title, "value", value))
}

// withAbsences adds to when the pastor can usually be met when that does not hold.
func (b *briefing) withAbsences(label, said string) string {
	if label != "Pastor's availability" {
		return said
	}
	for _, f := range b.contents.Facts {
		if f.Label == "Pastor's absence" {
			said += " " + snippet.Ended(b.own().Text("label."+f.Label, "value", strings.TrimRight(snippet.Clean(f.Value), ".")))
		}
	}
	return said
}

// narrow keeps of a day's items those that the question names; known are terms that are true of all.
func (b *briefing) narrow(value string, known []term.Term) string {
	items := strings.Split(value, "; ")
	lang := words.Language(value, b.Language)
	asked := term.Of(b.Question, b.Language)
	best := 1 // an item must share a word to be told from the others
	var named []string
	for _, item := range items {
		shared := 0
		for _, t := range term.Of(item, lang) {
			if slices.Contains(asked, t) && !slices.Contains(known, t) {
				shared++
			}
		}
		if shared > best {
			best, named = shared, nil
		}
		if shared == best {
			named = append(named, item)
		}
	}
	if len(named) == 0 {
		return value
	}
	return strings.Join(named, "; ")
}

// quoteDocument gives sentences of a document, under its title.
func (b *briefing) quoteDocument(title string, sentences []string) string {
	var said []string
	for _, sentence := range sentences {
		said = append(said, snippet.Ended(snippet.Clean(sentence)))
	}
	return b.attribution(title, snippet.Shorten(strings.Join(said, " ")))
}

// attribution names the document. A sentence that begins with a small word goes on from it; others may begin with a name.
func (b *briefing) attribution(title, text string) string {
	if title = snippet.Clean(title); title == "" {
		return text
	}
	key := "according"
	for _, start := range titleStarts[b.Language] {
		if strings.HasPrefix(strings.ToLower(title), start) {
			key, title = "according_own", strings.ToLower(title[:1])+title[1:]
		}
	}
	if church := b.contents.Church; church != "" && strings.Contains(title, church) {
		key = "according_own"
	}
	phrase := b.own().Text(key, "title", title)
	first, _, _ := strings.Cut(text, " ")
	if term.Stops(words.Fold(first), b.Language) && first != "I" && !strings.Contains(first, "'") {
		r, size := utf8.DecodeRuneInString(text)
		return phrase + ", " + string(unicode.ToLower(r)) + text[size:]
	}
	return phrase + ": " + text
}

// titleStarts are the beginnings of titles that say themselves whose a document is.
var titleStarts = map[string][]string{term.English: {"our ", "the "}}
