package live

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"narthex/chat"
)

// Place is how far a reader has come in a turn's log: the number of the last event seen, and which node said it. A node that takes a turn
// over goes on with the numbers, and one that was only cut off, and is not dead, does so too: of those that are not in the journal the
// number alone would name two events.
type Place struct {
	Seq    int    // 0 before the first event
	Writer uint32 // a random id of the node that wrote the event, if it took the turn over or accepted it without the journal; 0 is the node that accepted it there
}

// takeoverLine begins the line with which a turn is taken over: a reset that says who goes on from there.
const takeoverLine = `r{"taken":`

// AppendTakeover appends the line with which a turn is taken over. The writer id in it is random, so that no other node has it, not even one
// that takes the same turn from a Redis that has lost who had it.
func AppendTakeover(log []byte) []byte {
	log = append(log, takeoverLine...)
	return append(strconv.AppendUint(log, uint64(drawWriter()), 10), "}\n"...)
}

// Retaken inserts a takeover line after the start event of a rebuilt log: a reader that has seen the original events is sent all of it
// again.
func Retaken(log []byte) []byte {
	start := bytes.IndexByte(log, '\n') + 1
	return append(AppendTakeover(slices.Clone(log[:start])), log[start:]...)
}

func drawWriter() uint32 { return rand.Uint32() | 1 }

// next is the place behind the line that follows.
func (p Place) next(line []byte) Place {
	p.Seq++
	if rest, ok := bytes.CutPrefix(line, []byte(takeoverLine)); ok {
		digits, _, _ := bytes.Cut(rest, []byte{'}'})
		if writer, err := strconv.ParseUint(string(digits), 10, 32); err == nil {
			p.Writer = uint32(writer)
		}
	}
	return p
}

// Past is the place behind lines that follow it.
func (p Place) Past(lines []byte) Place {
	for line := range bytes.Lines(lines) {
		p = p.next(line)
	}
	return p
}

// After returns the lines of a log that follow a place. ok is false if the log does not contain place: it is shorter, or that event was
// written by another node.
func After(log []byte, place Place) (rest []byte, ok bool) {
	rest = log
	var at Place
	for at.Seq < place.Seq && len(rest) > 0 {
		end := bytes.IndexByte(rest, '\n') + 1
		at, rest = at.next(rest[:end]), rest[end:]
	}
	return rest, place.Seq == 0 || at == place
}

// AppendEventID appends <turn>:<seq>, or <turn>.<writer>:<seq> for an event that was written after a takeover. The start event is the same
// whoever writes it, and its id has the turn alone before the colon.
func AppendEventID(buffer []byte, turn uuid.UUID, place Place) []byte {
	buffer = chat.AppendUUID(buffer, turn)
	if place.Writer != 0 && place.Seq > 1 {
		buffer = strconv.AppendUint(append(buffer, '.'), uint64(place.Writer), 10)
	}
	return strconv.AppendInt(append(buffer, ':'), int64(place.Seq), 10)
}

// ParseEventID reads the id of an event of the turn, or its number alone, which is taken for one of the node that accepted the turn;
// "" is the beginning.
func ParseEventID(given string, turn uuid.UUID) (place Place, err error) {
	if given == "" {
		return Place{}, nil
	}
	number := given
	if rest, ok := strings.CutPrefix(given, turn.String()); ok {
		var said string
		if said, number, ok = strings.Cut(rest, ":"); !ok {
			return Place{}, chat.ErrInvalidEventID
		}
		if said != "" {
			writer, err := strconv.ParseUint(strings.TrimPrefix(said, "."), 10, 32)
			if err != nil || said[0] != '.' {
				return Place{}, chat.ErrInvalidEventID.Because(err)
			}
			place.Writer = uint32(writer)
		}
	}
	if place.Seq, err = strconv.Atoi(number); err != nil || place.Seq < 0 {
		return Place{}, chat.ErrInvalidEventID.Because(err)
	}
	return place, nil
}
