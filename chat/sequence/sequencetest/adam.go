package sequencetest

import "math"

// adam are numbers that are learned, each with the means of its gradients and of their squares, by which Adam chooses how far to go.
type adam struct{ values, means, squares []float32 }

func newAdam(values []float32) adam {
	return adam{values, make([]float32, len(values)), make([]float32, len(values))}
}

// How long the means remember.
const (
	meanKept   = 0.9
	squareKept = 0.999
)

// adamStep is a step at one time.
type adamStep struct {
	adam
	rate   float32
	square float32 // by what to multiply the mean of the squares, which began at zero
}

func (a adam) at(step int, rate float64) adamStep {
	return adamStep{a, float32(rate / (1 - math.Pow(meanKept, float64(step)))), float32(1 / (1 - math.Pow(squareKept, float64(step))))}
}

// take mends one number.
func (s *adamStep) take(i int, gradient float32) {
	s.means[i] = meanKept*s.means[i] + (1-meanKept)*gradient
	s.squares[i] = squareKept*s.squares[i] + (1-squareKept)*gradient*gradient
	s.values[i] -= s.rate * s.means[i] / (float32(math.Sqrt(float64(s.squares[i]*s.square))) + 1e-8)
}
