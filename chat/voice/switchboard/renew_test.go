package switchboard_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/cache"
	"narthex/chat/voice/switchboard"
	"narthex/cmd/dev/stack"
)

// onEachMaster are calls of as many churches, several on each master of a cluster, by that master's address.
func onEachMaster(t *testing.T, client *redis.ClusterClient) (held []switchboard.Held, ofMaster map[string][]int) {
	t.Helper()
	ofMaster = make(map[string][]int)
	for i := range 60 {
		church := uuid.New()
		master, err := client.MasterForKey(t.Context(), cache.KeyPrefix(church))
		must(t, err)
		address := master.Options().Addr
		ofMaster[address] = append(ofMaster[address], i)
		held = append(held, switchboard.Held{Seat: seat(church, "+12075550123"), Since: time.Second})
	}
	return held, ofMaster
}

func TestPlacesAreRenewedTogetherOnEveryMasterThatLives(t *testing.T) {
	t.Parallel()
	cluster := stack.NewRedisCluster(t)
	client := cluster.Client(t)
	held, ofMaster := onEachMaster(t, client)
	if len(ofMaster) != 3 {
		t.Fatalf("the churches are on %d masters", len(ofMaster))
	}
	board := switchboard.New(client, switchboard.Limits{ChurchADay: 3 * time.Second, Lease: time.Minute})
	for round := range 3 { // in the first no master has heard of the script
		for i, till := range board.RenewAll(t.Context(), held) {
			if till == 0 {
				t.Errorf("round %d: place %d is not renewed", round, i)
			}
			if round < 2 {
				if verdict := enter(t, board, seat(held[i].Church, "")); verdict != switchboard.Admitted {
					t.Errorf("round %d: beside call %d another gets %v", round, i, verdict)
				}
			}
		}
	}
	for i := range held { // three seconds each
		if on, err := board.OnLine(t.Context(), held[i].Church, held[i].Session); err != nil || !on {
			t.Errorf("call %d is on the line: %v, %v", i, on, err)
		}
		if verdict := enter(t, board, seat(held[i].Church, "")); verdict != switchboard.ChurchSpent {
			t.Errorf("after the day of church %d another gets %v", i, verdict)
		}
	}
	var dead string
	for dead = range ofMaster {
		break
	}
	cluster.Kill(t, dead)
	tills := board.RenewAll(t.Context(), held)
	for address, places := range ofMaster {
		for _, i := range places {
			if (tills[i] == 0) != (address == dead) {
				t.Errorf("place %d on %s is held until %d; %s is dead", i, address, tills[i], dead)
			}
		}
	}
}
