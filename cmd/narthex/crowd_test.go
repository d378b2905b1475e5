package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/cmd/loadtest/token"
	"narthex/cmd/loadtest/upstream"
)

// crowd is visitors of one church who ask one question after another, whatever becomes of the servers meanwhile, and hold
// what they are told against what was promised: an acknowledged question is answered once, and of its events each reader
// gets every number once.
type crowd struct {
	url    string
	church uuid.UUID
	client *http.Client

	full    chan struct{} // closed: no more questions
	talking sync.WaitGroup

	mu       sync.Mutex
	turns    []*turn
	ends     []<-chan struct{} // of turns, each closed when its visitor is done with it
	broken   []string          // promises
	anew     []string          // what had to be read from its first event again, or asked again
	refusals map[string]int    // by code
	waits    []time.Duration
	answers  []time.Duration // from the first event of a run of the model's tier to its last
	readings int             // requests that brought events
}

// turn is one question and what a visitor has heard of its answer.
type turn struct {
	session, message uuid.UUID
	question         string
	tokens           int // of the model's answer; 0 for a stored fact

	id      uuid.UUID // zero until the question was acknowledged
	last    string    // the id of the event that was heard last
	seq     int
	tier    int
	text    []byte
	resets  int
	finish  string
	failure string    // code
	begun   time.Time // when the run that answers was first heard of
	silent  time.Time // since when nothing was heard; zero while nobody listened
}

func (u *turn) over() bool { return u.finish != "" || u.failure != "" }

// manner is what a visitor does while being answered.
type manner int

const (
	stays     manner = iota
	comesBack        // leaves, and then wants what was missed
	reloads          // leaves, and then sends the question again
)

// gather lets some visitors ask what the model has to answer, and others look something up now and then.
func gather(ctx context.Context, t *testing.T, s *scene, streaming, looking int) *crowd {
	t.Helper()
	transport := &http.Transport{MaxIdleConnsPerHost: streaming + looking}
	c := &crowd{
		url: s.cluster.URL(), church: s.church, full: make(chan struct{}), refusals: make(map[string]int),
		client: &http.Client{Transport: transport},
	}
	ctx, cancel := context.WithCancel(ctx)
	t.Cleanup(func() {
		cancel()
		c.talking.Wait()
		transport.CloseIdleConnections()
	})
	for range streaming {
		c.talking.Go(func() { c.visit(ctx, longQuestion) })
	}
	for range looking {
		c.talking.Go(func() {
			c.visit(ctx, func() *turn {
				pause(ctx, time.Second)
				return shortQuestion()
			})
		})
	}
	return c
}

// disperse lets everybody hear their answer to the end.
func (c *crowd) disperse() {
	close(c.full)
	c.talking.Wait()
}

func (c *crowd) visit(ctx context.Context, think func() *turn) {
	session := uuid.New()
	for ctx.Err() == nil {
		select {
		case <-c.full:
			return
		default:
		}
		u := think()
		u.session, u.message = session, uuid.New()
		ended := make(chan struct{})
		c.mu.Lock()
		c.turns, c.ends = append(c.turns, u), append(c.ends, ended)
		c.mu.Unlock()
		c.converse(ctx, u)
		close(ended)
	}
}

// settle waits until every question that has been asked is answered, while more are asked.
func (c *crowd) settle(ctx context.Context) {
	c.mu.Lock()
	ends := slices.Clone(c.ends)
	c.mu.Unlock()
	for _, ended := range ends {
		select {
		case <-ended:
		case <-ctx.Done():
			return
		}
	}
}

// converse asks, and asks again or for the rest, until the turn has ended.
func (c *crowd) converse(ctx context.Context, u *turn) {
	how := stays
	if u.tokens > 0 {
		how = []manner{stays, stays, stays, stays, stays, stays, stays, comesBack, comesBack, reloads}[rand.IntN(10)]
	}
	u.silent = time.Now()
	for ; !u.over(); how = stays {
		reading, leave := context.WithCancel(ctx)
		leaves := time.AfterFunc(time.Hour, leave)
		if how != stays {
			leaves.Reset(rand.N(4 * time.Second))
		}
		again, err := c.read(reading, u)
		left := !leaves.Stop()
		leave()
		switch {
		case ctx.Err() != nil:
			c.breach("%v was not answered in time: %v after event %d", u, err, u.seq)
			return
		case errors.Is(err, errBreach):
			c.breach("%v: %v", u, err)
			return
		case left:
			pause(ctx, 3*time.Second)
			u.silent = time.Time{} // nobody was listening
			if how == reloads {
				u.forget()
			}
		default:
			pause(ctx, max(again, 200*time.Millisecond))
		}
	}
}

// forget leaves nothing but the question.
func (u *turn) forget() {
	*u = turn{session: u.session, message: u.message, question: u.question, tokens: u.tokens}
}

// pause waits for up to d.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(rand.N(d)):
	case <-ctx.Done():
	}
}

// errBreach is a promise that was not kept. Any other error is one that a visitor gets over.
var errBreach = errors.New("a promise was not kept")

// read sends the request that the turn has come to and listens to the answer. again is when the server wants to be asked.
func (c *crowd) read(ctx context.Context, u *turn) (again time.Duration, err error) {
	req, err := c.request(ctx, u)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", errBreach, err)
	}
	res, err := c.client.Do(req)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	switch res.StatusCode {
	case http.StatusOK:
		return c.listen(res.Body, u)
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusConflict: // nobody there, or nobody who knows
		var problem struct{ Code string }
		if err := json.NewDecoder(res.Body).Decode(&problem); err != nil {
			return 0, err
		}
		c.mu.Lock()
		c.refusals[problem.Code]++
		c.mu.Unlock()
		return time.Second, nil
	case http.StatusNoContent: // a page would ask again
		c.beginAnew(u, "nothing is known")
		return 0, nil
	default:
		body, _ := io.ReadAll(res.Body)
		return 0, fmt.Errorf("%w: %s %s after event %d: %s", errBreach, req.Method, res.Status, u.seq, body)
	}
}

func (c *crowd) request(ctx context.Context, u *turn) (*http.Request, error) {
	if u.id == uuid.Nil {
		body := fmt.Sprintf(`{"message":%q,"churchId":%q,"sessionId":%q,"clientMessageId":%q}`, u.question, c.church, u.session, u.message)
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url+"/api/chatbot/stream", strings.NewReader(body))
		if err == nil {
			req.Header.Set("Content-Type", "application/json")
		}
		return req, err
	}
	address := fmt.Sprintf("%s/api/chatbot/turns/%s/stream?sessionId=%s", c.url, u.id, u.session)
	if rand.IntN(3) > 0 { // not every client says it
		address += "&churchId=" + c.church.String()
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err == nil {
		req.Header.Set("Last-Event-ID", u.last)
	}
	return req, err
}

// listen takes in events until the stream ends.
func (c *crowd) listen(body io.Reader, u *turn) (again time.Duration, err error) {
	c.mu.Lock()
	c.readings++
	c.mu.Unlock()
	lines := bufio.NewReader(body)
	var name string
	var id []byte
	for {
		line, err := lines.ReadSlice('\n')
		if err != nil {
			if err == io.EOF && !u.over() {
				err = io.ErrUnexpectedEOF
			}
			return again, err
		}
		field, value, _ := bytes.Cut(bytes.TrimSuffix(line, []byte("\n")), []byte(": "))
		switch string(field) {
		case "event":
			name = string(value)
		case "id":
			id = append(id[:0], value...)
		case "data":
			if err := c.hear(u, name, id, value); err != nil {
				return 0, err
			}
		case "retry":
			millis, err := strconv.Atoi(string(value))
			if err != nil {
				return 0, fmt.Errorf("%w: %s", errBreach, line)
			}
			again = time.Duration(millis) * time.Millisecond
		}
	}
}

// hear takes in one event.
func (c *crowd) hear(u *turn, name string, id, data []byte) error {
	event, err := decode(data)
	if err != nil {
		return fmt.Errorf("%w: %s %s: %w", errBreach, name, data, err)
	}
	if name == "start" {
		if u.seq > 0 && !u.over() && string(id) == u.id.String()+":1" {
			c.beginAnew(u, "the first event follows")
		}
		u.id = event.TurnID
	}
	whose, seq, _ := bytes.Cut(id, []byte(":"))
	said, numbered := bytes.CutPrefix(whose, []byte(u.id.String()))
	numbered = numbered && (len(said) == 0 || said[0] == '.')
	if n, err := strconv.Atoi(string(seq)); !numbered || err != nil || n != u.seq+1 || u.over() || (name == "start") != (u.seq == 0) {
		return fmt.Errorf("%w: %q %s follows event %d, when the turn was over: %v", errBreach, name, id, u.seq, u.over())
	}
	u.seq++
	u.last = string(id)
	now := time.Now()
	switch name {
	case "start":
		u.begun = now
	case "tier":
		u.tier = -1
		if event.Tier != nil {
			u.tier = *event.Tier
		}
	case "delta":
		if len(event.Text) == 0 { // stands for one that was lost with its node
			return nil
		}
		u.text = append(u.text, event.Text...)
	case "sources", "tool":
	case "reset":
		u.text, u.tier, u.begun = u.text[:0], -1, now
		u.resets++
		if !u.silent.IsZero() {
			c.mu.Lock()
			c.waits = append(c.waits, now.Sub(u.silent))
			c.mu.Unlock()
		}
	case "done":
		u.finish = event.Finish
		if u.tokens > 0 {
			c.mu.Lock()
			c.answers = append(c.answers, now.Sub(u.begun))
			c.mu.Unlock()
		}
	case "error":
		u.failure = event.Code
	default:
		return fmt.Errorf("%w: %s", errBreach, name)
	}
	u.silent = now
	return nil
}

// beginAnew voids what was heard. The promise is that this is not needed as long as Redis answers.
func (c *crowd) beginAnew(u *turn, why string) {
	c.mu.Lock()
	c.anew = append(c.anew, fmt.Sprintf("%v: after event %d %s", u, u.seq, why))
	c.mu.Unlock()
	u.forget()
}

type eventData struct {
	TurnID uuid.UUID
	Tier   *int
	Text   string
	Finish string
	Code   string
}

// decode reads what an event carries. Nearly all are words, which cost too much to be read as JSON under the race detector.
func decode(data []byte) (event eventData, err error) {
	rest, isText := bytes.CutPrefix(data, []byte(`{"text":"`))
	if word, ok := bytes.CutSuffix(rest, []byte(`"}`)); isText && ok && bytes.IndexByte(word, '\\') < 0 {
		event.Text = string(word)
		return event, nil
	}
	err = json.Unmarshal(data, &event)
	return event, err
}

func (c *crowd) breach(format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.broken = append(c.broken, fmt.Sprintf(format, args...))
}

func (u *turn) String() string { return fmt.Sprintf("turn %s (%s)", u.id, u.question) }

// wrong says what is wrong with an answer that has come to its end, or "".
func (u *turn) wrong() string {
	if u.tokens == 0 {
		if u.tier != 0 || !bytes.Contains(u.text, []byte("Sunday")) {
			return fmt.Sprintf("a stored fact comes from tier %d: %s", u.tier, u.text)
		}
		return ""
	}
	if u.tier != 4 {
		return fmt.Sprintf("it comes from tier %d", u.tier)
	}
	count, rest := 0, u.text
	for {
		word, after, ok := token.Next(rest, time.Now())
		if !ok {
			break
		}
		if word.Place != count {
			return fmt.Sprintf("word %d of the model comes at place %d", word.Place, count)
		}
		count, rest = count+1, after
	}
	if count != u.tokens || len(bytes.TrimSpace(u.text)) != count*token.Size-1 {
		return fmt.Sprintf("of %d words there are %d in %q", u.tokens, count, u.text)
	}
	return ""
}

// longQuestion goes the whole way to the model, because nobody has ever asked about such things, and takes a while to be
// answered. It is personal: what is to be cached would load Redis more than all that is tested here.
func longQuestion() *turn {
	tokens := 12 + rand.IntN(7)
	question := fmt.Sprintf("Why did %s lend my %s to %s near %s? (%s)", thing(), thing(), thing(), thing(), fmt.Sprintf(upstream.LengthRequest, tokens))
	return &turn{question: question, tokens: tokens}
}

func shortQuestion() *turn { return &turn{question: "What time is church on Sunday?"} }

// thing is a word that nobody knows.
func thing() string {
	word := make([]byte, 0, 10)
	for range 5 {
		word = append(word, "bdfgklmnprstvz"[rand.IntN(14)], "aeiou"[rand.IntN(5)])
	}
	return strings.ToUpper(string(word[:1])) + string(word[1:])
}

// report says in the test's log what the crowd went through.
func (c *crowd) report(t *testing.T) {
	t.Helper()
	resets, takenOver := 0, 0
	for _, u := range c.turns {
		resets += u.resets
		takenOver += min(u.resets, 1)
	}
	t.Logf("%d turns in %d streams; %d turns were begun anew, %d times in all; silence before that %s; answers took %s; refusals %v",
		len(c.turns), c.readings, takenOver, resets, quantiles(c.waits), quantiles(c.answers), c.refusals)
}

func quantiles(of []time.Duration) string {
	slices.Sort(of)
	quantile := func(q float64) time.Duration {
		if len(of) == 0 {
			return 0
		}
		return of[int(q*float64(len(of)-1))].Round(time.Millisecond)
	}
	return fmt.Sprintf("p50 %v, p99 %v, max %v", quantile(0.5), quantile(0.99), quantile(1))
}
