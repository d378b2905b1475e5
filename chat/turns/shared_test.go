package turns_test

import (
	"testing"

	"github.com/google/uuid"

	"narthex/chat/model/modeltest"
)

func TestTheSameQuestionAtTheSameTimeIsAnsweredOnce(t *testing.T) {
	p := openPorch(t, patient)
	churchID := p.newChurch(t)
	release := make(chan struct{})
	p.upstream.Script(held(release, 1, "The ", "blue one."))
	var streams []*stream
	var seen [][]event
	for _, message := range []string{hymnal, hymnal, "which hymnal stands in the pews here", hymnal} {
		s := p.open(t, churchID, question{message: message})
		streams, seen = append(streams, s), append(seen, s.until(t, "The "))
	}
	close(release)
	turns := make(map[any]bool)
	for i, s := range streams {
		events := append(seen[i], s.rest(t)...)
		checkStream(t, events)
		if text(events) != "The blue one." || events[len(events)-1].data["finish"] != "stop" {
			t.Errorf("visitor %d: %v", i, events)
		}
		turns[events[0].data["turnId"]] = true
	}
	if asked := len(p.upstream.Chats()); asked != 1 || len(turns) != 4 {
		t.Errorf("%d turns, the model was asked %d times", len(turns), asked)
	}
	p.messages(t, churchID, 8)
}

func TestWhatIsNotForOthersIsNotShared(t *testing.T) {
	p := openPorch(t, patient)
	churchID, other := p.newChurch(t), p.newChurch(t)
	release := make(chan struct{})
	defer close(release)
	p.upstream.Default(held(release, 1, "The ", "blue one."))
	p.open(t, churchID, question{message: hymnal}).until(t, "The ")
	for i, q := range []question{
		{message: hymnal, agent: "care"},
		{message: "I left my blue umbrella in the third pew and I miss it"},
		{message: "I left my blue umbrella in the third pew and I miss it"},
		{message: "Which hymnal stands not in the pews here?"},
	} {
		p.open(t, churchID, q).until(t, "The ")
		if asked := len(p.upstream.Chats()); asked != i+2 {
			t.Errorf("%q: the model was asked %d times", q.message, asked)
		}
	}
	p.open(t, other, question{message: hymnal}).until(t, "The ")
	if asked := len(p.upstream.Chats()); asked != 6 {
		t.Errorf("another church: the model was asked %d times", asked)
	}
}

func TestAListenerWhoseLeaderStopsIsAnsweredAllTheSame(t *testing.T) {
	p := openPorch(t, patient)
	churchID := p.newChurch(t)
	release := make(chan struct{})
	defer close(release)
	p.upstream.Script(held(release, 1, "The red ", "one."), modeltest.Reply("The blue one."))
	leader := question{message: hymnal, session: uuid.New()}
	first := p.open(t, churchID, leader)
	turn := first.until(t, "The red ")[0].data["turnId"].(string)
	second := p.open(t, churchID, question{message: hymnal})
	third := p.open(t, churchID, question{message: hymnal})
	seen, seen3 := second.until(t, "The red "), third.until(t, "The red ")
	if status := p.tell(t, turn, "stop", map[string]any{"sessionId": leader.session}); status != 204 {
		t.Fatalf("status %d", status)
	}
	for _, events := range [][]event{append(seen, second.rest(t)...), append(seen3, third.rest(t)...)} {
		checkStream(t, events)
		if got := text(afterReset(events)); got != "The blue one." || tier(afterReset(events)) < 2 {
			t.Errorf("answered %q: %v", got, events)
		}
	}
	for _, m := range p.messages(t, churchID, 6) {
		if m.Role == "assistant" && m.Content != "The blue one." && *m.Outcome != "stopped" {
			t.Errorf("stored %+v", m)
		}
	}
}
