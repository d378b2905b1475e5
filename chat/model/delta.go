package model

import (
	"bytes"
	"errors"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"narthex/chat/upstream"
)

// delta is an event of a stream, as far as it matters here. The library's own type is not used because encoding/json puts
// U+FFFD for every character whose bytes are split over two events, before anybody can put them together.
type delta struct {
	Choices []choice       `json:"choices"`
	Usage   *billedUsage   `json:"usage"`
	Error   jsontext.Value `json:"error"`
	Padding placed         `json:"obfuscation"`

	surroundings surroundings // of the event's text
}

type choice struct {
	Index        float64 `json:"index"`
	Delta        message `json:"delta"`
	Message      message `json:"message"` // where the service does not stream
	FinishReason piece   `json:"finish_reason"`
}

type message struct {
	Content   placed     `json:"content"`
	Refusal   piece      `json:"refusal"`
	ToolCalls []callPart `json:"tool_calls"`
}

// callPart is a piece of a tool call.
type callPart struct {
	Index    *float64 `json:"index"`
	ID       piece    `json:"id"`
	Function struct {
		Name      piece `json:"name"`
		Arguments piece `json:"arguments"`
	} `json:"function"`
}

type billedUsage struct {
	PromptTokens     float64 `json:"prompt_tokens"`
	CompletionTokens float64 `json:"completion_tokens"`
	Details          struct {
		CachedTokens float64 `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
}

// piece is a text as it came, nil where there is null.
type piece []byte

var errShape = errors.New("not of the shape expected")

// UnmarshalJSONFrom keeps broken characters.
func (p *piece) UnmarshalJSONFrom(decoder *jsontext.Decoder) error {
	_, err := p.read(decoder)
	return err
}

// read gives the literal, too.
func (p *piece) read(decoder *jsontext.Decoder) (literal jsontext.Value, err error) {
	literal, err = decoder.ReadValue()
	if err != nil || literal.Kind() == 'n' {
		return nil, err
	}
	if literal.Kind() != '"' {
		return nil, errShape
	}
	*p, err = appendUnquoted(*p, literal)
	return literal, err
}

func (p piece) String() string {
	if len(p) == 0 { // as all but the last events finish
		return ""
	}
	return string(bytes.ToValidUTF8(p, []byte("\ufffd")))
}

// lenient: services send broken characters and, as far as anybody knows, no names twice, for which checking is dear.
var lenient = json.JoinOptions(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))

// read decodes an event in place of the one before, or of that only the text where nothing else differs. An event that reports
// an error is one.
func (d *delta) read(event []byte) error {
	if literal, ok := d.surroundings.match(event); ok {
		text := &d.Choices[0].Delta.Content.piece
		var err error
		*text, err = appendUnquoted((*text)[:0], literal)
		return err
	}
	*d = delta{Choices: d.Choices[:0], surroundings: d.surroundings}
	d.surroundings.before = d.surroundings.before[:0]
	if json.Unmarshal(event, d, lenient) != nil {
		return errBadJSON // the decoder's own error may quote the answer
	}
	if len(d.Error) > 0 && d.Error.Kind() != 'n' {
		return reported(upstream.ParseError([]byte(d.Error)))
	}
	d.surroundings.keep(event, d)
	return nil
}

// pieces gives those of the first choice, which is the only one asked for. The text is valid until the next event is read.
func (d *delta) pieces() (text []byte, calls []callPart, finish string) {
	for i := range d.Choices {
		c := &d.Choices[i]
		if c.Index != 0 {
			continue
		}
		for _, m := range []*message{&c.Delta, &c.Message} {
			text = joined(joined(text, m.Content.piece), m.Refusal)
			calls = append(calls, m.ToolCalls...)
		}
		finish = c.FinishReason.String()
	}
	return text, calls, finish
}

// joined is one text after another. Nearly always one of them is empty: the other is given as it is, without a copy for each word.
func joined(text, more []byte) []byte {
	switch {
	case len(text) == 0:
		return more
	case len(more) == 0:
		return text
	}
	return append(slices.Clip(text), more...)
}

// usage is what the event says of tokens, nil if nothing.
func (d *delta) usage() *Usage {
	if d.Usage == nil {
		return nil
	}
	count := func(tokens float64) int { return int(min(max(tokens, 0), 1e8)) } // those of twenty rounds fit into four bytes
	return &Usage{
		PromptTokens: count(d.Usage.PromptTokens), CompletionTokens: count(d.Usage.CompletionTokens),
		CachedTokens: count(d.Usage.Details.CachedTokens),
	}
}
