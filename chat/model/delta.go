package model

import (
	"bytes"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// delta is what an event of a stream holds, as far as it matters here: the first choice, which is the only one asked for.
type delta struct {
	text   []byte // content and refusal as they came; a character may be split over two events
	calls  []callPart
	finish string
	usage  *Usage
	failed []byte // JSON of the error that the event reports
}

// callPart is a piece of a tool call.
type callPart struct {
	index     *int
	id, name  string
	arguments []byte
}

// deltaReader decodes events one after another, into the same memory. Nearly all of them have plain shapes, which are
// scanned (deltascan.go); the rest is decoded here. This takes the place of the library's decoding for two reasons.
// encoding/json puts U+FFFD for every character whose bytes are split over two events, before anybody can put them
// together. And it is what a token costs: into the library's type, which has some sixty fields, decoding takes nine
// times as long and fifteen allocations (see the benchmarks).
type deltaReader struct {
	delta   delta
	decoder *deltaDecoder // nil until an event needs it
}

// read decodes an event. An event that reports an error is one. The delta is valid until the next call.
func (r *deltaReader) read(event []byte) (*delta, error) {
	if r.scan(event) {
		return &r.delta, nil
	}
	if r.decoder == nil {
		r.decoder = &deltaDecoder{}
	}
	return r.decoder.read(event)
}

// deltaDecoder decodes events of any shape.
type deltaDecoder struct {
	json   jsontext.Decoder
	buffer bytes.Buffer
	delta  delta
	choice choice // the one being read: its index may come last
}

type choice struct {
	index  float64
	text   []byte
	calls  []callPart
	finish string
}

func (r *deltaDecoder) read(event []byte) (*delta, error) {
	r.buffer = *bytes.NewBuffer(event) // which the decoder reads in place
	// Services send broken characters and, as far as anybody knows, no names twice, for which checking is dear.
	r.json.Reset(&r.buffer, jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	r.delta = delta{text: r.delta.text[:0], calls: r.delta.calls[:0]}
	if err := r.object(r.field); err != nil {
		return nil, errBadJSON // the decoder's own error may quote the answer
	}
	if _, err := r.json.ReadToken(); err != io.EOF {
		return nil, errBadJSON
	}
	if r.delta.failed != nil {
		return nil, parseErrorEvent(r.delta.failed)
	}
	return &r.delta, nil
}

var errShape = errors.New("not of the shape expected")

func (r *deltaDecoder) field(name []byte) error {
	switch string(name) {
	case `"choices"`:
		return r.array(r.oneChoice)
	case `"usage"`:
		if r.json.PeekKind() == 'n' {
			return r.json.SkipValue()
		}
		r.delta.usage = &Usage{}
		return r.object(r.usageField)
	case `"error"`:
		raw, err := r.json.ReadValue()
		if err == nil && raw.Kind() != 'n' {
			r.delta.failed = bytes.Clone(raw)
		}
		return err
	}
	return r.json.SkipValue()
}

func (r *deltaDecoder) oneChoice() error {
	r.choice = choice{text: r.choice.text[:0], calls: r.choice.calls[:0]}
	if err := r.object(r.choiceField); err != nil || r.choice.index != 0 {
		return err
	}
	r.delta.text = append(r.delta.text, r.choice.text...)
	r.delta.calls = append(r.delta.calls, r.choice.calls...)
	r.delta.finish = r.choice.finish
	return nil
}

func (r *deltaDecoder) choiceField(name []byte) (err error) {
	switch string(name) {
	case `"index"`:
		r.choice.index, err = r.number()
		return err
	case `"delta"`, `"message"`: // message where the service does not stream
		return r.object(r.messageField)
	case `"finish_reason"`:
		return r.string(&r.choice.finish)
	}
	return r.json.SkipValue()
}

func (r *deltaDecoder) messageField(name []byte) error {
	switch string(name) {
	case `"content"`, `"refusal"`:
		return r.text(&r.choice.text)
	case `"tool_calls"`:
		return r.array(func() error {
			r.choice.calls = append(r.choice.calls, callPart{})
			return r.object(r.callField)
		})
	}
	return r.json.SkipValue()
}

func (r *deltaDecoder) callField(name []byte) error {
	part := &r.choice.calls[len(r.choice.calls)-1]
	switch string(name) {
	case `"index"`:
		number, err := r.number()
		index := int(number)
		part.index = &index
		return err
	case `"id"`:
		return r.string(&part.id)
	case `"function"`:
		return r.object(r.callField) // its fields have names of their own
	case `"name"`:
		return r.string(&part.name)
	case `"arguments"`:
		return r.text(&part.arguments)
	}
	return r.json.SkipValue()
}

func (r *deltaDecoder) usageField(name []byte) error {
	count := func(into *int) error {
		number, err := r.number()
		*into = int(min(max(number, 0), 1e9))
		return err
	}
	switch string(name) {
	case `"prompt_tokens"`:
		return count(&r.delta.usage.PromptTokens)
	case `"completion_tokens"`:
		return count(&r.delta.usage.CompletionTokens)
	case `"cached_tokens"`:
		return count(&r.delta.usage.CachedTokens)
	case `"prompt_tokens_details"`:
		return r.object(r.usageField)
	}
	return r.json.SkipValue()
}

// object reads an object, or null, and calls field with each name, quotes included. field must read the value.
func (r *deltaDecoder) object(field func(name []byte) error) error {
	return r.enter('{', '}', func() error {
		name, err := r.json.ReadValue()
		if err != nil {
			return err
		}
		return field(name)
	})
}

// array reads an array, or null. element must read a value.
func (r *deltaDecoder) array(element func() error) error {
	return r.enter('[', ']', element)
}

func (r *deltaDecoder) enter(open, end jsontext.Kind, member func() error) error {
	token, err := r.json.ReadToken()
	if err != nil || token.Kind() == 'n' {
		return err
	}
	if token.Kind() != open {
		return errShape
	}
	for r.json.PeekKind() != end {
		if err := member(); err != nil {
			return err
		}
	}
	_, err = r.json.ReadToken()
	return err
}

// text appends a string, or nothing where there is null.
func (r *deltaDecoder) text(into *[]byte) error {
	literal, err := r.json.ReadValue()
	if err != nil || literal.Kind() == 'n' {
		return err
	}
	if literal.Kind() != '"' {
		return errShape
	}
	*into, err = appendUnquoted(*into, literal)
	return err
}

func (r *deltaDecoder) string(into *string) error {
	var text []byte
	err := r.text(&text)
	*into = validText(text)
	return err
}

// number reads a number, or 0 where there is null.
func (r *deltaDecoder) number() (float64, error) {
	token, err := r.json.ReadToken()
	if err != nil || token.Kind() == 'n' {
		return 0, err
	}
	if token.Kind() != '0' {
		return 0, errShape
	}
	return token.Float(), nil
}

func validText(text []byte) string { return string(bytes.ToValidUTF8(text, []byte("\ufffd"))) }
