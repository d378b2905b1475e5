package facts

import "narthex/chat/facts/ask"

// findVisit answers what a visitor may expect: what to wear, where to park, what there is for children.
func findVisit(q *inquiry) (Answer, bool) {
	expect := q.church.Expect
	dress := expect.DressCode
	if dress != "" && q.hasPhrase(q.lex.dress) && ask.WantsClothes(q.text) {
		dress = ""
	}
	length := expect.ServiceLength
	if !q.has(serviceWord | sermonWord) {
		length = "" // "how long is it to get there"
	}
	for _, entry := range []struct {
		phrases []phrase
		around  class // what may stand around the phrases
		fact    string
	}{
		{q.lex.dress, dressWord, dress},
		{q.lex.parking, parkingWord, expect.Parking},
		{q.lex.length, lengthWord, length},
		{q.lex.music, musicWord, expect.MusicStyle},
		{q.lex.children, childrenWord, expect.Children},
		{q.lex.firstVisit, firstVisitWord, expect.FirstVisit},
	} {
		if entry.fact != "" && q.hasPhrase(entry.phrases) && q.covered(entry.around) {
			return Answer{Text: q.quote(entry.fact), Reason: "what_to_expect"}, true
		}
	}
	return Answer{}, false
}
