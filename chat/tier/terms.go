package tier

import (
	"strings"
	"sync"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/prompt"
	"narthex/chat/safety"
)

// doctrines keeps what must not be said under each doctrine. Churches share lenses, and compiling one takes far longer than
// a whole turn; there are no more of them than lenses, and now and then one more when a lens is edited.
type doctrines struct {
	compiled sync.Map // text of all forbidden terms → *safety.Terms
}

type termsKey struct{ lens int }

// of returns what a turn's answer must not say.
func (d *doctrines) of(turn *chat.Turn) *safety.Terms {
	return church.Derived(turn.Church, termsKey{turn.Lens.Lens.ID}, func() *safety.Terms {
		rules := turn.Lens.Doctrine
		key := doctrineKey(rules)
		if known, ok := d.compiled.Load(key); ok {
			return known.(*safety.Terms)
		}
		known, _ := d.compiled.LoadOrStore(key, safety.NewTermsOfAssistant(rules, prompt.Instructions()))
		return known.(*safety.Terms)
	})
}

// doctrineKey is the same for rules that forbid the same for the same reasons.
func doctrineKey(rules []church.Rule) string {
	var key strings.Builder
	for _, rule := range rules {
		key.WriteString(rule.Topic + "\x00" + rule.Position + "\x00" + strings.Join(rule.Forbidden, "\x01") + "\x02")
	}
	return key.String()
}
