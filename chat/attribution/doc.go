// Package attribution tells which of the texts that a model was given its answer rests on, so that visitors are shown
// those and no others. A text that is near to a question is not yet the source of its answer: "I have nothing about a men's
// breakfast" rests on nothing, however near the men's retreat was.
//
// It compares words, without a model: what an answer says beyond the question must stand in the source. Where an answer is
// in another language than its source, names and numbers are all that can be compared. title.go tells which texts an answer names.
package attribution
