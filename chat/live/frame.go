package live

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"narthex/chat"
)

// Frame is an event as readers get it: numbered and encoded.
type Frame struct {
	Seq    int    // from 1, without gaps
	Writer uint32 // see Place
	Kind   chat.EventKind
	Data   []byte // one line of JSON
}

// Place is that of a reader who has seen the frame.
func (f Frame) Place() Place { return Place{Seq: f.Seq, Writer: f.Writer} }

// Ends reports whether the frame is the last of its turn.
func (f Frame) Ends() bool { return f.Kind == chat.KindDone || f.Kind == chat.KindError }

// Event decodes the frame.
func (f Frame) Event() (chat.Event, error) {
	event := chat.Event{Kind: f.Kind}
	var into any
	var delta chat.DeltaData
	var sources chat.SourcesData
	switch f.Kind {
	case chat.KindStart:
		event.Start = &chat.Start{}
		into = event.Start
	case chat.KindTier:
		event.Tier = &chat.TierChosen{}
		into = event.Tier
	case chat.KindDelta:
		into = &delta
	case chat.KindTool:
		event.Tool = &chat.ToolStatus{}
		into = event.Tool
	case chat.KindSources:
		into = &sources
	case chat.KindReset:
		return event, nil
	case chat.KindDone:
		event.Done = &chat.Done{}
		into = event.Done
	case chat.KindError:
		event.Failure = &chat.Failure{}
		into = event.Failure
	}
	if err := json.Unmarshal(f.Data, into); err != nil {
		return chat.Event{}, fmt.Errorf("decode event %d, a %s: %w", f.Seq, f.Kind, err)
	}
	event.Text, event.Sources = delta.Text, sources.Items
	return event, nil
}

// The log of a turn holds its events one after another, each as a line: a letter for its kind, its data, a line feed. The
// number of an event is that of its line. The same bytes are in memory, in the journal, and, with other framing, on the wire.

var kindLetters = map[chat.EventKind]byte{
	chat.KindStart: 's', chat.KindTier: 't', chat.KindDelta: 'd', chat.KindTool: 'c', chat.KindSources: 'o', chat.KindReset: 'r', chat.KindDone: 'e', chat.KindError: 'x',
}

// kindOf is the inverse of kindLetters; a letter of a newer version is no kind.
func kindOf(letter byte) chat.EventKind {
	switch letter {
	case 's':
		return chat.KindStart
	case 't':
		return chat.KindTier
	case 'd':
		return chat.KindDelta
	case 'c':
		return chat.KindTool
	case 'o':
		return chat.KindSources
	case 'r':
		return chat.KindReset
	case 'e':
		return chat.KindDone
	case 'x':
		return chat.KindError
	}
	return ""
}

// AppendLine appends an event to a log.
func AppendLine(log []byte, event chat.Event) ([]byte, error) {
	if event.Kind == chat.KindDelta && plain(event.Text) {
		log = append(log, `d{"text":"`...)
		log = append(log, event.Text...)
		return append(log, "\"}\n"...), nil
	}
	log = append(log, kindLetters[event.Kind])
	data, err := json.Marshal(event.Data())
	if err != nil {
		return nil, fmt.Errorf("encode a %s event: %w", event.Kind, err)
	}
	return append(append(log, data...), '\n'), nil
}

// plain reports whether a text is in JSON, as encoding/json writes it, just what it is: nearly every word of an answer.
func plain(text string) bool {
	ascii := true
	for i := range len(text) {
		switch b := text[i]; {
		case b < ' ', b == '"', b == '\\', b == '<', b == '>', b == '&':
			return false
		case b >= utf8.RuneSelf:
			ascii = false
		}
	}
	return ascii || utf8.ValidString(text) && !strings.ContainsAny(text, "\u2028\u2029") // the ends of lines of JavaScript
}

// EndsTurn reports whether a line of a log is the last of its turn.
func EndsTurn(line []byte) bool {
	return len(line) > 0 && Frame{Kind: kindOf(line[0])}.Ends()
}

// LogOf writes an ended answer as its turn's log, in as few events as it takes.
func LogOf(answer *chat.Record, ref chat.TurnRef) ([]byte, error) {
	var log []byte
	for _, event := range answer.Events(ref) {
		var err error
		if log, err = AppendLine(log, event); err != nil {
			return nil, err
		}
	}
	return log, nil
}

// noData is that of a reset.
var noData = []byte("{}")

// appendFrames appends the frames that the lines after a place hold. Frames point into lines.
func appendFrames(frames []Frame, lines []byte, place Place) ([]Frame, error) {
	for len(lines) > 0 {
		end := bytes.IndexByte(lines, '\n')
		if end < 1 {
			return nil, fmt.Errorf("event %d has no end", place.Seq+1)
		}
		kind := kindOf(lines[0])
		if kind == "" {
			return nil, fmt.Errorf("event %d is of an unknown kind %q", place.Seq+1, lines[0])
		}
		place = place.next(lines[:end])
		data := lines[1:end]
		if kind == chat.KindReset {
			data = noData // who goes on is in the ids from here on
		}
		frames = append(frames, Frame{Seq: place.Seq, Writer: place.Writer, Kind: kind, Data: data})
		lines = lines[end+1:]
	}
	return frames, nil
}

// SkipLines drops the first n lines.
func SkipLines(lines []byte, n int) []byte {
	for ; n > 0 && len(lines) > 0; n-- {
		lines = lines[bytes.IndexByte(lines, '\n')+1:]
	}
	return lines
}

// CountLines returns how many events a log has.
func CountLines(lines []byte) int { return bytes.Count(lines, []byte{'\n'}) }
