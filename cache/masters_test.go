package cache_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/cache"
	"narthex/cmd/dev/stack"
)

// onMaster returns a church whose keys a master has, or another one than that.
func onMaster(t *testing.T, client *redis.ClusterClient, address string, there bool) uuid.UUID {
	t.Helper()
	for {
		church := uuid.New()
		master, err := client.MasterForKey(t.Context(), cache.KeyPrefix(church))
		if err != nil {
			t.Fatal(err)
		}
		if (master.Options().Addr == address) == there {
			return church
		}
	}
}

// Most of what is asked is about churches of a dead master: those of the others find their answers all the same, and share what is spent.
func TestADeadMasterKeepsNoOtherChurchFromItsAnswers(t *testing.T) {
	cluster := stack.NewRedisCluster(t)
	client, dead := cluster.Client(t), cluster.Addresses[1]
	b := newBenchOn(t, client)
	hit, spared := onMaster(t, client, dead, true), onMaster(t, client, dead, false)
	b.scope.ChurchID = spared
	b.mustStore(t, b.scope, "Is the blue door open?", "It is.", nil)
	lost := b.scope
	lost.ChurchID = hit
	one, two := newSpending(t, client, cache.SpendingConfig{}), newSpending(t, client, cache.SpendingConfig{})
	cluster.Kill(t, dead)

	refused := 0
	for range 60 {
		for range 3 {
			if _, _, err := b.Exact(t.Context(), lost, "Is the blue door open?"); err != nil {
				refused++
			}
		}
		if hit, ok := b.exactly(t, b.scope, "Is the blue door open?"); !ok || hit.Answer.Text != "It is." {
			t.Fatalf("answered %+v", hit)
		}
	}
	if refused != 180 {
		t.Errorf("%d of 180 look-ups failed at a master that is dead", refused)
	}
	for range 5 { // in whatever order they are told
		one.Add(hit, someDay, 100)
		one.Add(spared, someDay, 100)
		if err := one.Exchange(t.Context()); err == nil {
			t.Error("what was spent was told to a master that is dead")
		}
	}
	two.Spent(spared, someDay)
	if err := two.Exchange(t.Context()); err != nil {
		t.Fatal(err)
	}
	if sum := two.Spent(spared, someDay); sum != 500 {
		t.Errorf("the other node knows of %d", sum)
	}
}
