package model

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
)

// maxLine is the longest event accepted, in bytes. Some services send a whole answer as one.
const maxLine = 4 << 20

// eventBody hands on a response body as the lines of an event stream that go-openai reads rightly: "data: " and a payload,
// nothing else. The library's own reader
//   - collects comments, event names and blank lines as parts of an error message, without limit, and then cannot read the
//     error event that follows them; it also counts them, and gives up at a limit;
//   - takes `{"error":` at the start of an event for an error even where the value is null, and waits for one more line;
//   - reads errors in any other place as empty chunks.
//
// So errors are disguised here from the library, and recognised in delta.go, where all of the event has been decoded.
// Events of more than one data line are not joined: no service sends them, and some leave out the blank line that ends an
// event.
type eventBody struct {
	source io.ReadCloser
	lines  *bufio.Reader
	long   []byte // a line that did not fit the reader's buffer
	line   []byte // the current line as it is handed on
	rest   []byte // what is left of it
	failed bool   // the current event is named "error"
	events bool   // there was an event
	bytes  bool   // there was anything at all
	done   bool   // the service said [DONE]
	err    error
}

func newEventBody(source io.ReadCloser) *eventBody {
	return &eventBody{source: source, lines: bufio.NewReader(source)}
}

var (
	dataField  = []byte("data:")
	eventField = []byte("event:")
	errorStart = []byte(`{"error"`)
	byteOrder  = []byte("\ufeff")
	done       = []byte("[DONE]")
)

func (b *eventBody) Read(p []byte) (int, error) {
	for len(b.rest) == 0 {
		if b.err != nil {
			return 0, b.err
		}
		b.advance()
	}
	n := copy(p, b.rest)
	b.rest = b.rest[n:]
	return n, nil
}

// maxRest bounds what may follow [DONE].
const maxRest = 4 << 10

// Close first reads what is left of a response that is done, at most the end of its last chunk: a connection whose response
// was not read to the end is not used again. The library stops reading at [DONE].
func (b *eventBody) Close() error {
	if b.done {
		_, _ = io.CopyN(io.Discard, b.lines, maxRest)
	}
	return b.source.Close()
}

// advance reads one line and sets rest if it is to be handed on.
func (b *eventBody) advance() {
	line, err := b.readLine()
	if !b.bytes && len(line) > 0 {
		b.bytes = true
		line = bytes.TrimPrefix(line, byteOrder)
	}
	whole := err == nil
	if err != nil {
		b.err = err
		if err == io.EOF && b.bytes && !b.events && !bytes.HasPrefix(line, dataField) {
			b.err = errNoEvents
		}
	}
	line = bytes.TrimSpace(line)
	switch {
	case len(line) == 0:
		b.failed = false
	case bytes.HasPrefix(line, eventField):
		b.failed = string(bytes.TrimSpace(line[len(eventField):])) == "error"
	case bytes.HasPrefix(line, dataField):
		payload := bytes.TrimSpace(line[len(dataField):])
		// The last line may lack its end, but a piece of an event is none.
		if len(payload) > 0 && (whole || bytes.Equal(payload, done) || json.Valid(payload)) {
			b.hand(payload)
		}
	}
}

// hand makes an event the current line.
func (b *eventBody) hand(payload []byte) {
	b.events = true
	b.done = bytes.Equal(payload, done)
	b.line = append(b.line[:0], "data: "...)
	switch {
	case b.failed:
		b.line = append(b.line, `{ "error":`...)
		b.line = append(b.line, payload...)
		b.line = append(b.line, '}')
	case bytes.HasPrefix(payload, errorStart):
		b.line = append(b.line, "{ "...) // the space keeps the library from taking it for an error
		b.line = append(b.line, payload[1:]...)
	default:
		b.line = append(b.line, payload...)
	}
	b.line = append(b.line, '\n')
	b.rest = b.line
}

// readLine reads up to the next line feed. The line is valid until the next call.
func (b *eventBody) readLine() ([]byte, error) {
	line, err := b.lines.ReadSlice('\n')
	if err != bufio.ErrBufferFull {
		return line, err
	}
	b.long = b.long[:0]
	for err == bufio.ErrBufferFull {
		if len(b.long)+len(line) > maxLine {
			return nil, errLineLength
		}
		b.long = append(b.long, line...)
		line, err = b.lines.ReadSlice('\n')
	}
	b.long = append(b.long, line...)
	return b.long, err
}

// newWholeBody reads a body that is one JSON value, as a stream of one event.
func newWholeBody(source io.ReadCloser) io.ReadCloser {
	return &wholeBody{source: source}
}

type wholeBody struct {
	source io.ReadCloser
	event  io.Reader
}

func (b *wholeBody) Read(p []byte) (int, error) {
	if b.event == nil {
		body, err := io.ReadAll(io.LimitReader(b.source, maxLine+1))
		if err != nil {
			return 0, err
		}
		if len(body) > maxLine {
			return 0, errLineLength
		}
		// A line feed inside a JSON value is only white space.
		body = bytes.TrimSpace(bytes.ReplaceAll(body, []byte("\n"), []byte(" ")))
		b.event = newEventBody(io.NopCloser(io.MultiReader(bytes.NewReader(dataField), bytes.NewReader(append(body, '\n')))))
	}
	return b.event.Read(p)
}

func (b *wholeBody) Close() error { return b.source.Close() }
