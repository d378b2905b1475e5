package prompt

import (
	"sync"

	"narthex/chat/quoted"
)

// constant is a text that is the same for every church.
type constant struct {
	kept   func() quoted.Kept
	tokens func() int
}

func newConstant(text string) *constant {
	return &constant{sync.OnceValue(func() quoted.Kept { return quoted.Keep(text) }), sync.OnceValue(func() int { return tokensIn([]byte(text)) })}
}

func (c *constant) writeTo(out *quoted.Builder) (tokens int) {
	out.Keep(c.kept())
	return c.tokens()
}
