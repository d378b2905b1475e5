package chat

import (
	"encoding/json"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/church"
)

func TestLinesWrittenByHandAreWhatTheStandardEncoderWrites(t *testing.T) {
	tier := 0
	for _, event := range []Event{
		{Kind: KindStart, Start: &Start{TurnID: uuid.New(), SessionID: uuid.New(), Agent: church.Discipleship, Resumed: true}},
		{Kind: KindStart, Start: &Start{Agent: church.Care}},
		{Kind: KindTier, Tier: &TierChosen{Tier: &tier, Reason: "hours"}},
		{Kind: KindTier, Tier: &TierChosen{Reason: "agent_inactive"}},
		{Kind: KindDone, Done: &Done{Finish: FinishStop, Tier: &tier, Millis: 1234}},
		{Kind: KindDone, Done: &Done{Finish: FinishStopped}},
	} {
		line, err := appendLine(nil, event)
		if err != nil {
			t.Fatal(err)
		}
		want, err := json.Marshal(event.data())
		if err != nil {
			t.Fatal(err)
		}
		if got := string(line[1 : len(line)-1]); got != string(want) {
			t.Errorf("a %s is written as\n%s, want\n%s", event.Kind, got, want)
		}
	}
}
