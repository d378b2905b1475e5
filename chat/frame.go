package chat

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// Frame is an event as readers get it: numbered and encoded.
type Frame struct {
	Seq  int // from 1, without gaps
	Kind EventKind
	Data []byte // one line of JSON
}

// Ends reports whether the frame is the last of its turn.
func (f Frame) Ends() bool { return f.Kind == KindDone || f.Kind == KindError }

// Event decodes the frame.
func (f Frame) Event() (Event, error) {
	event := Event{Kind: f.Kind}
	var into any
	var delta deltaData
	var sources sourcesData
	switch f.Kind {
	case KindStart:
		event.Start = &Start{}
		into = event.Start
	case KindTier:
		event.Tier = &TierChosen{}
		into = event.Tier
	case KindDelta:
		into = &delta
	case KindTool:
		event.Tool = &ToolStatus{}
		into = event.Tool
	case KindSources:
		into = &sources
	case KindReset:
		return event, nil
	case KindDone:
		event.Done = &Done{}
		into = event.Done
	case KindError:
		event.Failure = &Failure{}
		into = event.Failure
	}
	if err := json.Unmarshal(f.Data, into); err != nil {
		return Event{}, fmt.Errorf("decode event %d, a %s: %w", f.Seq, f.Kind, err)
	}
	event.Text, event.Sources = delta.Text, sources.Items
	return event, nil
}

// The log of a turn holds its events one after another, each as a line: a letter for its kind, its data, a line feed. The
// number of an event is that of its line. The same bytes are in memory, in the journal, and, in other clothes, on the wire.

var kindLetters = map[EventKind]byte{
	KindStart: 's', KindTier: 't', KindDelta: 'd', KindTool: 'c', KindSources: 'o', KindReset: 'r', KindDone: 'e', KindError: 'x',
}

// kindOf is the inverse of kindLetters; a letter of a newer version is no kind.
func kindOf(letter byte) EventKind {
	switch letter {
	case 's':
		return KindStart
	case 't':
		return KindTier
	case 'd':
		return KindDelta
	case 'c':
		return KindTool
	case 'o':
		return KindSources
	case 'r':
		return KindReset
	case 'e':
		return KindDone
	case 'x':
		return KindError
	}
	return ""
}

// appendLine appends an event to a log.
func appendLine(log []byte, event Event) ([]byte, error) {
	log = append(log, kindLetters[event.Kind])
	switch event.Kind { // those of which there are many, and those of the cheapest answers
	case KindDelta:
		log, err := jsontext.AppendQuote(append(log, `{"text":`...), event.Text)
		return append(log, "}\n"...), err
	case KindStart:
		return append(appendStart(log, event.Start), '\n'), nil
	case KindTier:
		if event.Tier.Similarity == nil {
			return append(appendTierChosen(log, event.Tier), '\n'), nil
		}
	case KindDone:
		if event.Done.Usage == nil {
			return append(appendDone(log, event.Done), '\n'), nil
		}
	}
	data, err := json.Marshal(event.data())
	if err != nil {
		return nil, fmt.Errorf("encode a %s event: %w", event.Kind, err)
	}
	return append(append(log, data...), '\n'), nil
}

// appendStart appends what json.Marshal would make of it. An agent's name is one that we know, and needs no escaping.
func appendStart(b []byte, s *Start) []byte {
	b = appendUUID(append(b, `{"turnId":"`...), s.TurnID)
	b = appendUUID(append(b, `","sessionId":"`...), s.SessionID)
	b = append(append(b, `","agent":"`...), s.Agent...)
	return append(strconv.AppendBool(append(b, `","resumed":`...), s.Resumed), '}')
}

// appendTierChosen appends a tier without similarity. Reasons are our own words.
func appendTierChosen(b []byte, c *TierChosen) []byte {
	b = appendTier(append(b, `{"tier":`...), c.Tier)
	b = append(append(b, `,"reason":"`...), c.Reason...)
	return append(b, `"}`...)
}

// appendDone appends the end of an answer that used no model.
func appendDone(b []byte, d *Done) []byte {
	b = append(append(b, `{"finish":"`...), d.Finish...)
	b = appendTier(append(b, `","tier":`...), d.Tier)
	return append(strconv.AppendInt(append(b, `,"ms":`...), d.Millis, 10), '}')
}

func appendTier(b []byte, tier *int) []byte {
	if tier == nil {
		return append(b, "null"...)
	}
	return strconv.AppendInt(b, int64(*tier), 10)
}

// logOf writes an ended answer as its turn's log, in as few events as it takes.
func logOf(answer *Record, ref TurnRef) ([]byte, error) {
	var log []byte
	for _, event := range answer.events(ref) {
		var err error
		if log, err = appendLine(log, event); err != nil {
			return nil, err
		}
	}
	return log, nil
}

// appendFrames appends the frames that the lines hold; the first gets the number after seq. Frames point into lines.
func appendFrames(frames []Frame, lines []byte, seq int) ([]Frame, error) {
	for len(lines) > 0 {
		end := bytes.IndexByte(lines, '\n')
		if end < 1 {
			return nil, fmt.Errorf("event %d has no end", seq+1)
		}
		kind := kindOf(lines[0])
		if kind == "" {
			return nil, fmt.Errorf("event %d is of an unknown kind %q", seq+1, lines[0])
		}
		seq++
		frames = append(frames, Frame{Seq: seq, Kind: kind, Data: lines[1:end]})
		lines = lines[end+1:]
	}
	return frames, nil
}

// skipLines drops the first n lines.
func skipLines(lines []byte, n int) []byte {
	for ; n > 0 && len(lines) > 0; n-- {
		lines = lines[bytes.IndexByte(lines, '\n')+1:]
	}
	return lines
}

func countLines(lines []byte) int { return bytes.Count(lines, []byte{'\n'}) }
