package guard

import (
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// tokens are an answer as a model streams it: most are a word with the space before it, longer words are several.
func tokens(text string) []string {
	var all []string
	for _, word := range strings.SplitAfter(strings.ReplaceAll(text, " ", "\x00 "), "\x00") {
		word = strings.TrimSuffix(word, "\x00")
		for len(word) > 7 {
			cut := 5
			for word[cut]&0xc0 == 0x80 {
				cut++
			}
			all, word = append(all, word[:cut]), word[cut:]
		}
		if word != "" {
			all = append(all, word)
		}
	}
	return all
}

// policy is about as long as the policy of the prompt.
var policy = []string{strings.Repeat(`- You are an AI assistant. Say so when asked. You are not a person, and never claim to pray or to keep things confidential.
- Use only what is written below. Never invent staff, times, prices, events, links or policies; when it is not there, say so.
- When somebody is hurting: hear them, empathize, assist with what is at hand, refer them to a person they can trust.
`, 3)}

func BenchmarkGuard(b *testing.B) {
	all := seeded(b)
	for name, instructions := range map[string][]string{"terms": nil, "terms and instructions": policy} {
		b.Run(name, func(b *testing.B) {
			var lenses []*Terms
			for _, slug := range slices.Sorted(maps.Keys(all)) {
				lenses = append(lenses, NewTerms(all[slug], instructions))
			}
			pieces := tokens(innocent)
			b.ReportAllocs()
			written := 0
			for b.Loop() {
				for _, terms := range lenses {
					guard := terms.Guard()
					for _, piece := range pieces {
						if _, hit := guard.Write(piece); hit != nil {
							b.Fatal(hit)
						}
					}
					guard.Close()
					written += len(pieces)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(written), "ns/token")
		})
	}
}

// Words that begin no term: the common case.
func BenchmarkGuardOfTokensThatBeginNoTerm(b *testing.B) {
	guard := NewTerms(seeded(b)["catholic"], policy).Guard()
	b.ReportAllocs()
	for b.Loop() {
		if out, hit := guard.Write(" kitchen"); out != " kitchen" || hit != nil {
			b.Fatal(out, hit)
		}
	}
}

func BenchmarkNewTerms(b *testing.B) {
	all := seeded(b)
	slugs := slices.Sorted(maps.Keys(all))
	kept := make([]*Terms, 0, len(slugs))
	for b.Loop() {
		kept = kept[:0]
		for _, slug := range slugs {
			kept = append(kept, NewTerms(all[slug], policy))
		}
	}
	b.StopTimer()
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(slugs)), "µs/lens")
	b.ReportMetric(sizeOf(func() any {
		var terms []*Terms
		for _, slug := range slugs {
			terms = append(terms, NewTerms(all[slug], policy))
		}
		return terms
	})/float64(len(slugs)), "bytes/lens")
	runtime.KeepAlive(kept)
}

// sizeOf returns the memory that what is made keeps.
func sizeOf(build func() any) float64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	kept := build()
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(kept)
	return float64(after.HeapAlloc) - float64(before.HeapAlloc)
}
