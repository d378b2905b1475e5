package encoder

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// lesson is a passage of a church's own, what it answers, and what has words of it and is not answered by it.
type lesson struct {
	passage         string
	answers, unlike []string
}

// lessonsOf reads the lessons of a folder, by church: testdata/README.txt says how they are written.
func lessonsOf(t testing.TB, folder string) (churches [][]lesson) {
	t.Helper()
	files, err := filepath.Glob("testdata/" + folder + "/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no lessons: %v", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		title := ""
		for line := range strings.Lines(string(data)) {
			line = strings.TrimSpace(line)
			kind, rest, _ := strings.Cut(line, " ")
			switch kind {
			case "@":
				churches = append(churches, nil)
			case "=":
				title = rest
			case "q", "n":
				church := churches[len(churches)-1]
				last := &church[len(church)-1]
				if kind == "q" {
					last.answers = append(last.answers, rest)
				} else {
					last.unlike = append(last.unlike, rest)
				}
			default:
				church := &churches[len(churches)-1]
				*church = append(*church, lesson{passage: title + "\n" + line})
			}
		}
	}
	return churches
}

// seeOffTopic reads questions about nothing that a church has.
func seeOffTopic(t testing.TB) (all [][]uint32) {
	t.Helper()
	data, err := os.ReadFile("testdata/off_topic.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		all = append(all, rowsOf(line))
	}
	return all
}
