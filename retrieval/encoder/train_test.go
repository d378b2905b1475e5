package encoder

import (
	"flag"
	"math"
	"os"
	"slices"
	"testing"
)

//go:generate go test -v -run TestTheRowsAreThoseOfTheLessons -timeout 60m -train .

var train = flag.Bool("train", false, "learn the rows anew")

func TestTheRowsAreThoseOfTheLessons(t *testing.T) {
	from := teach(t)
	sum := from.sum()
	if *train {
		if err := os.WriteFile("weights.bin", learn(from).file(sum), 0o644); err != nil {
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

// TestTheSentenceThatAnswersAnUnseenQuestionIsFound asks the documents from which nothing was learned: how often a sentence that answers has the
// greatest score of all of its church, some 70, one of the three greatest, and the greatest of its section.
func TestTheSentenceThatAnswersAnUnseenQuestionIsFound(t *testing.T) {
	count := map[string]float64{"found": 0, "among three": 0, "in its section": 0}
	questions := 0.
	for _, c := range readPages(t, "unseen_documents") {
		places := placesOf(&c)
		for _, q := range c.questions {
			asked := Ask(q.text)
			best, better, betterInSection := math.Inf(-1), 0, 0
			scores := make([]float64, len(places))
			for i, place := range places {
				scores[i] = asked.Score(place)
				if slices.Contains(q.answers, i) {
					best = max(best, scores[i])
				}
			}
			for i, score := range scores {
				if score > best {
					better++
					if c.section[i] == c.section[q.answers[0]] {
						betterInSection++
					}
				}
			}
			questions++
			for what, is := range map[string]bool{"found": better == 0, "among three": better < 3, "in its section": betterInSection == 0} {
				if is {
					count[what]++
				}
			}
		}
	}
	for what, least := range map[string]float64{"found": .7, "among three": .87, "in its section": .79} {
		t.Logf("of %.0f questions %.3f: %s", questions, count[what]/questions, what)
		if count[what] < least*questions {
			t.Errorf("%s: %.3f, not %.2f", what, count[what]/questions, least)
		}
	}
}

// placesOf are the sentences where they stand.
func placesOf(c *pages) (places []Place) {
	var statements []*Statement
	for _, of := range [][]pageText{c.sentences, c.titles} {
		for _, text := range of {
			statements = append(statements, Read(text.text))
		}
	}
	for i := range c.sentences {
		place := Place{Is: statements[i]}
		for _, n := range c.neighbours(i)[1:] {
			switch n.text {
			case i - 1:
				place.Before = statements[n.text]
			case i + 1:
				place.Next = statements[n.text]
			default:
				place.Title = statements[n.text]
			}
		}
		places = append(places, place)
	}
	return places
}
