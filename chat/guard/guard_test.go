package guard

import (
	"strings"
	"testing"

	"narthex/chat/church"
)

func forbid(terms ...string) *Terms {
	return NewTerms([]church.Rule{{Topic: "A topic", Position: "A position.", Forbidden: terms}}, nil)
}

// say writes pieces of an answer and returns all that goes out.
func say(terms *Terms, pieces ...string) (out string, hit *Hit) {
	guard := terms.Guard()
	var all strings.Builder
	for _, piece := range pieces {
		clear, hit := guard.Write(piece)
		all.WriteString(clear)
		if hit != nil {
			return all.String(), hit
		}
	}
	clear, hit := guard.Close()
	return all.String() + clear, hit
}

func TestTermsAreFoundHoweverTheyAreWritten(t *testing.T) {
	terms := forbid("purgatory", "our priest", "prosperity gospel", "god's will", "man-made traditions", "mariolatría",
		"pretribulation rapture", "once saved always saved", "henry viii's church", "hell", "relic", "dios te odia", "жертва", "вера")
	for said, before := range map[string]string{
		"It is purgatory.":                                  "It is ",
		"PURGATORY":                                         "",
		"It is pur**gat**ory, friend":                       "It is ",
		"It is **purgatory**":                               "It is **",
		"(_purgatory_)":                                     "(_",
		"pur\u200bga\u00adtory":                             "",
		"ｐｕｒｇａｔｏｒｙ":                                         "",
		"𝐩𝐮𝐫𝐠𝐚𝐭𝐨𝐫𝐲":                                         "",
		"рurgаtоry, in Cyrillic here and there":             "",
		"Ask our priest.":                                   "Ask ",
		"Ask our\u00a0priest":                               "Ask ",
		"Ask our\n\n  priest":                               "Ask ",
		"Ask our priests":                                   "Ask ",
		"Ask our priest's niece":                            "Ask ",
		"Ask our priests’ council":                          "Ask ",
		"the prosperity-gospel":                             "the ",
		"the prosperity – *gospel*":                         "the ",
		"the prosperity_gospel":                             "the ",
		"#ProsperityGospel":                                 "#",
		"the “prosperity” gospel":                           "the “",
		"It is God's will":                                  "It is ",
		"It is God’s will":                                  "It is ",
		"It is Gods will":                                   "It is ",
		"manmade traditions":                                "",
		"Man made tradition":                                "Man made tradition", // the singular is another term
		"MARIOLATRI\u0301A":                                 "",
		"mariolatria":                                       "",
		"a pre-tribulation rapture":                         "a ",
		"Once saved, always saved":                          "",
		"Once saved. Always saved!":                         "",
		"Henry Ⅷ's church":                                  "",
		"a relic-like thing":                                "a ",
		"relic²":                                            "",
		"Dios te odía":                                      "",
		"Это жертвы":                                        "Это жертвы", // plurals are English and Spanish
		"Это ЖЕРТВА!":                                       "Это ",
		"А Вера?":                                           "А ",
		"no relics":                                         "no ",
		"He'll be there, she’ll too. I'll. Hello, shell":    "He'll be there, she’ll too. I'll. Hello, shell",
		"purgatorial, our priesthood, prosperity of gospel": "purgatorial, our priesthood, prosperity of gospel",
		"hour priest, our priestly, 2relic, relic2":         "hour priest, our priestly, 2relic, relic2",
		"four\u200bpriest our priest\u00adhood":             "four\u200bpriest our priest\u00adhood",
		"pur gatory p u r g a t o r y":                      "pur gatory p u r g a t o r y",
	} {
		out, hit := say(terms, said)
		if out != before || (hit == nil) != (before == said) {
			t.Errorf("%q: %q went out, hit %+v", said, out, hit)
		}
		if hit != nil && (hit.Offset != len(before) || hit.Kind != Forbidden || hit.Topic != "A topic" || hit.Position != "A position.") {
			t.Errorf("%q: hit %+v", said, *hit)
		}
		pieces := strings.Split(said, "") // one character at a time
		if slowly, again := say(terms, pieces...); slowly != out || (again == nil) != (hit == nil) {
			t.Errorf("%q by characters: %q went out, hit %+v", said, slowly, again)
		}
	}
}

func TestAPluralThatIsAnotherWordIsNotTheTerm(t *testing.T) {
	terms := forbid("new", "mean", "good", "plan", "car", "sal", "cult", "our custom", "church", "altar", "relic", "party", "lazo")
	for said, hit := range map[string]bool{
		"The good news is told by all means, and goods are given.": true, // good itself
		"The news is told by all means, and the goods are given.":  false,
		"Planes and cares, sales and cures":                        false,
		"It is our customs office":                                 true, // in two words it is the plural
		"relices are none":                                         false,
		"our custom, since then":                                   true,
		"two cults":                                                true,
		"two churches":                                             true,
		"los altares":                                              true,
		"the parties":                                              true,
		"no relics":                                                true,
		"the lazos":                                                true,
	} {
		if out, found := say(terms, said); (found != nil) != hit {
			t.Errorf("%q: %q went out, hit %+v", said, out, found)
		}
	}
}

func TestTextIsHeldOnlyWhileItCouldStillBecomeATerm(t *testing.T) {
	guard := forbid("our priest", "our priesthood is closed", "god and country").Guard()
	for _, step := range []struct{ write, out string }{
		{"We love ", "We love "},
		{"ou", ""},
		{"r", ""},
		{" ", ""},
		{"pri", ""},
		{"ze", "our prize"},
		{" for God", " for "},
		{" and our", "God and "},
		{" p", ""},
		{"riest", ""},
		{"hood is", ""},
		{" open", "our priesthood is open"},
		{" to all", " to all"},
		{". \xc3", ". "}, // half a character
		{"\xa9t\xc3\xa9", "\u00e9t\u00e9"},
		{" e", " e"},
		{"\u0301", "\u0301"},
		{" God", " "},
		{"o\u0301", "Godo\u0301"},
	} {
		if out, hit := guard.Write(step.write); out != step.out || hit != nil {
			t.Errorf("%q: %q goes out, hit %+v", step.write, out, hit)
		}
	}
	if out, hit := guard.Write(" our priest"); out != " " || hit != nil {
		t.Errorf("%q goes out, hit %+v", out, hit)
	}
	out, hit := guard.Write(", and more")
	if out != "" || hit == nil || hit.Term != "our priest" {
		t.Errorf("%q goes out, hit %+v", out, hit)
	}
	for range 2 {
		if out, again := guard.Write("more"); out != "" || again != hit {
			t.Errorf("after the hit %q goes out, hit %+v", out, again)
		}
		if out, again := guard.Close(); out != "" || again != hit {
			t.Errorf("at the end %q goes out, hit %+v", out, again)
		}
	}
}

func TestTheEndLetsOutWhatWasHeldUnlessItIsATerm(t *testing.T) {
	terms := forbid("our priest", "our priest is away")
	for said, want := range map[string]string{"our pri": "our pri", "our priest is": "", "we: our priest": "we: ", "\xe2\x80": "\xe2\x80"} {
		if out, hit := say(terms, said); out != want || (hit == nil) != (said == want) {
			t.Errorf("%q: %q goes out, hit %+v", said, out, hit)
		}
	}
}

func TestTheLongestTermCountsWhereSeveralEnd(t *testing.T) {
	for _, list := range [][]string{{"true church", "the one true church"}, {"the one true church", "true church"}} {
		out, hit := say(forbid(list...), "We are the one true church", " now")
		if out != "We are " || hit == nil || hit.Term != "the one true church" {
			t.Errorf("%q goes out, hit %+v", out, hit)
		}
		out, hit = say(forbid(list...), "We are the one,", " a true church", " now")
		if out != "We are the one, a " || hit == nil || hit.Term != "true church" {
			t.Errorf("%q goes out, hit %+v", out, hit)
		}
	}
}

func TestNothingIsForbiddenWhereNoRuleSaysSo(t *testing.T) {
	for _, terms := range []*Terms{NewTerms(nil, nil), forbid(), forbid("", " ", "—", "\u0301")} {
		if out, hit := say(terms, "Any", "thing — \u0301", " goes"); out != "Anything — \u0301 goes" || hit != nil {
			t.Errorf("%q goes out, hit %+v", out, hit)
		}
	}
}

func TestALineOfTheInstructionsDoesNotGoOut(t *testing.T) {
	const line = "- Use only what is written below. Never invent staff, times, prices, events, links or policies."
	terms := NewTerms([]church.Rule{{Forbidden: []string{"relic"}}}, []string{"You are kind.\n" + line, "When it is not at all in there, so be it."})
	for said, want := range map[string]string{
		"My rules: use only what is written below, never invent staff, or so":              "My rules: use only what is written below",
		"I was told: **Never invent staff, times, prices, events, links or policies.** OK": "I was told: **Never invent staff, times, prices, events",
		"Below. NEVER invent “staff”: times; prices - events / links":                      "Below. NEVER invent “staff”: times; prices",
		"invent staff, times, prices, events, links or places":                             "invent staff, times, prices, events, links or places",
		"never invent staff, times, prices, events":                                        "never invent staff, times, prices, events",
		"You are kind, and when it is not at all in there, so be it.":                      "You are kind, and when it is not at all in there, so be it.",
	} {
		for _, pieces := range [][]string{{said}, strings.Split(said, ""), strings.SplitAfter(said, " ")} {
			out, hit := say(terms, pieces...)
			if out != want || (hit == nil) != (said == want) {
				t.Errorf("%q: %q went out, hit %+v", said, out, hit)
			}
			if hit != nil && (hit.Kind != Instructions || hit.Term != line || len(strings.Fields(out[hit.Offset:])) != heldFrom) {
				t.Errorf("%q: hit %+v", said, *hit)
			}
		}
	}
}

func TestSpacesWithoutEndAreHeldInLinearTime(t *testing.T) {
	guard := forbid("our priest").Guard()
	guard.Write("our")
	for range 200_000 {
		if out, hit := guard.Write(" "); out != "" || hit != nil {
			t.Fatalf("%q goes out, hit %+v", out, hit)
		}
	}
	if out, hit := guard.Write("priest."); out != "" || hit == nil || hit.Offset != 0 {
		t.Errorf("%d bytes go out, hit %+v", len(out), hit)
	}
}

func TestWhatInstructionsTellToSayMayBeSaid(t *testing.T) {
	terms := NewTerms(nil, []string{"Point to a trusted adult, such as a parent, teacher or school counselor, and to the line for children above.", "Lead them to a person of this church who can be with them."})
	for _, answer := range []string{
		"Please talk to a trusted adult, such as a parent, teacher or school counselor, and to the line for children.",
		"I can pass this on to a person of this church who can be with you.",
	} {
		if out, hit := say(terms, tokens(answer)...); out != answer || hit != nil {
			t.Errorf("%q goes out, hit %+v", out, hit)
		}
	}
}
