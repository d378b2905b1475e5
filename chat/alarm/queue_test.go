package alarm

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/chat/tools"
)

func TestChurchesAndTheirClientsTakeTurns(t *testing.T) {
	w, s := newQueue(), &spool{dir: "here"}
	church := map[string]uuid.UUID{"A": uuid.New(), "B": uuid.New()}
	who := make(map[string]string)
	for _, report := range []struct {
		name, church, origin string
		urgent               bool
	}{
		{"A flood 1", "A", "flood", false}, {"A flood 2", "A", "flood", false}, {"A flood 3", "A", "flood", false},
		{"A flood urgent", "A", "flood", true}, {"A other", "A", "other", false}, {"B only", "B", "flood", false},
	} {
		entered, err := w.enter(s, source{church[report.church], report.origin, report.urgent}, uuid.NewString())
		if err != nil {
			t.Fatal(err)
		}
		w.isWritten(entered)
		who[entered.name] = report.name
	}
	var order []string
	now := time.Now()
	for report := w.next(now); report != nil; report = w.next(now) {
		order = append(order, who[report.name])
		w.release(report, true, now, false)
	}
	if want := []string{"A flood 1", "B only", "A flood urgent", "A other", "A flood 2", "A flood 3"}; !slices.Equal(order, want) {
		t.Errorf("passed on in the order %q, want %q", order, want)
	}
	if w.count() != 0 || len(w.turns) != 0 || len(w.known) != 0 {
		t.Errorf("left are %d, %v", w.count(), w.turns)
	}
}

func TestWhatFailsWaitsAndHoldsUpWhatItMust(t *testing.T) {
	w, s, now := newQueue(), &spool{dir: "here"}, time.Now()
	first, second := uuid.New(), uuid.New()
	for _, church := range []uuid.UUID{first, first, second} {
		entered, _ := w.enter(s, source{church: church}, uuid.NewString())
		w.isWritten(entered)
	}
	refused := w.next(now)
	w.release(refused, false, now.Add(time.Second), false)
	if next := w.next(now); next == nil || next.source.church != second {
		t.Fatalf("next is %+v", next)
	} else {
		w.release(next, true, now, false)
	}
	unanswered := w.next(now)
	if unanswered == nil || unanswered == refused {
		t.Fatalf("one that Postgres refuses holds up the other: %+v", unanswered)
	}
	w.release(unanswered, false, now.Add(time.Minute), true)
	if next := w.next(now.Add(2 * time.Second)); next != nil {
		t.Errorf("while Postgres cannot be reached, %+v is tried", next)
	}
	if next := w.next(now.Add(2 * time.Minute)); next == nil {
		t.Error("nothing is tried any more")
	}
}

func TestHowManyFilesThereMayBe(t *testing.T) {
	s, church := &spool{dir: "here"}, uuid.New()
	entries := func(w *queue, l func(i int) source, count int) (files map[string]bool, refused int) {
		files = make(map[string]bool)
		for i := range count {
			report, err := w.enter(s, l(i), uuid.NewString())
			if errors.Is(err, errTooManyUnknown) {
				refused++
				continue
			}
			files[report.name] = true
		}
		return files, refused
	}
	w := newQueue()
	if files, _ := entries(w, func(int) source { return source{church: church, origin: "one"} }, 500); len(files) != mostOfClient+1 {
		t.Errorf("of one client there are %d", len(files))
	}
	if files, _ := entries(w, func(i int) source { return source{church: church, origin: strconv.Itoa(i)} }, 3000); len(files) != mostOfChurch-mostOfClient {
		t.Errorf("of many clients there are %d more", len(files))
	}
	if files, _ := entries(w, func(i int) source { return source{church: uuid.New(), origin: "one"} }, 5); len(files) != 5 {
		t.Errorf("of other churches there are %d", len(files))
	}
	if files, refused := entries(newQueue(), func(i int) source { return source{origin: "one"} }, 100); len(files) != mostOfClient || refused != 100-mostOfClient {
		t.Errorf("of unknown churches there are %d, and %d are refused", len(files), refused)
	}
	if files, refused := entries(newQueue(), func(i int) source { return source{origin: strconv.Itoa(i)} }, 2000); len(files) != mostOfUnknown || refused != 2000-mostOfUnknown {
		t.Errorf("of unknown churches there are %d from many clients, and %d are refused", len(files), refused)
	}
}

// TestNothingIsLostThatIsCountedWhileItIsPassedOn counts reports into files that are taken away again and again.
func TestNothingIsLostThatIsCountedWhileItIsPassedOn(t *testing.T) {
	s, err := openSpool(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	const senders, each = 8, 25
	w, l := newQueue(), source{church: uuid.New(), origin: "flood", urgent: true}
	r := &Reports{spool: s, queue: w}
	var work sync.WaitGroup
	for range senders {
		work.Go(func() {
			for range each {
				kept := spooledReport{Request: tools.Request{ChurchID: l.church, SessionID: uuid.New(), Key: uuid.New()}}
				if _, err := r.keepIn(s, l, kept); err != nil {
					t.Error(err)
				}
			}
		})
	}
	sent := make(chan struct{})
	go func() { work.Wait(); close(sent) }()
	found, files := 0, 0
	for ended := false; ; {
		report := w.next(time.Now())
		if report == nil {
			if ended {
				break
			}
			select {
			case <-sent:
				ended = true
			default:
			}
			continue
		}
		if report.overflow != nil {
			if err := report.overflow.close(); err != nil {
				t.Fatal(err)
			}
		}
		data, err := s.get(report.name)
		var read spooledReport
		if err = errors.Join(err, json.Unmarshal(data, &read), s.remove(report.name)); err != nil {
			t.Fatal(err)
		}
		found++
		files++
		for _, line := range read.Details {
			more, err := strconv.Atoi(line.Text)
			if err != nil {
				t.Fatal(err)
			}
			found += more
		}
		w.release(report, true, time.Now(), false)
	}
	left, _, err := s.files(spooled)
	if found != senders*each || w.count() != 0 || len(left) != 0 || err != nil {
		t.Errorf("%d were passed on in %d files, want %d; left are %q, %v", found, files, senders*each, left, err)
	}
}

// TestWhatAnotherProcessPassedOnIsNotCountedAgain takes the file of many away as a process that shares the directory would.
func TestWhatAnotherProcessPassedOnIsNotCountedAgain(t *testing.T) {
	s, err := openSpool(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c := &overflowFile{spool: s, name: "many", key: uuid.New()}
	read := func(reports int) (key uuid.UUID, more []tools.Line) {
		t.Helper()
		for range reports {
			if open, err := c.add(tools.Request{}); !open || err != nil {
				t.Fatal(open, err)
			}
		}
		data, err := s.get("many")
		var found spooledReport
		if err = errors.Join(err, json.Unmarshal(data, &found)); err != nil {
			t.Fatal(err)
		}
		return found.Key, found.Details
	}
	first, more := read(3)
	if len(more) != 1 || more[0].Text != "2" {
		t.Errorf("of three it says %v", more)
	}
	if err := s.remove("many"); err != nil {
		t.Fatal(err)
	}
	second, more := read(2)
	if len(more) != 1 || more[0].Text != "1" || first == second {
		t.Errorf("of two more it says %v, under the key %v after %v", more, second, first)
	}
	if err := c.close(); err != nil {
		t.Fatal(err)
	}
	if open, err := c.add(tools.Request{}); open || err != nil {
		t.Errorf("after the end: %v, %v", open, err)
	}
}
