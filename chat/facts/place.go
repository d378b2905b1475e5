package facts

import (
	"net/url"
	"strings"

	"narthex/chat/church"
	"narthex/chat/facts/ask"
)

// findPlace answers where the church is.
func findPlace(q *inquiry) (Answer, bool) {
	if !q.hasPhrase(q.lex.placeAsking) || !q.covered(placeWord) || !q.aboutTheChurch() || !ask.Address.Meant(q.text) {
		return Answer{}, false
	}
	return q.place()
}

// place tells where the church is.
func (q *inquiry) place() (Answer, bool) {
	address := postal(q.church.Address)
	if q.church.Address.Street == "" {
		return Answer{}, false
	}
	text := q.say("address", "address", address)
	text += " " + q.say("map", "url", "https://www.openstreetmap.org/search?query="+url.QueryEscape(address))
	if q.church.Phone != "" {
		text += "\n\n" + q.say("ask_the_way", "phone", q.church.Phone)
	}
	return Answer{Text: text, Reason: "address"}, true
}

// aboutTheChurch spares "where is it", which asks for whatever was spoken of last.
func (q *inquiry) aboutTheChurch() bool {
	return !q.hasPhrase(elsewhere)
}

var elsewhere = phrases("where is it", "wheres it", "where is that", "where is this", "where are they", "where do i find", "donde queda eso")

func postal(a church.Address) string {
	parts := make([]string, 0, 4)
	for _, part := range []string{a.Street, a.City, strings.TrimSpace(a.State + " " + a.PostalCode)} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", ")
}
