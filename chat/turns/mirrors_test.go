package turns_test

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/chat/chattest"
)

// asking counts the commands that a node sends about a turn.
type asking struct {
	turn string
	n    atomic.Int64
}

func (a *asking) DialHook(next redis.DialHook) redis.DialHook { return next }

func (a *asking) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		for _, arg := range cmd.Args() {
			if key, ok := arg.(string); ok && strings.HasSuffix(key, "turn:"+a.turn) {
				a.n.Add(1)
			}
		}
		return next(ctx, cmd)
	}
}

func (a *asking) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return next
}

func TestManyReadersOfATurnElsewhereShareOneFollower(t *testing.T) {
	const readers = 60
	first, second := chattest.TwoNodes(t, chattest.Patient)
	churchID := first.NewChurch(t)
	release := make(chan struct{})
	first.Upstream.Script(chattest.Held(release, 1, "The ", "blue ", "one."))
	q := chattest.Question{Message: chattest.ModelQuestion, Session: uuid.New()}
	live := first.Stream(t, churchID, q)
	begun := live.Until(t, "The ")
	turn := begun[0].Data["turnId"].(string)

	streams, seen := make([]*chattest.Stream, readers), make([]chattest.Events, readers)
	for i := range readers {
		streams[i] = second.ResumeStream(t, churchID, q.Session, turn, 0)
		seen[i] = streams[i].Until(t, "The ")
	}
	late := second.ResumeStream(t, churchID, q.Session, turn, 2) // who knows the start and the tier
	second.WaitGauge(t, "narthex_turns_mirrored", 1)
	asked := &asking{turn: turn}
	second.Redis.AddHook(asked)
	const window = 2 * time.Second
	time.Sleep(window) // what is measured is a rate
	if n := asked.n.Load(); n == 0 || n > int64(window/(20*time.Millisecond)) {
		t.Errorf("the journal was asked %d times in %v for %d readers", n, window, readers)
	}
	for _, leaving := range streams[:readers/2] {
		leaving.Close()
	}
	close(release)
	for i, stream := range streams[readers/2:] {
		events := append(seen[readers/2+i], stream.Rest(t)...)
		chattest.CheckStream(t, events)
		if events.Text() != "The blue one." {
			t.Errorf("reader %d: %v", i, events)
		}
	}
	if events := late.Rest(t); events.Text() != "The blue one." || events[0].Name == "start" {
		t.Errorf("who came late: %v", events)
	}
	live.Rest(t)
	second.WaitGauge(t, "narthex_turns_mirrored", 0)
	if events := second.Resume(t, churchID, q.Session, turn, 0); events.Text() != "The blue one." {
		t.Errorf("after its end: %v", events)
	}
}

func TestAMirrorEndsWithItsLastReader(t *testing.T) {
	first, second := chattest.TwoNodes(t, chattest.Patient)
	churchID := first.NewChurch(t)
	release := make(chan struct{})
	defer close(release)
	first.Upstream.Script(chattest.Held(release, 1, "The ", "blue ", "one."))
	q := chattest.Question{Message: chattest.ModelQuestion, Session: uuid.New()}
	turn := first.Stream(t, churchID, q).Until(t, "The ")[0].Data["turnId"].(string)
	for range 2 { // and the next begins another
		reader := second.ResumeStream(t, churchID, q.Session, turn, 0)
		reader.Until(t, "The ")
		second.WaitGauge(t, "narthex_turns_mirrored", 1)
		reader.Close()
		second.WaitGauge(t, "narthex_turns_mirrored", 0)
	}
	// Nobody else's session opens it.
	second.ResumeStream(t, churchID, q.Session, turn, 0).Until(t, "The ")
	res, err := second.RequestResume(t.Context(), churchID, uuid.New(), turn, 0)
	chattest.Must(t, err)
	res.Body.Close()
	if res.StatusCode != http.StatusNoContent {
		t.Errorf("another session got %d", res.StatusCode)
	}
}
