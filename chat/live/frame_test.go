package live

import (
	"encoding/json"
	"testing"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/church"
)

func TestLinesWrittenByHandAreWhatTheStandardEncoderWrites(t *testing.T) {
	tier := 0
	for _, event := range []chat.Event{
		{Kind: chat.KindStart, Start: &chat.Start{TurnID: uuid.New(), SessionID: uuid.New(), Agent: church.Discipleship, Resumed: true}},
		{Kind: chat.KindStart, Start: &chat.Start{Agent: church.Care}},
		{Kind: chat.KindTier, Tier: &chat.TierChosen{Tier: &tier, Reason: "hours"}},
		{Kind: chat.KindTier, Tier: &chat.TierChosen{Reason: "agent_inactive"}},
		{Kind: chat.KindDone, Done: &chat.Done{Finish: chat.FinishStop, Tier: &tier, Millis: 1234}},
		{Kind: chat.KindDone, Done: &chat.Done{Finish: chat.FinishStopped}},
		chat.DeltaEvent(""), chat.DeltaEvent("The hall is open. "), chat.DeltaEvent("a\nb\tc\x7f"), chat.DeltaEvent(`"quoted" and \ back`),
		chat.DeltaEvent("<b>bold</b> & more"), chat.DeltaEvent("¿Dónde está?"), chat.DeltaEvent("one\u2028two"), chat.DeltaEvent("one\u2029two"), chat.DeltaEvent("broken \xff"),
	} {
		line, err := AppendLine(nil, event)
		if err != nil {
			t.Fatal(err)
		}
		want, err := json.Marshal(event.Data())
		if err != nil {
			t.Fatal(err)
		}
		if got := string(line[1 : len(line)-1]); got != string(want) {
			t.Errorf("a %s is written as\n%s, want\n%s", event.Kind, got, want)
		}
	}
}
