package pages_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"narthex/chat/church"
)

func TestPagesSayHowLongAConversationIsKept(t *testing.T) {
	several := regexp.MustCompile(`\b1 (?:months|meses)\b`)
	for months, says := range map[int]map[string]string{
		1:  {"en": "until one month after your last message", "es": "hasta un mes después de su último mensaje"},
		12: {"en": "until 12 months after your last message", "es": "hasta 12 meses después de su último mensaje"},
	} {
		grace := with(func(s *church.Snapshot) { s.KeepMonths = months })
		for language, text := range says {
			for _, page := range []string{"/chat/grace-harbor", "/care/grace-harbor"} {
				body := visit(t, grace, http.MethodGet, page, "Accept-Language", language).Body.String()
				if wrong := several.FindString(body); wrong != "" || !strings.Contains(body, text) {
					t.Errorf("%s in %s, %d months: %q, and not %q", page, language, months, wrong, text)
				}
			}
		}
	}
}
