package chat

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/uuid"
)

func TestATraceIsBounded(t *testing.T) {
	turn := &Turn{}
	if turn.Trace() != nil {
		t.Error("a turn of which there is nothing to tell has a trace")
	}
	for i := range 100 {
		turn.TraceNear(uuid.New(), "document", strings.Repeat("é", 500), float64(i%50)/50)
		turn.TraceTool(ToolCalled{Name: "plan_visit", OK: true})
		turn.TraceHeld("forbidden", strings.Repeat("ñ", 500))
	}
	kept := turn.Trace()
	if len(kept.Nearest) != mostNearest || kept.Nearest[0].Similarity != 0.98 || kept.Nearest[1].Similarity != 0.98 || kept.Nearest[9].Similarity != 0.90 {
		t.Errorf("nearest are %+v", kept.Nearest)
	}
	if title := kept.Nearest[0].Title; !utf8.ValidString(title) || len(title) > mostTitleLength+len("…") || !strings.HasSuffix(title, "é…") {
		t.Errorf("a title is %d bytes: %q", len(title), title)
	}
	if len(kept.Tools) != mostTools || len(kept.Held) != mostHeld {
		t.Errorf("%d tools, %d held back", len(kept.Tools), len(kept.Held))
	}
	if written, err := json.Marshal(kept); err != nil || len(written) > 6<<10 {
		t.Errorf("it is %d bytes, %v", len(written), err)
	}
}

func TestATraceTellsWhatTheModelWasGiven(t *testing.T) {
	turn := &Turn{}
	given, lost := uuid.New(), uuid.New()
	turn.TraceUsed([]Source{{ID: given}}) // of a turn that compared nothing
	turn.TraceNear(given, "faq", "Where do I park?", 0.7)
	turn.TraceNear(lost, "document", "Parking", 0.9)
	turn.TraceNear(given, "faq", "Where do I park?", 0.2) // found again by another tier
	turn.TraceUsed([]Source{{ID: given}})
	var seen []string
	for _, near := range turn.Trace().Nearest {
		seen = append(seen, fmt.Sprint(near.Title, " ", near.Similarity, " ", near.Used))
	}
	if got := strings.Join(seen, "; "); got != "Parking 0.9 false; Where do I park? 0.7 true" {
		t.Error(got)
	}
}
