package model_test

import (
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"narthex/chat/model"
	"narthex/chat/model/modeltest"
	"narthex/chat/upstream"
)

func newFailover(t testing.TB, primary, fallback model.Streamer, config model.FailoverConfig) *model.Failover {
	t.Helper()
	failover, err := model.NewFailover(primary, fallback, config)
	if err != nil {
		t.Fatal(err)
	}
	return failover
}

func TestFallbackAnswersWhereThePrimaryFailsBeforeItsFirstWord(t *testing.T) {
	for name, behaviour := range map[string]modeltest.Behaviour{
		"429": modeltest.Status(429), "500": modeltest.Status(500), "503": modeltest.Status(503),
		"401, as the key of one service says nothing of another": modeltest.Status(401), "404": modeltest.Status(404),
		"cut": modeltest.Stream(modeltest.Role(), modeltest.Cut()), "garbage": modeltest.Stream(modeltest.Raw("\x00\xff\n")),
		"an error event":  modeltest.Stream(modeltest.Comments(1), modeltest.ErrorEvent("server_error", "", "x")),
		"silence":         modeltest.Stream(modeltest.Role(), modeltest.Silence()),
		"an empty answer": modeltest.Stream(modeltest.Role(), modeltest.Finish("stop"), modeltest.Done()),
	} {
		t.Run(name, func(t *testing.T) {
			primary, fallback := modeltest.New(t), modeltest.New(t)
			primary.Script(behaviour)
			fallback.Script(modeltest.Reply("from ", "the fallback"))
			quick := func(c *model.Config) { c.Timeouts.Idle = patience }
			failover := newFailover(t, newClient(t, primary, quick), newClient(t, fallback), model.FailoverConfig{})
			got := collect(t, failover.Stream(t.Context(), question()))
			if got.Err != nil || got.text() != "from the fallback" {
				t.Fatalf("%+v", got)
			}
		})
	}
}

func TestFallbackIsNotAskedOnceAWordWasStreamed(t *testing.T) {
	primary, fallback := modeltest.New(t), modeltest.New(t)
	primary.Script(modeltest.Stream(modeltest.Text("Hel"), modeltest.Cut()))
	failover := newFailover(t, newClient(t, primary), newClient(t, fallback), model.FailoverConfig{})
	got := collect(t, failover.Stream(t.Context(), question()))
	if got.text() != "Hel" || got.Err == nil || got.Err.Kind != model.KindCut || !got.Err.Streamed {
		t.Fatalf("%+v", got)
	}
	if n := fallback.Counts().Chats; n != 0 {
		t.Fatalf("the fallback was asked %d times", n)
	}
}

func TestErrorOfBothNamesBoth(t *testing.T) {
	primary, fallback := modeltest.New(t), modeltest.New(t)
	primary.Script(modeltest.Status(500))
	fallback.Script(modeltest.Status(429).Header("Retry-After", "9"))
	failover := newFailover(t, newClient(t, primary), newClient(t, fallback, func(c *model.Config) { c.ChatModel = "spare" }), model.FailoverConfig{})
	got := collect(t, failover.Stream(t.Context(), question()))
	if got.Err.Kind != model.KindRateLimited || got.Err.Model != "spare" || got.Err.RetryAfter != 9*time.Second || !strings.Contains(got.Err.Error(), "model test-chat: overloaded") {
		t.Fatalf("%v", got.Err)
	}
}

func TestLeavingTheLoopOfAFailoverStopsTheUpstream(t *testing.T) {
	primary, fallback := modeltest.New(t), modeltest.New(t)
	primary.Script(modeltest.Status(500))
	fallback.Script(modeltest.Stream(modeltest.Text("one"), modeltest.Silence()))
	failover := newFailover(t, newClient(t, primary), newClient(t, fallback), model.FailoverConfig{})
	for range failover.Stream(t.Context(), question()) {
		break
	}
	if err := fallback.WaitCancelled(withLimit(t)); err != nil {
		t.Fatal(err)
	}
}

func TestVisitorWhoLeavesIsNoReasonToAskTheFallback(t *testing.T) {
	primary, fallback := modeltest.New(t), modeltest.New(t)
	primary.Script(modeltest.Stream(modeltest.Silence()))
	failover := newFailover(t, newClient(t, primary), newClient(t, fallback), model.FailoverConfig{})
	ctx, cancel := context.WithCancel(t.Context())
	var left sync.WaitGroup
	left.Go(func() {
		defer cancel()
		_ = primary.WaitChat(withLimit(t))
	})
	got := collect(t, failover.Stream(ctx, question()))
	left.Wait()
	if got.Err == nil || got.Err.Kind != model.KindCanceled || fallback.Counts().Chats != 0 {
		t.Fatalf("%v, fallback %+v", got.Err, fallback.Counts())
	}
}

// scripted is a streamer that does as its test says and counts how often it is asked.
type scripted struct {
	mu     sync.Mutex
	asked  int
	answer func(ctx context.Context) (string, error)
}

func (u *scripted) Stream(ctx context.Context, _ model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		u.mu.Lock()
		u.asked++
		answer := u.answer
		u.mu.Unlock()
		text, err := answer(ctx)
		if text != "" && !yield(model.Chunk{Text: text}, nil) {
			return
		}
		if err != nil {
			yield(model.Chunk{}, err)
			return
		}
		yield(model.Chunk{Finish: model.FinishStop}, nil)
	}
}

func (u *scripted) does(answer func(ctx context.Context) (string, error)) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.answer = answer
}

// count gives how often it was asked since the last call.
func (u *scripted) count() int {
	u.mu.Lock()
	defer u.mu.Unlock()
	n := u.asked
	u.asked = 0
	return n
}

func says(text string) func(context.Context) (string, error) {
	return func(context.Context) (string, error) { return text, nil }
}

func fails(failed model.Error) func(context.Context) (string, error) {
	return func(context.Context) (string, error) { return "", &failed }
}

func TestDeadPrimaryIsSkippedAtOnceAndProbedAfterAPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		primary, fallback := &scripted{answer: fails(model.Error{Kind: model.KindTimeout})}, &scripted{answer: says("spare")}
		registry := prometheus.NewRegistry()
		failover := newFailover(t, primary, fallback, model.FailoverConfig{Failures: 3, Pause: 10 * time.Second, Registerer: registry})
		ask := func(times int) string {
			text := ""
			for range times {
				text = collect(t, failover.Stream(t.Context(), question())).text()
			}
			return text
		}
		ask(5)
		if n := primary.count(); n != 3 {
			t.Fatalf("a primary that failed 3 times was asked %d times", n)
		}
		assertState(t, registry, 2)

		time.Sleep(12 * time.Second) // the pause and its jitter
		ask(4)
		if n := primary.count(); n != 1 {
			t.Fatalf("the probe that failed was followed by %d requests", n-1)
		}
		assertState(t, registry, 2)

		primary.does(says("primary"))
		time.Sleep(12 * time.Second)
		if text := ask(3); text != "primary" || primary.count() != 3 {
			t.Fatalf("after a probe that succeeded: %q", text)
		}
		assertState(t, registry, 0)
	})
}

func assertState(t *testing.T, registry *prometheus.Registry, want int) {
	t.Helper()
	expected := `
# HELP narthex_model_breaker_state Circuit breaker of an upstream: 0 closed, 1 half-open, 2 open.
# TYPE narthex_model_breaker_state gauge
narthex_model_breaker_state{class="chat",upstream="fallback"} 0
narthex_model_breaker_state{class="chat",upstream="primary"} ` + string(rune('0'+want)) + `
narthex_model_breaker_state{class="fast",upstream="fallback"} 0
narthex_model_breaker_state{class="fast",upstream="primary"} 0
`
	if err := testutil.GatherAndCompare(registry, strings.NewReader(expected), "narthex_model_breaker_state"); err != nil {
		t.Error(err)
	}
}

func TestAServiceThatRefusesOneInTenIsAskedOn(t *testing.T) {
	for name, failed := range map[string]model.Error{
		"too many, a minute": {Kind: model.KindRateLimited, RetryAfter: time.Minute},
		"too many, a moment": {Kind: model.KindRateLimited, RetryAfter: time.Second},
		"too many":           {Kind: model.KindRateLimited},
		"overloaded":         {Kind: model.KindOverloaded},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				dice := rand.New(rand.NewPCG(1, 2))
				primary := &scripted{}
				primary.does(func(context.Context) (string, error) {
					primary.mu.Lock()
					lost := dice.Float64() < .1
					primary.mu.Unlock()
					if lost {
						return "", &failed
					}
					time.Sleep(2 * time.Second)
					return "primary", nil
				})
				failover := newFailover(t, primary, nil, model.FailoverConfig{})
				var visitors sync.WaitGroup
				var answered atomic.Int32
				const asked = 2000
				for range asked {
					visitors.Go(func() {
						if collect(t, failover.Stream(t.Context(), question())).Err == nil {
							answered.Add(1)
						}
					})
					time.Sleep(20 * time.Millisecond)
				}
				visitors.Wait()
				least := int32(asked * 88 / 100) // who is to wait for a minute is refused
				if failed.RetryAfter < time.Minute {
					least = asked * 98 / 100 // asked twice
				}
				if answered.Load() < least {
					t.Errorf("%d of %d were answered, want %d", answered.Load(), asked, least)
				}
			})
		})
	}
}

func TestAServiceThatRefusesMostIsLeftAloneAsLongAsItAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		primary, fallback := &scripted{answer: fails(model.Error{Kind: model.KindRateLimited, RetryAfter: 20 * time.Second})}, &scripted{answer: says("spare")}
		failover := newFailover(t, primary, fallback, model.FailoverConfig{})
		ask := func(times int) (asked int) {
			for range times {
				if got := collect(t, failover.Stream(t.Context(), question())); got.Err != nil {
					t.Fatal(got.Err)
				}
			}
			return primary.count()
		}
		if n := ask(12); n != 8 {
			t.Errorf("asked %d times", n)
		}
		time.Sleep(19 * time.Second)
		if n := ask(5); n != 0 {
			t.Errorf("asked %d times before it wanted to be", n)
		}
		primary.does(says("primary"))
		time.Sleep(2 * time.Second)
		if n := ask(5); n != 5 {
			t.Errorf("asked %d times when it answers again", n)
		}
	})
}

func TestAProbeThatAnswersLetsTheOthersInWhileItGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		primary, fallback := &scripted{answer: fails(model.Error{Kind: model.KindOverloaded})}, &scripted{answer: says("spare")}
		failover := newFailover(t, primary, fallback, model.FailoverConfig{Failures: 1, Pause: time.Second})
		collect(t, failover.Stream(t.Context(), question()))
		time.Sleep(2 * time.Second)
		primary.does(says("primary"))
		for chunk, err := range failover.Stream(t.Context(), question()) {
			if err != nil || chunk.Text == "" {
				t.Fatal(chunk, err)
			}
			if text := collect(t, failover.Stream(t.Context(), question())).text(); text != "primary" {
				t.Fatalf("while a probe streams, others get %q", text)
			}
			break
		}
	})
}

func TestAServiceThatIsSeldomAskedIsFoundDeadAfterThreeVisitors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dead := func(context.Context) (string, error) {
			time.Sleep(15 * time.Second)
			return "", &model.Error{Kind: model.KindTimeout}
		}
		primary, fallback := &scripted{answer: dead}, &scripted{answer: says("spare")}
		failover := newFailover(t, primary, fallback, model.FailoverConfig{})
		for range 4 {
			collect(t, failover.Stream(t.Context(), question()))
			time.Sleep(time.Second)
		}
		if n := primary.count(); n != 3 {
			t.Errorf("%d visitors waited for it", n)
		}
	})
}

func TestOneVisitorsTwoTriesAreOneFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		primary := &scripted{answer: fails(model.Error{Kind: model.KindOverloaded})}
		failover := newFailover(t, primary, nil, model.FailoverConfig{Failures: 4})
		for range 3 {
			collect(t, failover.Stream(t.Context(), question()))
		}
		if n := primary.count(); n != 6 {
			t.Errorf("asked %d times, want each visitor's twice", n)
		}
		if got := collect(t, failover.Stream(t.Context(), question())); errors.Is(got.Err, upstream.ErrOpen) && primary.count() == 0 {
			t.Error("three visitors' failures count as four")
		}
	})
}

func TestOnlyOneRequestProbesAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		primary, fallback := &scripted{answer: fails(model.Error{Kind: model.KindOverloaded})}, &scripted{answer: says("spare")}
		failover := newFailover(t, primary, fallback, model.FailoverConfig{Failures: 1, Pause: time.Second})
		collect(t, failover.Stream(t.Context(), question()))
		primary.count()
		time.Sleep(2 * time.Second)
		primary.does(func(context.Context) (string, error) { time.Sleep(time.Second); return "primary", nil })
		var visitors sync.WaitGroup
		for range 20 {
			visitors.Go(func() { collect(t, failover.Stream(t.Context(), question())) })
		}
		visitors.Wait()
		if n := primary.count(); n != 1 {
			t.Fatalf("%d requests probed a primary that may be dead", n)
		}
		if text := collect(t, failover.Stream(t.Context(), question())).text(); text != "primary" {
			t.Fatalf("got %q", text)
		}
	})
}

func TestProbeThatItsVisitorCancelsDoesNotBlockLaterOnes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		primary, fallback := &scripted{answer: fails(model.Error{Kind: model.KindOverloaded})}, &scripted{answer: says("spare")}
		failover := newFailover(t, primary, fallback, model.FailoverConfig{Failures: 1, Pause: time.Second})
		collect(t, failover.Stream(t.Context(), question()))
		time.Sleep(2 * time.Second)
		primary.does(func(ctx context.Context) (string, error) {
			<-ctx.Done()
			return "", &model.Error{Kind: model.KindCanceled, Err: ctx.Err()}
		})
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		collect(t, failover.Stream(ctx, question()))
		primary.does(says("primary"))
		time.Sleep(2 * time.Second)
		if text := collect(t, failover.Stream(t.Context(), question())).text(); text != "primary" {
			t.Fatalf("got %q", text)
		}
	})
}

func TestRefusalsOpenTheCircuitOnlyWhereTheyWouldGoOn(t *testing.T) {
	for _, test := range []struct {
		name   string
		failed model.Error
		asked  int
	}{
		{"a prompt it does not like", model.Error{Kind: model.KindRejected, Status: 400}, 10},
		{"a key it does not know", model.Error{Kind: model.KindRejected, Status: 401}, 8},
		{"a model it has retired", model.Error{Kind: model.KindRejected, Status: 404}, 8},
		{"a visitor who left", model.Error{Kind: model.KindCanceled}, 10},
	} {
		t.Run(test.name, func(t *testing.T) {
			primary, fallback := &scripted{answer: fails(test.failed)}, &scripted{answer: says("spare")}
			failover := newFailover(t, primary, fallback, model.FailoverConfig{})
			for range 10 {
				collect(t, failover.Stream(t.Context(), question()))
			}
			if n := primary.count(); n != test.asked {
				t.Fatalf("asked %d times, want %d", n, test.asked)
			}
		})
	}
}

func TestClassesFailOnTheirOwn(t *testing.T) {
	primary := &scripted{answer: fails(model.Error{Kind: model.KindOverloaded})}
	failover := newFailover(t, primary, &scripted{answer: says("spare")}, model.FailoverConfig{Failures: 1})
	collect(t, failover.Stream(t.Context(), model.Request{Class: model.ClassChat}))
	collect(t, failover.Stream(t.Context(), model.Request{Class: model.ClassFast}))
	if n := primary.count(); n != 2 {
		t.Fatalf("asked %d times, want once for each class", n)
	}
}

func TestBothDeadFailsFast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dead := model.Error{Kind: model.KindTimeout}
		primary, fallback := &scripted{answer: fails(dead)}, &scripted{answer: fails(dead)}
		failover := newFailover(t, primary, fallback, model.FailoverConfig{Failures: 1, Pause: time.Minute})
		collect(t, failover.Stream(t.Context(), question()))
		got := collect(t, failover.Stream(t.Context(), question()))
		if got.Err.Kind != model.KindUnavailable || !errors.Is(got.Err, upstream.ErrOpen) || got.Err.RetryAfter <= 0 || !got.Err.Retryable() {
			t.Fatalf("%v", got.Err)
		}
		if primary.count() != 1 || fallback.count() != 1 {
			t.Fatal("a dead upstream was asked again")
		}
	})
}

func TestWithoutAFallbackThePrimaryIsAskedAgainWhereThatCanHelp(t *testing.T) {
	for _, test := range []struct {
		name   string
		failed model.Error
		asked  int
		waited time.Duration // at least
	}{
		{"overloaded", model.Error{Kind: model.KindOverloaded}, 2, 100 * time.Millisecond},
		{"rate limited for a second", model.Error{Kind: model.KindRateLimited, RetryAfter: time.Second}, 2, time.Second},
		{"rate limited for longer than a visitor waits", model.Error{Kind: model.KindRateLimited, RetryAfter: time.Minute}, 1, 0},
		{"timed out, as the visitor has waited once", model.Error{Kind: model.KindTimeout}, 1, 0},
		{"rejected", model.Error{Kind: model.KindRejected, Status: 400}, 1, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				primary := &scripted{answer: fails(test.failed)}
				failover := newFailover(t, primary, nil, model.FailoverConfig{})
				start := time.Now()
				got := collect(t, failover.Stream(t.Context(), question()))
				if got.Err.Kind != test.failed.Kind || primary.count() != test.asked || time.Since(start) < test.waited {
					t.Fatalf("%v after %s", got.Err, time.Since(start))
				}
			})
		})
	}
}

func TestVisitorWhoLeavesDuringThePauseIsNotAskedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		primary := &scripted{answer: fails(model.Error{Kind: model.KindRateLimited, RetryAfter: 2 * time.Second})}
		failover := newFailover(t, primary, nil, model.FailoverConfig{})
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		collect(t, failover.Stream(ctx, question()))
		if n := primary.count(); n != 1 {
			t.Fatalf("asked %d times", n)
		}
	})
}

func TestStreamerThatEndsWithoutAnEndIsCut(t *testing.T) {
	failover := newFailover(t, endless{}, nil, model.FailoverConfig{})
	got := collect(t, failover.Stream(t.Context(), question()))
	if got.Err.Kind != model.KindCut || !got.Err.Streamed {
		t.Fatalf("%v", got.Err)
	}
}

// endless is a streamer that breaks the rule of streams.
type endless struct{}

func (endless) Stream(context.Context, model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) { yield(model.Chunk{Text: "a"}, nil) }
}

func TestFailoversAreCounted(t *testing.T) {
	registry := prometheus.NewRegistry()
	primary := &scripted{answer: fails(model.Error{Kind: model.KindOverloaded})}
	failover := newFailover(t, primary, &scripted{answer: says("spare")}, model.FailoverConfig{Registerer: registry})
	for range 9 { // eight failures, then an open circuit
		collect(t, failover.Stream(t.Context(), question()))
	}
	want := `
# HELP narthex_model_failovers_total Requests tried once more, on the fallback where there is one, by what the first try failed with.
# TYPE narthex_model_failovers_total counter
narthex_model_failovers_total{class="chat",kind="overloaded"} 8
narthex_model_failovers_total{class="chat",kind="unavailable"} 1
`
	if err := testutil.GatherAndCompare(registry, strings.NewReader(want), "narthex_model_failovers_total"); err != nil {
		t.Fatal(err)
	}
}
