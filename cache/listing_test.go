package cache_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"narthex/cache"
)

// listed leafs through a church's answers.
func (b *bench) listed(t *testing.T, church uuid.UUID, limit int) (all []cache.Listed) {
	t.Helper()
	for cursor, pages := "", 0; ; pages++ {
		some, next, err := b.List(t.Context(), church, cursor, limit)
		if err != nil || len(some) > limit || pages > 1000 {
			t.Fatalf("page %d of %d answers: %v", pages, len(some), err)
		}
		all = append(all, some...)
		if cursor = next; cursor == "" {
			return all
		}
	}
}

func questionsOf(all []cache.Listed) (questions []string) {
	for _, one := range all {
		questions = append(questions, one.Question)
	}
	return questions
}

func TestAnswersAreListedLastFirstEachOnce(t *testing.T) {
	b, other, spanish := newBench(t), newScope(), cache.Scope{}
	spanish = b.scope
	spanish.Language = "es"
	var want []string
	for i := range 57 {
		scope := b.scope
		if i%3 == 0 {
			scope = spanish
		}
		question := fmt.Sprintf("Where is room %d?", i)
		b.mustStore(t, scope, question, "There.", nil, uuid.New())
		want = append(want, question)
	}
	b.mustStore(t, other, "Where is another church?", "There.", nil)
	// Once more, until its place is the first: what is stored in the same millisecond stands in the order of its keys.
	eventually(t, "an answer is stored later than all others", func() bool {
		b.mustStore(t, b.scope, "Where is room 1?", "Here.", nil)
		all := b.listed(t, b.scope.ChurchID, 2)
		return all[0].Question == "Where is room 1?" && all[0].Expires.After(all[1].Expires)
	})
	for _, limit := range []int{1, 7, 57, 100, 5000, -1} {
		got := b.listed(t, b.scope.ChurchID, min(max(limit, 1), 100))
		questions := questionsOf(got)
		if len(got) != 57 || questions[0] != "Where is room 1?" || got[0].Text != "Here." {
			t.Fatalf("by %d: %d answers, the first is %+v", limit, len(got), got[0])
		}
		slices.Sort(questions)
		if sorted := slices.Sorted(slices.Values(want)); !slices.Equal(questions, sorted) {
			t.Fatalf("by %d: %q", limit, questions)
		}
		if !slices.IsSortedFunc(got, func(x, y cache.Listed) int { return y.Expires.Compare(x.Expires) }) {
			t.Errorf("by %d they are not in their order", limit)
		}
	}
	all := b.listed(t, b.scope.ChurchID, 10)
	one := all[slices.IndexFunc(all, func(l cache.Listed) bool { return l.Question == "Where is room 0?" })]
	if one.Origin != (cache.Origin{Agent: "care", Lens: "10", Language: "es", Epoch: 1}) || one.Tier != 4 || len(one.Sources) != 1 || time.Until(one.Expires) > time.Minute || time.Until(one.Expires) < 0 {
		t.Errorf("%+v", one)
	}
}

func TestOneAnswerIsForgottenAndNoOther(t *testing.T) {
	b, random := newBench(t, func(c *cache.Config) { c.MaxEntries = 10 }), newRandom()
	source := uuid.New()
	vectors := make([][]float32, 25) // the sets are rotated
	for i := range vectors {
		vectors[i] = randomVector(random, dimensions)
		b.mustStore(t, b.scope, fmt.Sprintf("Where is room %d?", i), "There.", vectors[i], source)
	}
	before := b.vectorSets(t)
	all := b.listed(t, b.scope.ChurchID, 10)
	gone := all[3]
	if found, ok, err := b.Get(t.Context(), b.scope.ChurchID, gone.ID); !ok || err != nil || found.Question != gone.Question {
		t.Fatalf("%+v, %v, %v", found, ok, err)
	}
	if removed, err := b.Forget(t.Context(), uuid.New(), gone.ID); removed || err != nil {
		t.Errorf("another church: %v, %v", removed, err)
	}
	for _, want := range []bool{true, false} {
		if removed, err := b.Forget(t.Context(), b.scope.ChurchID, gone.ID); removed != want || err != nil {
			t.Errorf("removed %v, %v", removed, err)
		}
	}
	if _, ok, err := b.Get(t.Context(), b.scope.ChurchID, gone.ID); ok || err != nil {
		t.Errorf("it is there: %v", err)
	}
	if left := questionsOf(b.listed(t, b.scope.ChurchID, 10)); len(left) != 24 || slices.Contains(left, gone.Question) {
		t.Errorf("left are %q", left)
	}
	for i, vector := range vectors {
		question := fmt.Sprintf("Where is room %d?", i)
		if _, ok := b.exactly(t, b.scope, question); ok == (question == gone.Question) {
			t.Errorf("%q is found: %v", question, ok)
		}
		if _, ok := b.similarly(t, b.scope, question, vector); ok && question == gone.Question {
			t.Error("it is found by similarity")
		}
	}
	if after := b.vectorSets(t); len(after) != len(before) {
		t.Errorf("vector sets %v, before %v", after, before)
	}
	if n, err := b.PurgeSources(t.Context(), b.scope.ChurchID, []uuid.UUID{source}); n != 24 || err != nil {
		t.Errorf("its source's answers: %d, %v", n, err)
	}
}

func TestAListPassesOverTheDead(t *testing.T) {
	b := newBench(t)
	source := uuid.New()
	b.mustStore(t, b.scope, "Where is the library?", "There.", nil)
	for i := range 300 {
		b.mustStore(t, b.scope, fmt.Sprintf("Where is room %d?", i), "There.", nil, source)
	}
	if n, err := b.PurgeSources(t.Context(), b.scope.ChurchID, []uuid.UUID{source}); n != 300 || err != nil {
		t.Fatalf("purged %d, %v", n, err)
	}
	for _, limit := range []int{1, 10, 100} {
		if got := questionsOf(b.listed(t, b.scope.ChurchID, limit)); !slices.Equal(got, []string{"Where is the library?"}) {
			t.Errorf("by %d: %q", limit, got)
		}
	}
	if err := b.DropChurch(t.Context(), b.scope.ChurchID); err != nil {
		t.Fatal(err)
	}
	if got := b.listed(t, b.scope.ChurchID, 10); len(got) != 0 {
		t.Errorf("of a dropped church: %q", questionsOf(got))
	}
}

func TestWhatIsForgottenOnTheWayIsToldNeverTwice(t *testing.T) {
	b := newBench(t)
	for i := range 20 {
		b.mustStore(t, b.scope, fmt.Sprintf("Where is room %d?", i), "There.", nil)
	}
	first, next, err := b.List(t.Context(), b.scope.ChurchID, "", 5)
	if err != nil || len(first) != 5 {
		t.Fatal(err)
	}
	if _, err := b.Forget(t.Context(), b.scope.ChurchID, first[4].ID); err != nil { // the one that the cursor names
		t.Fatal(err)
	}
	b.mustStore(t, b.scope, "Where is a new room?", "There.", nil)
	rest, _, err := b.List(t.Context(), b.scope.ChurchID, next, 100)
	if err != nil || len(rest) != 15 {
		t.Fatalf("%d are left, %v", len(rest), err)
	}
	for _, one := range rest {
		if slices.Contains(questionsOf(first), one.Question) || one.Question == "Where is a new room?" {
			t.Errorf("%q is told again", one.Question)
		}
	}
}

func TestAnOlderRedisListsAndForgets(t *testing.T) {
	proxy := newProxy(t)
	proxy.old.Store(true)
	b := newBenchOn(t, connect(t, proxy.url()))
	b.mustStore(t, b.scope, "Where is room 1?", "There.", randomVector(newRandom(), dimensions))
	all := b.listed(t, b.scope.ChurchID, 10)
	if len(all) != 1 {
		t.Fatalf("%d answers", len(all))
	}
	if removed, err := b.Forget(t.Context(), b.scope.ChurchID, all[0].ID); !removed || err != nil {
		t.Errorf("%v, %v", removed, err)
	}
	proxy.cut()
	if _, _, err := b.List(t.Context(), b.scope.ChurchID, "", 10); err == nil {
		t.Error("without Redis there is a list")
	}
}

func TestIdsAndCursorsFromOutside(t *testing.T) {
	b := newBench(t)
	b.mustStore(t, b.scope, "Where is room 1?", "There.", nil)
	for _, id := range []string{"", "x", "*", strings.Repeat("a", 32), strings.Repeat("a", 32) + ":" + strings.Repeat("g", 32), "../" + b.listed(t, b.scope.ChurchID, 1)[0].ID, strings.Repeat("a", 1<<16)} {
		if _, ok, err := b.Get(t.Context(), b.scope.ChurchID, id); ok || err != nil {
			t.Errorf("%.40q is an answer: %v", id, err)
		}
		if removed, err := b.Forget(t.Context(), b.scope.ChurchID, id); removed || err != nil {
			t.Errorf("%.40q was removed: %v", id, err)
		}
		for _, cursor := range []string{id, "1_" + id, id + "_" + id, "-5_x", "99999999999999999999999_" + strings.Repeat("a", 32) + ":" + strings.Repeat("a", 32)} {
			if got, _, err := b.List(t.Context(), b.scope.ChurchID, cursor, 10); len(got) != 1 || err != nil {
				t.Errorf("from %.40q: %d, %v", cursor, len(got), err)
			}
		}
	}
}
