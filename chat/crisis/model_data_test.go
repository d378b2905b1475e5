package crisis

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// lesson is a message that the model learns from, with what is to be found in it.
type lesson struct {
	text     string
	earlier  []string
	category Category // "" where there is nothing to find
	unsure   bool
	about    Subject // "" where nobody noted it
	weight   float64
	foreign  string // the file, of what somebody wrote who did not know the gate
	place    int    // in that file
}

// How much a message counts: one that somebody wrote for itself more than one of the many that a line with slots makes.
const (
	weightLabelled = 4 // of testdata/labelled
	weightForeign  = 4 // of testdata/learned.yaml
	weightWhole    = 8
	weightSlots    = 1
	weightHarmless = 4 // of ordinary questions and harmless messages: most of what is written is
	weightAsked    = 1 // of what churches are asked, which is as much as all the rest
	weightTrouble  = 6 // of grief and other troubles: they are many, and the words are those of danger
)

// readLessons reads everything the model learns from.
func readLessons(t testing.TB) (lessons []lesson) {
	t.Helper()
	lessons = append(lessons, readForeign(t, "testdata/learned.yaml", weightForeign)...)
	labelled, err := filepath.Glob("testdata/labelled/*.yaml")
	if err != nil || len(labelled) == 0 {
		t.Fatalf("no labelled messages: %v", err)
	}
	for _, file := range labelled {
		lessons = append(lessons, readForeign(t, file, weightLabelled)...)
	}
	// Of the questions about the assistant those files of which it is noted who is in danger.
	for _, name := range []string{"about", "about_en", "about_es", "judged_before", "learned", "requests"} {
		lessons = append(lessons, readForeign(t, "../disclosure/testdata/lessons/"+name+".yaml", weightLabelled)...)
	}
	for _, name := range []string{"news", "jest"} {
		for i, l := range readForeign(t, "testdata/"+name+".yaml", weightWhole) {
			if !unseenNews(i) {
				lessons = append(lessons, l)
			}
		}
	}
	lessons = append(lessons, readAsked(t, "lessons")...)
	lessons = append(lessons, lessonsOfTalks(t)...)
	lessons = append(lessons, readCorpus(t)...)
	for _, name := range []string{"danger_en", "danger_es", "innocent_en", "innocent_es", "ordinary", "conduct", "odd", "personal", "quiet", "wide_danger", "wide_harmless", "families"} {
		lessons = append(lessons, readSlots(t, name, weightSlots)...)
	}
	lessons = append(lessons, readSlots(t, "troubles", weightTrouble)...)
	return lessons
}

func readAll(t testing.TB, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// unseenNews reports whether a message of testdata/news.yaml or jest.yaml is one that nobody has looked at: it judges, and does not teach.
func unseenNews(place int) bool { return place%6 >= 4 }

func readForeign(t testing.TB, file string, weight float64) (lessons []lesson) {
	t.Helper()
	var messages []struct {
		Text     string
		Earlier  []string
		Expect   string
		Category Category
		About    Subject
	}
	if err := yaml.Unmarshal(readAll(t, file), &messages); err != nil {
		t.Fatal(err)
	}
	for i, m := range messages {
		l := lesson{text: m.Text, earlier: m.Earlier, weight: weight, foreign: file, place: i}
		if m.Expect != "none" && m.Expect != "" {
			l.category, l.about, l.unsure = cmp.Or(m.Category, unnamed), m.About, m.Expect != "sure" && m.Expect != "crisis"
		}
		lessons = append(lessons, l)
	}
	return lessons
}

// readCorpus reads the gate's own corpus. Of the messages whose category is left open the model learns nothing.
func readCorpus(t testing.TB) (lessons []lesson) {
	t.Helper()
	files, err := filepath.Glob("testdata/crisis/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		var c struct {
			Category      Category
			Unsure, None  bool
			Messages      []string
			Conversations [][]string
		}
		if err := yaml.NewDecoder(bytes.NewReader(readAll(t, file))).Decode(&c); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if !c.None && c.Category == "" {
			c.Category = unnamed
			if c.Unsure {
				c.Category = Despair
			}
		}
		for _, text := range c.Messages {
			lessons = append(lessons, lesson{text: text, category: c.Category, unsure: c.Unsure, weight: weightWhole})
		}
		for _, said := range c.Conversations {
			lessons = append(lessons, lesson{
				text: said[len(said)-1], earlier: said[:len(said)-1], category: c.Category, unsure: c.Unsure, weight: weightWhole,
			})
		}
	}
	return lessons
}

// unnamed is the category of messages in which something must be found, whatever it is called.
const unnamed Category = "unnamed"

// readSlots reads lines under headings such as "[suicide soft self]". A line with slots, "i {want|wish} to {die|go}", stands
// for as many messages as the longest of them has words for, and " // " is between one message and the next.
func readSlots(t testing.TB, name string, weight float64) (lessons []lesson) {
	t.Helper()
	file := filepath.Join("testdata/model", name+".txt")
	var heading []string
	for _, line := range lines(string(readAll(t, file))) {
		if line[0] == '[' {
			heading = strings.Fields(strings.Trim(line, "[]"))
			continue
		}
		like := lesson{weight: weight, unsure: slices.Contains(heading, "soft")}
		if slices.Contains(heading, "self") {
			like.about = Self
		}
		if heading[0] == "none" {
			like.weight = max(weight, weightHarmless)
		} else {
			like.category = Category(heading[0])
		}
		for _, text := range fill(line) {
			said := strings.Split(text, " // ")
			like.text, like.earlier = said[len(said)-1], said[:len(said)-1]
			lessons = append(lessons, like)
		}
	}
	return lessons
}

// fill gives the messages that a line with slots stands for. Each goes one further in every slot, and those that come
// round again begin elsewhere, so that words of two slots meet in changing pairs.
func fill(line string) (messages []string) {
	parts := strings.FieldsFunc(line, func(r rune) bool { return r == '{' || r == '}' })
	slot := func(i int) bool { return (i%2 == 1) != strings.HasPrefix(line, "{") }
	longest := 1
	for i, part := range parts {
		if slot(i) {
			longest = max(longest, strings.Count(part, "|")+1)
		}
	}
	for n := range longest {
		var text strings.Builder
		for i, part := range parts {
			if slot(i) {
				words := strings.Split(part, "|")
				part = words[(n+i*(n/len(words)))%len(words)]
			}
			text.WriteString(part)
		}
		messages = append(messages, strings.Join(strings.Fields(text.String()), " "))
	}
	return messages
}
