package messages

import "strings"

// Form chooses the text of a key, of which there may be two: what is said of one thing has the key with .one at its end, and leaves out
// the number that the other has. It is taken where that number is 1.
func Form(texts map[string]string, key string, pairs []string) (text string, ok bool) {
	text, ok = texts[key]
	if len(pairs) == 0 {
		return text, ok
	}
	one, counts := texts[key+".one"]
	if !counts {
		return text, ok
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		number := "{" + pairs[i] + "}"
		if pairs[i+1] == "1" && strings.Contains(text, number) && !strings.Contains(one, number) {
			return one, true
		}
	}
	return text, ok
}
