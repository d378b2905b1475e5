package encoder

import (
	"os"
	"strings"
	"testing"
)

// group is words and phrases that mean nearly the same, in both languages.
type group []string

// groupsTogether is how many groups of the thesaurus are told apart at once, as the passages of a church are.
const groupsTogether = 64

// readThesaurus reads the groups: testdata/README.txt says how they are written.
func readThesaurus(t testing.TB) (groups []group) {
	t.Helper()
	data, err := os.ReadFile("testdata/thesaurus.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		english, spanish, _ := strings.Cut(strings.TrimSpace(line), " | ")
		groups = append(groups, append(strings.Split(english, "; "), strings.Split(spanish, "; ")...))
	}
	return groups
}

// lessonOf makes a lesson of a group, another one each time: half of it stands for a passage, which the other half asks for.
func (l *learned) lessonOf(g group) seenLesson {
	var passage []string
	var lesson seenLesson
	for n, i := range l.random.Perm(len(g)) {
		if n < len(g)/2 {
			passage = append(passage, g[i])
		} else {
			lesson.answers = append(lesson.answers, rowsOf(g[i]))
		}
	}
	lesson.passage = rowsOf(strings.Join(passage, "\n"))
	return lesson
}
