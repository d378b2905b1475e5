package offline

import (
	"slices"
	"strings"

	"narthex/chat/model/offline/ages"
	"narthex/chat/model/offline/ranking"
	"narthex/chat/words"
)

// forTheirAge gives the ministries that are for the ages that a question names of children, "" if it names none or none is.
func (b *briefing) forTheirAge() string {
	asked := ages.In(words.Fold(b.Question))
	if len(asked) == 0 {
		return ""
	}
	ministries := ranking.New(b.contents, b.Language).Titled("Ministry")
	var found []string
	for _, age := range asked {
		for _, ministry := range ministries {
			if !ages.For(ministry.Whole, age) {
				continue
			}
			if said := b.wordFact(ministry); !slices.Contains(found, said) {
				found = append(found, said)
			}
		}
	}
	switch len(found) {
	case 0:
		return ""
	case 1:
		return found[0]
	}
	return b.say("list") + "\n- " + strings.Join(found, "\n- ")
}
