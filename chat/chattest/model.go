package chattest

import "narthex/chat/model/modeltest"

// ModelQuestion is a question that only the model answers.
const ModelQuestion = "Which hymnal stands in the pews here?"

// Held is an answer of so many words of which the first come at once and the others after release.
func Held(release <-chan struct{}, first int, words ...string) modeltest.Behaviour {
	var steps []modeltest.Step
	for i, word := range words {
		if i == first {
			steps = append(steps, modeltest.Hold(release))
		}
		steps = append(steps, modeltest.Text(word))
	}
	return modeltest.Stream(append(steps, modeltest.Finish("stop"), modeltest.Done())...)
}
