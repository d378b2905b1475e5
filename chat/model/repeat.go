package model

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Nearly all events of a stream are the one before but for the text in them, and for the padding by which OpenAI hides how
// long that is. Where only these two differ, nothing else is decoded again: decoding is a tenth of what a token costs the
// server under load.

// placed is a piece and where its literal stands in the event; to is 0 where there is none, -1 where there are several.
type placed struct {
	piece
	from, to int64
}

// UnmarshalJSONFrom is that of the piece.
func (p *placed) UnmarshalJSONFrom(decoder *jsontext.Decoder) error {
	literal, err := p.read(decoder)
	switch {
	case literal == nil:
	case p.to != 0:
		p.to = -1
	default:
		p.to = decoder.InputOffset()
		p.from = p.to - int64(len(literal))
	}
	return err
}

// surroundings are an event without its text and its padding.
type surroundings struct {
	before, between, behind []byte // behind is nil where there is no padding
}

// keep keeps what stands around the text of an event that was decoded, if it has one text.
func (s *surroundings) keep(event []byte, d *delta) {
	s.before = s.before[:0]
	if len(d.Choices) != 1 {
		return
	}
	text, padding := &d.Choices[0].Delta.Content, &d.Padding
	switch {
	case text.to <= 0, padding.to < 0, padding.to > 0 && padding.from < text.to:
	case padding.to == 0:
		s.before, s.between, s.behind = append(s.before, event[:text.from]...), append(s.between[:0], event[text.to:]...), nil
	default:
		s.before, s.between = append(s.before, event[:text.from]...), append(s.between[:0], event[text.to:padding.from]...)
		s.behind = append(s.behind[:0], event[padding.to:]...)
	}
}

// match gives the literal of the text of an event that is the one before but for its text and its padding.
func (s *surroundings) match(event []byte) (literal []byte, ok bool) {
	rest, ok := bytes.CutPrefix(event, s.before)
	if !ok || len(s.before) == 0 {
		return nil, false
	}
	literal = rest[:literalLength(rest)]
	if rest, ok = bytes.CutPrefix(rest[len(literal):], s.between); !ok || len(literal) == 0 {
		return nil, false
	}
	if s.behind == nil {
		return literal, len(rest) == 0
	}
	padding := literalLength(rest)
	return literal, padding > 0 && bytes.Equal(rest[padding:], s.behind)
}

// literalLength is how long the JSON string is that the text begins with; 0 if it begins with none.
func literalLength(text []byte) int {
	if len(text) == 0 || text[0] != '"' {
		return 0
	}
	for i := 1; i < len(text); i++ {
		switch b := text[i]; {
		case b == '"':
			return i + 1
		case b < ' ':
			return 0
		case b == '\\':
			if i++; i+4 < len(text) && text[i] == 'u' {
				if _, err := strconv.ParseUint(string(text[i+1:i+5]), 16, 16); err != nil {
					return 0
				}
				i += 4
			} else if i == len(text) || strings.IndexByte(`"\/bfnrt`, text[i]) < 0 {
				return 0
			}
		}
	}
	return 0
}
