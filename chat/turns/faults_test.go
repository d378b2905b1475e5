package turns_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
)

// Every one of these upstreams ends in what was streamed and one error, and the record says so.
func TestABadUpstreamEndsInOneErrorAndATruthfulRecord(t *testing.T) {
	server := chattest.NewServer(t, chattest.Impatient)
	for name, test := range map[string]struct {
		behaviour modeltest.Behaviour
		text      string
		code      string
	}{
		"cut in mid-word":                {modeltest.Stream(modeltest.Role(), modeltest.Text("We meet on Sun"), modeltest.Cut()), "We meet on Sun", "answer_cut"},
		"ended without a finish reason":  {modeltest.Stream(modeltest.Text("We meet"), modeltest.Done()), "We meet", "answer_cut"},
		"silent from the start":          {modeltest.Stream(modeltest.Silence()), "", "model_unavailable"},
		"silent after a word":            {modeltest.Stream(modeltest.Text("Well"), modeltest.Silence()), "Well", "answer_cut"},
		"429":                            {modeltest.Status(429).Header("Retry-After", "30"), "", "model_busy"},
		"500":                            {modeltest.Status(500), "", "model_unavailable"},
		"503":                            {modeltest.Status(503), "", "model_unavailable"},
		"401":                            {modeltest.Status(401), "", "model_unavailable"},
		"an HTML page":                   {modeltest.Body(200, "text/html", "<html>hi</html>"), "", "model_unavailable"},
		"garbage":                        {modeltest.Stream(modeltest.Raw("\x00\xff\n\n{]\n\n")), "", "model_unavailable"},
		"garbage after a word":           {modeltest.Stream(modeltest.Text("Well"), modeltest.Event("{]")), "Well", "answer_cut"},
		"an error event":                 {modeltest.Stream(modeltest.ErrorEvent("server_error", "overloaded", "busy")), "", "model_unavailable"},
		"an error event after a comment": {modeltest.Stream(modeltest.Comments(1), modeltest.ErrorEvent("server_error", "overloaded", "busy")), "", "model_unavailable"},
		"an error event after a word":    {modeltest.Stream(modeltest.Text("Well"), modeltest.ErrorEvent("server_error", "overloaded", "busy")), "Well", "answer_cut"},
		"an answer without a word":       {modeltest.Stream(modeltest.Role(), modeltest.Finish("stop"), modeltest.Done()), "", "model_unavailable"},
	} {
		t.Run(name, func(t *testing.T) {
			churchID := server.NewChurch(t)
			server.Upstream.Script(test.behaviour)
			start := time.Now()
			events := server.Ask(t, churchID, chattest.Question{Message: "Which hymnal stands in the pews here?"})
			if took := time.Since(start); took > 15*time.Second {
				t.Errorf("it took %v", took)
			}
			last := events[len(events)-1]
			if events.Text() != test.text || last.Name != "error" || last.Data["code"] != test.code {
				t.Errorf("text %q, then %v", events.Text(), last)
			}
			if message, _ := last.Data["message"].(string); strings.Contains(message, "overloaded") || message == "" {
				t.Errorf("message for the visitor: %q", message)
			}
			if test.text == "" && !strings.Contains(last.Data["message"].(string), "(207) 555-0142") {
				t.Errorf("no way to a person: %v", last.Data["message"])
			}
			answer := server.Messages(t, churchID, 2)[1]
			if answer.Content != test.text || *answer.Outcome != "error" || *answer.ErrorCode != test.code || *answer.Tier != 4 {
				t.Errorf("stored %+v", answer)
			}
		})
	}
}

func TestASlowUpstreamStreamsAsItGoes(t *testing.T) {
	server := chattest.NewServer(t)
	churchID := server.NewChurch(t)
	release := make(chan struct{})
	server.Upstream.Script(modeltest.Stream(modeltest.Text("First "), modeltest.Hold(release), modeltest.Text("second."), modeltest.Finish("stop"), modeltest.Usage(10, 4, 2), modeltest.Done()))
	res, err := server.Post(t.Context(), churchID, chattest.Question{Message: "Which hymnal stands in the pews here?"})
	chattest.Must(t, err)
	defer res.Body.Close()
	buffer := make([]byte, 4096)
	var got strings.Builder
	for !strings.Contains(got.String(), "First ") {
		n, err := res.Body.Read(buffer)
		chattest.Must(t, err)
		got.Write(buffer[:n])
	}
	close(release)
	events, err := chattest.ReadEvents(res.Body)
	chattest.Must(t, err)
	if events.Text() != "second." || events[len(events)-1].Name != "done" {
		t.Errorf("after the first word: %v", events)
	}
	if m := server.Messages(t, churchID, 2)[1]; m.Content != "First second." || m.Tokens != 2 {
		t.Errorf("stored %+v", m)
	}
}

func TestTheFallbackModelAnswersWhereTheFirstHasSaidNothing(t *testing.T) {
	second := modeltest.New(t)
	second.Default(modeltest.Reply("The second model answers."))
	server := chattest.NewServer(t, chattest.Impatient, func(config *chattest.Config) { config.Fallback = second })
	churchID := server.NewChurch(t)
	for name, test := range map[string]struct {
		behaviour modeltest.Behaviour
		text      string
		last      string
	}{
		"500":             {modeltest.Status(500), "The second model answers.", "done"},
		"silence":         {modeltest.Stream(modeltest.Silence()), "The second model answers.", "done"},
		"cut after words": {modeltest.Stream(modeltest.Text("I was say"), modeltest.Cut()), "I was say", "error"},
	} {
		server.Upstream.Script(test.behaviour)
		events := server.Ask(t, churchID, chattest.Question{Message: "Which hymnal stands in the pews, " + name + "?"})
		if events.Text() != test.text || events[len(events)-1].Name != test.last {
			t.Errorf("%s: %q, then %v", name, events.Text(), events[len(events)-1])
		}
	}
}

func TestWithTheModelDownStoredAnswersStillCome(t *testing.T) {
	server := chattest.NewServer(t)
	churchID := server.NewChurch(t)
	server.AddKnowledge(t, churchID, "faq", "Do you livestream your services?", "Yes, at 9.", true)
	server.Upstream.Default(modeltest.Status(500))
	server.Upstream.ScriptEmbeddings(modeltest.Status(500), modeltest.Status(500), modeltest.Status(500), modeltest.Status(500))
	for message, want := range map[string]int{"What time is church on Sunday?": 0, "Do you livestream your services?": 1} {
		if events := server.Ask(t, churchID, chattest.Question{Message: message}); events.Tier() != want {
			t.Errorf("%s: tier %d", message, events.Tier())
		}
	}
	// The embedder fails as well: the full model is still asked, and its failure told.
	events := server.Ask(t, churchID, chattest.Question{Message: "Which hymnal stands in the pews here?"})
	if last := events[len(events)-1]; events.Tier() != 4 || last.Data["code"] != "model_unavailable" || last.Data["retryable"] != true {
		t.Errorf("%v", events)
	}
}

func TestWithoutTheEmbedderTheFullModelAnswersAndNothingIsCached(t *testing.T) {
	server := chattest.NewServer(t)
	churchID := server.NewChurch(t)
	server.Upstream.Default(modeltest.Reply("An answer from facts."))
	server.Upstream.ScriptEmbeddings(modeltest.Status(500))
	for range 2 {
		events := server.Ask(t, churchID, chattest.Question{Message: "Which hymnal stands in the pews here?"})
		if events.Tier() != 4 || events.Text() != "An answer from facts." {
			t.Errorf("%v", events)
		}
	}
}

func TestSendingAMessageAgainGivesTheSameAnswer(t *testing.T) {
	server := chattest.NewServer(t)
	churchID := server.NewChurch(t)
	server.Upstream.Default(modeltest.Reply("The blue one."))
	again := chattest.Question{Message: "Which hymnal stands in the pews here?", Session: uuid.New(), Client: uuid.New()}
	first := server.Ask(t, churchID, again)
	second := server.Ask(t, churchID, again)
	if second.Text() != first.Text() || second[0].Data["turnId"] != first[0].Data["turnId"] || second[0].Data["resumed"] != true {
		t.Errorf("first %v, then %v", first, second)
	}
	if !slices.Equal(first.Names(), second.Names()) {
		t.Errorf("first %v, then %v", first.Names(), second.Names())
	}
	if asked := len(server.Upstream.Chats()); asked != 1 {
		t.Errorf("the model was asked %d times", asked)
	}
	server.Messages(t, churchID, 2)

	other := again
	other.Session = uuid.New()
	if third := server.Ask(t, churchID, other); third[0].Data["turnId"] == first[0].Data["turnId"] {
		t.Error("another session got the same turn")
	}
}
