package turns_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat/model/modeltest"
)

// Every one of these upstreams ends in what was streamed and one error, and the record says so.
func TestABadUpstreamEndsInOneErrorAndATruthfulRecord(t *testing.T) {
	p := openPorch(t, impatient)
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
			churchID := p.newChurch(t)
			p.upstream.Script(test.behaviour)
			start := time.Now()
			events := p.ask(t, churchID, question{message: "Which hymnal stands in the pews here?"})
			if took := time.Since(start); took > 15*time.Second {
				t.Errorf("it took %v", took)
			}
			last := events[len(events)-1]
			if text(events) != test.text || last.name != "error" || last.data["code"] != test.code {
				t.Errorf("text %q, then %v", text(events), last)
			}
			if message, _ := last.data["message"].(string); strings.Contains(message, "overloaded") || message == "" {
				t.Errorf("message for the visitor: %q", message)
			}
			if test.text == "" && !strings.Contains(last.data["message"].(string), "(207) 555-0142") {
				t.Errorf("no way to a person: %v", last.data["message"])
			}
			answer := p.messages(t, churchID, 2)[1]
			if answer.Content != test.text || *answer.Outcome != "error" || *answer.ErrorCode != test.code || *answer.Tier != 4 {
				t.Errorf("stored %+v", answer)
			}
		})
	}
}

func TestASlowUpstreamStreamsAsItGoes(t *testing.T) {
	p := openPorch(t)
	churchID := p.newChurch(t)
	release := make(chan struct{})
	p.upstream.Script(modeltest.Stream(modeltest.Text("First "), modeltest.Hold(release), modeltest.Text("second."), modeltest.Finish("stop"), modeltest.Usage(10, 4, 2), modeltest.Done()))
	res, err := p.post(t.Context(), churchID, question{message: "Which hymnal stands in the pews here?"})
	must(t, err)
	defer res.Body.Close()
	buffer := make([]byte, 4096)
	var got strings.Builder
	for !strings.Contains(got.String(), "First ") {
		n, err := res.Body.Read(buffer)
		must(t, err)
		got.Write(buffer[:n])
	}
	close(release)
	events, err := readEvents(res.Body)
	must(t, err)
	if text(events) != "second." || events[len(events)-1].name != "done" {
		t.Errorf("after the first word: %v", events)
	}
	if m := p.messages(t, churchID, 2)[1]; m.Content != "First second." || m.Tokens != 2 {
		t.Errorf("stored %+v", m)
	}
}

func TestTheFallbackModelAnswersWhereTheFirstHasSaidNothing(t *testing.T) {
	second := modeltest.New(t)
	second.Default(modeltest.Reply("The second model answers."))
	p := openPorch(t, impatient, func(s *settings) { s.fallback = second })
	churchID := p.newChurch(t)
	for name, test := range map[string]struct {
		behaviour modeltest.Behaviour
		text      string
		last      string
	}{
		"500":             {modeltest.Status(500), "The second model answers.", "done"},
		"silence":         {modeltest.Stream(modeltest.Silence()), "The second model answers.", "done"},
		"cut after words": {modeltest.Stream(modeltest.Text("I was say"), modeltest.Cut()), "I was say", "error"},
	} {
		p.upstream.Script(test.behaviour)
		events := p.ask(t, churchID, question{message: "Which hymnal stands in the pews, " + name + "?"})
		if text(events) != test.text || events[len(events)-1].name != test.last {
			t.Errorf("%s: %q, then %v", name, text(events), events[len(events)-1])
		}
	}
}

func TestWithTheModelDownStoredAnswersStillCome(t *testing.T) {
	p := openPorch(t)
	churchID := p.newChurch(t)
	p.knows(t, churchID, "faq", "Do you livestream your services?", "Yes, at 9.", true)
	p.upstream.Default(modeltest.Status(500))
	p.upstream.ScriptEmbeddings(modeltest.Status(500), modeltest.Status(500), modeltest.Status(500), modeltest.Status(500))
	for message, want := range map[string]int{"What time is church on Sunday?": 0, "Do you livestream your services?": 1} {
		if events := p.ask(t, churchID, question{message: message}); tier(events) != want {
			t.Errorf("%s: tier %d", message, tier(events))
		}
	}
	// The embedder fails as well: the full model is still asked, and its failure told.
	events := p.ask(t, churchID, question{message: "Which hymnal stands in the pews here?"})
	if last := events[len(events)-1]; tier(events) != 4 || last.data["code"] != "model_unavailable" || last.data["retryable"] != true {
		t.Errorf("%v", events)
	}
}

func TestWithoutTheEmbedderTheFullModelAnswersAndNothingIsCached(t *testing.T) {
	p := openPorch(t)
	churchID := p.newChurch(t)
	p.upstream.Default(modeltest.Reply("An answer from facts."))
	p.upstream.ScriptEmbeddings(modeltest.Status(500))
	for range 2 {
		events := p.ask(t, churchID, question{message: "Which hymnal stands in the pews here?"})
		if tier(events) != 4 || text(events) != "An answer from facts." {
			t.Errorf("%v", events)
		}
	}
}

func TestSendingAMessageAgainGivesTheSameAnswer(t *testing.T) {
	p := openPorch(t)
	churchID := p.newChurch(t)
	p.upstream.Default(modeltest.Reply("The blue one."))
	again := question{message: "Which hymnal stands in the pews here?", session: uuid.New(), client: uuid.New()}
	first := p.ask(t, churchID, again)
	second := p.ask(t, churchID, again)
	if text(second) != text(first) || second[0].data["turnId"] != first[0].data["turnId"] || second[0].data["resumed"] != true {
		t.Errorf("first %v, then %v", first, second)
	}
	if !slices.Equal(names(first), names(second)) {
		t.Errorf("first %v, then %v", names(first), names(second))
	}
	if asked := len(p.upstream.Chats()); asked != 1 {
		t.Errorf("the model was asked %d times", asked)
	}
	p.messages(t, churchID, 2)

	other := again
	other.session = uuid.New()
	if third := p.ask(t, churchID, other); third[0].data["turnId"] == first[0].data["turnId"] {
		t.Error("another session got the same turn")
	}
}
