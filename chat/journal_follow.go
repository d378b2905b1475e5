package chat

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// whereabouts is where a turn stands.
type whereabouts struct {
	state string
	// log is the whole log of an ended turn, or, of a running one, the lines after those asked about, if there are any.
	log []byte
}

const (
	turnUnknown = "none"
	turnEnded   = "log"
	turnMore    = "more"
	turnWaiting = "wait"   // nothing new
	turnLapsed  = "lapsed" // nothing new, and nobody is at work on it
)

// Follow looks where a turn stands beyond the event after. A turn of another session is unknown.
func (j *Journal) Follow(ctx context.Context, ref TurnRef, after int) (whereabouts, error) {
	key := turnKey(ref.Church, ref.Turn)
	keys := []string{key, key + ":events", key + ":log", runningKey(ref.Church)}
	var reply []any
	err := j.try(ctx, func(ctx context.Context) (err error) {
		reply, err = followScript.Run(ctx, j.redis, keys, ref.Session.String(), after, ref.Turn.String()).Slice()
		return err
	})
	if err != nil {
		return whereabouts{}, fmt.Errorf("follow a turn: %w", err)
	}
	found := whereabouts{}
	found.state, _ = reply[0].(string)
	switch found.state {
	case turnEnded:
		log, _ := reply[1].(string)
		_, log, _ = strings.Cut(log, "\n")
		found.log = []byte(log)
	case turnMore:
		found.log, err = linesAfter(reply[1:], after)
	}
	return found, err
}

// entryNumber is the number of an entry's last event.
func entryNumber(id string) (int, error) {
	text, _, _ := strings.Cut(id, "-")
	last, err := strconv.Atoi(text)
	if err != nil {
		return 0, fmt.Errorf("read a journal entry: %w", err)
	}
	return last, nil
}

// lastEntry is the number of the last event of the last entry, 0 if there is none.
func lastEntry(entries []any) int {
	if len(entries) < 2 {
		return 0
	}
	id, _ := entries[len(entries)-2].(string)
	last, _ := entryNumber(id)
	return last
}

// linesAfter joins the lines of entries, which come as the number of the last line and the lines, from the event after on.
// A retried append may have given an entry that begins before the end of the one before it.
func linesAfter(entries []any, after int) ([]byte, error) {
	var log []byte
	for i := 0; i+1 < len(entries); i += 2 {
		id, _ := entries[i].(string)
		lines, _ := entries[i+1].(string)
		last, err := entryNumber(id)
		if err != nil {
			return log, err
		}
		first := last - strings.Count(lines, "\n") + 1
		if first > after+1 {
			return log, fmt.Errorf("the journal has a gap: event %d follows %d", first, after)
		}
		log = append(log, skipLines([]byte(lines), after+1-first)...)
		after = last
	}
	return log, nil
}
