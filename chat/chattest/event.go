package chattest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Event is one server-sent event as a browser reads it.
type Event struct {
	Name, ID string
	Data     map[string]any
}

// Events are those of one stream, in order.
type Events []Event

// AfterReset drops what a reset made void.
func (events Events) AfterReset() Events {
	for i := len(events) - 1; i >= 0; i-- {
		if events[i].Name == "reset" {
			return events[i:]
		}
	}
	return events
}

// ReadEvents reads a stream to its end.
func ReadEvents(body io.Reader) (Events, error) {
	var events Events
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, 1<<20)
	for {
		event, ok, err := readEvent(lines)
		if !ok {
			return events, err
		}
		events = append(events, event)
	}
}

// readEvent reads one event; not ok at the end of the stream.
func readEvent(lines *bufio.Scanner) (event Event, ok bool, err error) {
	for lines.Scan() {
		field, value, _ := strings.Cut(lines.Text(), ": ")
		switch field {
		case "event":
			event.Name = value
		case "id":
			event.ID = value
		case "data":
			if err := json.Unmarshal([]byte(value), &event.Data); err != nil {
				return event, false, fmt.Errorf("data of %s: %w", event.Name, err)
			}
		case "":
			if event.Name != "" {
				return event, true, nil
			}
			event = Event{}
		}
	}
	return event, false, lines.Err()
}

// takenOver is what stands in an id behind the turn, of events that were said by who took it over.
var takenOver = regexp.MustCompile(`^\.[1-9][0-9]*$`)

// CheckStream proves what holds of every stream: one start first, numbers without gaps, one done or error last. Another node's ids begin
// with a reset, or behind the start.
func CheckStream(t testing.TB, events Events) {
	t.Helper()
	if len(events) < 2 || events[0].Name != "start" {
		t.Fatalf("a stream must start with start: %v", events)
	}
	whose := fmt.Sprint(events[0].Data["turnId"])
	turn := whose
	for i, e := range events {
		if said, _, _ := strings.Cut(e.ID, ":"); (e.Name == "reset" || i == 1) && takenOver.MatchString(strings.TrimPrefix(said, turn)) {
			whose = said
		}
		if want := fmt.Sprintf("%s:%d", whose, i+1); e.ID != want {
			t.Errorf("event %d has id %s, want %s", i, e.ID, want)
		}
		if last := i == len(events)-1; last != (e.Name == "done" || e.Name == "error") {
			t.Errorf("event %d of %d is %s", i+1, len(events), e.Name)
		}
	}
}

// Names are the kinds of the events, each run of one kind named once.
func (events Events) Names() []string {
	var names []string
	for _, e := range events {
		names = append(names, e.Name)
	}
	return slices.Compact(names)
}

// Text is what was said.
func (events Events) Text() string {
	var out strings.Builder
	for _, e := range events {
		if e.Name == "delta" {
			out.WriteString(e.Data["text"].(string))
		}
	}
	return out.String()
}

// Tier is the answering tier, or -1.
func (events Events) Tier() int {
	for _, e := range events {
		if number, ok := e.Data["tier"].(float64); ok && e.Name == "tier" {
			return int(number)
		}
	}
	return -1
}
