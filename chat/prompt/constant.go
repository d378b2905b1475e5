package prompt

import (
	"bytes"
	"sync"
)

// constant is a text that is the same for every church.
type constant struct {
	text   string
	tokens func() int
}

func newConstant(text string) *constant {
	return &constant{text, sync.OnceValue(func() int { return tokensIn([]byte(text)) })}
}

func (c *constant) writeTo(out *bytes.Buffer) (tokens int) {
	out.WriteString(c.text)
	return c.tokens()
}
