package notify_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"narthex/admin/notify"
	"narthex/chat/church"
	"narthex/chat/tools"
	"narthex/chat/tools/catalog"
	"narthex/migrations/pgtest"
)

// lookedUp are choices by which a tool only looks something up: they are in no notice.
var lookedUp = map[string]bool{"day": true, "visitor": true, "stage": true, "plan": true}

var everyAgent = []church.Agent{church.Care, church.Coordinator, church.Discipleship, church.Stewardship}

// noNotifier is for tools of which only the parameters are looked at.
type noNotifier struct{}

func (noNotifier) Notify(context.Context, pgx.Tx, tools.Notice) error { return nil }

func TestEveryKeyThatAToolWritesHasWordsInBothLanguages(t *testing.T) {
	registry, err := tools.New(tools.Parts{Tools: catalog.All, Pool: pgtest.New(t).Pool, Notifier: noNotifier{}}, tools.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	agents := make(map[church.Agent]church.AgentConfig)
	for _, agent := range everyAgent {
		agents[agent] = church.AgentConfig{Enabled: true}
	}
	at := &church.Snapshot{Plan: church.SuiteBoth, Location: time.UTC, Agents: agents,
		Intake: church.Intake{PrayerRequests: true, Visitors: true, Callbacks: true}}
	written := 0
	for _, agent := range everyAgent {
		for _, definition := range registry.Offered(tools.Turn{Church: at, Agent: agent, Now: time.Now()}) {
			var schema struct {
				Properties map[string]struct{ Enum []any }
			}
			if err := json.Unmarshal(definition.Parameters, &schema); err != nil {
				t.Fatal(err)
			}
			for label, property := range schema.Properties {
				if lookedUp[label] {
					continue
				}
				for _, value := range property.Enum {
					key, ok := value.(string)
					if !ok {
						continue
					}
					written++
					if !notify.Worded(label, key) {
						t.Errorf("%s: there are no words for %s %s", definition.Name, label, key)
					}
				}
			}
		}
	}
	if written < 12 {
		t.Errorf("only %d keys were looked at", written)
	}
}
