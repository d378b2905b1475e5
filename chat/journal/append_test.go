package journal

import (
	"context"
	"fmt"
	"net"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"

	"narthex/chat"
	"narthex/chat/live"
	"narthex/chat/panics"
	"narthex/cmd/dev/stack"
)

// trips counts the round trips of a client.
type trips struct{ count atomic.Int64 }

func (t *trips) DialHook(next redis.DialHook) redis.DialHook {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		return next(ctx, network, address)
	}
}

func (t *trips) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		t.count.Add(1)
		return next(ctx, cmd)
	}
}

func (t *trips) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error {
		t.count.Add(1)
		return next(ctx, cmds)
	}
}

// runsOf gives runs of so many churches that a journal has accepted.
func runsOf(t testing.TB, j *Journal, churches, runs int) []*live.Run {
	t.Helper()
	all := make([]*live.Run, 0, runs)
	ids := make([]uuid.UUID, churches)
	for i := range ids {
		ids[i] = uuid.New()
	}
	for i := range runs {
		ref, err := accepted(t.Context(), j, ids[i%churches])
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, live.NewRun(context.Background(), ref))
	}
	return all
}

// speak has every run say a word.
func speak(t testing.TB, runs []*live.Run, word string) {
	t.Helper()
	line, err := live.AppendLine(nil, chat.DeltaEvent(word))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range runs {
		r.Append(line, false)
	}
}

func newTestFlusher(j writer) *Flusher {
	return NewFlusher(j, live.NewHub(), panics.New(nil, nil), prometheus.NewCounter(prometheus.CounterOpts{}))
}

func TestWhatTurnsOfManyChurchesSaySharesRoundTrips(t *testing.T) {
	client := newClient(t)
	j := NewJournal(client, panics.New(nil, nil))
	runs := runsOf(t, j, 200, 300)
	f := newTestFlusher(j)
	must(t, appendScript.Load(t.Context(), client).Err())
	for round := range 3 {
		speak(t, runs, fmt.Sprint("word ", round))
		var counted trips
		client.AddHook(&counted)
		f.Write(t.Context(), runs, false)
		if trips := counted.count.Load(); trips > 100 { // 4, but on a busy machine some do not wait for the others
			t.Errorf("%d round trips for 200 churches", trips)
		}
	}
	for _, r := range runs {
		if !r.WhollyFlushed() {
			t.Fatal("something was not flushed")
		}
		if written := client.XLen(t.Context(), turnKey(r.Ref.Church, r.Ref.Turn)+":events").Val(); written != 3 {
			t.Fatalf("%d entries of a turn", written)
		}
	}
}

// TestAScriptThatFailsIsTheAffairOfItsChurchAlone sends what turns of several churches say in one batch, of which one church has a key
// that is not what it should be.
func TestAScriptThatFailsIsTheAffairOfItsChurchAlone(t *testing.T) {
	client := newClient(t)
	j := NewJournal(client, panics.New(nil, nil))
	runs := runsOf(t, j, 5, 5)
	broken := runs[2].Ref.Church
	must(t, client.Set(t.Context(), runningKey(broken), "no set", 0).Err())
	for range 3 {
		speak(t, runs, "word ")
		var batch []*batchItem
		for _, r := range runs {
			tail, ok := r.Tail(true)
			if !ok {
				t.Fatal("nothing to flush")
			}
			batch = append(batch, &batchItem{church: r.Ref.Church, args: appendArgs(j.node, []live.Tail{tail})})
		}
		j.appendBatch(t.Context(), j.masters.Of(t.Context(), runningKey(broken)), batch)
		for _, item := range batch {
			if failed := item.err != nil; failed != (item.church == broken) {
				t.Errorf("a church's script failed: %v (%v)", failed, item.err)
			}
			if len(item.reply.notices) > 0 {
				t.Errorf("noticed %v", item.reply.notices)
			}
		}
	}
	if !j.Up(t.Context(), broken) {
		t.Error("Redis counts as down")
	}
}

// TestWhatTurnsSayIsWrittenBesideADeadMaster begins with masters that do not know the script.
func TestWhatTurnsSayIsWrittenBesideADeadMaster(t *testing.T) {
	cluster := stack.NewRedisCluster(t)
	client, dead := cluster.Client(t), cluster.Addresses[1]
	j := NewJournal(client, panics.New(nil, nil))
	var spared, hit []*live.Run
	for _, there := range []bool{false, true} {
		for range 20 {
			ref, err := accepted(t.Context(), j, churchOn(t, client, dead, there))
			must(t, err)
			r := live.NewRun(context.Background(), ref)
			if there {
				hit = append(hit, r)
			} else {
				spared = append(spared, r)
			}
		}
	}
	f := newTestFlusher(j)
	speak(t, append(spared, hit...), "before ")
	f.Write(t.Context(), append(spared, hit...), false)
	for _, r := range append(spared, hit...) {
		if !r.WhollyFlushed() {
			t.Fatal("what a turn said is not in the journal")
		}
	}
	cluster.Kill(t, dead)
	for range 3 {
		speak(t, append(spared, hit...), "after ")
		f.Write(t.Context(), append(spared, hit...), false)
	}
	for _, r := range spared {
		if !r.WhollyFlushed() {
			t.Error("what a turn said is not in the journal, although its church's master is well")
		}
	}
	for _, r := range hit {
		if r.WhollyFlushed() {
			t.Error("what a turn said is in the journal of a dead master")
		}
	}
}

// TestWhatAPromotedReplicaLacksIsWrittenAgain takes from Redis what a replica does not have yet that becomes the master: the last entries of
// a running turn, or all of them. A reader elsewhere goes on where they are, whether the turn speaks on or only renews its lease.
func TestWhatAPromotedReplicaLacksIsWrittenAgain(t *testing.T) {
	client := newClient(t)
	j := NewJournal(client, panics.New(nil, nil))
	for _, lost := range []int64{1, 2, 3} {
		for _, speaks := range []bool{false, true} {
			runs := runsOf(t, j, 1, 2)
			f := newTestFlusher(j)
			for round := range 3 {
				speak(t, runs, fmt.Sprint("word ", round))
				f.Write(t.Context(), runs, false)
			}
			r := runs[0]
			events := turnKey(r.Ref.Church, r.Ref.Turn) + ":events"
			whole := client.XRange(t.Context(), events, "-", "+").Val()
			must(t, client.Del(t.Context(), events).Err())
			for _, entry := range whole[:int64(len(whole))-lost] {
				must(t, client.XAdd(t.Context(), &redis.XAddArgs{Stream: events, ID: entry.ID, Values: entry.Values}).Err())
			}
			said := 3
			if speaks {
				speak(t, runs, "word 3")
				said++
			}
			f.Write(t.Context(), runs, true) // is told
			f.flush(t.Context())
			for _, r := range runs {
				if !r.WhollyFlushed() {
					t.Errorf("%d lost: something is not flushed", lost)
				}
				for after := range said {
					_, log, err := j.Follow(t.Context(), r.Ref, after)
					if found := live.CountLines(log); err != nil || found != said-after {
						t.Errorf("%d lost, a reader after %d is given %d lines of %d, %v", lost, after, found, said-after, err)
					}
				}
			}
			if left := client.PTTL(t.Context(), events).Val(); left <= 0 {
				t.Errorf("%d lost: the entries are kept for %v", lost, left)
			}
		}
	}
}

// apart appends each church's lines in a round trip of their own.
type apart struct {
	*Journal
	slots chan struct{}
}

func (a apart) Append(ctx context.Context, churchID uuid.UUID, tails []live.Tail) ([]notice, error) {
	a.slots <- struct{}{}
	defer func() { <-a.slots }()
	var found *redis.Cmd
	err := a.try(ctx, runningKey(churchID), func(ctx context.Context) error {
		found = appendScript.Run(ctx, a.redis, []string{runningKey(churchID)}, appendArgs(a.node, tails)...)
		return found.Err()
	})
	if err != nil {
		return nil, err
	}
	return noticesOf(found)
}

// BenchmarkFlush has 1,000 turns of 300 churches say a word and flushes it: with the churches' scripts in shared round trips, with one for
// each, 64 at a time, and, for comparison, the same scripts in one bare pipeline.
func BenchmarkFlush(b *testing.B) {
	client := newClient(b)
	j := NewJournal(client, panics.New(nil, nil))
	runs := runsOf(b, j, 300, 1000)
	if err := appendScript.Load(b.Context(), client).Err(); err != nil {
		b.Fatal(err)
	}
	for name, w := range map[string]writer{"together": j, "apart": apart{j, make(chan struct{}, 64)}} {
		b.Run(name, func(b *testing.B) {
			f := newTestFlusher(w)
			b.ReportAllocs()
			for b.Loop() {
				speak(b, runs, "word ")
				f.Write(b.Context(), runs, false)
			}
			if !runs[len(runs)-1].WhollyFlushed() {
				b.Error("something was not flushed")
			}
		})
	}
	b.Run("bare", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			speak(b, runs, "word ")
			byChurch := make(map[uuid.UUID][]live.Tail)
			for _, r := range runs {
				tail, _ := r.Tail(false)
				byChurch[r.Ref.Church] = append(byChurch[r.Ref.Church], tail)
			}
			_, err := client.Pipelined(b.Context(), func(pipe redis.Pipeliner) error {
				for churchID, tails := range byChurch {
					appendScript.EvalSha(b.Context(), pipe, []string{runningKey(churchID)}, appendArgs(j.node, tails)...)
				}
				return nil
			})
			if err != nil {
				b.Fatal(err)
			}
			for _, r := range runs {
				tail, _ := r.Tail(false)
				r.Flushed(tail)
			}
		}
	})
}
