package moderation_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"narthex/chat/moderation"
)

const moderationKey = "sk-secret"

// A moderationService speaks the wire protocol of OpenAI's POST /v1/moderations, and judges by words. Its behaviour can
// be exchanged.
type moderationService struct {
	*httptest.Server
	requests atomic.Int64
	behave   atomic.Pointer[http.HandlerFunc] // nil: it judges
}

func newModerationService(t *testing.T) *moderationService {
	t.Helper()
	s := &moderationService{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.requests.Add(1)
		if behave := s.behave.Load(); behave != nil {
			(*behave)(w, r)
			return
		}
		judgeText(t, w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *moderationService) does(handler http.HandlerFunc) { s.behave.Store(&handler) }
func (s *moderationService) judges()                       { s.behave.Store(nil) }

// categories are those that the service knows; the word for each makes it find it.
var moderationCategories = []string{"harassment", "harassment/threatening", "hate", "hate/threatening", "illicit", "illicit/violent",
	"self-harm", "self-harm/instructions", "self-harm/intent", "sexual", "sexual/minors", "violence", "violence/graphic"}

func judgeText(t *testing.T, w http.ResponseWriter, r *http.Request) {
	var request struct{ Input, Model string }
	decoder := json.NewDecoder(r.Body)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&request); err != nil || request.Model != "omni-moderation-latest" || request.Input == "" ||
		r.Method != http.MethodPost || r.URL.Path != "/v1/moderations" || r.Header.Get("Content-Type") != "application/json" ||
		r.Header.Get("Authorization") != "Bearer "+moderationKey {
		t.Errorf("%s %s %+v, error %v", r.Method, r.URL, request, err)
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	found, scores, types := map[string]bool{}, map[string]float64{}, map[string][]string{}
	flagged := false
	for _, category := range moderationCategories {
		found[category] = strings.Contains(request.Input, "<"+category+">")
		scores[category], types[category] = 7.6e-05, []string{"text"}
		flagged = flagged || found[category]
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]any{
		"id": "modr-0d9740456c391e43c445bf0f010940c7", "model": "omni-moderation-latest",
		"results": []any{map[string]any{
			"flagged": flagged, "categories": found, "category_scores": scores, "category_applied_input_types": types,
		}},
	})
}

func newModerator(t *testing.T, s *moderationService, adjust ...func(*moderation.Config)) *moderation.Moderator {
	t.Helper()
	config := moderation.Config{APIKey: moderationKey, BaseURL: s.URL + "/v1/", Timeout: 10 * time.Second}
	for _, change := range adjust {
		change(&config)
	}
	m, err := moderation.New(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	return m
}

func TestTheVerdictKeepsWhatNeedsCareApart(t *testing.T) {
	registry := prometheus.NewRegistry()
	service := newModerationService(t)
	m := newModerator(t, service, func(c *moderation.Config) { c.Registerer = registry })
	for text, want := range map[string]moderation.Verdict{
		"When is the service?":        {Known: true},
		"<harassment>":                {Known: true, Flagged: true, Hostile: true, Categories: []string{"harassment"}},
		"<hate/threatening> <hate>":   {Known: true, Flagged: true, Hostile: true, Categories: []string{"hate", "hate/threatening"}},
		"<sexual/minors>":             {Known: true, Flagged: true, Delicate: true, Categories: []string{"sexual/minors"}},
		"<violence/graphic>":          {Known: true, Flagged: true, Delicate: true, Categories: []string{"violence/graphic"}},
		"<self-harm/intent> ¿y qué?":  {Known: true, Flagged: true, SelfHarm: true, Categories: []string{"self-harm/intent"}},
		"<self-harm> <harassment> me": {Known: true, Flagged: true, SelfHarm: true, Hostile: true, Categories: []string{"harassment", "self-harm"}},
		"<illicit> of another kind":   {Known: true, Flagged: true},
	} {
		got, err := m.Check(t.Context(), text)
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%q: %+v, error %v", text, got, err)
		}
	}
	if got, err := m.Check(t.Context(), " \n"); err != nil || !got.Known || service.requests.Load() != 8 {
		t.Errorf("nothing: %+v, error %v", got, err)
	}
	want := `
		# HELP narthex_moderation_checks_total Messages given to the moderation service, by result: clean, flagged, self_harm, failed, left_alone (not asked, after failures), canceled.
		# TYPE narthex_moderation_checks_total counter
		narthex_moderation_checks_total{result="clean"} 1
		narthex_moderation_checks_total{result="flagged"} 5
		narthex_moderation_checks_total{result="self_harm"} 2
	`
	if err := testutil.GatherAndCompare(registry, strings.NewReader(want), "narthex_moderation_checks_total"); err != nil {
		t.Error(err)
	}
	if n := testutil.CollectAndCount(registry, "narthex_moderation_categories_total"); n != 7 {
		t.Errorf("%d categories were counted", n)
	}
}

func TestAFailureOfTheServiceLeavesTheVerdictUnknown(t *testing.T) {
	service := newModerationService(t)
	text := "my own words"
	answers := func(status int, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			io.WriteString(w, body)
		}
	}
	quoting := `{"error":{"message":"Incorrect API key ` + moderationKey + ` for: ` + text + `","type":"invalid_request_error"}}`
	for name, handler := range map[string]http.HandlerFunc{
		"an error":          answers(http.StatusInternalServerError, `{"error":{"message":"my own words","type":"server_error","code":null}}`),
		"a page":            answers(http.StatusBadGateway, "<html>my own words sk-secret"),
		"too many requests": answers(http.StatusTooManyRequests, quoting),
		"a bad key":         answers(http.StatusUnauthorized, quoting),
		"a bad request":     answers(http.StatusBadRequest, quoting),
		"no result":         answers(http.StatusOK, `{"id":"modr-1","model":"omni-moderation-latest","results":[]}`),
		"half an answer":    answers(http.StatusOK, `{"id":"modr-1","results":[{"flagged":tr`),
		"nothing":           answers(http.StatusOK, ""),
		"a redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/v1/elsewhere", http.StatusTemporaryRedirect)
		},
		"an answer without end": func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				if _, err := io.WriteString(w, strings.Repeat(" ", 4096)); err != nil {
					return
				}
			}
		},
		"a closed connection": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	} {
		service.does(handler)
		before := service.requests.Load()
		got, err := newModerator(t, service).Check(t.Context(), text)
		if got.Known || got.Flagged || err == nil {
			t.Errorf("%s: %+v, error %v", name, got, err)
		} else if strings.Contains(err.Error(), text) || strings.Contains(err.Error(), moderationKey) || strings.Contains(err.Error(), "127.0.0.1") {
			t.Errorf("%s: the error tells too much: %v", name, err)
		}
		if n := service.requests.Load() - before; n > 2 { // the transport repeats a request on a connection that was closed
			t.Errorf("%s: %d requests", name, n)
		}
	}
}

func TestASlowServiceIsNotWaitedFor(t *testing.T) {
	service := newModerationService(t)
	service.does(func(_ http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	})
	m := newModerator(t, service, func(c *moderation.Config) { c.Timeout = 30 * time.Millisecond })
	if got, err := m.Check(t.Context(), "text"); got.Known || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%+v, error %v", got, err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(io.ErrUnexpectedEOF)
	if got, err := m.Check(ctx, "text"); got.Known || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("after the visitor has left: %+v, error %v", got, err)
	}
}

func TestAServiceThatFailsIsLeftAloneForAWhile(t *testing.T) {
	registry := prometheus.NewRegistry()
	service := newModerationService(t)
	service.does(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
	m := newModerator(t, service, func(c *moderation.Config) {
		c.Failures, c.Pause, c.Registerer = 2, 300*time.Millisecond, registry
	})
	for range 20 {
		if got, err := m.Check(t.Context(), "text"); got.Known || err == nil {
			t.Fatalf("%+v, error %v", got, err)
		}
	}
	if n := service.requests.Load(); n < 2 || n > 4 {
		t.Errorf("%d requests", n)
	}
	service.judges()
	deadline := time.NewTimer(20 * time.Second)
	defer deadline.Stop()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		if got, err := m.Check(t.Context(), "<hate>"); err == nil {
			if !got.Hostile {
				t.Errorf("%+v", got)
			}
			break
		}
		select {
		case <-tick.C:
		case <-deadline.C:
			t.Fatal("the service is not asked again")
		}
	}
	if _, err := m.Check(t.Context(), "text"); err != nil {
		t.Errorf("after it has recovered: %v", err)
	}
}

func TestAMessageThatTheServiceDislikesDoesNotCloseTheDoor(t *testing.T) {
	service := newModerationService(t)
	service.does(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadRequest) })
	m := newModerator(t, service)
	for range 10 {
		m.Check(t.Context(), "text")
	}
	if n := service.requests.Load(); n != 10 {
		t.Errorf("%d requests", n)
	}
}

func TestALongMessageIsCutAtACharacter(t *testing.T) {
	service := newModerationService(t)
	var size atomic.Int64
	service.does(func(w http.ResponseWriter, r *http.Request) {
		var request struct{ Input string }
		if err := json.NewDecoder(r.Body).Decode(&request); err != nil || slices.Contains([]rune(request.Input), '\ufffd') {
			t.Errorf("error %v, %d bytes", err, len(request.Input))
		}
		size.Store(int64(len(request.Input)))
		io.WriteString(w, `{"results":[{"flagged":false}]}`)
	})
	if got, err := newModerator(t, service).Check(t.Context(), "a"+strings.Repeat("é", 50_000)); err != nil || !got.Known {
		t.Errorf("%+v, error %v", got, err)
	}
	if n := size.Load(); n < 7990 || n > 8000 {
		t.Errorf("%d bytes were sent", n)
	}
}

func TestAModelThatModeratesNothingIsRefusedAtTheStart(t *testing.T) {
	if _, err := moderation.New(moderation.Config{Model: "gpt-4o"}); err == nil {
		t.Error("accepted")
	}
}
