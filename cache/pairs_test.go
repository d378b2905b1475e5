package cache_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"narthex/cache"
	"narthex/chat/question"
)

// pairsOf reads the pairs of a corpus, one a line. Those of the files whose name begins with seen were looked at while the gate was
// made; of the unseen ones how many agree. One whose failures were looked at becomes a seen one, and is replaced.
func pairsOf(t testing.TB, name string) (pairs [][2]string) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		one, other, isPair := strings.Cut(strings.TrimSpace(line), " | ")
		if !isPair {
			t.Fatalf("%s: %q is no pair", name, line)
		}
		pairs = append(pairs, [2]string{one, other})
	}
	return pairs
}

// leastSaved is how many of the paraphrases of a corpus find each other's answer, those out that are about the visitor's own affairs:
// their answers are for nobody else.
var leastSaved = map[string]float64{"seen": 0.6, "unseen": 0.4}

func TestNoLookAlikeAndManyParaphrasesFindEachOthersAnswers(t *testing.T) {
	for part, least := range leastSaved {
		b := newBench(t)
		different, same := pairsOf(t, part+"_different"), pairsOf(t, part+"_same")
		if wrong := b.findEachOther(t, different); len(wrong) > 0 {
			t.Errorf("%s: %d of %d look-alikes are given each other's answer:\n%s", part, len(wrong), len(different), strings.Join(wrong, "\n"))
		}
		saved := float64(len(b.findEachOther(t, same))) / float64(len(same))
		t.Logf("%s: %d look-alikes, %.0f %% of %d paraphrases", part, len(different), 100*saved, len(same))
		if saved < least {
			t.Errorf("%s: %.0f %% of the paraphrases are saved, not %.0f %%", part, 100*saved, 100*least)
		}
	}
}

// findEachOther stores the answer to one question of each pair, and returns the pairs whose other question is given it.
func (b *bench) findEachOther(t *testing.T, pairs [][2]string) (found []string) {
	t.Helper()
	for i, pair := range pairs {
		for j, stored := range pair {
			scope := b.scope
			scope.Agent = fmt.Sprint(i, " ", j) // a cache of its own, where nothing else is in the way
			if asked := pair[1-j]; !question.Personal(stored) && !question.Personal(asked) && !cache.TimeBound(stored) {
				b.mustStore(t, scope, stored, stored, nil)
				if hit, ok := b.exactly(t, scope, asked); ok && hit.Answer.Text == stored {
					found = append(found, pair[0]+" | "+pair[1])
				}
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// A cache that holds the answers to all of them at once gives none of the look-alikes another's answer either.
func TestAFullCacheGivesNoQuestionTheAnswerToAnother(t *testing.T) {
	b := newBench(t)
	for _, name := range []string{"seen_different", "unseen_different", "seen_same", "unseen_same"} {
		for _, pair := range pairsOf(t, name) {
			b.mustStore(t, b.scope, pair[0], pair[0], nil)
		}
	}
	for _, pair := range slices.Concat(pairsOf(t, "seen_different"), pairsOf(t, "unseen_different")) {
		if hit, ok := b.exactly(t, b.scope, pair[1]); ok && hit.Answer.Text == pair[0] {
			t.Errorf("%q is given the answer to %q", pair[1], pair[0])
		}
	}
}
