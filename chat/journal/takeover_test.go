package journal

import (
	"testing"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/chat/live"
	"narthex/chat/panics"
)

// A node that dies before it has begun with a turn that it took over has not died over that turn.
func TestOnlyNodesThatHadBegunDieOverATurn(t *testing.T) {
	client := newClient(t)
	ref, err := accepted(t.Context(), NewJournal(client, panics.New(nil, nil)), uuid.New())
	must(t, err)
	var owner *Journal
	begin := func(seq int) {
		lost, err := owner.Append(t.Context(), ref.Church, []live.Tail{{Ref: ref, Seq: seq, Lines: []byte("a line\n"), First: seq == 1}})
		must(t, err)
		if len(lost) > 0 {
			t.Fatalf("%+v", lost)
		}
	}
	die := func() {
		must(t, client.ZAdd(t.Context(), runningKey(ref.Church), redis.Z{Score: 1, Member: ref.Turn.String()}).Err())
	}
	for _, step := range []struct {
		what   string
		happen func()
		deaths int64
		handed bool
	}{
		{"who accepted it dies", die, 1, false},
		{"who took it over dies before beginning", die, 1, false},
		{"so does the next", die, 1, false},
		{"who took it over dies", func() { begin(1); die() }, 2, false},
		{"who took it over hands it over", func() {
			begin(2)
			if ok, err := owner.HandOver(t.Context(), ref); err != nil || !ok {
				t.Fatal(ok, err)
			}
		}, 2, true},
		{"who it was handed to dies, and may have begun", die, 3, false},
	} {
		step.happen()
		owner = NewJournal(client, panics.New(nil, nil))
		keys := []string{turnKey(ref.Church, ref.Turn), turnKey(ref.Church, ref.Turn) + ":events", runningKey(ref.Church)}
		reply, err := takeScript.Run(t.Context(), client, keys, owner.node, live.LeaseTime.Milliseconds(), ref.Turn.String(), true).Slice()
		must(t, err)
		handed := int64(0)
		if step.handed {
			handed = 1
		}
		if len(reply) < 4 || reply[2] != step.deaths || reply[3] != handed {
			t.Errorf("%s: %v", step.what, reply)
		}
	}
}
