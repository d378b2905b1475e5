package turns_test

import (
	"context"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/model/modeltest"
)

// stall has a message of a church that is not loaded yet wait in the middle of Ask, until goOn is called.
func (p *porch) stall(t *testing.T, q question) (answer <-chan *stream, goOn func()) {
	t.Helper()
	churchID := p.newChurch(t)
	lock, err := p.db.Admin.Begin(t.Context())
	must(t, err)
	t.Cleanup(func() { _ = lock.Rollback(context.Background()) }) // it has ended already, unless the test failed
	_, err = lock.Exec(t.Context(), `lock table premium_churches in access exclusive mode`)
	must(t, err)
	opened := make(chan *stream, 1)
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), 2*waitLimit)
		res, err := p.post(ctx, churchID, q)
		if err != nil {
			t.Error(err)
			cancel()
			close(opened)
			return
		}
		opened <- newStream(t, res, cancel)
	}()
	eventually(t, func() (waits bool) {
		must(t, p.db.Admin.QueryRow(t.Context(), `select exists (select from pg_locks where not granted and relation = 'premium_churches'::regclass)`).Scan(&waits))
		return waits
	})
	return opened, func() { must(t, lock.Rollback(context.Background())) }
}

// finishing calls Finish; the channel is closed when it has returned.
func (p *porch) finishing(ctx context.Context) <-chan struct{} {
	finished := make(chan struct{})
	go func() { p.service.Finish(ctx); close(finished) }()
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
	p := openPorch(t, patient)
	release := make(chan struct{})
	p.upstream.Script(held(release, 1, "The ", "blue one."))
	answer, goOn := p.stall(t, question{message: hymnal})
	p.service.Close()
	goOn()
	stream := <-answer
	seen := stream.until(t, "The ")
	finished := p.finishing(t.Context())
	checkWaits(t, finished)
	close(release)
	events := append(seen, stream.rest(t)...)
	checkStream(t, events)
	if text(events) != "The blue one." {
		t.Errorf("%v", events)
	}
	<-finished
}

// A turn that starts while the shutdown waits for another is neither held up by the other nor left behind.
func TestATurnThatStartsWhileFinishWaitsIsWaitedFor(t *testing.T) {
	p := openPorch(t, patient)
	first, second := make(chan struct{}), make(chan struct{})
	p.upstream.Script(held(first, 1, "The ", "blue one."), held(second, 1, "Our ", "organist."))
	running := p.open(t, p.newChurch(t), question{message: hymnal})
	before := running.until(t, "The ")
	answer, goOn := p.stall(t, question{message: "Who plays the organ?"})
	p.service.Close()
	finished := p.finishing(t.Context())
	goOn()
	late := <-answer
	seen := late.until(t, "Our ") // although the other has not ended
	close(first)
	if before = append(before, running.rest(t)...); text(before) != "The blue one." {
		t.Errorf("%v", before)
	}
	p.restOf(t, 1)
	checkWaits(t, finished)
	close(second)
	if seen = append(seen, late.rest(t)...); text(seen) != "Our organist." {
		t.Errorf("%v", seen)
	}
	<-finished
	p.rest(t)
}

// A message that is accepted after the time to finish was over is handed to another node, and the shutdown waits for that.
func TestATurnThatStartsWhenFinishHasGivenUpIsHandedOver(t *testing.T) {
	p, other := twoNodes(t, patient)
	p.upstream.Default(modeltest.Reply("The blue one."))
	q := question{message: hymnal, session: uuid.New()}
	answer, goOn := p.stall(t, q)
	p.service.Close()
	over, cancel := context.WithCancel(t.Context())
	cancel()
	finished := p.finishing(over)
	eventually(t, p.service.TurnsAreCutOff)
	checkWaits(t, finished)
	goOn()
	seen := (<-answer).rest(t)
	<-finished
	if len(seen) == 0 || seen[0].name != "start" || seen[len(seen)-1].name == "error" {
		t.Fatalf("it was told %v", seen)
	}
	events := other.resume(t, uuid.Nil, q.session, seen[0].data["turnId"].(string), 0)
	checkStream(t, events)
	if text(events) != "The blue one." {
		t.Errorf("the other node says %v", events)
	}
}

// restOf waits until so many turns are left on this node.
func (p *porch) restOf(t *testing.T, left float64) {
	t.Helper()
	eventually(t, func() bool { return p.gauge(t, "narthex_turns_running") == left })
}
