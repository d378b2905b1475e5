package retrieval

import "narthex/chat/words"

// asking are the words, in English and Spanish, that tell what is asked for.
var asking = words.Set("when where who whom whose why cuando donde quien quienes cuanto cuanta cuantos cuantas")

// framingWeight is the little that a folded word weighs that does not say what a text is about: small words, among them
// those that frame a question ("is there", "can you tell me", "me puede decir"). It is 0 for other words.
func framingWeight(word string) float64 {
	switch {
	case asking[word]:
		return askWeight
	case words.SmallInAny(word):
		return stopWeight
	}
	return 0
}

// everyday are stems (English and Spanish) that a church uses in nearly every text: what tells its texts apart are other
// words.
var everyday = words.Set(`church sunday servic peopl member group meet build time day week year month pastor guid handbook
	polici welcom come help need place room call offic pleas one two first new know want ask find
	iglesi doming hor dia seman ano mes grup reunion person pastor ayud necesit lug llam oficin primer nuev`)
