package encoder

import (
	"flag"
	"os"
	"testing"
)

//go:generate go test -v -run TestTheRowsAreThoseOfTheLessons -train .

var train = flag.Bool("train", false, "learn the rows anew")

func TestTheRowsAreThoseOfTheLessons(t *testing.T) {
	seen := see(lessonsOf(t, "lessons"))
	thesaurus, offTopic := readThesaurus(t), seeOffTopic(t)
	sum := sumOf(seen, thesaurus, offTopic)
	if *train {
		if err := os.WriteFile("weights.bin", learn(seen, thesaurus, offTopic).file(sum), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if len(weightsFile) != weightsBytes || weightsFile[:len(sum)] != string(sum[:]) {
		t.Error("the lessons or the features changed: go generate ./retrieval/encoder")
	}
}

// TestThePassageThatAnswersAnUnseenQuestionIsNear asks the churches from which nothing was learned: how often the passage that answers lies
// nearest, among the first three and among the first eight of its church, which has some 25.
func TestThePassageThatAnswersAnUnseenQuestionIsNear(t *testing.T) {
	var questions float64
	found := map[int]float64{1: 0, 3: 0, 8: 0}
	for _, church := range lessonsOf(t, "unseen") {
		passages := make([]Vector, len(church))
		for i, lesson := range church {
			passages[i] = Encode(lesson.passage)
		}
		for i, lesson := range church {
			for _, question := range lesson.answers {
				asked, nearer := Encode(question), 0
				for j := range passages {
					if asked.Similarity(&passages[j]) > asked.Similarity(&passages[i]) {
						nearer++
					}
				}
				questions++
				for among := range found {
					if nearer < among {
						found[among]++
					}
				}
			}
		}
	}
	for among, least := range map[int]float64{1: .75, 3: .9, 8: .97} {
		share := found[among] / questions
		t.Logf("of %.0f questions %.3f find their passage among the first %d", questions, share, among)
		if share < least {
			t.Errorf("among the first %d: %.3f, not %.2f", among, share, least)
		}
	}
}
