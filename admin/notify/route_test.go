package notify_test

import (
	"regexp"
	"strings"
	"testing"

	"narthex/admin/notify"
	"narthex/static/web/webtest"
)

// How the Safety page names kinds of news.
var named = map[string]map[string]string{
	"en": {"crisis": "crises", "escalation": "reach a pastor at once", "prayer": "prayer requests", "callback": "everything else"},
	"es": {"crisis": "crisis", "escalation": "hablar enseguida con un pastor", "prayer": "peticiones de oración", "callback": "todo lo demás"},
}

// apart are the two parts of the sentence that says what happens without an address.
var apart = regexp.MustCompile(`(?:Without either|Si no hay ni correo ni número), (.*?(?:run|gestionan) Narthex); (.*)`)

func TestTheSafetyPageSaysWhereNewsGoes(t *testing.T) {
	_, pages := webtest.Parts(t)
	for language, names := range named {
		text := func(key string) string {
			t.Helper()
			text, err := pages.In(language).Text(key)
			if err != nil {
				t.Fatal(err)
			}
			return text
		}
		without := apart.FindStringSubmatch(text("safety.contacts.church.text"))
		if without == nil {
			t.Errorf("%s: %q does not say what happens without an address", language, text("safety.contacts.church.text"))
			continue
		}
		for kind, name := range names {
			founder := notify.GoesToFounder(t, kind)
			if strings.Contains(without[1], name) != founder || strings.Contains(without[2], name) == founder {
				t.Errorf("%s: that %s goes to the founder is %v, and the page says %q", language, kind, founder, without[0])
			}
			if notify.GoesByText(kind) && !strings.Contains(text("set.notification_phone.hint"), name) {
				t.Errorf("%s: %s goes by text message, and Settings say %q", language, kind, text("set.notification_phone.hint"))
			}
		}
	}
}
