package crisis_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"narthex/chat/crisis"
)

func TestWhatAFindingSays(t *testing.T) {
	for name, want := range map[string]struct {
		message string
		finding crisis.Finding
	}{
		"a wish to die": {
			"I want to die", crisis.Finding{Category: crisis.Suicide, About: crisis.Self, Rule: "suicide.wish_to_die"},
		},
		"an attempt is happening now": {
			"I just swallowed a whole bottle of pills",
			crisis.Finding{Category: crisis.Suicide, About: crisis.Self, Now: true, Rule: "suicide.attempt"},
		},
		"a worried friend gets the softer answer": {
			"My friend wants to kill himself, how can I help him?",
			crisis.Finding{Category: crisis.Suicide, About: crisis.Other, Unsure: true, Rule: "friend.wish"},
		},
		"a denial is no hard finding": {
			"I'm not going to kill myself but I think about it every day",
			crisis.Finding{Category: crisis.Suicide, About: crisis.Self, Unsure: true, Rule: "suicide.denied"},
		},
		"a child who is hurt at home": {
			"I'm 12 and my dad hits me",
			crisis.Finding{Category: crisis.ChildAtRisk, About: crisis.Self, Minor: true, Rule: "child.parent_hurts_me"},
		},
		"a child who was raped is a child at risk": {
			"I'm 14 and I was raped",
			crisis.Finding{Category: crisis.ChildAtRisk, About: crisis.Self, Minor: true, Rule: "abuse.sexual"},
		},
		"an adult who was raped": {
			"I was raped", crisis.Finding{Category: crisis.Abuse, About: crisis.Self, Rule: "abuse.sexual"},
		},
	} {
		if got, ok := crisis.Assess(want.message, nil); !ok || got != want.finding {
			t.Errorf("%s: %+v, want %+v", name, got, want.finding)
		}
	}
}

func TestWordsAreKnownHoweverTheyAreWritten(t *testing.T) {
	for _, message := range []string{
		"I WANT TO KILL MYSELF", "i want to k1ll mys3lf", "i want to k i l l  m y s e l f", "i want to k.i.l.l m.y.s.e.l.f",
		"i want to k-i-l-l myself", "iwanttokillmyself", "i want to killll myselffff", "i want to kil my self", "i want to ki\u200bll my\u200bself",
		"і wаnt tо kіll mуsеlf", "ｉ ｗａｎｔ ｔｏ ｋｉｌｌ ｍｙｓｅｌｆ", "𝕚 𝕨𝕒𝕟𝕥 𝕥𝕠 𝕜𝕚𝕝𝕝 𝕞𝕪𝕤𝕖𝕝𝕗", "i want to k!ll myself", "i want to k*ll myself",
		"i want to kill mysef", "i want to unalive myself", "I. Want. To. Kill. Myself.", "ⓘ ⓦⓐⓝⓣ ⓣⓞ ⓚⓘⓛⓛ ⓜⓨⓢⓔⓛⓕ", "i wánt tö kïll myself",
	} {
		if finding, ok := crisis.Assess(message, nil); !ok || finding.Category != crisis.Suicide || finding.Unsure {
			t.Errorf("%q: %+v, %v", message, finding, ok)
		}
	}
}

func TestSignsCountAcrossMessagesOnlyWhenOneIsNew(t *testing.T) {
	weary, means := "I can't do this anymore", "I have the pills here"
	if finding, ok := crisis.Assess(means, []string{weary}); !ok || finding.Unsure || !finding.Now {
		t.Errorf("spread over two messages: %+v, %v", finding, ok)
	}
	if finding, ok := crisis.Assess(means, []string{weary, "hm", "hm", "hm"}); ok && finding.Now {
		t.Errorf("what was said long ago counts: %+v", finding)
	}
	if finding, ok := crisis.Assess("What time is the service?", []string{weary, means}); ok {
		t.Errorf("what was answered is found again: %+v", finding)
	}
	if finding, _ := crisis.Assess(means, nil); finding.Now {
		t.Errorf("one sign alone is as urgent: %+v", finding)
	}
}

func TestAConversationIsWatchedAfterACrisis(t *testing.T) {
	for _, test := range []struct {
		earlier []string
		want    bool
	}{
		{nil, false},
		{[]string{"Hello", "When is the service?"}, false},
		{[]string{"I want to die", "yes", "thank you"}, true},
		{[]string{"I can't do this anymore", "I have the pills here"}, true},
		{[]string{"My friend is suicidal"}, true},
	} {
		if got := crisis.Watch(test.earlier); got != test.want {
			t.Errorf("%q: %v", test.earlier, got)
		}
	}
}

func TestAssessSaysTheSameOfTheSameAndKeepsNothing(t *testing.T) {
	messages := long(t)
	synctest.Test(t, func(t *testing.T) {
		for _, message := range messages[:20] {
			first, _ := crisis.Assess(message, nil)
			for range 4 {
				go func() {
					if again, _ := crisis.Assess(message, nil); again != first {
						t.Errorf("%+v, then %+v", first, again)
					}
				}()
			}
			synctest.Wait()
		}
	})
}

// TestAMessageOfTwoThousandCharactersIsQuick guards against what grows faster than the message: the benchmarks say how
// quick it is.
func TestAMessageOfTwoThousandCharactersIsQuick(t *testing.T) {
	messages := long(t)
	for _, piece := range []string{"kill ", "i want to ", "k i l l ", "he hits me and ", "die ", "not ", "*", "ﷺ", "k*", "a1", "iwanttodie", "suicid "} {
		messages = append(messages, string([]rune(strings.Repeat(piece, 2000))[:2000]))
	}
	// Tests run slowed down, and beside others: where the time is over the limit, a quarter of the message tells a slow machine
	// (about four times as long for all of it) from a slow gate (sixteen times).
	const generous = 100 * time.Millisecond // a hundred times what it takes
	least := func(message string) time.Duration {
		best := time.Hour
		for range 3 {
			start := time.Now()
			crisis.Assess(message, messages[:3])
			best = min(best, time.Since(start))
		}
		return best
	}
	const tries = 10 // a neighbour that holds the processor through a few is no slow gate
	for _, message := range messages {
		runes := []rune(message)
		for try := 1; ; try++ {
			best := least(message)
			if best <= generous {
				break
			}
			quarter := least(string(runes[:len(runes)/4]))
			if best <= 8*quarter && best <= 5*generous {
				break
			}
			if try == tries {
				t.Errorf("%.40q: %v, a quarter of it %v", message, best, quarter)
				break
			}
		}
	}
}

func FuzzAssess(f *testing.F) {
	for _, c := range readCorpora(f) {
		for _, e := range c.examples() {
			f.Add(e.message, strings.Join(e.earlier, "\n"))
		}
	}
	f.Add("k i l l", "*")
	f.Add("\xff\xfe", "ﷺﷺ")
	f.Fuzz(func(t *testing.T, message, before string) {
		finding, ok := crisis.Assess(message, strings.Split(before, "\n"))
		if ok != (finding.Rule != "") || ok != (finding.Category != "") {
			t.Errorf("%q: %+v, %v", message, finding, ok)
		}
		if again, _ := crisis.Assess(message, strings.Split(before, "\n")); again != finding {
			t.Errorf("%q: %+v, then %+v", message, finding, again)
		}
	})
}
