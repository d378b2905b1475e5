package guard

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// writeOut calls yield with each phrase that a pattern says.
func writeOut(pattern string, yield func(phrase string)) {
	before, rest, found := strings.Cut(pattern, "{")
	if !found {
		yield(pattern)
		return
	}
	choices, after, _ := strings.Cut(rest, "}")
	writeOut(after, func(tail string) {
		for choice := range strings.SplitSeq(choices, "|") {
			yield(before + choice + tail)
		}
	})
}

// The automaton reads the same phrases as there are when every pattern is written out, and no other.
func TestPatternsSayNoMoreAndNoLessThanTheirPhrases(t *testing.T) {
	patterns := slices.Concat(claimed, secrecyPromised, rescueClaimed)
	p := newPhrases(patterns)
	numbers := make(map[string]int32)
	said := make(map[uint64]bool) // by a hash of their words' numbers
	for _, pattern := range patterns {
		writeOut(pattern, func(phrase string) {
			at, sum, count := int32(0), uint64(0), 0
			for word := range strings.FieldsSeq(phrase) {
				number, known := numbers[word]
				if !known {
					number = p.numbers[hashWord(word)]
					numbers[word] = number
				}
				if at != nowhere {
					at = p.next(at, number)
				}
				sum = mixed(sum, number)
				count++
			}
			if at == nowhere || !p.nodes[at].whole || count > maxClaim {
				t.Fatalf("%q is not read", phrase)
			}
			said[sum] = true
		})
	}
	count := 0
	var read func(node int32, sum uint64)
	read = func(node int32, sum uint64) {
		if p.nodes[node].whole {
			if count++; !said[sum] {
				t.Fatal("a phrase is read that no pattern says")
			}
		}
		for _, s := range p.steps[p.nodes[node].steps:p.nodes[node].end] {
			read(s.to, mixed(sum, s.word))
		}
	}
	read(0, 0)
	if count != len(said) || count < 500_000 {
		t.Errorf("%d phrases are read, of %d", count, len(said))
	}
	t.Logf("%d phrases in %d nodes with %d steps", count, len(p.nodes), len(p.steps))
}

// mixed adds a word to the hash of those before it, so that no two rows of words are likely to have the same.
func mixed(sum uint64, word int32) uint64 {
	sum = (sum ^ uint64(word+1)) * 0x9e3779b97f4a7c15
	return sum ^ sum>>29
}

// What is written out takes a hundred megabytes on every node, and seconds at its start.
func TestAllClaimsTakeLittleMemoryAndTime(t *testing.T) {
	const most, longest = 3 << 20, 200 * time.Millisecond // many times what it takes
	patterns := slices.Concat(claimed, secrecyPromised, rescueClaimed)
	fastest := time.Hour
	for range 3 {
		start := time.Now()
		newClaims(patterns)
		fastest = min(fastest, time.Since(start))
	}
	size := sizeOf(func() any { return newTerms(nil, policy, newClaims(patterns)) })
	t.Logf("%.0f bytes, made in %v", size, fastest)
	if size > most || fastest > longest {
		t.Errorf("%.0f bytes, at most %d; made in %v, at most %v", size, most, fastest, longest)
	}
}
