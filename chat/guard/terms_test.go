package guard

import (
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"narthex/chat/church"
)

// A church's terms are looked for beside those of its lens, each by an automaton of its own. That must find what one automaton of all of
// them finds: the same term, at the same place, with the same text held back at every moment.
func TestTermsSideBySideAreFoundAsTogether(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	all := seeded(t)
	hits := map[string]int{}
	for _, slug := range slices.Sorted(maps.Keys(all)) {
		lens := all[slug]
		var terms []string
		for _, rule := range lens {
			terms = append(terms, rule.Forbidden...)
		}
		for range 3 {
			own := ownRules(random, terms)
			together, base := NewTerms(slices.Concat(own, lens), nil), NewTerms(lens, nil)
			beside, left := base.WithRules(own)
			if left != nil {
				t.Fatalf("%v are left", left)
			}
			for range 20 {
				pieces := split(random, answerOf(random, append(slices.Clone(terms), own[0].Forbidden...)))
				one, two := together.Guard(), beside.Guard()
				for i := range len(pieces) + 1 {
					var want, got string
					var wanted, found *Hit
					if i < len(pieces) {
						want, wanted = one.Write(pieces[i])
						got, found = two.Write(pieces[i])
					} else {
						want, wanted = one.Close()
						got, found = two.Close()
					}
					if got != want || !reflect.DeepEqual(found, wanted) {
						t.Fatalf("%s with %v: after %q: %q went out, %+v; want %q, %+v", slug, own, pieces[:min(i+1, len(pieces))], got, found, want, wanted)
					}
					if found != nil {
						hits[found.Topic]++
						break
					}
				}
			}
		}
	}
	if hits["ours"] < 100 || hits["ours also"] == 0 || len(hits) < 20 {
		t.Errorf("found %v", hits)
	}
}

// ownRules are those of a church that has some of its lens's terms as well, terms that begin or end as they do, and some of its own.
func ownRules(random *rand.Rand, terms []string) []church.Rule {
	forbidden := []string{"sinner's prayer", "altar call", "once"}
	for range 4 {
		term := terms[random.IntN(len(terms))]
		words := strings.Fields(term)
		forbidden = append(forbidden, term+" indeed", words[len(words)-1]+" and more", "so called "+term, words[len(words)-1])
		if random.IntN(2) == 0 {
			forbidden = append(forbidden, term)
		}
	}
	return []church.Rule{{Topic: "ours", Position: "So it is.", Forbidden: forbidden}, {Topic: "ours also", Forbidden: []string{"bingo"}}}
}

// answerOf has terms and pieces of terms in it, disguised or not.
func answerOf(random *rand.Rand, terms []string) string {
	names := slices.Sorted(maps.Keys(disguises))
	var text strings.Builder
	for range 1 + random.IntN(12) {
		switch term := terms[random.IntN(len(terms))]; random.IntN(6) {
		case 0:
			text.WriteString(disguises[names[random.IntN(len(names))]](random, term))
		case 1, 2:
			text.WriteString(strings.Fields(term)[0])
		case 3:
			text.WriteString("bingo" + []string{"", "s", "ton"}[random.IntN(3)])
		default:
			text.WriteString([]string{"grace", "and", "¡más!", "so", "called", "ﬁn"}[random.IntN(6)])
		}
		text.WriteString([]string{" ", " ", "—", ". ", "\u200b "}[random.IntN(5)])
	}
	return text.String()
}

func BenchmarkTermsOfAChurch(b *testing.B) {
	lens := seeded(b)["catholic"]
	own := []church.Rule{{Topic: "ours", Forbidden: []string{"sinner's prayer", "altar call", "bingo", "drunk driving", "sloppy agape"}}}
	base := NewTerms(lens, policy)
	both, _ := base.WithRules(own)
	pieces := tokens(innocent)
	for name, terms := range map[string]*Terms{"together": NewTerms(slices.Concat(own, lens), policy), "beside": both, "lens": base} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				guard := terms.Guard()
				for _, piece := range pieces {
					if _, hit := guard.Write(piece); hit != nil {
						b.Fatal(hit)
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(pieces)), "ns/token")
		})
	}
}
