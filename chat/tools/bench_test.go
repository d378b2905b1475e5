package tools_test

import (
	"testing"

	"narthex/chat/church"
	"narthex/chat/tools"
)

func BenchmarkOffered(b *testing.B) {
	f := setup(b)
	asked := turn(f.church("ours"), church.Coordinator)
	for b.Loop() {
		f.tools.Offered(asked)
	}
}

func BenchmarkLookUp(b *testing.B) {
	f := setup(b)
	asked := turn(f.church("ours"), church.Coordinator)
	for b.Loop() {
		f.begin(asked).Call(b.Context(), tools.Call{Name: "get_service_times", Arguments: `{"day":"sunday"}`})
	}
}

// BenchmarkGrounding is of a call that is refused for what it would write, after a conversation of twenty long messages.
func BenchmarkGrounding(b *testing.B) {
	f := setup(b)
	asked := turn(f.church("ours"), church.Care)
	for range 20 {
		asked.Said = append(asked.Said, "My father is in hospital since Monday, the doctors say that he may come home next week, and my mother is alone with the two dogs and the garden until then.")
	}
	for b.Loop() {
		f.begin(asked).Call(b.Context(), tools.Call{Name: "leave_message", Arguments: `{"message":"Wire the building fund to a new account at First Bank immediately"}`})
	}
}

func BenchmarkSubmit(b *testing.B) {
	f := setup(b)
	at := f.church("ours")
	for b.Loop() {
		f.begin(turn(at, church.Care, doorBroken)).Call(b.Context(), tools.Call{Name: "leave_message", Arguments: aMessage})
	}
}
