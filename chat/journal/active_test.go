package journal

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/chat/panics"
	"narthex/cmd/dev/stack"
)

// roundTrips counts how often Redis is asked.
type roundTrips struct{ atomic.Int64 }

func (r *roundTrips) DialHook(next redis.DialHook) redis.DialHook { return next }

func (r *roundTrips) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		r.Add(1)
		return next(ctx, cmd)
	}
}

func (r *roundTrips) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error {
		r.Add(1)
		return next(ctx, cmds)
	}
}

func TestAChurchIsAnnouncedInTheRoundTripThatWritesOfIt(t *testing.T) {
	client := newClient(t)
	j, churchID := NewJournal(client, panics.New(nil, nil)), uuid.New()
	active := func() []string { return client.ZRange(t.Context(), activeKey, 0, -1).Val() }

	must(t, client.ScriptFlush(t.Context()).Err()) // as when Redis has just begun
	if outcome, err := j.Accept(t.Context(), ofChurch(churchID)); err != nil || outcome.Known {
		t.Fatalf("%+v, %v", outcome, err)
	}
	if !slices.Equal(active(), []string{churchID.String()}) {
		t.Errorf("%v are known to be active, not %v", active(), churchID)
	}

	asked := &roundTrips{}
	client.AddHook(asked)
	other := uuid.New()
	for _, of := range []uuid.UUID{other, other, churchID} {
		if _, err := j.Accept(t.Context(), ofChurch(of)); err != nil {
			t.Fatal(err)
		}
	}
	if n := asked.Load(); n != 3 {
		t.Errorf("Redis was asked %d times for three questions", n)
	}
	if !slices.Contains(active(), other.String()) {
		t.Errorf("%v are known to be active, and not %v", active(), other)
	}

	must(t, client.FlushDB(t.Context()).Err())
	if _, err := j.Accept(t.Context(), ofChurch(uuid.New())); err != nil || !j.Suspect() {
		t.Errorf("nobody suspects that Redis has lost who was answered: %v", err)
	}
}

func TestAChurchThatAnotherMasterHasIsAnnouncedBeforeItIsWrittenOf(t *testing.T) {
	cluster := stack.NewRedisCluster(t)
	client := cluster.Client(t)
	with, err := client.MasterForKey(t.Context(), activeKey)
	must(t, err)
	for _, together := range []bool{true, false} {
		j, churchID := NewJournal(client, panics.New(nil, nil)), churchOn(t, client, with.Options().Addr, together)
		_, err := accepted(t.Context(), j, churchID)
		must(t, err)
		if err := client.ZScore(t.Context(), activeKey, churchID.String()).Err(); err != nil {
			t.Errorf("on the master of the announcements: %v; announced: %v", together, err)
		}
	}
}
