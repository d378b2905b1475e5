package nodes

import (
	"bytes"
	"io"
)

// prefixedLines passes whole lines on, each with a prefix, so that the output of several processes can be told apart.
// One goroutine writes at a time: os/exec has one for a process, whose standard output and error are the same.
type prefixedLines struct {
	out    io.Writer // takes lines from several processes at once
	prefix string
	begun  []byte // a line whose end is yet to come
}

// longestLine bounds what is held back, in bytes.
const longestLine = 1 << 20

func (l *prefixedLines) Write(p []byte) (int, error) {
	l.begun = append(l.begun, p...)
	end := bytes.LastIndexByte(l.begun, '\n') + 1
	if end == 0 && len(l.begun) < longestLine {
		return len(p), nil
	}
	if end == 0 {
		end = len(l.begun)
	}
	var whole []byte // in one write: lines of others must not come between
	for line := range bytes.Lines(l.begun[:end]) {
		whole = append(append(whole, l.prefix...), line...)
	}
	l.begun = append(l.begun[:0], l.begun[end:]...)
	if _, err := l.out.Write(whole); err != nil {
		return 0, err
	}
	return len(p), nil
}

// finish writes a last line that has no end.
func (l *prefixedLines) finish() {
	if len(l.begun) > 0 {
		_, _ = l.Write([]byte{'\n'}) // who would be told?
	}
}
