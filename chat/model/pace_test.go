package model_test

import (
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"narthex/chat/model"
)

// speaking is a body in which a word lies for each beat since it began, as in a connection that is read now and then. A word is
// the time at which it was said.
type speaking struct {
	beat time.Duration
	next time.Time
	left int
}

func (s *speaking) Read(into []byte) (n int, _ error) {
	time.Sleep(time.Until(s.next))
	for ; !s.next.After(time.Now()); s.next = s.next.Add(s.beat) {
		event := fmt.Sprintf("data: {\"choices\":[{\"delta\":{\"content\":\"%d \"}}]}\n\n", s.next.UnixMilli())
		if s.left == 0 {
			event = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"
		}
		if len(event) > len(into)-n {
			break
		}
		n += copy(into[n:], event)
		if s.left--; s.left < 0 {
			return n, io.EOF
		}
	}
	return n, nil
}

func (s *speaking) Close() error { return nil }

// heard is what a reader had of an answer.
type heard struct {
	pieces, words int
	late          time.Duration // of the word that waited longest
	first         time.Duration // of the first
}

// listen reads an answer of words that are said on a beat.
func listen(t *testing.T, client *model.Client) heard { return hear(t, client, question()) }

func hear(t *testing.T, client *model.Client, request model.Request) (h heard) {
	for chunk, err := range client.Stream(t.Context(), request) {
		if err != nil {
			t.Error(err)
			return h
		}
		words := strings.Fields(chunk.Text)
		for _, word := range words {
			said, _ := strconv.ParseInt(word, 10, 64)
			late := time.Since(time.UnixMilli(said))
			if h.words == 0 {
				h.first = late
			}
			h.late = max(h.late, late)
			h.words++
		}
		if len(words) > 0 {
			h.pieces++
		}
	}
	return h
}

// speaker makes a client whose model says so many words, one each beat. It is run in a bubble of synctest.
func speaker(t *testing.T) (client *model.Client, speak func(words int, beat time.Duration)) {
	client, err := model.New(model.Config{BaseURL: "http://nowhere.invalid/v1", ChatModel: "m"})
	if err != nil {
		t.Fatal(err)
	}
	var speech atomic.Pointer[speaking]
	client.SetRoundTrip(func(req *http.Request) (*http.Response, error) {
		body := *speech.Load()
		body.next = time.Now().Truncate(time.Millisecond).Add(body.beat)
		return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: &body, Request: req}, nil
	})
	return client, func(words int, beat time.Duration) { speech.Store(&speaking{beat: beat, left: words}) }
}

func TestABusyClientsWordsGatherForNoLongerThanNobodyNotices(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, speak := speaker(t)
		speak(300, 20*time.Millisecond)
		var crowd sync.WaitGroup
		var mu sync.Mutex
		var all []heard
		for range 100 * runtime.GOMAXPROCS(0) {
			crowd.Go(func() {
				h := listen(t, client)
				mu.Lock()
				defer mu.Unlock()
				all = append(all, h)
			})
		}
		time.Sleep(3 * time.Second) // of the bubble: the crowd is at it
		speak(8, 250*time.Millisecond)
		slow := listen(t, client)
		speak(50, 20*time.Millisecond)
		hasty := question()
		hasty.Urgent = true
		urgent := hear(t, client, hasty)
		crowd.Wait()
		pieces, words := 0, 0
		for _, h := range all {
			words += h.words
			pieces += h.pieces
			if h.words != 300 || h.late > 66*time.Millisecond || h.first > 0 {
				t.Fatalf("of 300 words %d came, the first %s late, the latest %s", h.words, h.first, h.late)
			}
		}
		if together := float64(words) / float64(pieces); together < 2.5 { // 3.3 once the pace is found
			t.Errorf("%.1f words come together", together)
		}
		if slow != (heard{pieces: 8, words: 8}) {
			t.Errorf("of a model that speaks slowly: %+v", slow)
		}
		if urgent != (heard{pieces: 50, words: 50}) {
			t.Errorf("of an answer that somebody waits for: %+v", urgent)
		}

		speak(200, 20*time.Millisecond)
		time.Sleep(time.Second)
		if alone := listen(t, client); alone.late > 66*time.Millisecond || alone.pieces < 180 {
			t.Errorf("when the crowd has gone: %+v", alone)
		}
		if alone := listen(t, client); alone != (heard{pieces: 200, words: 200}) {
			t.Errorf("at rest: %+v", alone)
		}
	})
}

func TestAModelThatSaysMuchAtOnceIsNotSlowedDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, speak := speaker(t)
		speak(20_000, 100*time.Microsecond)
		began := time.Now()
		h := listen(t, client)
		if took := time.Since(began); h.words != 20_000 || took > 2200*time.Millisecond || h.late > 100*time.Millisecond {
			t.Errorf("%d words of 20,000 took %s instead of 2 s, the latest %s late", h.words, took, h.late)
		}
	})
}
