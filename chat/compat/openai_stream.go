package compat

import (
	"bytes"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"narthex/chat"
	"narthex/chat/live"
)

// completionChunk is one piece of a streamed answer.
type completionChunk struct {
	ID      string        `json:"id"`
	Object  string        `json:"object"`
	Created int64         `json:"created"`
	Model   string        `json:"model"`
	Choices []chunkChoice `json:"choices"`
	Narthex *extension    `json:"narthex,omitempty"`
}

// countedChunk is a piece of an answer whose client asked for the usage: null in all pieces but the last.
type countedChunk struct {
	completionChunk
	Usage *completionUsage `json:"usage"`
}

type chunkChoice struct {
	Index        int        `json:"index"`
	Delta        chunkDelta `json:"delta"`
	Logprobs     *struct{}  `json:"logprobs"`
	FinishReason *string    `json:"finish_reason"`
}

type chunkDelta struct {
	Role    string  `json:"role,omitempty"`
	Content *string `json:"content,omitempty"`
}

// completionEncoder writes the events of one turn as chunks.
type completionEncoder struct {
	answer
	model   string
	created time.Time
	counted bool
	// said is what the client was given before a reset. The text catches up with it before anything more is said.
	said string
	// before and after are the chunk of a piece of text without the text; nearly all chunks are such.
	before, after []byte
	unquoted      []byte // memory to be used again
}

// errRestarted breaks off an answer of which something else has been said than is now being said.
var errRestarted = &apiError{
	status: http.StatusServiceUnavailable, Type: typeServer, Code: "answer_restarted",
	Message: "The answer had to be begun anew. Please ask again; with an Idempotency-Key you get the new answer.",
}

// append implements encode.
func (c *completionEncoder) append(buffer []byte, frame live.Frame) ([]byte, error) {
	if frame.Kind == chat.KindDelta && c.said == "" {
		if quoted, ok := quotedText(frame.Data); ok {
			return c.quoted(buffer, quoted)
		}
	}
	event, err := frame.Event()
	if err != nil {
		return nil, err
	}
	event = inWords(event)
	if event.Kind == chat.KindReset {
		c.said = c.spoken()
	}
	if err := c.take(event); err != nil {
		return c.breakOff(buffer, err)
	}
	switch event.Kind {
	case chat.KindStart:
		if err := c.prepare(); err != nil {
			return nil, err
		}
		empty := ""
		return c.chunk(buffer, chunkDelta{Role: "assistant", Content: &empty})
	case chat.KindDelta:
		return c.delta(buffer, event.Text)
	case chat.KindDone:
		if c.behind() {
			return c.breakOff(buffer, errRestarted)
		}
		return c.done(buffer)
	}
	return buffer, nil
}

// prepare makes the chunk that pieces of text are put into.
func (c *completionEncoder) prepare() (err error) {
	const content = `"content":`
	empty := ""
	chunk, err := c.chunk(nil, chunkDelta{Content: &empty})
	if err != nil {
		return err
	}
	before, after, _ := bytes.Cut(chunk, []byte(content+`""`))
	c.before, c.after = append(slices.Clone(before), content...), after
	return nil
}

// quoted tells a piece of text that is a JSON string already.
func (c *completionEncoder) quoted(buffer, text []byte) (_ []byte, err error) {
	if c.unquoted, err = jsontext.AppendUnquote(c.unquoted[:0], text); err != nil {
		return nil, err
	}
	_, _ = c.text.Write(c.unquoted) // a builder takes everything
	return append(append(append(buffer, c.before...), text...), c.after...), nil
}

// spoken is what the client has been given, whether this answer or the one before the reset was the longer.
func (c *completionEncoder) spoken() string {
	if len(c.said) > c.text.Len() {
		return c.said
	}
	return c.text.String()
}

// behind reports that the answer says less than, or something else than, was said before it was begun anew.
func (c *completionEncoder) behind() bool { return !strings.HasPrefix(c.text.String(), c.said) }

func (c *completionEncoder) delta(buffer []byte, text string) ([]byte, error) {
	whole := c.text.String()
	if before := len(whole) - len(text); before < len(c.said) {
		if !strings.HasPrefix(c.said, whole) && c.behind() {
			return c.breakOff(buffer, errRestarted)
		}
		text = whole[min(len(c.said), len(whole)):]
	}
	if text == "" {
		return buffer, nil
	}
	return c.chunk(buffer, chunkDelta{Content: &text})
}

func (c *completionEncoder) done(buffer []byte) ([]byte, error) {
	reason := c.finishReason()
	last := c.envelope()
	last.Choices = []chunkChoice{{FinishReason: &reason}}
	last.Narthex = c.extension()
	buffer, err := c.put(buffer, last, nil)
	if err == nil && c.counted {
		buffer, err = c.put(buffer, c.envelope(), c.usage())
	}
	return append(buffer, done...), err
}

func (c *completionEncoder) chunk(buffer []byte, delta chunkDelta) ([]byte, error) {
	piece := c.envelope()
	piece.Choices = []chunkChoice{{Delta: delta}}
	return c.put(buffer, piece, nil)
}

func (c *completionEncoder) envelope() completionChunk {
	return completionChunk{
		ID: c.completionID(), Object: "chat.completion.chunk", Created: c.created.Unix(), Model: c.model, Choices: []chunkChoice{},
	}
}

func (c *completionEncoder) put(buffer []byte, piece completionChunk, usage *completionUsage) ([]byte, error) {
	if c.counted {
		return chunks(buffer, countedChunk{piece, usage})
	}
	return chunks(buffer, piece)
}

// breakOff tells of the error in the stream and ends it.
func (c *completionEncoder) breakOff(buffer []byte, err error) ([]byte, error) {
	return errorChunk(buffer, err), io.EOF
}

// errorChunk appends an error as OpenAI's clients recognise it in mid-stream.
func errorChunk(buffer []byte, err error) []byte {
	buffer = append(buffer, "data: "...)
	buffer = append(buffer, asAPIError(err).body()...)
	return append(append(buffer, "\n\n"...), done...)
}
