package model

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"strings"
)

// Sizes of events, in bytes.
const (
	maxLine   = 4 << 20 // the longest event accepted; some services send a whole answer as one
	eventSize = 2 << 10 // of the buffer of a stream: several of the usual events
)

// eventReader reads the events of a response. It knows of the format what services use, and what proxies do to it: comments,
// event names, ids and blank lines between events are passed over, an event named "error" is given as {"error":…}, and the
// end of the stream is io.EOF whether it was said ([DONE]) or just came. Events of more than one data line are not joined:
// no service sends them, and some leave out the blank line that ends an event.
type eventReader struct {
	source io.ReadCloser
	lines  *bufio.Reader
	event  []byte // an event that had to be put together
	failed bool   // the current event is named "error"
	events bool   // there was an event
	bytes  bool   // there was anything at all
	done   bool   // the service said [DONE]
	err    error
}

// eventsOf gives the events of a response.
func eventsOf(response *http.Response) *eventReader {
	media, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if strings.HasSuffix(media, "json") {
		// The service does not stream, or reports an error with status 200: one event that is the whole body.
		return newEventReader(&wholeBody{source: response.Body})
	}
	// Whatever the content type says, as proxies mislabel streams: a web page turns out to hold no events.
	return newEventReader(response.Body)
}

func newEventReader(source io.ReadCloser) *eventReader {
	return &eventReader{source: source, lines: bufio.NewReaderSize(source, eventSize)}
}

var (
	dataField  = []byte("data:")
	eventField = []byte("event:")
	byteOrder  = []byte("\ufeff")
	done       = []byte("[DONE]")
)

// next gives the data of the next event. It is valid until the next call.
func (r *eventReader) next() ([]byte, error) {
	for r.err == nil {
		if event := r.advance(); event != nil {
			return event, nil
		}
	}
	return nil, r.err
}

// ready reports whether the next event has arrived already.
func (r *eventReader) ready() bool {
	arrived, _ := r.lines.Peek(r.lines.Buffered())
	start := bytes.Index(arrived, dataField)
	return start >= 0 && bytes.IndexByte(arrived[start:], '\n') >= 0
}

// maxRest bounds what may follow [DONE].
const maxRest = 4 << 10

// close first reads what is left of a response that is done, at most the end of its last chunk: a connection whose response
// was not read to the end is not used again.
func (r *eventReader) close() {
	if r.done {
		_, _ = io.CopyN(io.Discard, r.lines, maxRest)
	}
	_ = r.source.Close()
}

// advance reads one line and gives the event that it is, if it is one.
func (r *eventReader) advance() []byte {
	line, err := r.line()
	if !r.bytes && len(line) > 0 {
		r.bytes = true
		line = bytes.TrimPrefix(line, byteOrder)
	}
	if err != nil {
		r.err = err
		if err == io.EOF && r.bytes && !r.events && !bytes.HasPrefix(line, dataField) {
			r.err = errNoEvents
		}
	}
	line = bytes.TrimSpace(line)
	switch {
	case len(line) == 0:
		r.failed = false
	case bytes.HasPrefix(line, dataField):
		return r.data(bytes.TrimSpace(line[len(dataField):]), err == nil)
	case bytes.HasPrefix(line, eventField):
		r.failed = string(bytes.TrimSpace(line[len(eventField):])) == "error"
	}
	return nil
}

// data gives the event of a data line; whole says that the line had an end.
func (r *eventReader) data(payload []byte, whole bool) []byte {
	if len(payload) == 0 {
		return nil
	}
	r.done = bytes.Equal(payload, done)
	// The last line may lack its end, but a piece of an event is none.
	if !whole && !r.done && !json.Valid(payload) {
		return nil
	}
	r.events = true
	switch {
	case r.failed:
		r.event = append(r.event[:0], `{"error":`...)
		r.event = append(r.event, payload...)
		r.event = append(r.event, '}')
		return r.event
	case r.done:
		r.err = io.EOF
		return nil
	}
	return payload
}

// line reads up to the next line feed, and with it. The line is valid until the next call. Together with an error comes the
// last line, which lacks its end.
func (r *eventReader) line() ([]byte, error) {
	line, err := r.lines.ReadSlice('\n')
	if err != bufio.ErrBufferFull {
		return line, err
	}
	var long []byte // longer than the buffer, which stays small for the stream's other events
	for err == bufio.ErrBufferFull && len(long)+len(line) < maxLine {
		long = append(long, line...)
		line, err = r.lines.ReadSlice('\n')
	}
	if err == bufio.ErrBufferFull {
		return nil, errLineLength
	}
	return append(long, line...), err
}

// wholeBody reads a body that is one JSON value as a stream of one event.
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
		b.event = io.MultiReader(bytes.NewReader(dataField), bytes.NewReader(append(body, '\n')))
	}
	return b.event.Read(p)
}

func (b *wholeBody) Close() error { return b.source.Close() }
