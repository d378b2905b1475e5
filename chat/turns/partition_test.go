package turns_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"narthex/chat/chattest"
	"narthex/chat/live"
	"narthex/chat/model/modeltest"
)

// beyondWindow is how many words a node that is cut off tells its visitor: many more than readers may be ahead of the journal.
const beyondWindow = 2*live.Window + 26

// numbered are so many words, told one after another after these.
func numbered(word string, n int) (steps []modeltest.Step) {
	for i := range n {
		steps = append(steps, modeltest.Text(fmt.Sprintf("%s%d ", word, i)), modeltest.Pause(5*time.Millisecond))
	}
	return steps
}

// cutOffBeyondWindow is a visitor who has read all that a node tells that is cut off, up to where its model waits for more.
func cutOffBeyondWindow(t *testing.T, more <-chan struct{}) *split {
	t.Helper()
	cut := make(chan struct{})
	red := numbered("red", beyondWindow)
	steps := slices.Concat(red[:4], []modeltest.Step{modeltest.Hold(cut)}, red[4:], []modeltest.Step{modeltest.Hold(more), modeltest.Finish("stop"), modeltest.Done()})
	blue := append(numbered("blue", 2*beyondWindow), modeltest.Finish("stop"), modeltest.Done())
	s := splitAfter(t, "red1 ", modeltest.Stream(steps...), modeltest.Stream(blue...))
	close(cut)
	s.seen = slices.Concat(s.seen, s.live.Until(t, fmt.Sprintf("red%d ", beyondWindow-1)))
	return s
}

// reads resumes at the other node, after all that was seen, and checks what the visitor has read then.
func (s *split) reads(t *testing.T, seen chattest.Events) {
	t.Helper()
	var rest chattest.Events
	for len(rest) == 0 { // it may be told to come again
		rest = s.other.Resume(t, s.church, s.question.Session, s.turn, len(seen))
	}
	if rest[0].Name == "start" { // which makes void what was seen
		seen = nil
	}
	if got := slices.Concat(seen, rest).AfterReset().Text(); !strings.HasPrefix(got, "blue0 blue1 ") || strings.Contains(got, "red") {
		t.Errorf("the visitor has read %q", got)
	}
}

func TestWhoReadBeyondTheWindowAtANodeThatWasCutOffIsShownTheOtherAnswerFromItsStart(t *testing.T) {
	t.Run("while it is given", func(t *testing.T) {
		t.Parallel()
		never := make(chan struct{})
		t.Cleanup(func() { close(never) })
		s := cutOffBeyondWindow(t, never)
		s.live.Close()
		key := fmt.Sprintf("narthex:{%s}:turn:%s:events", s.church, s.turn)
		chattest.Eventually(t, func() bool { // its numbers have reached those that were seen
			last := s.other.Redis.XRevRangeN(context.Background(), key, "+", "-", 1).Val()
			var seq int
			if len(last) > 0 {
				_, err := fmt.Sscanf(last[0].ID, "%d-0", &seq)
				chattest.Must(t, err)
			}
			return seq > len(s.seen)
		})
		s.reads(t, s.seen)
	})
	t.Run("once it has ended", func(t *testing.T) {
		t.Parallel()
		more := make(chan struct{})
		s := cutOffBeyondWindow(t, more)
		if got := s.stored(t); !strings.HasPrefix(got, "blue0 ") {
			t.Fatalf("stored %q", got)
		}
		close(more)
		s.reads(t, slices.Concat(s.seen, s.live.Rest(t))) // the node that was cut off has lost, and sends its visitor on
	})
}

func TestWhoDropsBehindATakeOverGoesOnWithTheNextEvent(t *testing.T) {
	more := make(chan struct{})
	never := make(chan struct{})
	t.Cleanup(func() { close(never) })
	s := splitAfter(t, "red ", chattest.Held(never, 2, "The ", "red ", "one."), chattest.Held(more, 2, "A ", "blue ", "one."))
	s.live.Close()
	there := s.other.ResumeAfter(t, s.church, s.question.Session, s.turn, s.seen)
	seen := slices.Concat(s.seen, there.Until(t, "blue "))
	there.Close()
	again := s.other.ResumeAfter(t, s.church, s.question.Session, s.turn, seen)
	close(more)
	rest := again.Rest(t)
	if rest[0].Name != "delta" || rest.Text() != "one." {
		t.Errorf("who comes back is told %v", rest)
	}
	events := slices.Concat(seen, rest)
	chattest.CheckStream(t, events)
	if got := events.AfterReset().Text(); got != "A blue one." {
		t.Errorf("the visitor was answered %q", got)
	}
}
