package tools_test

import (
	"strings"
	"testing"

	"narthex/admin/access"
	"narthex/chat/church"
	"narthex/chat/tools"
	"narthex/static/messages"
)

// What a visitor agrees to is what the team of a church may do.
func TestACardNamesEverybodyWhoReadsAConfidentialPrayer(t *testing.T) {
	names := map[string]map[access.Role]string{
		"en": {access.Pastor: "pastor", access.PrayerTeam: "prayer team"},
		"es": {access.Pastor: "pastor", access.PrayerTeam: "equipo de oración"},
	}
	standsIn := map[string]string{"en": "named neither, its admin", "es": "a ninguno, su administrador"}
	f := setup(t)
	at := f.church("ours")
	for language, texts := range messages.Load("cards") {
		for key, text := range texts {
			if text := strings.ToLower(text); strings.Contains(text, "alone") || strings.Contains(text, "solo el pastor") {
				t.Errorf("%s, %s: %q", language, key, text)
			}
		}
		asked := turn(at, church.Care, forRuth)
		asked.Language = language
		result := f.tools.Begin(asked).Call(t.Context(), tools.Call{Name: "submit_prayer_request", Arguments: forRuthIt})
		label, readers := texts.Text("field.confidential"), ""
		for _, field := range result.Card.Fields {
			if field.Label == label {
				readers = field.Value
			}
		}
		for _, role := range access.Roles() {
			if !(access.Admin{Roles: []access.Role{role}}).Sees(access.Confidential) {
				continue
			}
			if name, known := names[language][role]; !known || !strings.Contains(strings.ToLower(readers), name) {
				t.Errorf("%s: %s reads it, and the card says %q", language, role, readers)
			}
		}
		if (access.Admin{Roles: []access.Role{access.RoleAdmin}, StandsIn: true}).Sees(access.Confidential) && !strings.Contains(readers, standsIn[language]) {
			t.Errorf("%s: an admin stands in, and the card says %q", language, readers)
		}
	}
}

func TestAModelIsToldWhoReadsAConfidentialPrayer(t *testing.T) {
	f := setup(t)
	for _, d := range f.tools.Offered(turn(f.church("ours"), church.Care)) {
		if d.Name == "submit_prayer_request" && !strings.Contains(string(d.Parameters), "pastor and prayer team read it") {
			t.Errorf("%s", d.Parameters)
		}
	}
}
