package turns_test

import (
	"slices"
	"strings"
	"testing"

	"narthex/chat/chattest"
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
