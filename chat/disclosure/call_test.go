package disclosure_test

import (
	"regexp"
	"strings"
	"testing"

	"narthex/chat/disclosure"
)

// onlyOnPages are the words for what a caller does not have in front of them.
var onlyOnPages = regexp.MustCompile(`(?i)browser|website|this page|screen|this chat|write here|you wrote|what you write|forget this|navegador|sitio web|esta página|pantalla|este chat|escrib|olvidar`)

func TestCallersAreToldOfTheCallAndNotOfAPage(t *testing.T) {
	c := parish()
	for _, kept := range []bool{true, false} {
		c.Voice.Transcript = kept
		for _, language := range []string{"en", "es"} {
			for _, subject := range subjects {
				for _, watched := range []bool{true, false} {
					asked := disclosure.Question{Subjects: []disclosure.Subject{subject}, More: true}
					text := disclosure.Answer(c, asked, language, disclosure.State{Call: true, Watched: watched})
					if found := onlyOnPages.FindString(text); found != "" {
						t.Errorf("%s, %s, kept %v: %q in %s", language, subject, kept, found, text)
					}
					for _, written := range []string{"is written down", "se anota"} {
						if !kept && strings.Contains(text, written) {
							t.Errorf("%s, %s: the church keeps no text: %s", language, subject, text)
						}
					}
				}
			}
		}
	}
}
