package speech_test

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"narthex/chat/voice/speech"
	"narthex/static/messages"
)

//go:embed testdata/answers.*.txt
var answers embed.FS

// unspeakable says what of a spoken text a voice could not say, or people would not.
func unspeakable(spoken, language string) string {
	for _, r := range spoken {
		switch {
		case unicode.IsLetter(r), unicode.IsMark(r), strings.ContainsRune(" '-,.;:!?¿¡", r):
		case unicode.IsDigit(r) && language != "en" && language != "es":
		default:
			return fmt.Sprintf("the sign %q", r)
		}
	}
	for name, sign := range map[string]string{
		"a link": `(?i)\bhttps?\b|\bwww\b`, "two spaces": `  `, "a space before a sign": ` [,.;:!?]`, "two signs": `[,.;:!?] ?[,.;:]`,
		"a lone mark": `(?:^| )['-]+(?: |$)`,
	} {
		if found := regexp.MustCompile(sign).FindString(spoken); found != "" {
			return fmt.Sprintf("%s: %q", name, found)
		}
	}
	if spoken != "" && !strings.ContainsRune(".!?", rune(spoken[len(spoken)-1])) {
		return "no end"
	}
	return ""
}

func modelAnswers(t *testing.T, language string) []string {
	t.Helper()
	data, err := fs.ReadFile(answers, "testdata/answers."+language+".txt")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(data), "\n%%\n")
}

func TestNoModelAnswerIsReadOutAsItIsWritten(t *testing.T) {
	all := 0
	for _, language := range []string{"en", "es"} {
		for _, answer := range modelAnswers(t, language) {
			all++
			spoken, _ := speech.Text(answer, language)
			if why := unspeakable(spoken, language); why != "" {
				t.Errorf("%q is said %q: %s", answer, spoken, why)
			}
			if spoken == "" {
				t.Errorf("nothing is said of %q", answer)
			}
		}
	}
	if all < 200 {
		t.Errorf("there are only %d answers", all)
	}
}

// filled are what the texts of the product are filled with: all that is hard to say.
var filled = []string{
	"number", "1-800-799-7233", "phone", "(207) 555-0142", "church", "St. Brigid's", "name", "Ruth Alvarez", "who", "Pastor Ruth", "line", "**call or text 988**",
	"directory", "findahelpline.com", "reach", "(207) 555-0142, safe@grace-harbor.example", "contact", "ruth@grace.example", "email", "office@grace-harbor.example",
	"agent", "the care assistant", "agents", "care, coordinator", "address", "412 Harbor Street, Portland, ME 04101", "day", "Sunday", "time", "9:00 AM – 10:30 AM",
	"title", "Lead Pastor", "url", "https://maps.example.com/?q=1", "date", "December 24", "start", "9:00 AM", "end", "10:30 AM", "month", "December", "weekday", "Sunday",
	"year", "2026", "label", "Worship", "value", "jeans & t-shirts", "event", "Fall Retreat 2026", "group", "Men's Breakfast", "leader", "Ben Carter", "passage", "John 3:16–18",
	"plan", "30 days", "role", "Greeter", "when", "Friday at 7:30 PM",
}

func TestNoTextOfTheProductIsReadOutAsItIsWritten(t *testing.T) {
	for _, subject := range []string{"answers", "conduct", "crisis", "datetime", "disclosure", "facts", "offline", "tools", "scripture", "voice"} {
		names, err := fs.Glob(messages.Files, "*/"+subject+".json")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			language := path.Dir(name)
			data, err := fs.ReadFile(messages.Files, name)
			if err != nil {
				t.Fatal(err)
			}
			var texts map[string]string
			if err := json.Unmarshal(data, &texts); err != nil {
				t.Fatal(err)
			}
			for key, text := range texts {
				text = messages.Fill(text, filled...)
				spoken, _ := speech.Text(text, language)
				if why := unspeakable(spoken, language); why != "" {
					t.Errorf("%s %s: %q is said %q: %s", name, key, text, spoken, why)
				}
			}
		}
	}
}

func TestPiecesAreSaidLikeTheWhole(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, language := range []string{"en", "es"} {
		for _, answer := range modelAnswers(t, language) {
			whole, links := speech.Text(answer, language)
			for range 20 {
				pieces, theirs := inPieces(answer, language, random)
				if pieces != whole || len(theirs) != len(links) {
					t.Fatalf("%q is said %q in pieces, not %q", answer, pieces, whole)
				}
			}
		}
	}
}

func inPieces(text, language string, random *rand.Rand) (string, []string) {
	s := speech.NewStream(language)
	var out strings.Builder
	for rest := []rune(text); len(rest) > 0; {
		n := min(len(rest), 1+random.IntN(9))
		out.WriteString(s.Write(string(rest[:n])))
		rest = rest[n:]
	}
	return out.String() + s.Close(), s.Links()
}

func TestAWordIsSaidAsSoonAsItIsWhole(t *testing.T) {
	s := speech.NewStream("en")
	for _, step := range [][2]string{
		{"We", ""}, {" meet", "We"}, {" on", " meet"}, {" Sunday", " on"}, {" at", " Sunday"}, {" 9", " at"}, {":00", ""}, {" AM", ""}, {".", ""}, {" Come", ""},
		{" and", ""}, {" see", ""}, {" us", ""}, {" there", " nine in the morning. Come and see us"}, {"!", ""},
	} {
		if said := s.Write(step[0]); said != step[1] {
			t.Errorf("after %q it says %q, not %q", step[0], said, step[1])
		}
	}
	if said := s.Close(); said != " there!" {
		t.Errorf("at the end it says %q", said)
	}
}

func TestLinksAreKept(t *testing.T) {
	_, links := speech.Text("Give [here](https://a.example/give) or at https://b.example/x. Not [there](javascript:alert(1)). See c.example/y, www.d.example.", "en")
	want := []string{"https://a.example/give", "https://b.example/x", "https://c.example/y", "https://www.d.example"}
	if fmt.Sprint(links) != fmt.Sprint(want) {
		t.Errorf("the links are %v, not %v", links, want)
	}
}

func TestACallerIsToldTwoSentencesAtOnce(t *testing.T) {
	for _, test := range []struct{ spoken, now, later string }{
		{"One.", "One.", ""},
		{"One. Two. Shall I go on?", "One. Two. Shall I go on?", ""},
		{"One. Two. Three is short.", "One. Two. Three is short.", ""},
		{"One. Two. Three. Four.", "One. Two.", "Three. Four."},
		{"One. Two. Three is a sentence that goes on and on, with many words, until nobody can remember what it began with.", "One. Two.",
			"Three is a sentence that goes on and on, with many words, until nobody can remember what it began with."},
		{"No tengo eso. Prefiero no adivinar. Puedo pasar su pregunta a la oficina de la iglesia. ¿Quiere que lo haga?", "No tengo eso. Prefiero no adivinar. Puedo pasar su pregunta a la oficina de la iglesia. ¿Quiere que lo haga?", ""},
		{"One. Two. Three is another. Four. Shall I go on?", "One. Two.", "Three is another. Four. Shall I go on?"},
		{"One. Two. Three is a sentence that goes on and on, with many words, until nobody can remember what it began with. Do you remember what it began with, and what came then?", "One. Two.",
			"Three is a sentence that goes on and on, with many words, until nobody can remember what it began with. Do you remember what it began with, and what came then?"},
	} {
		p := speech.NewPortions()
		now := ""
		for _, piece := range strings.SplitAfter(test.spoken, " ") {
			now += p.Add(piece)
		}
		after, rest := p.Close()
		if now += after; now != test.now || rest != test.later {
			t.Errorf("%q: now %q, later %q", test.spoken, now, rest)
		}
	}
	p := speech.NewPortions()
	if now := p.Add(strings.Repeat("Sunday: nine in the morning, ", 40)); len(strings.Fields(now)) > 70 {
		t.Errorf("a list of %d words is said at once", len(strings.Fields(now)))
	}
}

// The line of care is said, however much stands before it, and is not asked about.
func TestTheEndOfWhatIsCutIsSaidWhereItMustBe(t *testing.T) {
	const care = "And if you need somebody to talk to: call or text nine, eight, eight. At any hour."
	for _, test := range []struct{ spoken, now, later string }{
		{"You're welcome. Is there more? " + care, "You're welcome. Is there more? " + care, ""},
		{"You're welcome. " + care, "You're welcome. " + care, ""},
		{care, care, ""},
		{"One. Two. Three. Four. " + care, "One. Two. " + care, "Three. Four."},
		{"One. Two. Three. " + care, "One. Two. Three. " + care, ""},
		{"One. Two. Three. Four.", "One. Two.", "Three. Four."},
	} {
		p := speech.NewPortions()
		now := ""
		for _, piece := range strings.SplitAfter(test.spoken, " ") {
			now += p.Add(piece)
		}
		after, rest := p.CloseWith(care)
		if now += after; now != test.now || rest != test.later {
			t.Errorf("%q: now %q, later %q", test.spoken, now, rest)
		}
	}
}

// FuzzStream holds that whatever is written is said without what no voice can say, the same in pieces, and in bounded time.
func FuzzStream(f *testing.F) {
	f.Add("**9:00 AM** [a](https://x.org) John 3:16, (207) 555-0142 🎉", uint64(1))
	f.Add("[[[[((((<<<<", uint64(2))
	f.Add("1 2 3-4:5.6/7 Dec 1, 2026 p.m. a.m.", uint64(3))
	f.Add("- * 1. # > | --- ```", uint64(4))
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		text = strings.ToValidUTF8(text, "")
		for _, language := range []string{"en", "es", "fr"} {
			whole, _ := speech.Text(text, language)
			if pieces, _ := inPieces(text, language, rand.New(rand.NewPCG(seed, 1))); pieces != whole {
				t.Fatalf("%q in %s is said %q in pieces, not %q", text, language, pieces, whole)
			}
			for _, r := range whole {
				if strings.ContainsRune("*_`#[]<>{}|~\\/@&%$^", r) || unicode.Is(unicode.So, r) || language != "fr" && unicode.IsDigit(r) {
					t.Fatalf("%q in %s is said %q, with %q", text, language, whole, r)
				}
			}
		}
	})
}

func BenchmarkStream(b *testing.B) {
	text := "Yes! We gather every Sunday at 9:00 AM in the main sanctuary. Would you like to know more about John 3:16, or call (207) 555-0142?"
	for b.Loop() {
		speech.Text(text, "en")
	}
}
