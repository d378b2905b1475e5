package scripture_test

import (
	"testing"

	"narthex/chat/tools/scripture"
)

// Reading a reference and finding its passage, once the book is unpacked.
func BenchmarkLookup(b *testing.B) {
	passage(b, scripture.WorldEnglish, "1 Cor 13:4-7")
	b.ReportAllocs()
	for b.Loop() {
		passage(b, scripture.WorldEnglish, "1 Cor 13:4-7")
	}
}

func BenchmarkNeedFor(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		scripture.NeedFor("My grandmother passed away last week and I cannot sleep, what should I do?")
	}
}

func BenchmarkSuggest(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		scripture.Suggest(scripture.PlanQuery{Topic: "something short for my kids", Days: 7, Stage: "family"})
	}
}
