package turns_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
	"narthex/chat/turns"
)

// hymnal is a question for the full model.
const hymnal = "Which hymnal stands in the pews here?"

// stall has a message of a church that is not loaded yet wait in the middle of Ask, until goOn is called.
func stall(t *testing.T, server *chattest.Server, q chattest.Question) (answer func() *chattest.Stream, goOn func()) {
	t.Helper()
	churchID := server.NewChurch(t)
	lock, err := server.DB.Admin.Begin(t.Context())
	chattest.Must(t, err)
	t.Cleanup(func() { _ = lock.Rollback(context.Background()) }) // it has ended already, unless the test failed
	_, err = lock.Exec(t.Context(), `lock table premium_churches in access exclusive mode`)
	chattest.Must(t, err)
	ctx, cancel := context.WithTimeout(context.Background(), 2*chattest.WaitLimit)
	t.Cleanup(cancel)
	var res *http.Response
	responded := make(chan error, 1)
	go func() {
		var err error
		res, err = server.Post(ctx, churchID, q)
		responded <- err
	}()
	chattest.Eventually(t, func() (waits bool) {
		chattest.Must(t, server.DB.Admin.QueryRow(t.Context(), `select exists (select from pg_locks where not granted and relation = 'premium_churches'::regclass)`).Scan(&waits))
		return waits
	})
	answer = func() *chattest.Stream {
		t.Helper()
		chattest.Must(t, <-responded)
		return chattest.ReadStream(t, res, cancel)
	}
	return answer, func() { chattest.Must(t, lock.Rollback(context.Background())) }
}

// finishing calls Finish; the channel is closed when it has returned.
func finishing(ctx context.Context, service *turns.Service) <-chan struct{} {
	finished := make(chan struct{})
	go func() { service.Finish(ctx); close(finished) }()
	return finished
}

func checkWaits(t *testing.T, finished <-chan struct{}) {
	t.Helper()
	select {
	case <-finished:
		t.Error("the shutdown goes on while a turn runs")
	default:
	}
}

func TestATurnThatStartsBetweenCloseAndFinishIsAnswered(t *testing.T) {
	p := chattest.NewServer(t, chattest.Patient)
	release := make(chan struct{})
	p.Upstream.Script(chattest.Held(release, 1, "The ", "blue one."))
	answer, goOn := stall(t, p, chattest.Question{Message: hymnal})
	p.Service.Close()
	goOn()
	stream := answer()
	seen := stream.Until(t, "The ")
	finished := finishing(t.Context(), p.Service)
	checkWaits(t, finished)
	close(release)
	events := append(seen, stream.Rest(t)...)
	chattest.CheckStream(t, events)
	if events.Text() != "The blue one." {
		t.Errorf("%v", events)
	}
	<-finished
}

// A turn that starts while the shutdown waits for another is neither held up by the other nor left behind.
func TestATurnThatStartsWhileFinishWaitsIsWaitedFor(t *testing.T) {
	p := chattest.NewServer(t, chattest.Patient)
	first, second := make(chan struct{}), make(chan struct{})
	p.Upstream.Script(chattest.Held(first, 1, "The ", "blue one."), chattest.Held(second, 1, "Our ", "organist."))
	running := p.Stream(t, p.NewChurch(t), chattest.Question{Message: hymnal})
	before := running.Until(t, "The ")
	answer, goOn := stall(t, p, chattest.Question{Message: "Who plays the organ?"})
	p.Service.Close()
	finished := finishing(t.Context(), p.Service)
	goOn()
	late := answer()
	seen := late.Until(t, "Our ") // although the other has not ended
	close(first)
	if before = append(before, running.Rest(t)...); before.Text() != "The blue one." {
		t.Errorf("%v", before)
	}
	p.WaitTurns(t, 1)
	checkWaits(t, finished)
	close(second)
	if seen = append(seen, late.Rest(t)...); seen.Text() != "Our organist." {
		t.Errorf("%v", seen)
	}
	<-finished
	p.WaitIdle(t)
}

// A message that is accepted after the time to finish was over is handed to another node, and the shutdown waits for that.
func TestATurnThatStartsWhenFinishHasGivenUpIsHandedOver(t *testing.T) {
	p, other := chattest.TwoNodes(t, chattest.Patient)
	p.Upstream.Default(modeltest.Reply("The blue one."))
	q := chattest.Question{Message: hymnal, Session: uuid.New()}
	answer, goOn := stall(t, p, q)
	p.Service.Close()
	over, cancel := context.WithCancel(t.Context())
	cancel()
	finished := finishing(over, p.Service)
	chattest.Eventually(t, p.Service.TurnsAreCutOff)
	checkWaits(t, finished)
	goOn()
	seen := answer().Rest(t)
	<-finished
	if len(seen) == 0 || seen[0].Name != "start" || seen[len(seen)-1].Name == "error" {
		t.Fatalf("it was told %v", seen)
	}
	events := other.Resume(t, uuid.Nil, q.Session, seen[0].Data["turnId"].(string), 0)
	chattest.CheckStream(t, events)
	if events.Text() != "The blue one." {
		t.Errorf("the other node says %v", events)
	}
}
