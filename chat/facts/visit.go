package facts

import "narthex/chat/facts/ask"

// findVisit answers what a visitor may expect: what to wear, where to park, what there is for children.
func findVisit(q *inquiry) (Answer, bool) {
	expect := q.church.Expect
	length := expect.ServiceLength
	if !q.has(serviceWord | sermonWord) {
		length = "" // "how long is it to get there"
	}
	for _, entry := range []struct {
		phrases []phrase
		around  class // what may stand around the phrases
		fact    string
		subject ask.Subject
	}{
		{q.lex.dress, dressWord, expect.DressCode, ask.Dress},
		{q.lex.parking, parkingWord, expect.Parking, ask.Parking},
		{q.lex.length, lengthWord, length, ask.Length},
		{q.lex.music, musicWord, expect.MusicStyle, ask.Music},
		{q.lex.children, childrenWord, expect.Children, ask.Children},
		{q.lex.firstVisit, firstVisitWord, expect.FirstVisit, ask.FirstVisit},
	} {
		if entry.fact != "" && q.hasPhrase(entry.phrases) && q.covered(entry.around) && entry.subject.Meant(q.text) {
			return Answer{Text: q.quote(entry.fact), Reason: "what_to_expect"}, true
		}
	}
	return Answer{}, false
}
