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
	Seq   int    // 0 before the first event
	Taken uint32 // drawn by who took the turn over and said the event, or accepted it without the journal; 0 is the node that accepted it there
}

// takenLine begins the line with which a turn is taken over: a reset that says who goes on from there.
const takenLine = `r{"taken":`

// AppendTaken appends the line with which a turn is taken over. What it draws nobody else has: not another node that takes the same turn
// from a Redis that has lost who had it.
func AppendTaken(log []byte) []byte {
	log = append(log, takenLine...)
	return append(strconv.AppendUint(log, uint64(drawTaken()), 10), "}\n"...)
}

// Retaken puts the line with which a turn is taken over behind the start of a log that was made anew: who has seen other events under its
// numbers is shown all of it.
func Retaken(log []byte) []byte {
	start := bytes.IndexByte(log, '\n') + 1
	return append(AppendTaken(slices.Clone(log[:start])), log[start:]...)
}

func drawTaken() uint32 { return rand.Uint32() | 1 }

// next is the place behind the line that follows.
func (p Place) next(line []byte) Place {
	p.Seq++
	if rest, ok := bytes.CutPrefix(line, []byte(takenLine)); ok {
		digits, _, _ := bytes.Cut(rest, []byte{'}'})
		if taken, err := strconv.ParseUint(string(digits), 10, 32); err == nil {
			p.Taken = uint32(taken)
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

// After returns the lines of a log that follow a place. false: the log does not come by there. It ends before, or that event is in the log
// of another node.
func After(log []byte, place Place) (rest []byte, ok bool) {
	rest = log
	var at Place
	for at.Seq < place.Seq && len(rest) > 0 {
		end := bytes.IndexByte(rest, '\n') + 1
		at, rest = at.next(rest[:end]), rest[end:]
	}
	return rest, place.Seq == 0 || at == place
}

// AppendEventID appends <turn>:<seq>, and of what was said by who took the turn over, <turn>.<taken>:<seq>. The start is the same
// whoever tells it, and what stands before the colon there is the turn's name.
func AppendEventID(buffer []byte, turn uuid.UUID, place Place) []byte {
	buffer = chat.AppendUUID(buffer, turn)
	if place.Taken != 0 && place.Seq > 1 {
		buffer = strconv.AppendUint(append(buffer, '.'), uint64(place.Taken), 10)
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
			taken, err := strconv.ParseUint(strings.TrimPrefix(said, "."), 10, 32)
			if err != nil || said[0] != '.' {
				return Place{}, chat.ErrInvalidEventID.Because(err)
			}
			place.Taken = uint32(taken)
		}
	}
	if place.Seq, err = strconv.Atoi(number); err != nil || place.Seq < 0 {
		return Place{}, chat.ErrInvalidEventID.Because(err)
	}
	return place, nil
}
