package turns_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/chat/chattest"
	"narthex/chat/church"
	"narthex/chat/model"
)

// What a model is asked beside the conversations and what it is asked in them are counted together.
func TestWhatIsAskedBesideConversationsIsOnTheSameAccount(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient, func(config *chattest.Config) { config.Turns.DailyBudget = 1000 })
	churchID, other := server.NewChurch(t), server.NewChurch(t)
	snapshot, err := server.Churches.ByID(t.Context(), churchID)
	chattest.Must(t, err)
	cost, charge, ok := server.Service.Spending(snapshot)
	if !ok {
		t.Fatal("nothing was asked yet, and there is nothing left")
	}
	request := model.Request{Messages: []model.Message{{Role: model.RoleUser, Content: strings.Repeat("A page of the church's website. ", 20_000)}}}
	cost.Begin(&request)
	cost.Hear(&model.Chunk{Model: "unknown-and-therefore-dear", Text: "Nothing."})
	cost.End()
	charge()
	charge() // once
	if _, _, ok := server.Service.Spending(snapshot); ok {
		t.Error("there is something left")
	}
	events := server.Ask(t, churchID, chattest.Question{Message: "Who carved the wooden pews of the sanctuary?"})
	if !slices.ContainsFunc(events, func(e chattest.Event) bool { return e.Data["reason"] == "budget" }) {
		t.Errorf("a visitor is answered %v", events)
	}
	elsewhere, err := server.Churches.ByID(t.Context(), other)
	chattest.Must(t, err)
	if _, _, ok := server.Service.Spending(elsewhere); !ok {
		t.Error("another church has nothing left")
	}
}

// Whoever tries much out stops neither visitors' answers nor another church's trials, and neither is stopped by them.
func TestTrialsAreOnAnAccountOfTheirOwn(t *testing.T) {
	server := chattest.NewServer(t, chattest.Patient, func(config *chattest.Config) { config.Turns.DailyBudget = 2_000_000 })
	churchID, other := server.NewChurch(t), server.NewChurch(t)
	snapshot, err := server.Churches.ByID(t.Context(), churchID)
	chattest.Must(t, err)
	for i, want := range []bool{true, true, false} {
		charge, ok := server.Service.Trials(snapshot)
		if ok != want {
			t.Errorf("trial %d: %t", i+1, ok)
		}
		charge(1_000_000)
	}
	if _, _, ok := server.Service.Spending(snapshot); !ok {
		t.Error("trials have spent what is visitors'")
	}
	if got := server.Counted(t, "narthex_trial_cost_dollars_total", ""); got != 3 {
		t.Errorf("$%v of trials are counted", got)
	}
	elsewhere, err := server.Churches.ByID(t.Context(), other)
	chattest.Must(t, err)
	server.Service.Charge(elsewhere, 5_000_000)
	if _, ok := server.Service.Trials(elsewhere); !ok {
		t.Error("visitors have spent what is of trials, or another church has")
	}
	saving := &church.Snapshot{ID: uuid.New(), Location: elsewhere.Location, DailyBudget: new(int64(0))}
	if _, ok := server.Service.Trials(saving); !ok {
		t.Error("a church whose visitors are to cost nothing cannot try anything out")
	}
}
