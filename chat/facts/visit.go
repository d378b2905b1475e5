package facts

// findVisit answers what a visitor may expect: what to wear, where to park, what there is for children.
func findVisit(q *inquiry) (Answer, bool) {
	expect := q.church.Expect
	length := expect.ServiceLength
	if !q.has(q.lex.service) && !q.has(set{"sermon": true}) {
		length = "" // "how long is it to get there"
	}
	for _, entry := range []struct {
		subject subject
		fact    string
	}{
		{q.lex.dress, expect.DressCode},
		{q.lex.parking, expect.Parking},
		{q.lex.length, length},
		{q.lex.music, expect.MusicStyle},
		{q.lex.children, expect.Children},
		{q.lex.firstVisit, expect.FirstVisit},
	} {
		if entry.fact != "" && q.hasPhrase(entry.subject.phrases) && q.covered(entry.subject.around) {
			return Answer{Text: entry.fact, Reason: "what_to_expect"}, true
		}
	}
	return Answer{}, false
}
