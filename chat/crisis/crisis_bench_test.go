package crisis_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"narthex/chat/crisis"
)

var ordinary = []string{
	"What time is the service this Sunday, and where can I park?",
	"Do you have childcare for a two-year-old during the service?",
	"My family is new in town and we are looking for a church.",
	"¿A qué hora es la misa del domingo y hay estacionamiento?",
}

func BenchmarkAssessAnOrdinaryQuestion(b *testing.B) {
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		crisis.Assess(ordinary[i%len(ordinary)], ordinary)
		i++
	}
}

func BenchmarkAssessACrisis(b *testing.B) {
	for b.Loop() {
		crisis.Assess("I can't do this anymore, I want to kill myself and I have the pills here", ordinary)
	}
}

// BenchmarkAssessTwoThousandCharacters reports the 99th percentile over messages of 2,000 characters: stories made of
// every message of the corpus, so of many signs at once.
func BenchmarkAssessTwoThousandCharacters(b *testing.B) {
	messages := long(b)
	var took []time.Duration
	for b.Loop() {
		start := time.Now()
		crisis.Assess(messages[len(took)%len(messages)], ordinary)
		took = append(took, time.Since(start))
	}
	b.ReportMetric(float64(percentile99(took).Nanoseconds()), "p99-ns/op")
}

// long makes messages of 2,000 characters of the corpus.
func long(t testing.TB) []string {
	var all []string
	corpora := readCorpora(t)
	for i := range 500 {
		for _, name := range []string{"none", "suicide", "abuse", "soft", "threat", "child", "medical"} {
			messages := corpora[name].Messages
			all = append(all, messages[i%len(messages)])
		}
	}
	text := []rune(strings.Join(all, ". "))
	var messages []string
	for cut := range slices.Chunk(text, 2000) {
		messages = append(messages, string(cut))
	}
	return messages[:len(messages)-1]
}

func percentile99(took []time.Duration) time.Duration {
	slices.Sort(took)
	return took[len(took)*99/100]
}
