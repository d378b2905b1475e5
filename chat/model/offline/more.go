package offline

import (
	"regexp"
	"strings"

	"narthex/chat/model"
	"narthex/chat/model/offline/ranking"
	"narthex/chat/model/offline/snippet"
	"narthex/chat/model/offline/term"
	"narthex/chat/words"
)

// more tells who asks to hear more what else is on file of what they asked before, "" whoever asks anything else. It is what stands with what
// they were told, in the same section, and what answers by its words: what only comes near was not asked for.
func (b *briefing) more(class model.Class, tools []model.Tool) string {
	told := ""
	asked := b.Messages
	for len(asked) > 1 && askingMore.MatchString(words.Fold(asked[0].Text)) {
		told += "\n" + words.Fold(asked[0].After)
		asked = asked[1:]
	}
	if told == "" || b.listening() {
		return ""
	}
	b.Messages, b.Question = asked, asked[0].Text
	answers := ranking.New(b.contents, b.Language).Find(b.asked(class))
	if answers.Likely < ranking.WorthSaying {
		return b.dontKnow(tools)
	}
	left := answers.Further(func(m ranking.Match) bool {
		text := m.Text()
		if from := answers.Source(m); from.Kind != ranking.Document {
			text = snippet.Shorten(from.Whole)
			if day, ok := strings.CutPrefix(from.Title, "Hours on "); ok {
				text = b.narrow(from.Whole, term.Of(day, term.English))
			}
		}
		for item := range strings.SplitSeq(words.Fold(snippet.Clean(text)), "; ") { // stored facts tell a day's services as a list
			if !strings.Contains(told, item) {
				return false
			}
		}
		return true
	})
	if len(left) == 0 {
		return b.say("no_more") + " " + b.people(tools)
	}
	text := b.say("more")
	for _, of := range ranking.BySection(left) {
		text += "\n- " + b.quote(answers, of)
	}
	return text
}

// askingMore is a message that asks for nothing but to hear more.
var askingMore = regexp.MustCompile(`^\W*(?:(?:yes|yeah|ok|okay|sure|please|thanks|si|claro|vale|gracias|por favor)\W+)*` +
	`(?:(?:(?:can|could|would) you )?(?:please )?(?:tell|show|give) me (?:some )?more|(?:i'?d like|i would like|i want) to (?:know|hear) more|say more|more|go on|continue|what else|anything else` +
	`|(?:me )?(?:puede|podria|puedes|podrias) (?:decir|contar|dar)(?:me)? (?:algo )?mas|(?:cuentame|cuenteme|dime|digame) (?:algo )?mas|(?:quiero|quisiera|me gustaria) saber (?:algo )?mas|mas|que mas|algo mas|sigue|siga|continua)` +
	`(?: (?:details?|info|information|detalles|informacion|datos))?(?: (?:about|on|of|de|sobre) (?:it|that|this|them|eso|esto|ello))?(?:,? (?:please|por favor))?\W*$`)
