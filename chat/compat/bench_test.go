package compat

import (
	"testing"
	"time"

	"narthex/chat"
	"narthex/chat/live"
)

// benchmarkDelta measures what one word of an answer costs.
func benchmarkDelta(b *testing.B, encode encode) {
	start := live.Frame{Seq: 1, Kind: chat.KindStart, Data: []byte(`{"turnId":"` + aChurch + `","sessionId":"` + aSession + `","agent":"care","resumed":false}`)}
	delta := live.Frame{Seq: 2, Kind: chat.KindDelta, Data: []byte(`{"text":" kindness"}`)}
	buffer, err := encode(nil, start)
	if err != nil {
		b.Fatal(err)
	}
	if buffer, err = encode(buffer[:0], delta); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if buffer, err = encode(buffer[:0], delta); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkUIDelta(b *testing.B) { benchmarkDelta(b, (&uiEncoder{}).append) }

func BenchmarkCompletionDelta(b *testing.B) {
	benchmarkDelta(b, (&completionEncoder{model: "narthex-care", created: time.Now()}).append)
}
