package offline_test

import (
	"testing"

	"narthex/chat/model"
	"narthex/chat/model/offline"
	"narthex/chat/prompt"
	"narthex/chat/prompt/prompttest"
)

// BenchmarkOffline is the cost of an answer of the offline model to a prompt of 7,000 words, five times what a church's
// usually has.
func BenchmarkOffline(b *testing.B) {
	contents := prompttest.Read(promptOf(b, "grace-harbor"))
	req := model.Request{Messages: []model.Message{visitor("Can we throw rice at the wedding?")}, Contents: func() prompt.Contents { return contents }}
	answering := offline.New(0)
	b.ReportAllocs()
	for b.Loop() {
		for _, err := range answering.Stream(b.Context(), req) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}
