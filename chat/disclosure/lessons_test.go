package disclosure

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"narthex/chat/words"
)

// lesson is a message that the model learns from.
type lesson struct {
	text   string
	topic  Subject // "" where nothing is asked about the assistant
	weight float64
	hashes []uint32
	judges bool // no rule was written for it
}

// How much a lesson counts.
const (
	weightAsked    = 2
	weightOrdinary = 0.5 // of the many messages that were written for something else

	weightOfChurches = 0.15 // of what churches are asked, which is many times as much
)

// topicsOf are the words for topics in the files of lessons.
var topicsOf = map[string]Subject{
	"private": Privacy, "reads": Readers, "person": Person, "clergy": Clergy, "secret": Secret, "call": Call, "rescue": Call, "other_about": other,
}

// topicOf is the topic of a subject, "" of none.
func topicOf(about string) Subject {
	switch subject := Subject(about); subject {
	case "none":
		return ""
	case Record, Anonymous:
		return Privacy
	case Police:
		return Secret
	case Maker, Prayer:
		return other
	default:
		return subject
	}
}

func unmarshal(t testing.TB, file string, into any) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err == nil {
		err = yaml.NewDecoder(bytes.NewReader(data)).Decode(into)
	}
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

// judgesOnly reports whether a file of ordinary messages is withheld whole: those of the most natural files ask the assistant about
// itself too often to be learned from as if none did.
func judgesOnly(file string) bool {
	return strings.Contains(file, "_plain_") || strings.Contains(file, "_night.")
}

// readLessons reads everything that the model learns from, and what is withheld of the messages that were written for something
// else: one in five.
func readLessons(t testing.TB) (lessons []*lesson, withheld []string) {
	t.Helper()
	files, err := filepath.Glob("testdata/lessons/*.yaml")
	if err != nil || len(files) < 3 {
		t.Fatalf("lessons: %v, %v", files, err)
	}
	for _, file := range files {
		var all []struct{ Text, Topic string }
		unmarshal(t, file, &all)
		for _, l := range all {
			of, known := topicsOf[l.Topic]
			if !known && l.Topic != "none" {
				t.Fatalf("%s: topic %q", file, l.Topic)
			}
			lessons = append(lessons, &lesson{text: l.Text, topic: of, weight: weightAsked, judges: strings.HasPrefix(filepath.Base(file), "about")})
		}
	}
	for _, language := range []string{"en", "es"} {
		for _, q := range corpus(t, language) {
			lessons = append(lessons, &lesson{text: q.text, topic: topicOf(q.about), weight: weightAsked})
		}
	}
	files, err = filepath.Glob("../crisis/testdata/labelled/*.yaml")
	if err != nil || len(files) < 10 {
		t.Fatalf("ordinary messages: %v, %v", files, err)
	}
	n := 0
	files = slices.DeleteFunc(files, func(file string) bool { // some ask who reads this, by the way; and of 20,000 more, 9,000 and 15,000, the questions would be lost among them
		return strings.Contains(file, "_spread.") || strings.Contains(file, "_cells_") || strings.Contains(file, "_phone_") || strings.Contains(file, "_told_")
	})
	for _, file := range files {
		var all []struct{ Text, Expect string }
		unmarshal(t, file, &all)
		for _, m := range all {
			if m.Expect != "none" {
				continue
			}
			if n++; n%5 == 0 || judgesOnly(file) {
				withheld = append(withheld, m.Text)
			} else {
				lessons = append(lessons, &lesson{text: m.Text, weight: weightOrdinary})
			}
		}
	}
	for _, text := range askedOfChurches(t, "lessons") {
		lessons = append(lessons, &lesson{text: text, weight: weightOfChurches})
	}
	m, err := newModel()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lessons {
		var f features
		f.read(m.ideas, l.text)
		l.hashes = f.hashes
	}
	return lessons, withheld
}

// askedOfChurches are questions to churches that do not exist (../../retrieval/encoder/testdata, lessons or unseen), without those that may be
// about the assistant as well.
func askedOfChurches(t testing.TB, part string) (questions []string) {
	t.Helper()
	files, err := filepath.Glob("../../retrieval/encoder/testdata/" + part + "/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("questions to churches: %v", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			kind, text, _ := strings.Cut(strings.TrimSpace(line), " ")
			if (kind == "q" || kind == "n") && !mayBeAboutIt.MatchString(words.Fold(text)) {
				questions = append(questions, text)
			}
		}
	}
	return questions
}

// mayBeAboutIt finds what may be asked of the assistant: who reads or tells what is written, who answers, what is kept.
var mayBeAboutIt = regexp.MustCompile(`\b(?:privat\w*|privad\w*|privac\w*|confid\w*|anonym\w*|anonim\w*|secret\w*|names?|nombres?|tells?|told|decir\w*|dice\w?|diga\w*|cuent\w*|report\w*|police|polici\w*|ice|migra|immigration|` +
	`records?|recorded|graba\w*|delet\w*|eras\w*|borr\w*|guard\w*|reads?|leen?|lea|sees?|ven?|bots?|robots?|ai|ia|chat\w*|computer|machine|maquina|real|human\w*|person|persona|eres|es usted|are you|am i|talking to|hablando|` +
	`calls?|llam\w*|pray for|ores?|oras|find out|know who|know it s me|sabe\w*|enter\w*|safe|segur\w*|data|datos|share\w*|compart\w*|trust|confi\w*|listen\w*|escuch\w*)\b`)
