package crisis

import (
	"path/filepath"
	"strings"
	"testing"
)

// askedFiles are of ../../retrieval/encoder/testdata: questions to churches that do not exist, nearly all of which are harmless. Which of them
// tell of a danger is noted in testdata/asked.
var askedFiles = []string{"en", "es", "hurried", "america", "elsewhere", "hispanic", "needs"}

const askedFolder = "../../retrieval/encoder/testdata"

// askedDocuments are the folders of those about longer documents, by part.
var askedDocuments = map[string]string{"lessons": "documents", "unseen": "unseen_documents"}

// readAsked reads the questions of a part, lessons or unseen. Beside a question that tells of a danger others may do so that nobody noted: of
// what is asked of the same passage only that is taken.
func readAsked(t testing.TB, part string) (lessons []lesson) {
	t.Helper()
	noted := make(map[string]lesson)
	for _, l := range readForeign(t, "testdata/asked/"+part+".yaml", weightLabelled) {
		noted[strings.ToLower(l.text)] = l
	}
	unclear := make(map[string]bool)
	for _, text := range lines(string(readAll(t, "testdata/asked/unclear.txt"))) {
		unclear[text] = true
	}
	var files []string
	for _, name := range askedFiles {
		files = append(files, filepath.Join(askedFolder, part, name+".txt"))
	}
	documents, err := filepath.Glob(filepath.Join(askedFolder, askedDocuments[part], "*.txt"))
	if err != nil || len(documents) == 0 {
		t.Fatalf("no documents: %v", err)
	}
	for i, file := range append(files, documents...) {
		var asked, dangers []lesson // of one passage
		keep := func() {
			if len(dangers) > 0 {
				asked = dangers
			}
			lessons = append(lessons, asked...)
			asked, dangers = nil, nil
		}
		for _, line := range lines(string(readAll(t, file))) {
			switch kind, text, _ := strings.Cut(line, " "); kind {
			case "=":
				keep()
			case "q", "n":
				if i >= len(files) && kind == "q" {
					_, text, _ = strings.Cut(text, " ") // behind the numbers of the sentences that answer
				}
				if l, ok := noted[strings.ToLower(text)]; ok {
					dangers = append(dangers, l)
				} else if !unclear[text] {
					asked = append(asked, lesson{text: text, weight: weightAsked})
				}
			}
		}
		keep()
	}
	return lessons
}

// What must hold of the questions of churches from which nothing was learned: it is what was reached, but for the harmless ones, of which 0.005
// without doubt and 0.015 in doubt are wanted. The dangers are those that the gate found before it had learned what churches are asked, and
// of the longer documents, which were all read, every one.
const (
	mostAskedWoken = 0.005 // of harmless questions: taken for a danger without doubt
	mostAskedFound = 0.015 // of harmless questions: taken for a danger at all
	leastAsked     = 0.85  // of what is surely a danger: found
)

// A church that is woken for what everybody asks stops reading.
func TestWhatChurchesAreAskedIsSeldomTakenForADanger(t *testing.T) {
	var counts tally
	for _, l := range readAsked(t, "unseen") {
		finding, found := Assess(l.text, nil)
		counts.add(&marked{lesson: l}, finding, found)
	}
	t.Log(&counts)
	share := func(wanted outcome, said ...outcome) (share float64) {
		all := 0
		for _, n := range counts.said[wanted] {
			all += n
		}
		for _, outcome := range said {
			share += float64(counts.said[wanted][outcome]) / float64(all)
		}
		return share
	}
	if woken, found := share(none, sure), share(none, sure, unsure); woken > mostAskedWoken || found > mostAskedFound {
		t.Errorf("%.4f of the harmless questions are taken for a danger without doubt, %.4f for any", woken, found)
	}
	if found := share(sure, sure, unsure); found < leastAsked {
		t.Errorf("of what is surely a danger %.3f is found", found)
	}
}
