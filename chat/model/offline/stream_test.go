package offline_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"narthex/chat/model"
	"narthex/chat/model/offline"
)

func TestOfflineStreamsWordByWordAndCounts(t *testing.T) {
	got := answerTo(t, "## Church facts\n- Parking: Behind  the church.\n", visitor("Where is parking?"))
	if diff := cmp.Diff([]string{"Behind  ", "the ", "church."}, got.Texts); diff != "" {
		t.Fatal(diff)
	}
	if got.Finish != model.FinishStop || got.Usage == nil || got.Usage.CompletionTokens != 4 || got.Usage.PromptTokens < 10 {
		t.Fatalf("%s, %+v", got.Finish, got.Usage)
	}
}

func TestOfflineKeepsTheLimitOnTokens(t *testing.T) {
	got := ask(t, model.Request{MaxTokens: 3, Messages: []model.Message{{Role: model.RoleSystem, Content: "## Church facts\n- Parking: Behind the church.\n"}, visitor("Where is parking?")}})
	if got.Finish != model.FinishLength || got.text() != "Behind the " || got.Usage.CompletionTokens > 3 {
		t.Fatalf("%+v", got)
	}
}

func TestOfflinePacesItsWordsAndStopsWhenAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		req := model.Request{Messages: []model.Message{{Role: model.RoleSystem, Content: "## Church facts\n- Parking: Behind the church.\n"}, visitor("Where is parking?")}}
		start := time.Now()
		collect(t, offline.New(10*time.Millisecond).Stream(t.Context(), told(req)))
		if took := time.Since(start); took != 30*time.Millisecond {
			t.Fatalf("three words took %s", took)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 15*time.Millisecond)
		defer cancel()
		got := collect(t, offline.New(10*time.Millisecond).Stream(ctx, told(req)))
		if got.text() != "Behind " || got.Err == nil || got.Err.Kind != model.KindTimeout || !got.Err.Streamed {
			t.Fatalf("%+v", got)
		}
	})
}

func TestOfflineIsCounted(t *testing.T) {
	registry := prometheus.NewRegistry()
	m, err := model.Counted(offline.New(0), offline.Name, registry)
	if err != nil {
		t.Fatal(err)
	}
	collect(t, m.Stream(t.Context(), model.Request{Class: model.ClassFast, Messages: []model.Message{visitor("Hello")}}))
	want := `
# HELP narthex_model_requests_total Requests to models by how they ended: a finish reason, a kind of error, or canceled.
# TYPE narthex_model_requests_total counter
narthex_model_requests_total{class="fast",model="offline",outcome="stop"} 1
`
	if err := testutil.GatherAndCompare(registry, strings.NewReader(want), "narthex_model_requests_total"); err != nil {
		t.Fatal(err)
	}
}

// FuzzOffline gives the offline model any prompt: it must answer something that can be shown.
func FuzzOffline(f *testing.F) {
	f.Add("## Church facts\n- Phone: 1\n", "What is your phone number?", "")
	f.Add(promptOf(f, "nueva-vida"), "¿A qué hora es el culto?", "Con gusto. ¿Cómo se llama?")
	f.Add("<passage id=\"1\" title=\"\" kind=\"document\">\n| a | b |\n|---|---|\n| c |\n\n**x.** y\n- \n</passage>", "c", "yes")
	f.Add("<faq id=\"1\" question=\"\">Yes. </faq>", "yes", "Would you like me to do that?")
	f.Add("Q: a\nA: b\nNever mention: ;;.\n", "\xff\xfe", "\x00")
	f.Fuzz(func(t *testing.T, system, message, said string) {
		got := ask(t, model.Request{Messages: []model.Message{{Role: model.RoleSystem, Content: system}, visitor(message),
			{Role: model.RoleAssistant, Content: said}, visitor(message)}, Tools: churchTools})
		text := got.text()
		if strings.TrimSpace(text) == "" && len(got.Calls) == 0 {
			t.Fatal("nothing said and nothing called")
		}
		if utf8.ValidString(system+message+said) && !utf8.ValidString(text) {
			t.Fatalf("invalid text %q", text)
		}
		for _, tag := range []string{"<passage", "</passage", "<visitor_message", "</faq"} {
			if strings.Contains(text, tag) {
				t.Fatalf("%q", text)
			}
		}
		for _, call := range got.Calls {
			if !json.Valid([]byte(call.Arguments)) {
				t.Fatalf("%+v", call)
			}
		}
	})
}
