package turns_test

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/chat/chattest"
	"narthex/chat/journal"
	"narthex/chat/model/modeltest"
	"narthex/cmd/dev/stack"
)

// Whichever of three masters dies: churches whose keys another has are answered as before, and those of the dead one from Postgres.
func TestADeadMasterOfRedisIsTheAffairOfItsChurchesAlone(t *testing.T) {
	for name, announcements := range map[string]bool{"the one that keeps who is active": true, "another": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cluster := stack.NewRedisCluster(t)
			client := cluster.Client(t)
			server := chattest.NewServer(t, chattest.Patient, func(config *chattest.Config) { config.Redis, config.EndsWithError = client, true })
			server.Upstream.Default(modeltest.Reply("The blue one."))
			dead := cluster.Addresses[0]
			for _, address := range cluster.Addresses {
				if (address == masterOf(t, client, "narthex:{churches}:active")) == announcements {
					dead = address
				}
			}
			var hit uuid.UUID
			var spared []uuid.UUID
			for hit == uuid.Nil || len(spared) < 3 {
				if churchID := server.NewChurch(t); masterOf(t, client, journal.JournalKey(churchID)) == dead {
					hit = churchID
				} else {
					spared = append(spared, churchID)
				}
			}
			for _, churchID := range append(spared, hit) {
				server.Ask(t, churchID, chattest.Question{Message: chattest.ModelQuestion})
			}
			cluster.Kill(t, dead)
			chattest.Eventually(t, func() bool {
				_, err := client.XLen(t.Context(), journal.JournalKey(hit)).Result()
				return err != nil
			})
			before := server.Counted(t, "narthex_journal_fallbacks_total", "postgres")
			for range 7 {
				for _, churchID := range spared {
					if events := server.Ask(t, churchID, chattest.Question{Message: chattest.ModelQuestion}); events.Text() != "The blue one." {
						t.Errorf("a church that nothing is amiss with is answered %q", events.Text())
					}
				}
			}
			if n := server.Counted(t, "narthex_journal_fallbacks_total", "postgres") - before; n != 0 {
				t.Errorf("%v messages of churches that nothing is amiss with fell back to Postgres", n)
			}
			if events := server.Ask(t, hit, chattest.Question{Message: chattest.ModelQuestion}); events.Text() != "The blue one." {
				t.Errorf("a church of the dead master is answered %q", events.Text())
			}
			if n := server.Counted(t, "narthex_journal_fallbacks_total", "postgres") - before; n == 0 {
				t.Error("nothing fell back for the dead master's own church: it is not dead")
			}
			for _, churchID := range spared {
				server.Messages(t, churchID, 16)
			}
		})
	}
}

func masterOf(t *testing.T, client *redis.ClusterClient, key string) string {
	t.Helper()
	master, err := client.MasterForKey(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	return master.Options().Addr
}

// severed fails every call about a church, as a master does that the network has cut off.
type severed struct {
	church string
	cut    atomic.Bool
}

func (s *severed) about(cmds ...redis.Cmder) bool {
	return s.cut.Load() && slices.ContainsFunc(cmds, func(cmd redis.Cmder) bool { return strings.Contains(fmt.Sprint(cmd.Args()...), s.church) })
}

func (s *severed) DialHook(next redis.DialHook) redis.DialHook { return next }

func (s *severed) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		if s.about(cmd) {
			cmd.SetErr(io.ErrUnexpectedEOF)
			return io.ErrUnexpectedEOF
		}
		return next(ctx, cmd)
	}
}

func (s *severed) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error {
		if !s.about(cmds...) {
			return next(ctx, cmds)
		}
		for _, cmd := range cmds {
			cmd.SetErr(io.ErrUnexpectedEOF)
		}
		return io.ErrUnexpectedEOF
	}
}

// A turn ended while its master was away for a moment, after one whose master never came back: it is told as soon as its own is there.
func TestATurnThatEndedWithoutItsMasterIsToldPastADeadOne(t *testing.T) {
	cluster := stack.NewRedisCluster(t)
	client := cluster.Client(t)
	server := chattest.NewServer(t, chattest.Patient, func(config *chattest.Config) { config.Redis = client })
	dead := cluster.Addresses[0]
	if dead == masterOf(t, client, "narthex:{churches}:active") {
		dead = cluster.Addresses[1]
	}
	var churches [2]uuid.UUID // of the dead master, and of another
	for churches[0] == uuid.Nil || churches[1] == uuid.Nil {
		if churchID := server.NewChurch(t); masterOf(t, client, journal.JournalKey(churchID)) == dead {
			churches[0] = churchID
		} else {
			churches[1] = churchID
		}
	}
	network := &severed{church: churches[1].String()}
	client.AddHook(network)
	var streams [2]*chattest.Stream
	var releases [2]chan struct{}
	var turn string
	for i, churchID := range churches {
		releases[i] = make(chan struct{})
		server.Upstream.Script(chattest.Held(releases[i], 1, "The ", "blue one."))
		streams[i] = server.Stream(t, churchID, chattest.Question{Message: chattest.ModelQuestion})
		turn = streams[i].Until(t, "The ")[0].Data["turnId"].(string)
		server.Messages(t, churchID, 1) // nothing is to wait where it cannot be read
	}
	cluster.Kill(t, dead)
	network.cut.Store(true)
	for i := range streams {
		close(releases[i])
		if rest := streams[i].Rest(t); rest.Text() != "blue one." {
			t.Errorf("answered %v", rest)
		}
	}
	network.cut.Store(false)
	log := "narthex:{" + churches[1].String() + "}:turn:" + turn + ":log"
	chattest.Eventually(t, func() bool { return client.Exists(t.Context(), log).Val() == 1 })
	if taken := server.Counted(t, "narthex_turns_taken_over_total", ""); taken != 0 {
		t.Errorf("%v turns were taken over that had ended", taken)
	}
}
