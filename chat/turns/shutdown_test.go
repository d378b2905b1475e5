package turns_test

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
	"narthex/cmd/dev/stack"
)

func TestAClosingServerRefusesNewTurnsAndFinishesRunningOnes(t *testing.T) {
	server := chattest.NewServer(t)
	churchID := server.NewChurch(t)
	release := make(chan struct{})
	server.Upstream.Script(modeltest.Stream(modeltest.Hold(release), modeltest.Text("Blue."), modeltest.Finish("stop"), modeltest.Done()))
	running, err := server.Post(t.Context(), churchID, chattest.Question{Message: "Which hymnal stands in the pews here?"})
	chattest.Must(t, err)
	defer running.Body.Close()
	server.Service.Close()
	res, err := server.Post(context.Background(), churchID, chattest.Question{Message: "Is there parking?"})
	chattest.Must(t, err)
	res.Body.Close()
	if res.StatusCode != 503 || res.Header.Get("Retry-After") == "" {
		t.Errorf("status %d", res.StatusCode)
	}
	close(release)
	if events, err := chattest.ReadEvents(running.Body); err != nil || events.Text() != "Blue." {
		t.Errorf("%v, %v", events, err)
	}
}

func TestTurnsThatOutlastAShutdownGoOnOnAnotherNode(t *testing.T) {
	server := chattest.NewServer(t)
	other := chattest.NewServer(t, func(config *chattest.Config) { config.Beside = server })
	churchID := server.NewChurch(t)
	server.Upstream.Script(modeltest.Stream(modeltest.Text("The "), modeltest.Silence()), modeltest.Reply("The blue one."))
	q := chattest.Question{Message: "Which hymnal stands in the pews here?", Session: uuid.New()}
	res, err := server.Post(t.Context(), churchID, q)
	chattest.Must(t, err)
	defer res.Body.Close()
	chattest.Must(t, server.Upstream.WaitChat(t.Context()))
	server.Service.Close()
	patience, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	server.Service.Finish(patience)
	body, err := io.ReadAll(res.Body)
	chattest.Must(t, err)
	if !strings.Contains(string(body), "\nretry: ") && !strings.HasPrefix(string(body), "retry: ") {
		t.Errorf("the visitor is not told to come back: %q", body)
	}
	events, err := chattest.ReadEvents(bytes.NewReader(body))
	chattest.Must(t, err)
	rest := other.Resume(t, churchID, q.Session, events[0].Data["turnId"].(string), len(events))
	chattest.CheckStream(t, append(slices.Clone(events), rest...))
	if got := append(events, rest...).AfterReset().Text(); got != "The blue one." {
		t.Errorf("the visitor was answered %q", got)
	}
	if answer := server.Messages(t, churchID, 2)[1]; *answer.Outcome != "stop" || answer.Content != "The blue one." {
		t.Errorf("stored %+v", answer)
	}
}

func TestWithoutRedisTurnsThatOutlastAShutdownAreToldAndRecorded(t *testing.T) {
	address, network := stack.NewOutage(t, stack.NeedRedisDB(t))
	server := chattest.NewServer(t, func(config *chattest.Config) { config.RedisURL = address })
	churchID := server.NewChurch(t)
	network.Cut()
	server.Upstream.Script(modeltest.Stream(modeltest.Text("The "), modeltest.Silence()))
	res, err := server.Post(t.Context(), churchID, chattest.Question{Message: "Which hymnal stands in the pews here?"})
	chattest.Must(t, err)
	defer res.Body.Close()
	chattest.Must(t, server.Upstream.WaitChat(t.Context()))
	server.Service.Close()
	patience, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	server.Service.Finish(patience)
	events, err := chattest.ReadEvents(res.Body)
	chattest.Must(t, err)
	chattest.CheckStream(t, events)
	if last := events[len(events)-1]; last.Name != "error" || last.Data["code"] != "shutting_down" {
		t.Errorf("%v", events)
	}
	if answer := server.Messages(t, churchID, 2)[1]; *answer.Outcome != "error" || *answer.ErrorCode != "shutting_down" {
		t.Errorf("stored %+v", answer)
	}
}
