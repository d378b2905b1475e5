package reply_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"narthex/chat/church"
	"narthex/chat/crisis"
	"narthex/chat/crisis/reply"
	"narthex/chat/helplines"
)

var update = flag.Bool("update", false, "write the golden files anew")

// The tables are for people to read aloud: of every danger, who is in it and how, what is said first, what is asked for, and whom to
// call in which order in every country. A row that changes is read again before it is kept.
func TestTheTablesOfWhatIsSaid(t *testing.T) {
	for _, language := range []string{"en", "es"} {
		golden(t, "testdata/said_"+language+".txt", func(out *bytes.Buffer) { tableOfWords(out, language) })
	}
	golden(t, "testdata/numbers.txt", tableOfNumbers)
}

func golden(t *testing.T, name string, write func(*bytes.Buffer)) {
	t.Helper()
	var got bytes.Buffer
	write(&got)
	if *update {
		if err := os.WriteFile(name, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(got.Bytes(), want) {
		return
	}
	before := strings.Split(string(want), "\n")
	for line := range strings.SplitSeq(got.String(), "\n") {
		if !slices.Contains(before, line) {
			t.Errorf("%s lacks, read it aloud and run with -update:\n%s", name, line)
		}
	}
	t.Errorf("%s has %d lines, want %d", name, len(before), bytes.Count(got.Bytes(), []byte("\n"))+1)
}

// row names a finding in words.
func row(f crisis.Finding) string {
	words := []string{string(f.Category), map[crisis.Subject]string{crisis.Self: "oneself", crisis.Other: "somebody else"}[f.About]}
	for _, mark := range []struct {
		is   bool
		word string
	}{{f.Minor, "a child writes"}, {f.Unsure, "unsure"}, {f.Now, "now"}, {f.Past, "over"}, {f.ByClergy, "by clergy"}} {
		if mark.is {
			words = append(words, mark.word)
		}
	}
	return strings.Join(words, ", ")
}

// abroad is a church of a country, with somebody for safeguarding.
func abroad(country string) *church.Snapshot {
	c := graceHarbor()
	c.Address.Country = country
	c.Safeguarding = church.Safeguarding{Name: "Helen Marsh", Phone: "555-0149"}
	return c
}

var sentence = regexp.MustCompile(`[.!?](?: |$)`)

// firstWords are the first sentences of a paragraph, up to the length of a line.
func firstWords(paragraph string) string {
	end := 0
	for _, found := range sentence.FindAllStringIndex(paragraph, -1) {
		if end > 0 && found[1] > 150 {
			break
		}
		end = found[1]
	}
	return strings.TrimSpace(paragraph[:end])
}

func tableOfWords(out *bytes.Buffer, language string) {
	for _, f := range findings() {
		for _, own := range []bool{false, true} {
			c := abroad("US")
			c.Language = language
			if own {
				c.CrisisMessage, c.CrisisBlessing = ownWords, ownBlessing
			}
			said := strings.Split(reply.To(c, language).Answer(f), "\n\n")
			if own && !slices.Contains(said, ownWords) {
				continue
			}
			name := row(f)
			if own {
				name += ", with the church's own words"
			}
			fmt.Fprintf(out, "%s\n  first:   %s\n", name, firstWords(said[0]))
			if strings.Contains(said[0], "911") {
				fmt.Fprintf(out, "  then:    %s\n", firstWords(said[1]))
			}
			fmt.Fprintf(out, "  asks:    %s\n", asked(said))
			if !own {
				fmt.Fprintf(out, "  no call: %s\n  again:   %s\n", firstWords(first(reply.To(c, language).Instead(f))), firstWords(heard(reply.To(c, language).Again(f))))
			}
		}
	}
}

func first(text string) string { return strings.Split(text, "\n\n")[0] }

// heard is what is said beside whom to call.
func heard(text string) string {
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		if !strings.Contains(paragraph, "**") {
			return paragraph
		}
	}
	return first(text)
}

// asked says what an answer asks of the visitor.
func asked(said []string) string {
	text, all := strings.Join(said, "\n"), []string{}
	for _, what := range []struct{ form, name string }{
		{`(?:thinking of ending|hurting yourself, or|somebody hurting|anybody in danger|badly hurt)[^.]*\?|(?:quitarte|quitarse|haciendo daño|que (?:te|le) haga|corre alguien|muy herido)[^.]*\?`, "whether it is so"},
		{`thoughts of dying, or of hurting yourself\?|pensado en morir`, "whether they think of dying"},
		{`be with you until help|estar (?:con usted|contigo) hasta`, "who can be with them"},
		{`somebody you trust about it today|hoy a alguien de confianza`, "to tell somebody they trust today"},
		{`a grown-up you trust today|adulto de confianza que`, "to tell a trusted grown-up"},
		{`a grown-up to come right now|venga un adulto ahora`, "to get a grown-up at once"},
		{`tell me how to reach you|decirme cómo comunicarnos`, "how to reach them"},
		{`Helen Marsh: `, "(names the safeguarding contact)"},
	} {
		if regexp.MustCompile(what.form).MatchString(text) {
			all = append(all, what.name)
		}
	}
	return strings.Join(all, "; ")
}

func tableOfNumbers(out *bytes.Buffer) {
	for _, country := range []string{"US", "CA", "GB", "IE", "AU", "NZ", "ES", "FR", "BR", "MX", "PH", "ZA", "JM", "DE", "BE", "AQ"} {
		fmt.Fprintf(out, "%s\n", country)
		for _, f := range findings() {
			fmt.Fprintf(out, "  %-58s %s\n", row(f), strings.Join(inOrder(reply.To(abroad(country), "en").Answer(f), allNumbers), "  "))
		}
	}
}

// allNumbers are those that an answer may name, the longest first.
var allNumbers = func() []string {
	all := append(helplines.Numbers(), helplines.Directory, "555-0100", "555-0149", "your local emergency number")
	slices.SortFunc(all, func(a, b string) int { return len(b) - len(a) })
	return all
}()

// inOrder lists which of numbers, the longest first, a text names, in its order, and none within a longer one.
func inOrder(text string, numbers []string) (named []string) {
	at := make(map[string]int)
	digit := func(b byte) bool { return b == '-' || b >= '0' && b <= '9' }
	for _, number := range numbers {
		for from := 0; ; {
			found := strings.Index(text[from:], number)
			if found < 0 {
				break
			}
			begin, end := from+found, from+found+len(number)
			if from = end; begin > 0 && digit(text[begin-1]) || end < len(text) && digit(text[end]) {
				continue
			}
			if _, twice := at[number]; !twice {
				at[number], named = begin, append(named, number)
			}
			text = text[:begin] + strings.Repeat("x", len(number)) + text[end:]
		}
	}
	slices.SortFunc(named, func(a, b string) int { return at[a] - at[b] })
	return named
}
