// Package linear reads texts with linear models: what the words and letters of a text are, as hashes, and what a model that
// has learned from examples gives for them. Package crisis and package disclosure have a model each; lineartest teaches them.
package linear
