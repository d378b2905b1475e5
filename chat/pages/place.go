package pages

import (
	"cmp"
	"net/url"
	"strings"

	"narthex/chat/church"
)

// photo is the church's picture. Its address is empty where the church has none that a page may show.
type photo struct{ URL, Alt string }

// photoOf takes pictures by https alone: the content security policy lets no others in.
func photoOf(address, alt string) photo {
	if shown := webAddress(address); strings.HasPrefix(shown, "https://") {
		return photo{URL: shown, Alt: alt}
	}
	return photo{}
}

// mapLink finds an address on a map, on another site and only when it is followed.
func mapLink(address string) string {
	if address == "" {
		return ""
	}
	return "https://www.google.com/maps/search/?" + url.Values{"api": {"1"}, "query": {address}}.Encode()
}

// carePath and the like are the addresses of a church's pages.
func carePath(slug string) string      { return "/care/" + url.PathEscape(slug) }
func directoryPath(slug string) string { return "/churches/" + url.PathEscape(slug) }

// chatPath is the address of the conversation with what the visitor has chosen already; empty values are left out.
func chatPath(slug string, agent church.Agent, question, lens, lang string) string {
	query := url.Values{}
	for key, value := range map[string]string{"agent": string(agent), "q": question, "lens": lens, "lang": lang} {
		if value != "" {
			query.Set(key, value)
		}
	}
	if len(query) == 0 {
		return "/chat/" + url.PathEscape(slug)
	}
	return "/chat/" + url.PathEscape(slug) + "?" + query.Encode()
}

// telephone is a number to call: as people write it, and as a telephone takes it.
type telephone struct{ Shown, Link string }

// assistantLine is the number that the church's telephone assistant was assigned; it is empty where there is none.
func assistantLine(snapshot *church.Snapshot) telephone {
	number := cmp.Or(snapshot.Voice.CarrierNumber, snapshot.Voice.AssistantNumber)
	return telephone{Shown: written(number), Link: number}
}

// written is an E.164 number as it is written in North America, or as it stands where it belongs elsewhere.
func written(number string) string {
	national, american := strings.CutPrefix(number, "+1")
	if !american || len(national) != 10 {
		return number
	}
	return "(" + national[:3] + ") " + national[3:6] + "-" + national[6:]
}
