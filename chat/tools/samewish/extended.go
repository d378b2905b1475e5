package samewish

import (
	"strings"

	"github.com/google/uuid"

	"narthex/chat/confirmation"
	"narthex/chat/tools/grounding"
	"narthex/chat/words"
)

// Extended are the open questions of earlier turns whose free text the call says in full, and more behind it: who adds to a message must not
// have to answer for it twice.
func (c *Call) Extended(asked []confirmation.Question) (calls []uuid.UUID) {
	for _, q := range asked {
		if q.Tool == c.Tool && q.Status == confirmation.Open && q.Turn != c.Turn && c.extends(q) {
			calls = append(calls, q.Call)
		}
	}
	return calls
}

func (c *Call) extends(q confirmation.Question) bool {
	before := Arguments(q)
	for _, p := range c.Parameters {
		if !p.IsRequired() || p.Grounding != grounding.Words {
			continue
		}
		first, _ := before[p.Name].(string)
		now, _ := c.Arguments[p.Name].(string)
		first, now = strings.TrimRight(words.Fold(first), ".!… "), words.Fold(now)
		if rest, goesOn := strings.CutPrefix(now, first); first != "" && goesOn && rest != "" {
			return true
		}
	}
	return false
}
