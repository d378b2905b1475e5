package safety_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"narthex/chat/safety"
)

// corpus reads the messages of a file in testdata/abuse.
func abuseCorpus(t testing.TB, manner safety.Manner) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "abuse", string(manner)+".txt"))
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
	judged := map[safety.Manner]map[safety.Manner]int{}
	for _, want := range []safety.Manner{safety.Fine, safety.Profane, safety.Harassing} {
		judged[want] = map[safety.Manner]int{}
		for _, message := range abuseCorpus(t, want) {
			got := safety.Conduct(message)
			judged[want][got]++
			if got != want {
				t.Logf("%s, not %s: %s", got, want, message)
			}
		}
	}
	found := judged[safety.Harassing][safety.Harassing]
	missed := judged[safety.Harassing][safety.Fine] + judged[safety.Harassing][safety.Profane]
	wronged := judged[safety.Fine][safety.Harassing] + judged[safety.Profane][safety.Harassing]
	others := judged[safety.Fine][safety.Fine] + judged[safety.Fine][safety.Profane] + judged[safety.Profane][safety.Fine] + judged[safety.Profane][safety.Profane]
	recall := float64(found) / float64(found+missed)
	precision := float64(found) / float64(found+wronged)
	t.Logf("%d harassing messages and %d others: recall %.3f, precision %.3f; judged %v", found+missed, others+wronged, recall, precision, judged)
	if found+missed < 80 || others+wronged < 80 {
		t.Error("the corpus is too small to tell")
	}
	if recall < 0.95 || precision < 0.98 {
		t.Errorf("recall %.3f, want 0.95; precision %.3f, want 0.98", recall, precision)
	}
	if n := judged[safety.Fine][safety.Profane] + judged[safety.Profane][safety.Fine]; n > 4 {
		t.Errorf("%d messages are taken for profane that are not, or the other way round", n)
	}
}
