package tier_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/chat"
	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
)

// traceOf is what is stored with the only answer of a church.
func traceOf(t testing.TB, server *chattest.Server, churchID uuid.UUID) *chat.Trace {
	t.Helper()
	server.Messages(t, churchID, 2)
	var found *chat.Trace
	chattest.Must(t, server.DB.Admin.QueryRow(context.Background(), "select trace from messages where church_id = $1 and role = 'assistant'", churchID).Scan(&found))
	return found
}

func TestWhatAnAnswerWasMadeOfIsKept(t *testing.T) {
	server := chattest.NewServer(t)
	churchID := server.NewChurch(t)
	faq := server.AddKnowledge(t, churchID, "faq", "How much does the hall cost?", "75 dollars an hour.", false) // too far from the question
	server.AddKnowledge(t, churchID, "document", "Hall rental policy", "The hall costs 75 dollars an hour for groups of up to 150 people.", false)
	server.Upstream.Default(modeltest.Reply("Many do."))
	server.Ask(t, churchID, chattest.Question{Message: "Which groups rent the hall most often?"})
	kept := traceOf(t, server, churchID)
	if kept == nil {
		t.Fatal("nothing is kept")
	}
	var titles []string
	for i, near := range kept.Nearest {
		titles = append(titles, near.Title)
		if near.Used != (near.Kind == "document") || near.Similarity <= 0 || i > 0 && near.Similarity > kept.Nearest[i-1].Similarity {
			t.Errorf("near is %+v", near)
		}
	}
	slices.Sort(titles)
	if !slices.Equal(titles, []string{"Hall rental policy", "How much does the hall cost?"}) || !slices.ContainsFunc(kept.Nearest, func(n chat.Nearest) bool { return n.ID == faq && n.Kind == "faq" }) {
		t.Errorf("nearest are %+v", kept.Nearest)
	}
	var blocks []string
	for _, block := range kept.Prompt {
		blocks = append(blocks, block.Name)
		if block.Tokens <= 0 {
			t.Errorf("a block is %+v", block)
		}
	}
	if !slices.Contains(blocks, "persona") || !slices.Contains(blocks, "facts") || !slices.Contains(blocks, "knowledge") {
		t.Errorf("blocks are %v", blocks)
	}
}

func TestNothingIsKeptOfWhatNeededNoComparison(t *testing.T) {
	server := chattest.NewServer(t)
	churchID := server.NewChurch(t)
	server.Ask(t, churchID, chattest.Question{Message: "What time is church on Sunday?"})
	if kept := traceOf(t, server, churchID); kept != nil {
		t.Errorf("kept is %+v", kept)
	}
}

func TestToolsAndWhatWasHeldBackAreKeptWithoutTheVisitorsWords(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient)
	churchID := doctrinalChurch(t, server)
	server.Upstream.Script(
		modeltest.Stream(modeltest.ToolDelta(0, "call_0", "drop_tables_of_Ruth", `{}`), modeltest.Finish("tool_calls"), modeltest.Done()),
		reach(), modeltest.Reply("Some souls rest in ", "purgatory", " now."), modeltest.Reply("She is in good hands."))
	server.Ask(t, churchID, chattest.Question{Message: askPastor})
	kept := traceOf(t, server, churchID)
	if kept == nil || len(kept.Tools) != 2 {
		t.Fatalf("kept is %+v", kept)
	}
	if made := kept.Tools[0]; made.Name != "" || made.OK || made.Wrote {
		t.Errorf("a tool that the model made up is %+v", made)
	}
	if called := kept.Tools[1]; called.Name != "escalate_to_pastor" || !called.OK || !called.Wrote {
		t.Errorf("the call is %+v", called)
	}
	if len(kept.Held) != 1 || kept.Held[0] != (chat.HeldBack{Kind: "forbidden", Topic: "Last things"}) {
		t.Errorf("held back is %+v", kept.Held)
	}
	if all := fmt.Sprintf("%+v", kept); strings.Contains(all, "Ruth") || strings.Contains(all, "mother") {
		t.Errorf("the visitor's words are in it: %s", all)
	}
}
