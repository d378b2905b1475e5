package pages_test

import (
	"strings"
	"testing"
)

// The church's number is called by its links however it is written, on the page and where an answer quotes it.
func TestTheChurchsNumberIsDialledHoweverItIsWritten(t *testing.T) {
	abroad, extended := graceHarbor(), graceHarbor()
	abroad.Slug, abroad.Address.Country, abroad.Phone = "st-brigid", "GB", "+44 (0)20 7946 0958"
	extended.Slug, extended.Phone = "first", "(217) 555-0142 ext. 3"
	s := serve(t, abroad, extended)
	for _, tt := range []struct{ slug, phone, want string }{
		{abroad.Slug, abroad.Phone, "tel:+442079460958"},
		{extended.Slug, extended.Phone, "tel:+12175550142,3"},
	} {
		p := newTab(t, phone)
		p.open(s.url + "/chat/" + tt.slug)
		p.inDanger(s, "I can't go on", "You can call the church at "+tt.phone+".")
		p.online(false)
		p.ask("Is anybody there?")
		p.wait(`document.querySelector(".note-call a")`)
		for _, link := range []string{".contact a[href^='tel:']", ".message--crisis .prose a", ".note-call a"} {
			if got := eval[string](p, `(() => { const a = document.querySelector("`+link+`"); return a.textContent + " " + a.getAttribute("href"); })()`); got != tt.phone+" "+tt.want {
				t.Errorf("%s: %s leads to %s", tt.slug, link, got)
			}
		}
		p.leave()
		for _, path := range []string{"/care/", "/churches/"} {
			if page := fetch(t, s.url+path+tt.slug); !strings.Contains(page, `href="`+strings.ReplaceAll(tt.want, "+", "&#43;")+`"`) {
				t.Errorf("%s%s has no link to %s", path, tt.slug, tt.want)
			}
		}
	}
}
