package retrieval

import "strings"

// isStopWord tells words that say nothing about what a text is about, in English or Spanish; among them are the words
// that frame a question ("is there", "can you tell me", "hay", "me puede decir"). word is folded: lower case, no accents.
func isStopWord(word string) bool { return stopWords[word] }

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
