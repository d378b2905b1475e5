// What an answer must not say, compiled once for each doctrine.

package tier

import (
	"strings"
	"sync"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/guard"
	"narthex/chat/prompt"
)

// termCache keeps the compiled terms of each doctrine. Churches share lenses, and to compile the terms of one takes far
// longer than a whole turn. There are no more entries than lenses, and one more now and then when a lens is edited.
type termCache struct {
	compiled sync.Map // doctrineKey → func() *guard.Terms, that compiles them when it is first called
}

type termsKey struct{ lens int }

// forTurn returns what a turn's answer must not say: by its lens, and by what its church has written itself, which comes first.
func (c *termCache) forTurn(turn *chat.Turn) *guard.Terms {
	return church.Derived(turn.Church, termsKey{turn.Lens.Lens.ID}, func() *guard.Terms {
		terms := c.ofDoctrine(turn.Lens.Doctrine)
		if own := turn.Church.RulesOfItsOwn(); len(own) > 0 {
			terms, _ = terms.WithRules(own) // our pages refuse a list that does not compile, and take so many that some are left out together
		}
		return terms
	})
}

func (c *termCache) ofDoctrine(rules []church.Rule) *guard.Terms {
	compile := sync.OnceValue(func() *guard.Terms { return guard.NewTermsOfAssistant(rules, prompt.Instructions()) })
	known, _ := c.compiled.LoadOrStore(doctrineKey(rules), compile)
	return known.(func() *guard.Terms)()
}

// doctrineKey is the same for rules that forbid the same for the same reasons.
func doctrineKey(rules []church.Rule) string {
	var key strings.Builder
	for _, rule := range rules {
		key.WriteString(rule.Topic + "\x00" + rule.Position + "\x00" + strings.Join(rule.Forbidden, "\x01") + "\x02")
	}
	return key.String()
}
