package turns_test

import (
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
