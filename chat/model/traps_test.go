package model_test

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"narthex/chat/model"
	"narthex/chat/model/modeltest"
)

// content is an event with a piece of text whose JSON literal is given.
func content(literal string) modeltest.Step {
	return modeltest.Event(`{"choices":[{"index":0,"delta":{"content":` + literal + `},"finish_reason":null}]}`)
}

// ended is a proper end of an answer.
func ended(steps ...modeltest.Step) modeltest.Behaviour {
	return modeltest.Stream(append(steps, modeltest.Finish("stop"), modeltest.Usage(5, 0, 2), modeltest.Done())...)
}

func TestOddButWholeAnswersAreRead(t *testing.T) {
	stop := modeltest.Event(`{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`)
	tests := map[string]struct {
		behaviour modeltest.Behaviour
		text      string
		finish    model.Finish // default stop
		usage     *model.Usage
	}{
		"without [DONE], as the finish reason is proof enough": {behaviour: modeltest.Stream(modeltest.Text("Hi"), modeltest.Finish("stop")), text: "Hi"},
		"cut after the finish reason":                          {behaviour: modeltest.Stream(modeltest.Text("Hi"), modeltest.Finish("stop"), modeltest.Cut()), text: "Hi"},
		"silent after the finish reason":                       {behaviour: modeltest.Stream(modeltest.Text("Hi"), modeltest.Finish("stop"), modeltest.Silence()), text: "Hi"},
		"silent after [DONE]":                                  {behaviour: modeltest.Stream(modeltest.Text("Hi"), modeltest.Finish("stop"), modeltest.Done(), modeltest.Silence()), text: "Hi"},
		"an error after the finish reason":                     {behaviour: modeltest.Stream(modeltest.Text("Hi"), modeltest.Finish("stop"), modeltest.ErrorEvent("server_error", "", "x")), text: "Hi"},
		"usage in a chunk without choices":                     {behaviour: ended(modeltest.Text("Hi")), text: "Hi", usage: &model.Usage{PromptTokens: 5, CompletionTokens: 2}},
		"usage in a chunk whose choices are null":              {behaviour: modeltest.Stream(modeltest.Text("Hi"), stop, modeltest.Event(`{"choices":null,"usage":{"prompt_tokens":5,"completion_tokens":2}}`)), text: "Hi", usage: &model.Usage{PromptTokens: 5, CompletionTokens: 2}},
		"usage of zero in every chunk and the true one last":   {behaviour: modeltest.Stream(modeltest.Event(`{"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}],"usage":{"prompt_tokens":0,"completion_tokens":0}}`), modeltest.Event(`{"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":2}}`), modeltest.Done()), text: "Hi", usage: &model.Usage{PromptTokens: 5, CompletionTokens: 2}},
		"usage before the finish reason":                       {behaviour: modeltest.Stream(modeltest.Event(`{"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":2}}`), content(`"Hi"`), stop, modeltest.Done()), text: "Hi", usage: &model.Usage{PromptTokens: 5, CompletionTokens: 2}},
		"chunks with empty choices in between":                 {behaviour: ended(modeltest.Event(`{"choices":[]}`), modeltest.Text("H"), modeltest.Event(`{"choices":[]}`), modeltest.Text("i")), text: "Hi"},
		"null content":                                         {behaviour: ended(content(`null`), modeltest.Text("Hi"), content(`null`)), text: "Hi"},
		"null delta, null error and fields nobody knows":       {behaviour: ended(modeltest.Event(`{"error":null,"x":{"y":[1]},"choices":[{"delta":null}]}`), modeltest.Text("Hi")), text: "Hi"},
		"a second choice nobody asked for":                     {behaviour: ended(modeltest.Text("Hi"), modeltest.Event(`{"choices":[{"index":1,"delta":{"content":"other"}}]}`)), text: "Hi"},
		"an empty finish reason in every chunk":                {behaviour: ended(modeltest.Event(`{"choices":[{"delta":{"content":"Hi"},"finish_reason":""}]}`)), text: "Hi"},
		"a refusal in place of content":                        {behaviour: ended(modeltest.Event(`{"choices":[{"delta":{"refusal":"I can't."}}]}`)), text: "I can't."},
		"the token limit":                                      {behaviour: modeltest.Stream(modeltest.Text("Hi"), modeltest.Finish("length"), modeltest.Done()), text: "Hi", finish: model.FinishLength},
		"a content filter that lets nothing through":           {behaviour: modeltest.Stream(modeltest.Role(), modeltest.Finish("content_filter"), modeltest.Done()), finish: model.FinishContentFilter},
		"the token limit in another service's words":           {behaviour: modeltest.Stream(modeltest.Text("Hi"), modeltest.Finish("MAX_TOKENS"), modeltest.Done()), text: "Hi", finish: model.FinishLength},
		"a content filter that cuts an answer":                 {behaviour: modeltest.Stream(modeltest.Text("Hi"), modeltest.Finish("SAFETY"), modeltest.Done()), text: "Hi", finish: model.FinishContentFilter},
		"a finish reason of the service's own":                 {behaviour: modeltest.Stream(modeltest.Text("Hi"), modeltest.Finish("eos_token"), modeltest.Done()), text: "Hi"},
		"1,000 comments before and between":                    {behaviour: ended(modeltest.Comments(1000), modeltest.Text("H"), modeltest.Comments(1000), modeltest.Text("i")), text: "Hi"},
		"10,000 blank lines":                                   {behaviour: ended(modeltest.Blanks(10000), modeltest.Text("Hi"), modeltest.Blanks(10000)), text: "Hi"},
		"event names, ids and retry fields":                    {behaviour: ended(modeltest.Raw("event: message\nid: 7\nretry: 10\n"), modeltest.Text("Hi")), text: "Hi"},
		"CRLF line ends":                                       {behaviour: modeltest.Stream(modeltest.Raw("data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}\r\n\r\ndata: [DONE]\r\n\r\n")), text: "Hi"},
		"no space after the colon, no blank lines":             {behaviour: modeltest.Stream(modeltest.Raw("data:{\"choices\":[{\"delta\":{\"content\":\"H\"}}]}\ndata:{\"choices\":[{\"delta\":{\"content\":\"i\"},\"finish_reason\":\"stop\"}]}\ndata:[DONE]\n")), text: "Hi"},
		"a byte order mark":                                    {behaviour: modeltest.Stream(modeltest.Raw("\ufeffdata: {\"choices\":[{\"delta\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}\n\n")), text: "Hi"},
		"no line end after the last event":                     {behaviour: modeltest.Stream(modeltest.Text("Hi"), modeltest.Raw(`data: {"choices":[{"delta":{},"finish_reason":"stop"}]}`)), text: "Hi"},
		"empty data lines":                                     {behaviour: ended(modeltest.Raw("data:\n\ndata: \n\n"), modeltest.Text("Hi")), text: "Hi"},
		"one line of 1 MB":                                     {behaviour: ended(modeltest.Text(strings.Repeat("a", 1<<20))), text: strings.Repeat("a", 1<<20)},
		"the wrong content type":                               {behaviour: ended(modeltest.Text("Hi")).Header("Content-Type", "text/html"), text: "Hi"},
		"a service that does not stream":                       {behaviour: modeltest.Body(200, "application/json", "{\n \"choices\": [{\"index\":0,\n\"message\":{\"role\":\"assistant\",\"content\":\"Hi\"},\"finish_reason\":\"stop\"}],\n\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":2}}\n"), text: "Hi", usage: &model.Usage{PromptTokens: 5, CompletionTokens: 2}},
		"every escape JSON has":                                {behaviour: ended(content(`"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude4f"`)), text: "\"\\/\b\f\n\r\té🙏"},
		"a character whose bytes are split over events":        {behaviour: ended(content("\"Zo\xc3\""), content("\"\xab!\"")), text: "Zoë!"},
		"a character split over four events":                   {behaviour: ended(content("\"\xf0\""), content("\"\x9f\""), content("\"\x99\""), content("\"\x8f\"")), text: "🙏"},
		"a split character with an empty piece within":         {behaviour: ended(content("\"\xc3\""), content(`""`), content("\"\xab\"")), text: "ë"},
		"a surrogate pair split over events":                   {behaviour: ended(content(`"a\ud83d"`), content(`"\ude4fb"`)), text: "a🙏b"},
		"half a surrogate pair, which is replaced":             {behaviour: ended(content(`"a\ud83db\ude4fc"`)), text: "a\ufffdb\ufffdc"},
		"half a surrogate pair at the end":                     {behaviour: ended(content(`"a\ud83d"`)), text: "a\ufffd"},
		"half a surrogate pair before another character":       {behaviour: ended(content(`"a\ud83d"`), content(`"í"`)), text: "a\ufffdí"},
		"bytes that are no character, which are replaced":      {behaviour: ended(content("\"a\xffb\xc3c\"")), text: "a\ufffdb\ufffdc"},
		"half a character at the end, which is replaced":       {behaviour: ended(content("\"a\xc3\"")), text: "a\ufffd"},
		"reasoning that is not part of the answer is left out": {behaviour: ended(modeltest.Event(`{"choices":[{"delta":{"reasoning_content":"Hmm","content":null}}]}`), modeltest.Text("Hi")), text: "Hi"},
		"a finish reason together with the last piece of text": {behaviour: modeltest.Stream(modeltest.Text("H"), modeltest.Event(`{"choices":[{"delta":{"content":"i"},"finish_reason":"stop"}]}`), modeltest.Done()), text: "Hi"},
		"a piece of text after the finish reason":              {behaviour: modeltest.Stream(modeltest.Event(`{"choices":[{"delta":{"content":"H"},"finish_reason":"stop"}]}`), modeltest.Text("i"), modeltest.Done()), text: "Hi"},
		"an unfinished piece of an event after a whole answer": {behaviour: modeltest.Stream(modeltest.Text("Hi"), modeltest.Finish("stop"), modeltest.Raw(`data: {"choi`)), text: "Hi"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			up := modeltest.New(t)
			up.Script(test.behaviour)
			client := newClient(t, up, func(c *model.Config) { c.Timeouts.Idle = time.Minute })
			started := time.Now()
			got := collect(t, client.Stream(t.Context(), question()))
			if got.Err != nil {
				t.Fatal(got.Err)
			}
			if took := time.Since(started); took > 30*time.Second {
				t.Fatalf("took %s", took) // waited for more than there was to come
			}
			if diff := gocmp.Diff(test.text, got.text()); diff != "" {
				t.Fatal(diff)
			}
			if got.Finish != cmp.Or(test.finish, model.FinishStop) {
				t.Fatalf("finish %q", got.Finish)
			}
			if test.usage != nil && (got.Usage == nil || *got.Usage != *test.usage) {
				t.Fatalf("usage %+v, want %+v", got.Usage, test.usage)
			}
		})
	}
}

func TestTimeOutsBetweenEventsDoNotAddUp(t *testing.T) {
	up := modeltest.New(t)
	up.Script(modeltest.Reply(strings.Split("a b c d e f g h", " ")...).Every(patience))
	client := newClient(t, up, func(c *model.Config) { c.Timeouts.Idle = 7 * patience })
	if got := collect(t, client.Stream(t.Context(), question())); got.text() != "abcdefgh" {
		t.Fatalf("%+v", got)
	}
}

func TestFailuresAreToldApart(t *testing.T) {
	const mid = "Hel"
	openai400 := `{"error":{"message":"Invalid prompt: Is SECRETPERSON ill?","type":"invalid_request_error","code":"context_length_exceeded"}}`
	openai401 := `{"error":{"message":"Incorrect API key provided: ` + testKey + `.","type":"invalid_request_error","code":"` + testKey + `"}}`
	first, idle, whole := model.Timeouts{FirstByte: patience}, model.Timeouts{Idle: patience}, model.Timeouts{Whole: 6 * patience}
	tests := map[string]struct {
		behaviour  modeltest.Behaviour
		limits     model.Timeouts // of the test's own; the rest are long
		kind       model.Kind
		status     int
		retryAfter time.Duration
		text       string // streamed before the error
		code       string // part of the error's text
	}{
		"cut in the middle of a word":                  {behaviour: modeltest.Stream(modeltest.Role(), modeltest.Text(mid), modeltest.Cut()), kind: model.KindCut, text: mid},
		"cut in the middle of an event":                {behaviour: modeltest.Stream(modeltest.Text(mid), modeltest.Raw(`data: {"choices":[{"delta":{"content":"lo`), modeltest.Cut()), kind: model.KindCut, text: mid},
		"ended cleanly without a finish reason":        {behaviour: modeltest.Stream(modeltest.Text(mid)), kind: model.KindCut, text: mid},
		"ended cleanly in the middle of an event":      {behaviour: modeltest.Stream(modeltest.Text(mid), modeltest.Raw(`data: {"choi`)), kind: model.KindCut, text: mid},
		"[DONE] without a finish reason":               {behaviour: modeltest.Stream(modeltest.Text(mid), modeltest.Done()), kind: model.KindCut, text: mid},
		"[DONE] without a finish reason, then silence": {behaviour: modeltest.Stream(modeltest.Text(mid), modeltest.Done(), modeltest.Silence()), kind: model.KindCut, text: mid},
		"aborted by the service":                       {behaviour: modeltest.Stream(modeltest.Text(mid), modeltest.Finish("abort"), modeltest.Done()), kind: model.KindCut, text: mid},
		"cut before the first byte of the body":        {behaviour: modeltest.Stream(modeltest.Cut()), kind: model.KindCut},
		"an empty body":                                {behaviour: modeltest.Stream(), kind: model.KindCut},
		"silent from the start":                        {limits: first, behaviour: modeltest.Stream(modeltest.Silence()), kind: model.KindTimeout},
		"silent before the status line":                {limits: first, behaviour: modeltest.Reply("x").After(time.Minute), kind: model.KindTimeout},
		"silent after the first words":                 {limits: idle, behaviour: modeltest.Stream(modeltest.Text(mid), modeltest.Silence()), kind: model.KindTimeout, text: mid},
		"silent for 30 s between two words":            {limits: idle, behaviour: modeltest.Stream(modeltest.Text(mid), modeltest.Pause(30*time.Second), modeltest.Text("lo"), modeltest.Finish("stop")), kind: model.KindTimeout, text: mid},
		"silent but for comments":                      {limits: first, behaviour: commenting(), kind: model.KindTimeout},
		"silent but for its role":                      {limits: idle, behaviour: modeltest.Stream(modeltest.Role(), modeltest.Silence()), kind: model.KindTimeout},
		"429 with Retry-After in seconds":              {behaviour: modeltest.Status(429).Header("Retry-After", "7"), kind: model.KindRateLimited, status: 429, retryAfter: 7 * time.Second},
		"429 with Retry-After in milliseconds":         {behaviour: modeltest.Status(429).Header("Retry-After-Ms", "350").Header("Retry-After", "1"), kind: model.KindRateLimited, status: 429, retryAfter: 350 * time.Millisecond},
		"429 with a date in the past":                  {behaviour: modeltest.Status(429).Header("Retry-After", "Wed, 21 Oct 2015 07:28:00 GMT"), kind: model.KindRateLimited, status: 429},
		"429 with a Retry-After of a year":             {behaviour: modeltest.Status(429).Header("Retry-After", "31536000"), kind: model.KindRateLimited, status: 429, retryAfter: time.Hour},
		"429 with a Retry-After that is no number":     {behaviour: modeltest.Status(429).Header("Retry-After", "NaN"), kind: model.KindRateLimited, status: 429},
		"500":                                  {behaviour: modeltest.Status(500), kind: model.KindOverloaded, status: 500},
		"503 with Retry-After":                 {behaviour: modeltest.Status(503).Header("Retry-After", "2"), kind: model.KindOverloaded, status: 503, retryAfter: 2 * time.Second},
		"504":                                  {behaviour: modeltest.Status(504), kind: model.KindTimeout, status: 504},
		"a web page with status 502":           {behaviour: modeltest.Body(502, "text/html", "<html>Bad gateway</html>"), kind: model.KindOverloaded, status: 502},
		"400, whose message quotes the prompt": {behaviour: modeltest.Body(400, "application/json", openai400), kind: model.KindRejected, status: 400, code: "context_length_exceeded"},
		"401, whose message and code quote the key":       {behaviour: modeltest.Body(401, "application/json", openai401), kind: model.KindRejected, status: 401, code: "invalid_request_error"},
		"an error response of 10 MB":                      {behaviour: modeltest.Body(500, "application/json", strings.Repeat("SECRETPERSON ", 800_000)), kind: model.KindOverloaded, status: 500},
		"a redirect to another host":                      {behaviour: modeltest.Redirect(307, "http://elsewhere.invalid/v1/chat/completions"), kind: model.KindRejected},
		"a redirect of the kind that turns POST into GET": {behaviour: modeltest.Redirect(302, "/login"), kind: model.KindRejected},
		"an accepted request without an answer":           {behaviour: modeltest.Body(202, "application/json", "{}"), kind: model.KindRejected, status: 202},
		"a web page with status 200":                      {behaviour: modeltest.Body(200, "text/html", "<html>\n<p>Please log in, SECRETPERSON</p>\n</html>"), kind: model.KindInvalid},
		"a web page labelled as a stream":                 {behaviour: modeltest.Body(200, "text/event-stream", "<html>\n<p>Please log in</p>\n</html>"), kind: model.KindInvalid},
		"garbage bytes":                                   {behaviour: modeltest.Stream(modeltest.Raw("\x00\xff\xfe\x1b[2J\n\n\x80")), kind: model.KindInvalid},
		"garbage in an event":                             {behaviour: modeltest.Stream(modeltest.Text(mid), modeltest.Event(`{"choices":[{"delta":{"content":SECRETPERSON`)), kind: model.KindInvalid, text: mid},
		"an event of the wrong shape":                     {behaviour: modeltest.Stream(modeltest.Event(`{"choices":"SECRETPERSON"}`)), kind: model.KindInvalid},
		"an event that is a number":                       {behaviour: modeltest.Stream(modeltest.Event(`42`)), kind: model.KindInvalid},
		"a line of more than 4 MB":                        {behaviour: modeltest.Stream(modeltest.Text(strings.Repeat("a", 5<<20))), kind: model.KindInvalid},
		"a line that never ends":                          {behaviour: modeltest.Stream(modeltest.Raw("data: "+strings.Repeat("a", 5<<20)), modeltest.Silence()), kind: model.KindInvalid},
		"a JSON body of more than 4 MB":                   {behaviour: modeltest.Body(200, "application/json", `"`+strings.Repeat("a", 5<<20)+`"`), kind: model.KindInvalid},
		"tool calls of more than 256 KiB":                 {behaviour: modeltest.Stream(modeltest.ToolDelta(0, "a", "x", strings.Repeat("a", 300<<10))), kind: model.KindInvalid},
		"more tool calls than anybody could want":         {behaviour: modeltest.Stream(manyCalls(100)...), kind: model.KindInvalid},
		"a finish reason and nothing else":                {behaviour: modeltest.Stream(modeltest.Role(), modeltest.Finish("stop"), modeltest.Done()), kind: model.KindInvalid},
		"all tokens spent before the first word":          {behaviour: modeltest.Stream(modeltest.Role(), modeltest.Finish("length"), modeltest.Done()), kind: model.KindInvalid},
		"an empty JSON body":                              {behaviour: modeltest.Body(200, "application/json", " "), kind: model.KindInvalid},
		"an error with status 200":                        {behaviour: modeltest.Body(200, "application/json", `{"error":{"message":"SECRETPERSON","type":"server_error","code":null}}`), kind: model.KindOverloaded, code: "server_error"},
		"an error event":                                  {behaviour: modeltest.Stream(modeltest.Text(mid), modeltest.ErrorEvent("server_error", "overloaded", "SECRETPERSON")), kind: model.KindOverloaded, text: mid, code: "overloaded"},
		"an error event after comments":                   {behaviour: modeltest.Stream(modeltest.Text(mid), modeltest.Comments(3), modeltest.ErrorEvent("requests", "rate_limit_exceeded", "SECRETPERSON")), kind: model.KindRateLimited, text: mid, code: "rate_limit_exceeded"},
		"an error event and then silence":                 {behaviour: modeltest.Stream(modeltest.Text(mid), modeltest.Raw("data: {\"error\":{\"message\":\"SECRETPERSON\",\"type\":\"server_error\"}}\n"), modeltest.Silence()), kind: model.KindOverloaded, text: mid},
		"an error event written with spaces":              {behaviour: modeltest.Stream(modeltest.Event(`{ "error" : {"message":"SECRETPERSON","type":"invalid_request_error"} }`)), kind: model.KindRejected},
		"an error event that carries a status":            {behaviour: modeltest.Stream(modeltest.Event(`{"error":{"code":502,"message":"SECRETPERSON"}}`)), kind: model.KindOverloaded, status: 502},
		"an error event that carries a status as text":    {behaviour: modeltest.Stream(modeltest.Event(`{"error":{"code":"429","message":"SECRETPERSON"}}`)), kind: model.KindRateLimited, status: 429},
		"an error event that is a string":                 {behaviour: modeltest.Stream(modeltest.Event(`{"error":"SECRETPERSON"}`)), kind: model.KindOverloaded},
		"an error behind other fields of a chunk":         {behaviour: modeltest.Stream(modeltest.Event(`{"id":"x","choices":[{"delta":{"content":""},"finish_reason":"error"}],"error":{"code":"server_error","message":"SECRETPERSON"}}`)), kind: model.KindOverloaded, code: "server_error"},
		"an error told by the name of the event":          {behaviour: modeltest.Stream(modeltest.Raw("event: error\ndata: {\"message\":\"SECRETPERSON\",\"type\":\"overloaded_error\"}\n\n")), kind: model.KindOverloaded, code: "overloaded_error"},
		"an error told by name, wrapped":                  {behaviour: modeltest.Stream(modeltest.Raw("event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"rate_limit_error\"}}\n\n")), kind: model.KindRateLimited, code: "rate_limit_error"},
		"an error told by name, in plain words":           {behaviour: modeltest.Stream(modeltest.Raw("event: error\ndata: SECRETPERSON is too much\n\n")), kind: model.KindInvalid},
		"an error told by the finish reason":              {behaviour: modeltest.Stream(modeltest.Text(mid), modeltest.Finish("error"), modeltest.Done()), kind: model.KindOverloaded, text: mid},
		"a service that never comes to an end":            {limits: whole, behaviour: modeltest.Reply(strings.Split(strings.Repeat("la ", 1000), " ")...).Every(patience / 8), kind: model.KindTimeout, text: "la"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			up := modeltest.New(t)
			up.Script(test.behaviour)
			client := newClient(t, up, func(c *model.Config) { c.Timeouts = test.limits })
			started := time.Now()
			got := collect(t, client.Stream(t.Context(), question()))
			switch {
			case got.Err == nil:
				t.Fatalf("no error; the answer was %q", got.text())
			case got.Err.Kind != test.kind, got.Err.Status != test.status, got.Err.RetryAfter != test.retryAfter:
				t.Fatalf("got %s, status %d, retry after %s: %v", got.Err.Kind, got.Err.Status, got.Err.RetryAfter, got.Err)
			case !strings.HasPrefix(got.text(), test.text), got.Err.Streamed != (test.text != ""):
				t.Fatalf("streamed %q, Streamed %v", got.text(), got.Err.Streamed)
			case got.Err.Model != "test-chat", !strings.Contains(got.Err.Error(), test.code):
				t.Fatalf("%v", got.Err)
			case strings.Contains(got.Err.Error(), "SECRET"), strings.Contains(got.Err.Error(), testKey):
				t.Fatalf("the error holds what it must not: %v", got.Err)
			}
			if took := time.Since(started); took > 30*time.Second {
				t.Fatalf("took %s", took)
			}
		})
	}
}

// commenting sends comments more often than the time-out for words.
func commenting() modeltest.Behaviour {
	var steps []modeltest.Step
	for range 100 {
		steps = append(steps, modeltest.Comments(5), modeltest.Pause(patience/5))
	}
	return modeltest.Stream(steps...)
}

func manyCalls(n int) []modeltest.Step {
	var steps []modeltest.Step
	for i := range n {
		steps = append(steps, modeltest.ToolDelta(i, "", "x", "{}"))
	}
	return steps
}

func TestRetryAfterMayBeADate(t *testing.T) {
	up := modeltest.New(t)
	up.Script(modeltest.Status(429).Header("Retry-After", time.Now().Add(90*time.Second).UTC().Format(http.TimeFormat)))
	got := collect(t, newClient(t, up).Stream(t.Context(), question()))
	if wait := got.Err.RetryAfter; wait < 60*time.Second || wait > 90*time.Second {
		t.Fatalf("%s", wait)
	}
}

func TestPromptIsNotSentOnToWhereAServiceRedirects(t *testing.T) {
	up, elsewhere := modeltest.New(t), modeltest.New(t)
	up.Script(modeltest.Redirect(http.StatusPermanentRedirect, elsewhere.URL+"/chat/completions"))
	collect(t, newClient(t, up).Stream(t.Context(), question()))
	if counts := elsewhere.Counts(); counts != (modeltest.Counts{}) {
		t.Fatalf("%+v", counts)
	}
}

func TestTimedOutRequestIsGivenUp(t *testing.T) {
	up := modeltest.New(t)
	up.Script(modeltest.Stream(modeltest.Text("Hel"), modeltest.Silence()))
	client := newClient(t, up, func(c *model.Config) { c.Timeouts.Idle = patience })
	collect(t, client.Stream(t.Context(), question()))
	if err := up.WaitCancelled(withLimit(t)); err != nil {
		t.Fatal(err)
	}
}

func TestCallersDeadlineIsATimeout(t *testing.T) {
	up := modeltest.New(t)
	up.Script(modeltest.Stream(modeltest.Silence()))
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	got := collect(t, newClient(t, up).Stream(ctx, question()))
	if got.Err.Kind != model.KindTimeout || !errors.Is(got.Err, context.DeadlineExceeded) {
		t.Fatalf("%v", got.Err)
	}
}
