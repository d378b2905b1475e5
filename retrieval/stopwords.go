package retrieval

import "strings"

// framing are the words that do not say what a text is about, in English and Spanish, with the little that they weigh;
// among them are those that frame a question ("is there", "can you tell me", "hay", "me puede decir"). They are folded:
// lower case, no accents.
var framing = makeFraming()

func makeFraming() map[string]float64 {
	weights := make(map[string]float64)
	for word := range stopWords {
		weights[word] = stopWeight
	}
	for word := range wordSet("when where who whom whose why cuando donde quien quienes cuanto cuanta cuantos cuantas") {
		weights[word] = askWeight
	}
	return weights
}

// everyday are stems (English and Spanish) that a church uses in nearly every text: what tells its texts apart are other
// words.
var everyday = wordSet(`church sunday servic peopl member group meet build time day week year month pastor guid handbook
	polici welcom come help need place room call offic pleas one two first new know want ask find
	iglesi doming hor dia seman ano mes grup reunion person pastor ayud necesit lug llam oficin primer nuev`)

var stopWords = wordSet(`
	a about am an and any are as at be been being both but by can could d did do does doing don for from had has have
	having he her hers him his how i if in into is it its just let like ll m may me might mine more most much must my need no
	nor not of off on one or our ours out over own please s shall she should so some such t tell than thank thanks that the
	their them then there these they this those through to too up us ve very want was we were what when where which while
	who whom why will with would you your yours know wondering
	al algo alguna algunas alguno algunos ante aquel aquella asi aun cada como con cual cuales cuando cuanta cuantas
	cuanto cuantos de decir del desde donde durante e el ella ellas ellos en entre era es esa esas ese eso esos esta estaba
	estamos estan estar estas este esto estos estoy favor fue ha haber hacer hacia han hay he la las le les lo los mas me mi
	mis muy nada ni nos nosotros nuestra nuestras nuestro nuestros o otra otro para pero por porque puede pueden puedo que
	quien quiero quisiera saber se ser si sin sobre solo son soy su sus tambien te tengo ti tiene tienen todo todos tu tus u
	un una unas uno unos usted ustedes y ya yo gracias`)

func wordSet(words string) map[string]bool {
	set := make(map[string]bool)
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}
