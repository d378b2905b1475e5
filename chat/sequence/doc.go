// Package sequence is a small neural network that reads the words of a message in their order. Where a linear model adds up what each
// word says, this one sees a word between its neighbours, theirs, and so on: who did what to whom, and what was said to be over. It is
// slower than one, and is asked where that one is in doubt.
//
// Each word is a row of numbers, the sum of the rows of its features and of its vector, where one is known (network.go). Layers of
// convolution, each reaching further than the one before, add to a word's numbers what those around it mean (pass.go); what matters is
// picked out of all words, and scored. The weights are learned by package sequencetest, and stored by file.go.
package sequence
