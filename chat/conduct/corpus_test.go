package conduct_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"narthex/chat/conduct"
)

// corpus reads the messages of a file in testdata.
func abuseCorpus(t testing.TB, manner conduct.Manner) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", string(manner)+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	var messages []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			messages = append(messages, line)
		}
	}
	return messages
}

func TestTheCorpusIsJudgedAsPeopleWould(t *testing.T) {
	judged := map[conduct.Manner]map[conduct.Manner]int{}
	for _, want := range []conduct.Manner{conduct.Fine, conduct.Profane, conduct.Harassing} {
		judged[want] = map[conduct.Manner]int{}
		for _, message := range abuseCorpus(t, want) {
			got := conduct.Judge(message)
			judged[want][got]++
			if got != want {
				t.Logf("%s, not %s: %s", got, want, message)
			}
		}
	}
	found := judged[conduct.Harassing][conduct.Harassing]
	missed := judged[conduct.Harassing][conduct.Fine] + judged[conduct.Harassing][conduct.Profane]
	wronged := judged[conduct.Fine][conduct.Harassing] + judged[conduct.Profane][conduct.Harassing]
	others := judged[conduct.Fine][conduct.Fine] + judged[conduct.Fine][conduct.Profane] + judged[conduct.Profane][conduct.Fine] + judged[conduct.Profane][conduct.Profane]
	recall := float64(found) / float64(found+missed)
	precision := float64(found) / float64(found+wronged)
	t.Logf("%d harassing messages and %d others: recall %.3f, precision %.3f; judged %v", found+missed, others+wronged, recall, precision, judged)
	if found+missed < 80 || others+wronged < 80 {
		t.Error("the corpus is too small to tell")
	}
	if recall < 0.95 || wronged > 0 {
		t.Errorf("recall %.3f, want 0.95; %d messages are taken for harassing that are not", recall, wronged)
	}
	if n := judged[conduct.Fine][conduct.Profane] + judged[conduct.Profane][conduct.Fine]; n > 4 {
		t.Errorf("%d messages are taken for profane that are not, or the other way round", n)
	}
}
