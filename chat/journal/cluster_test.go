package journal

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/cache"
	"narthex/chat"
	"narthex/chat/panics"
	"narthex/cmd/dev/stack"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func eventually(t *testing.T, condition func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !condition(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it did not come about")
		}
	}
}

// churchOn returns a church whose keys a master has, or another one than that.
func churchOn(t *testing.T, client *redis.ClusterClient, address string, there bool) uuid.UUID {
	t.Helper()
	for {
		churchID := uuid.New()
		master, err := client.MasterForKey(t.Context(), JournalKey(churchID))
		must(t, err)
		if (master.Options().Addr == address) == there {
			return churchID
		}
	}
}

// accepted journals a question of a church.
func accepted(ctx context.Context, j *Journal, churchID uuid.UUID) (chat.TurnRef, error) {
	ref := chat.TurnRef{Turn: uuid.New(), Session: uuid.New(), Church: churchID}
	_, err := j.Accept(ctx, Acceptance{Ref: ref, Payload: []byte("{}"), Question: chat.Record{
		ID: chat.MessageID(ref.Turn, "user"), ChurchID: churchID, SessionID: ref.Session, TurnID: ref.Turn, Role: "user", Content: "Hello", At: time.Now(),
	}})
	return ref, err
}

func TestOneDeadMasterIsTheAffairOfItsChurchesAlone(t *testing.T) {
	cluster := stack.NewRedisCluster(t)
	client := cluster.Client(t)
	active, err := client.MasterForKey(t.Context(), activeKey)
	must(t, err)
	var dead string
	for _, address := range cluster.Addresses {
		if address != active.Options().Addr {
			dead = address
		}
	}
	j := NewJournal(client, panics.New(nil, nil))
	churches := j.Active()
	hit := churchOn(t, client, dead, true)
	spared := []uuid.UUID{churchOn(t, client, dead, false), churchOn(t, client, dead, false), churchOn(t, client, dead, false)}
	must(t, churches.Announce(t.Context(), append(spared, hit)...))
	turns := make(map[uuid.UUID]chat.TurnRef)
	for _, churchID := range append(spared, hit) {
		turns[churchID], err = accepted(t.Context(), j, churchID)
		must(t, err)
	}
	if waiting, err := churches.Waiting(t.Context()); waiting != 4 || err != nil {
		t.Fatalf("%d wait: %v", waiting, err)
	}

	cluster.Kill(t, dead)
	eventually(t, func() bool { _, err := accepted(t.Context(), j, hit); return err != nil })
	for i := range 30 {
		churchID := spared[i%len(spared)]
		if _, err := accepted(t.Context(), j, churchID); err != nil {
			t.Errorf("question %d of a church that nothing is amiss with: %v", i, err)
		}
		if !j.Up(t.Context(), churchID) {
			t.Error("what nothing is amiss with counts as down")
		}
		_, _ = accepted(t.Context(), j, hit)
	}
	if j.Up(t.Context(), hit) {
		t.Error("what is dead counts as up")
	}
	if !j.Suspect() {
		t.Error("nobody suspects that messages are sent again that Redis does not know")
	}
	if waiting, err := churches.Waiting(t.Context()); waiting != int64(len(spared))+30 || err == nil {
		t.Errorf("%d wait: %v", waiting, err)
	}
	found, err := j.Unattended(t.Context(), append(spared, hit))
	if _, known := found[hit]; known || err == nil || len(found) != len(spared) {
		t.Errorf("found %v: %v", found, err)
	}
	for _, churchID := range spared {
		if !found[churchID].Busy {
			t.Errorf("nothing waits of %v", churchID)
		}
		if of, err := churches.ChurchOf(t.Context(), turns[churchID]); of != churchID {
			t.Errorf("the turn is of %v: %v", of, err)
		}
	}
	if of, err := churches.ChurchOf(t.Context(), turns[hit]); of != uuid.Nil || err == nil {
		t.Errorf("the turn of a church that cannot be asked is of %v: %v", of, err)
	}
	for _, churchID := range spared {
		if !j.Up(t.Context(), churchID) {
			t.Errorf("%v counts as down, because others were asked about together with it", churchID)
		}
	}
}

// TestLapsedTurnsAreFoundPastAMasterThatDoesNotAnswer is the takeover's view of the same.
func TestLapsedTurnsAreFoundPastAMasterThatDoesNotAnswer(t *testing.T) {
	cluster := stack.NewRedisCluster(t)
	client, dead := cluster.Client(t), cluster.Addresses[1]
	j := NewJournal(client, panics.New(nil, nil))
	hit, spared := churchOn(t, client, dead, true), churchOn(t, client, dead, false)
	ref, err := accepted(t.Context(), j, spared)
	must(t, err)
	handed, err := j.HandOver(t.Context(), ref)
	if must(t, err); !handed {
		t.Fatal("the turn is not ours")
	}
	cluster.Kill(t, dead)
	found, err := j.Unattended(t.Context(), []uuid.UUID{hit, spared})
	if err == nil || fmt.Sprint(found[spared].Lapsed) != fmt.Sprint([]uuid.UUID{ref.Turn}) {
		t.Errorf("found %v: %v", found, err)
	}
}

func TestAPanicOverOneMasterIsAnErrorOfItsChurches(t *testing.T) {
	client := redis.NewClient(&redis.Options{Addr: "127.0.0.1:1"})
	defer client.Close()
	err := NewJournal(client, panics.New(nil, nil)).perMaster(t.Context(), []uuid.UUID{uuid.New()}, func(*cache.Breaker, []uuid.UUID) error { panic("a fault over a reply") })
	if err == nil || !strings.Contains(err.Error(), "a fault over a reply") {
		t.Errorf("got %v", err)
	}
}
