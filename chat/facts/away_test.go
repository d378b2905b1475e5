package facts_test

import (
	"strings"
	"testing"
	"time"

	"narthex/chat/church"
	"narthex/chat/facts"
)

// away is a church whose pastor is on leave from today.
func away(c *church.Snapshot, usual, reason string) *church.Snapshot {
	c.PastorAvailabilityText = usual
	c.PastorAway = []church.Away{{From: "2026-11-19", To: "2026-12-02", Reason: reason}, {From: "2026-12-31", To: "2026-12-31"}}
	return c
}

func TestAPastorWhoIsAwayIsNotSaidToBeThere(t *testing.T) {
	base := harbor()
	harbor := away(harbor(), "Tuesdays 10 to noon.", "On leave, call Deacon Ann.")
	nuevaVida := away(nuevaVida(), "Martes de 10 a 12.", "De vacaciones; llame a la diaconisa Ana.")
	const english = "Rev. Daniel Whitcomb is away from Thursday, November 19 to Wednesday, December 2. On leave, call Deacon Ann."
	const spanish = "Efraín Cantú no está del jueves 19 de noviembre al miércoles 2 de diciembre. De vacaciones; llame a la diaconisa Ana."
	for _, test := range []struct {
		church                       *church.Snapshot
		language, question, has, not string
	}{
		{harbor, "en", "When is the pastor available?", "Tuesdays 10 to noon.\n\n" + english, "December 31"},
		{harbor, "en", "Can I talk to the pastor?", english + "\n\nCall (207) 555-0142, and somebody", "Yes, of course"},
		{nuevaVida, "es", "¿Cuándo está disponible el pastor?", "Martes de 10 a 12.\n\n" + spanish, "31"},
		{nuevaVida, "es", "¿Puedo hablar con el pastor?", spanish, "por supuesto"},
		{harbor, "es", "¿Cuándo está disponible el pastor?", "Rev. Daniel Whitcomb no está del jueves 19 de noviembre al miércoles 2 de diciembre.", "December"},
	} {
		answer, _ := facts.Find(test.church, facts.Question{Text: test.question, Language: test.language, Now: now})
		if !strings.Contains(answer.Text, test.has) || strings.Contains(answer.Text, test.not) {
			t.Errorf("%s: %s", test.question, answer.Text)
		}
	}
	for question, where := range map[string]*church.Snapshot{
		"How can I be baptized?": harbor, "I want to be baptized": harbor, "How do I become Catholic?": harbor, "Please pray for me": harbor, "Quiero bautizarme": nuevaVida,
	} {
		where.Intake.PrayerRequests = false
		language, name := "en", "Whitcomb"
		if where == nuevaVida {
			language, name = "es", "Cantú"
		}
		answer, _ := facts.Find(where, facts.Question{Text: question, Language: language, Now: now})
		if answer.Text == "" || strings.Contains(answer.Text, name) {
			t.Errorf("%s: %q", question, answer.Text)
		}
	}
	tabled := away(base, "", "On leave, call Deacon Ann.")
	for text, hours := range map[string]church.Hours{english: {time.Tuesday: church.ParseSlots("10:00 - 12:00")}, "is away from": {}} {
		tabled.PastorAvailability = hours
		answer, ok := facts.Find(tabled, facts.Question{Text: "When is the pastor available?", Language: "en", Now: now})
		if !ok || !strings.Contains(answer.Text, text) {
			t.Errorf("%q", answer.Text)
		}
		if answer, ok = facts.Find(tabled, facts.Question{Text: "When is the pastor available?", Language: "en", Now: now.AddDate(0, 0, -3)}); ok != hours.Empty() {
			t.Errorf("before: %q", answer.Text)
		}
	}
	answer, _ := facts.Find(harbor, facts.Question{Text: "Can I talk to the pastor?", Language: "en", Now: now.AddDate(0, 0, -3)})
	if !strings.HasPrefix(answer.Text, "Yes, of course.") || !strings.Contains(answer.Text, english) {
		t.Error(answer.Text)
	}
}
