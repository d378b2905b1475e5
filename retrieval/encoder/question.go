package encoder

// How well a statement answers a question is the sum of how near the two lie as wholes, and of how near each word of the question lies to
// one of the statement. A sentence seldom stands by itself, so what stands above it, before it and behind it counts as well. What each of
// these counts was found once, by gradient descent; the rows are learned to fit it.
const (
	byWhole = 9.0
	byWords = 9.5

	byTitle  = 5.0
	byBefore = 1.6
	byNext   = 1.5

	inTitle  = 1.1 // what it counts that a word lies near to one of the title
	inBefore = .55
	inNext   = .25
)

// Question is a text that looks for the statement that answers it. It is for one goroutine.
type Question struct {
	Statement
	counts  float32                  // of its words, together
	near    map[*meaning][]float32   // how near another text's word lies to each word of the question
	nearest map[*Statement][]float32 // how near the nearest word of a statement does
}

// Ask makes a question of a text.
func Ask(text string) *Question {
	q := &Question{Statement: *Read(text), near: make(map[*meaning][]float32), nearest: make(map[*Statement][]float32)}
	for _, word := range q.words {
		q.counts += word.counts
	}
	return q
}

// Near is the cosine between a question and a statement as wholes.
func (q *Question) Near(s *Statement) float64 { return float64(dot(q.whole[:], s.whole[:])) }

// Place is a statement where it stands. What does not stand there is nil.
type Place struct{ Is, Title, Before, Next *Statement }

// Score tells how well a statement answers. The difference of two scores is the logarithm of how many times likelier the one answers.
func (q *Question) Score(p Place) float64 {
	score := byWhole * q.Near(p.Is)
	nearest := append([]float32(nil), q.nearestOf(p.Is)...)
	beside := func(s *Statement, whole float64, words float32) {
		if s == nil || len(s.words) == 0 {
			return
		}
		score += whole * q.Near(s)
		for i, near := range q.nearestOf(s) {
			nearest[i] = max(nearest[i], near*words)
		}
	}
	beside(p.Title, byTitle, inTitle)
	beside(p.Before, byBefore, inBefore)
	beside(p.Next, byNext, inNext)
	var sum float32
	for i, near := range nearest {
		sum += near * q.words[i].counts
	}
	return score + byWords*float64(sum/(q.counts+1e-4))
}

// nearestOf finds, for each word of the question, how near the nearest word of a statement lies: the cosine, -1 where there is no word.
func (q *Question) nearestOf(s *Statement) []float32 {
	nearest, known := q.nearest[s]
	if known {
		return nearest
	}
	nearest = make([]float32, len(q.words))
	for i := range nearest {
		nearest[i] = -1
	}
	for _, word := range s.words {
		near, known := q.near[word]
		if !known {
			near = make([]float32, len(q.words))
			for i, own := range q.words {
				near[i] = dot(own.lies[:], word.lies[:])
			}
			q.near[word] = near
		}
		for i := range nearest {
			nearest[i] = max(nearest[i], near[i])
		}
	}
	q.nearest[s] = nearest
	return nearest
}
