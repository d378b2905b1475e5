package visitor

import (
	"bytes"
	"strconv"
	"time"

	"narthex/cmd/loadtest/token"
)

// event is one that arrived. kind and id are empty where the sender is a model service's stream.
type event struct {
	kind, id, data []byte
}

// turn checks one answer while it arrives.
type turn struct {
	recorder *Recorder // of the window in which the events arrive
	wanted   int       // tokens; 0: not known
	asked    time.Time
	seq      int // of the last event
	tokens   int
	over     bool
	failed   bool
	refused  bool // it ended with an error event

	id      string    // of the turn; "": nothing was acknowledged
	heard   time.Time // the last word
	silence time.Duration
	sourced bool
	lost    bool
	doubled bool
}

// stale is the age from which a token was not sent for this visitor: it comes out of a cache.
const stale = time.Minute

// take notes an event that arrived at now.
func (t *turn) take(e event, now time.Time) {
	if len(e.id) > 0 {
		t.checkSequence(e.id)
	}
	switch string(e.kind) {
	case "start":
		t.id = jsonText(e.data, "turnId")
	case "sources":
		t.sourced = true
	case "", "message", "delta":
		t.hear(now)
		t.takeTokens(e.data, now)
		if bytes.Equal(e.data, []byte("[DONE]")) {
			t.end(now)
		}
	case "tier":
		t.takeTier(e.data)
	case "reset":
		t.tokens = 0
	case "retry":
		t.fail("readers sent away")
	case "done":
		if !bytes.Contains(e.data, []byte(`"finish":"stop"`)) {
			t.fail("answers that finished otherwise")
		}
		t.end(now)
	case "error":
		t.fail("error events: " + jsonText(e.data, "code"))
		t.over, t.refused = true, true
	}
}

func (t *turn) fail(what string) {
	t.failed = true
	t.recorder.fail(what)
}

func (t *turn) lose(what string) {
	t.lost = true
	t.fail(what)
}

func (t *turn) double(what string) {
	t.doubled = true
	t.fail(what)
}

// checkSequence reads the number at the end of an id, <turn>:<seq>.
func (t *turn) checkSequence(id []byte) {
	seq, err := strconv.Atoi(string(id[bytes.LastIndexByte(id, ':')+1:]))
	switch {
	case err != nil:
		t.fail("ids that are none")
		return
	case seq <= t.seq:
		t.double("events that came twice")
	case seq > t.seq+1:
		t.lose("gaps between events")
	}
	t.seq = max(t.seq, seq)
}

func (t *turn) takeTokens(data []byte, now time.Time) {
	for {
		found, rest, ok := token.Next(data, now)
		if !ok {
			return
		}
		data = rest
		// The places start again after a while: what lies less than half of that ahead is a gap, the rest came twice.
		switch ahead := (found.Place - t.tokens%token.Places + token.Places) % token.Places; {
		case ahead == 0:
		case ahead < token.Places/2:
			t.lose("gaps between tokens")
			t.tokens += ahead
		default:
			t.double("tokens that came twice")
			continue
		}
		if t.tokens == 0 {
			t.recorder.First.Record(now.Sub(t.asked))
		}
		t.tokens++
		t.recorder.Tokens.Add(1)
		if found.Age > stale {
			t.fail("tokens out of a cache")
			continue
		}
		t.recorder.Added.Record(found.Age)
	}
}

func (t *turn) takeTier(data []byte) {
	_, after, found := bytes.Cut(data, []byte(`"tier":`))
	if found && len(after) > 0 && after[0] >= '0' && after[0] <= '4' {
		t.recorder.tiers[after[0]-'0'].Add(1)
	}
}

func (t *turn) end(now time.Time) {
	if t.over {
		t.double("answers that ended twice")
		return
	}
	t.over = true
	if t.wanted > 0 && t.tokens != t.wanted {
		t.lose("answers of another length")
	}
	if !t.failed {
		t.recorder.TurnsEnded.Add(1)
		t.recorder.Whole.Record(now.Sub(t.asked))
	}
}

// jsonText finds a string in JSON that is known to be simple.
func jsonText(data []byte, field string) string {
	_, after, _ := bytes.Cut(data, []byte(`"`+field+`":"`))
	text, _, _ := bytes.Cut(after, []byte(`"`))
	return string(text)
}
