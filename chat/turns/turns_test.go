package turns_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat/model"
	"narthex/chat/model/modeltest"
	"narthex/chat/turns"
	"narthex/cmd/dev/stack"
)

const hymnal = "Which hymnal stands in the pews here?"

// held is an answer of so many words of which the first come at once and the others after release.
func held(release <-chan struct{}, first int, words ...string) modeltest.Behaviour {
	var steps []modeltest.Step
	for i, word := range words {
		if i == first {
			steps = append(steps, modeltest.Hold(release))
		}
		steps = append(steps, modeltest.Text(word))
	}
	return modeltest.Stream(append(steps, modeltest.Finish("stop"), modeltest.Done())...)
}

// patient waits for a model for as long as a busy machine may take, which is what tests do unless they are about a model that
// says nothing.
func patient(s *settings) {
	s.timeouts = model.Timeouts{Connect: 20 * time.Second, FirstByte: 20 * time.Second, Idle: 20 * time.Second, Whole: 40 * time.Second}
}

// impatient soon gives up a model that says nothing.
func impatient(s *settings) {
	s.timeouts.FirstByte, s.timeouts.Idle = time.Second, time.Second
}

// twoNodes share everything but their process.
func twoNodes(t testing.TB, adjust ...func(*settings)) (first, second *porch) {
	first = openPorch(t, adjust...)
	second = openPorch(t, append(adjust, func(s *settings) { s.sharing = first })...)
	return first, second
}

func TestAnAnswerIsFinishedForAVisitorWhoLeaves(t *testing.T) {
	p, other := twoNodes(t, patient)
	churchID := p.newChurch(t)
	release := make(chan struct{})
	p.upstream.Script(held(release, 1, "The ", "blue ", "one."))
	q := question{message: hymnal, session: uuid.New()}
	stream := p.open(t, churchID, q)
	seen := stream.until(t, "The ")
	stream.close()
	close(release)
	if m := p.messages(t, churchID, 2)[1]; m.Content != "The blue one." || *m.Outcome != "stop" {
		t.Errorf("stored %+v", m)
	}
	for name, node := range map[string]*porch{"the same node": p, "another node": other} {
		events := slices.Concat(seen, node.resume(t, churchID, q.session, seen[0].data["turnId"].(string), len(seen)))
		checkStream(t, events)
		if text(events) != "The blue one." {
			t.Errorf("resumed on %s: %v", name, events)
		}
	}
}

func TestAMessageSentAgainWhileItIsAnsweredJoinsItsTurn(t *testing.T) {
	p, other := twoNodes(t, patient)
	churchID := p.newChurch(t)
	release := make(chan struct{})
	p.upstream.Script(held(release, 1, "The ", "blue ", "one."))
	q := question{message: hymnal, session: uuid.New(), client: uuid.New()}
	streams := []*stream{p.open(t, churchID, q), p.open(t, churchID, q), other.open(t, churchID, q)}
	var all [][]event
	for _, s := range streams {
		all = append(all, s.until(t, "The "))
	}
	close(release)
	for i, s := range streams {
		events := append(all[i], s.rest(t)...)
		checkStream(t, events)
		if text(events) != "The blue one." || events[0].data["resumed"] != (i > 0) {
			t.Errorf("reader %d: %v", i, events)
		}
	}
	if asked := len(p.upstream.Chats()); asked != 1 {
		t.Errorf("the model was asked %d times", asked)
	}
	p.messages(t, churchID, 2)
}

func TestATurnIsResumedFromAnyEventOnAnyNode(t *testing.T) {
	p, other := twoNodes(t, patient)
	churchID := p.newChurch(t)
	release := make(chan struct{})
	var words []string
	for i := range 100 {
		words = append(words, fmt.Sprintf("word%d ", i))
	}
	p.upstream.Script(held(release, 50, words...))
	q := question{message: hymnal, session: uuid.New()}
	live := p.open(t, churchID, q)
	whole := live.until(t, "word49 ")
	turn := whole[0].data["turnId"].(string)
	nodes := []*porch{p, other}
	var midway []*stream
	afters := []int{0, 1, 2, 17, 51, 52}
	for _, node := range nodes {
		for _, after := range afters {
			midway = append(midway, node.reopen(t, churchID, q.session, turn, after))
		}
	}
	close(release)
	whole = append(whole, live.rest(t)...)
	checkStream(t, whole)
	check := func(name string, after int, got []event) {
		t.Helper()
		if after == 0 && len(got) > 0 {
			got[0].data["resumed"] = false
		}
		if fmt.Sprint(got) != fmt.Sprint(whole[after:]) {
			t.Errorf("%s after %d: %d events instead of %d: %v", name, after, len(got), len(whole)-after, got)
		}
	}
	for i, s := range midway {
		check(fmt.Sprintf("midway on node %d", i/len(afters)), afters[i%len(afters)], s.rest(t))
	}
	for i, node := range nodes {
		for after := range len(whole) {
			check(fmt.Sprintf("afterwards on node %d", i), after, node.resume(t, churchID, q.session, turn, after))
		}
		check("without the church", 3, node.resume(t, uuid.Nil, q.session, turn, 3))
	}
}

func TestOnlyItsSessionReachesATurn(t *testing.T) {
	p, other := twoNodes(t, patient)
	churchID, elsewhere := p.newChurch(t), p.newChurch(t)
	release := make(chan struct{})
	p.upstream.Script(held(release, 1, "The ", "blue one."))
	q := question{message: hymnal, session: uuid.New()}
	live := p.open(t, churchID, q)
	turn := live.until(t, "The ")[0].data["turnId"].(string)
	try := func(node *porch, church, session uuid.UUID, turn string, status int) {
		t.Helper()
		res, err := node.resumeIn(t.Context(), church, session, turn, 0)
		must(t, err)
		res.Body.Close()
		if res.StatusCode != status {
			t.Errorf("resume: %d, want %d", res.StatusCode, status)
		}
		if status == http.StatusOK {
			return
		}
		for _, action := range []string{"stop", "feedback"} {
			body := map[string]any{"sessionId": session, "value": "up"}
			if church != uuid.Nil {
				body["churchId"] = church
			}
			if got := node.tell(t, turn, action, body); got != http.StatusNotFound {
				t.Errorf("%s: %d", action, got)
			}
		}
	}
	for _, ended := range []bool{false, true} {
		for _, node := range []*porch{p, other} {
			try(node, churchID, uuid.New(), turn, http.StatusNoContent)
			try(node, uuid.Nil, uuid.New(), turn, http.StatusNoContent)
			try(node, elsewhere, q.session, turn, http.StatusNoContent)
			try(node, churchID, q.session, uuid.NewString(), http.StatusNoContent)
		}
		if !ended {
			close(release)
			live.rest(t)
		}
	}
	try(other, churchID, q.session, turn, http.StatusOK)
	if got := p.tell(t, "x", "stop", map[string]any{"sessionId": q.session}); got != http.StatusBadRequest {
		t.Errorf("a bad turn id: %d", got)
	}
	res, err := p.resumeIn(t.Context(), churchID, q.session, turn, 1_000)
	must(t, err)
	defer res.Body.Close()
	if events, err := readEvents(res.Body); err != nil || text(events) != "The blue one." || events[0].name != "start" {
		t.Errorf("after an event that there never was: %v, %v", events, err)
	}
}

func TestAnEndedTurnHasNothingMoreToSay(t *testing.T) {
	p, other := twoNodes(t)
	churchID := p.newChurch(t)
	q := question{message: "Is there parking?", session: uuid.New()}
	events := p.ask(t, churchID, q)
	for _, node := range []*porch{p, other} {
		res, err := node.resumeIn(t.Context(), churchID, q.session, events[0].data["turnId"].(string), len(events))
		must(t, err)
		res.Body.Close()
		if res.StatusCode != http.StatusNoContent {
			t.Errorf("status %d", res.StatusCode)
		}
	}
}

// mustStopSoon has a model's request stopped several times and holds how long that took. Some may meet a busy machine; a stop
// that takes too long does so every time.
func mustStopSoon(t *testing.T, stop func() time.Duration) {
	t.Helper()
	const limit, stops = 100 * time.Millisecond, 7
	var took []time.Duration
	for range stops {
		took = append(took, stop())
	}
	if slices.Sort(took); took[stops/2] > limit {
		t.Errorf("the model was stopped after %v", took)
	}
}

func TestStopEndsTheModelsRequestWithin100Milliseconds(t *testing.T) {
	p, other := twoNodes(t, patient)
	for name, node := range map[string]*porch{"on the same node": p, "on another node": other} {
		t.Run(name, func(t *testing.T) { mustStopSoon(t, func() time.Duration { return stopOnce(t, p, node) }) })
	}
}

// stopOnce has one node stop a turn of the other, holds what becomes of it, and gives how long its model was still asked.
func stopOnce(t *testing.T, p, node *porch) (took time.Duration) {
	t.Helper()
	churchID := p.newChurch(t)
	p.upstream.Script(modeltest.Stream(modeltest.Text("Once upon "), modeltest.Silence()))
	q := question{message: hymnal, session: uuid.New()}
	stream := p.open(t, churchID, q)
	seen := stream.until(t, "Once upon ")
	turn := seen[0].data["turnId"].(string)
	waiting, cancel := context.WithTimeout(t.Context(), waitLimit)
	defer cancel()
	stopped := time.Now()
	if status := node.tell(t, turn, "stop", map[string]any{"sessionId": q.session, "churchId": churchID}); status != http.StatusNoContent {
		t.Fatalf("status %d", status)
	}
	must(t, p.upstream.WaitCancelled(waiting))
	took = time.Since(stopped)
	events := append(seen, stream.rest(t)...)
	checkStream(t, events)
	if last := events[len(events)-1]; last.data["finish"] != "stopped" {
		t.Errorf("%v", last)
	}
	if m := p.messages(t, churchID, 2)[1]; m.Content != "Once upon " || *m.Outcome != "stopped" {
		t.Errorf("stored %+v", m)
	}
	if status := node.tell(t, turn, "stop", map[string]any{"sessionId": q.session, "churchId": churchID}); status != http.StatusNoContent {
		t.Errorf("stopped again: %d", status)
	}
	if again := node.resume(t, churchID, q.session, turn, 0); again[len(again)-1].data["finish"] != "stopped" {
		t.Errorf("resumed: %v", again)
	}
	return took
}

func TestFeedbackIsKeptChangedAndTakenBack(t *testing.T) {
	p, other := twoNodes(t)
	churchID := p.newChurch(t)
	q := question{message: "Is there parking?", session: uuid.New()}
	turn := p.ask(t, churchID, q)[0].data["turnId"].(string)
	for i, value := range []string{"up", "up", "down", "", "sideways"} {
		node := []*porch{p, other}[i%2]
		status := node.tell(t, turn, "feedback", map[string]any{"sessionId": q.session, "value": value})
		if want := map[bool]int{false: 204, true: 400}[value == "sideways"]; status != want {
			t.Errorf("%q: %d", value, status)
		}
		var kept []string
		rows, err := p.db.Admin.Query(t.Context(), `select value from message_feedback where church_id = $1 and turn_id = $2`, churchID, turn)
		must(t, err)
		for rows.Next() {
			var one string
			must(t, rows.Scan(&one))
			kept = append(kept, one)
		}
		want := []string{value}
		if value == "" || value == "sideways" {
			want = nil
		}
		if !slices.Equal(kept, want) {
			t.Errorf("after %q: %v", value, kept)
		}
	}
}

// The node that answers is cut off from Redis, which to all others looks like its death.
func TestTheTurnOfADeadNodeIsTakenOver(t *testing.T) {
	for name, readerComes := range map[string]bool{"when its visitor comes back": true, "when nobody comes": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			other := openPorch(t, patient)
			address, network := stack.NewOutage(t, other.redisURL)
			p := openPorch(t, patient, func(s *settings) { s.sharing, s.redisURL = other, address })
			churchID := p.newChurch(t)
			never := make(chan struct{})
			t.Cleanup(func() { close(never) })
			p.upstream.Script(held(never, 2, "The ", "red ", "one."), modeltest.Reply("The blue one."))
			q := question{message: hymnal, session: uuid.New()}
			stream := p.open(t, churchID, q)
			seen := stream.until(t, "red ")
			turn := seen[0].data["turnId"].(string)
			eventually(t, func() bool { // what a visitor saw may or may not be in the journal
				return p.redis.XLen(context.Background(), fmt.Sprintf("narthex:{%s}:turn:%s:events", churchID, turn)).Val() > 0
			})
			network.Cut()
			stream.close()
			var rest []event
			if readerComes {
				rest = other.resume(t, churchID, q.session, turn, len(seen))
			}
			if m := p.messages(t, churchID, 2)[1]; m.Content != "The blue one." || *m.Outcome != "stop" {
				t.Errorf("stored %+v", m)
			}
			if !readerComes {
				rest = other.resume(t, churchID, q.session, turn, len(seen))
			}
			events := append(seen, rest...)
			checkStream(t, events)
			if got := text(afterReset(events)); got != "The blue one." || got == text(events) {
				t.Errorf("the visitor was answered %q", got)
			}
			network.Restore()
			// The node that came back hears that the turn is not its own any more.
			eventually(t, func() bool {
				return text(afterReset(p.resume(t, churchID, q.session, turn, 0))) == "The blue one."
			})
		})
	}
}

func TestRunningTurnsOutlastTenSecondsWithoutRedis(t *testing.T) {
	t.Parallel()
	redis := stack.NeedRedisDB(t)
	address, network := stack.NewOutage(t, redis)
	p := openPorch(t, patient, func(s *settings) { s.redisURL = address })
	other := openPorch(t, patient, func(s *settings) { s.sharing = p }) // through the same network
	churchID := p.newChurch(t)
	release := make(chan struct{})
	p.upstream.Script(held(release, 1, "The ", "blue ", "one."))
	q := question{message: hymnal, session: uuid.New(), client: uuid.New()}
	before := p.open(t, churchID, q)
	seen := before.until(t, "The ")

	network.Cut()
	outage := time.After(10 * time.Second) // leases lapse, and nobody may take a turn whose node is alive
	releaseSecond := make(chan struct{})
	p.upstream.Script(held(releaseSecond, 1, "Begun ", "in the dark."))
	q2 := question{message: "Who plays the organ in the evening?", session: uuid.New(), client: uuid.New()}
	during := p.open(t, churchID, q2)
	seen2 := during.until(t, "Begun ")
	close(release)
	events := append(seen, before.rest(t)...)
	checkStream(t, events)
	if text(events) != "The blue one." {
		t.Errorf("%v", events)
	}
	if events := p.ask(t, churchID, question{message: "Is there parking?"}); tier(events) != 0 {
		t.Errorf("%v", events)
	}
	<-outage
	network.Restore()

	// A turn begun without Redis becomes known to the other node, and one that ended without it as well.
	turn := seen2[0].data["turnId"].(string)
	eventually(t, func() bool {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		res, err := other.resumeIn(ctx, churchID, q2.session, turn, 1)
		must(t, err)
		defer res.Body.Close()
		return res.StatusCode == http.StatusOK
	})
	resumed := other.reopen(t, churchID, q2.session, turn, 1)
	close(releaseSecond)
	if got := append(seen2[:1:1], resumed.rest(t)...); text(got) != "Begun in the dark." {
		t.Errorf("resumed elsewhere: %v", got)
	}
	asked := len(p.upstream.Chats())
	for _, node := range []*porch{p, other} {
		if again := node.ask(t, churchID, q); text(again) != "The blue one." {
			t.Errorf("sent again: %v", again)
		}
	}
	if len(p.upstream.Chats()) != asked {
		t.Error("a message sent again was answered again")
	}
	p.messages(t, churchID, 6)
}

func TestARedisThatLostItsDataIsToldAgain(t *testing.T) {
	p, other := twoNodes(t, patient)
	churchID := p.newChurch(t)
	release := make(chan struct{})
	p.upstream.Script(held(release, 1, "The ", "blue ", "one."))
	ended := question{message: "Is there parking?", session: uuid.New(), client: uuid.New()}
	was := p.ask(t, churchID, ended)
	p.messages(t, churchID, 2)
	q := question{message: hymnal, session: uuid.New(), client: uuid.New()}
	live := p.open(t, churchID, q)
	seen := live.until(t, "The ")
	turn := seen[0].data["turnId"].(string)
	p.messages(t, churchID, 3)

	must(t, p.redis.FlushDB(t.Context()).Err())
	eventually(t, func() bool { // the node that answers tells Redis of the turn again
		return p.redis.Exists(context.Background(), fmt.Sprintf("narthex:{%s}:turn:%s", churchID, turn)).Val() == 1
	})
	resumed := other.reopen(t, churchID, q.session, turn, 1)
	close(release)
	for name, events := range map[string][]event{"live": append(slices.Clone(seen), live.rest(t)...), "resumed": append(seen[:1:1], resumed.rest(t)...)} {
		checkStream(t, events)
		if text(events) != "The blue one." {
			t.Errorf("%s: %v", name, events)
		}
	}
	// What ended before is known from Postgres, whether it is resumed or sent again.
	for _, node := range []*porch{p, other} {
		if events := node.resume(t, churchID, ended.session, was[0].data["turnId"].(string), 0); text(events) != text(was) {
			t.Errorf("resumed: %v", events)
		}
		eventually(t, func() bool { // within a second, which is how often a node looks whether Redis is still the same
			events := node.ask(t, churchID, ended)
			return text(events) == text(was) && events[0].data["resumed"] == true
		})
	}
	p.messages(t, churchID, 4)
}

func TestAMessageSentAgainDoesNotCountAgainstTheLimits(t *testing.T) {
	p := openPorch(t, func(s *settings) { s.config = turns.Config{PerSession: 2, PerAddress: 3} })
	churchID := p.newChurch(t)
	again := question{message: "Is there parking?", session: uuid.New(), client: uuid.New()}
	for range 5 {
		p.ask(t, churchID, again)
	}
	p.ask(t, churchID, question{message: "Is there parking?", session: again.session})
	res, err := p.post(t.Context(), churchID, question{message: "Is there parking?", session: again.session})
	must(t, err)
	res.Body.Close()
	if wait := res.Header.Get("Retry-After"); res.StatusCode != http.StatusTooManyRequests || wait == "" || wait == "0" {
		t.Errorf("status %d, Retry-After %q", res.StatusCode, wait)
	}
	p.ask(t, churchID, question{message: "Is there parking?"})
	res, err = p.post(t.Context(), churchID, question{message: "Is there parking?"})
	must(t, err)
	res.Body.Close()
	if res.StatusCode != http.StatusTooManyRequests {
		t.Errorf("the address: status %d", res.StatusCode)
	}
}
