package encoder

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"narthex/chat/words"
)

// pages are the sections of the documents of a church, in sentences, and which of them answer what.
type pages struct {
	titles    []pageText
	sentences []pageText
	section   []int // by sentence
	questions []pageQuestion
	nowhere   []pageText // questions that no sentence of the church answers
}

// pageText is a text with the rows of all of it, and of each word.
type pageText struct {
	text  string
	rows  []uint32
	words [][]uint32
}

// pageQuestion is a question with the sentences each of which answers it, wholly or in part.
type pageQuestion struct {
	pageText
	answers []int
}

// mostWords is how many words of a text are read: of a sentence, all but always.
const mostWords = 60

func pageTextOf(text string) pageText {
	t := pageText{text: text, rows: rowsOf(text)}
	for one := range words.Split(words.Fold(text)) {
		if len(t.words) < mostWords {
			t.words = append(t.words, rowsOfWord(one))
		}
	}
	return t
}

// readPages reads the documents of a folder, by church: testdata/README.txt says how they are written.
func readPages(t testing.TB, folder string) (all []pages) {
	t.Helper()
	files, err := filepath.Glob("testdata/" + folder + "/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no documents: %v", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		first := 0 // sentence of the section
		for line := range strings.Lines(string(data)) {
			kind, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
			if kind == "@" {
				all = append(all, pages{})
				continue
			}
			c := &all[len(all)-1]
			switch kind {
			case "=":
				c.titles, first = append(c.titles, pageTextOf(rest)), len(c.sentences)
			case "q":
				numbers, text, _ := strings.Cut(rest, " ")
				q := pageQuestion{pageText: pageTextOf(text)}
				for number := range strings.SplitSeq(numbers, ",") {
					n, err := strconv.Atoi(number)
					if err != nil || n < 1 || first+n > len(c.sentences) {
						t.Fatalf("%s: %q is answered by no sentence", file, line)
					}
					q.answers = append(q.answers, first+n-1)
				}
				c.questions = append(c.questions, q)
			case "n":
				c.nowhere = append(c.nowhere, pageTextOf(rest))
			default:
				c.sentences, c.section = append(c.sentences, pageTextOf(rest)), append(c.section, len(c.titles)-1)
			}
		}
	}
	return all
}

// pagesOf makes pages of lessons: which sentence of a passage answers is not known.
func pagesOf(church []lesson) (c pages) {
	for _, l := range church {
		title, passage, _ := strings.Cut(l.passage, "\n")
		c.titles = append(c.titles, pageTextOf(title))
		var answers []int
		for sentence := range strings.SplitSeq(sentenceEnd.ReplaceAllString(passage, "$1\n$2"), "\n") {
			answers = append(answers, len(c.sentences))
			c.sentences, c.section = append(c.sentences, pageTextOf(sentence)), append(c.section, len(c.titles)-1)
		}
		for _, question := range l.answers {
			c.questions = append(c.questions, pageQuestion{pageTextOf(question), answers})
		}
	}
	return c
}

var sentenceEnd = regexp.MustCompile(`([.!?]) ([\p{Lu}\d¿¡])`)

// pagesOf makes pages of groups of the thesaurus: of each, one of its texts asks for another.
func (l *learned) pagesOf(groups []group) (c pages) {
	for i, g := range groups {
		two := l.random.Perm(len(g))
		c.sentences, c.section = append(c.sentences, pageTextOf(g[two[0]])), append(c.section, i)
		c.questions = append(c.questions, pageQuestion{pageTextOf(g[two[1]]), []int{i}})
	}
	return c
}

// some takes some of the sections, and the questions that they answer.
func (l *learned) some(c *pages, sections int) *pages {
	if len(c.titles) <= sections {
		return c
	}
	keep := l.random.Perm(len(c.titles))[:sections]
	slices.Sort(keep)
	part, sectionAt, sentenceAt := &pages{nowhere: c.nowhere}, map[int]int{}, map[int]int{}
	for i, section := range keep {
		sectionAt[section] = i
		part.titles = append(part.titles, c.titles[section])
	}
	for i, sentence := range c.sentences {
		if at, kept := sectionAt[c.section[i]]; kept {
			sentenceAt[i] = len(part.sentences)
			part.sentences, part.section = append(part.sentences, sentence), append(part.section, at)
		}
	}
	for _, q := range c.questions {
		if _, kept := sectionAt[c.section[q.answers[0]]]; kept {
			one := pageQuestion{pageText: q.pageText}
			for _, answer := range q.answers {
				one.answers = append(one.answers, sentenceAt[answer])
			}
			part.questions = append(part.questions, one)
		}
	}
	return part
}
