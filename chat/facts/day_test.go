package facts_test

import (
	"strings"
	"testing"
	"time"

	"narthex/chat/church"
	"narthex/chat/facts"
)

func TestDaysAreMeantAsPeopleMeanThem(t *testing.T) {
	sunday := time.Date(2026, 11, 22, 8, 0, 0, 0, mustLocation("America/New_York"))
	tuesday := sunday.AddDate(0, 0, 2)
	for _, test := range []struct {
		question, language string
		now                time.Time
		has, without       string
	}{
		{"Is there a service this Sunday?", "en", sunday, "Sunday, November 22", ""},
		{"Is there a service next Sunday?", "en", sunday, "Sunday, November 29", ""},
		{"Is there a service next Sunday?", "en", tuesday, "Sunday, November 29", ""},
		{"¿Hay culto el próximo domingo?", "es", sunday, "Domingo 29 de noviembre", ""},
		{"What time is the service on December 6?", "en", sunday, "Sunday, December 6", ""},
		{"Is there a service on the 29th?", "en", sunday, "Sunday, November 29", ""},
		{"¿Hay culto el 6 de diciembre?", "es", sunday, "Domingo 6 de diciembre", ""},
		{"When is the church office open on Thursday?", "en", tuesday, "This may differ on Thursday, November 26 (Thanksgiving Day)", ""},
		{"What are the office hours?", "en", tuesday, "This may differ on Thursday, November 26 (Thanksgiving Day)", ""},
		{"What are the office hours?", "en", tuesday.AddDate(0, 0, 7), "Office hours", "may differ"},
		{"What time is church on Sunday?", "en", tuesday, "Sunday, November 29", "may differ"},
		{"Is there a service on Sunday?", "en", time.Date(2027, 3, 27, 9, 0, 0, 0, time.UTC), "This may differ on Sunday, March 28 (Easter Sunday)", ""},
		{"¿Qué hay el jueves?", "es", time.Date(2026, 12, 23, 18, 0, 0, 0, time.UTC), "(Nochebuena)", ""},
		{"Is there a service on Sunday?", "en", sunday.Add(11 * time.Hour), "Sunday, November 29", "November 22"},
		{"Is there a service on Sunday and Wednesday?", "en", sunday.Add(11 * time.Hour), "\n\nSunday, November 29 at", "November 22"},
		{"What time is church on Sunday?", "en", sunday.Add(2 * time.Hour), "Sunday, November 22", "November 29"},
		{"Is there youth group on Sunday?", "en", sunday.Add(8 * time.Hour), "Sunday, November 22", "November 29"},
		{"Is there a service today?", "en", sunday.Add(11 * time.Hour), "Sunday, November 22 at Grace Harbor Church, begun by now:\n\n- 09:00 Traditional worship\n- 11:00 Contemporary worship\n\nNext: Sunday, November 29", ""},
		{"Is there a service today?", "en", sunday.Add(2 * time.Hour), "Sunday, November 22 at Grace Harbor Church:", "begun"},
		{"Is the office open on Tuesday?", "en", tuesday.Add(2 * time.Hour), "Tuesday, November 24", "December"},
		{"¿Hay culto el domingo?", "es", sunday.Add(14 * time.Hour), "Domingo 29 de noviembre", ""},
		{"¿Hay culto mañana por la mañana?", "es", sunday.AddDate(0, 0, -1), "Domingo 22 de noviembre", "18:00"},
		{"¿Hay algo mañana por la tarde?", "es", tuesday.AddDate(0, 0, 1), "Jueves 26 de noviembre", ""},
		{"¿Hay culto mañana?", "es", sunday.AddDate(0, 0, 1), "martes 24 de noviembre", ""},
		{"¿Hay culto el domingo por la mañana?", "es", tuesday, "Domingo 29 de noviembre", "miércoles"},
		{"What are the service times at this church?", "en", now, "- **Sunday:** 09:00 Traditional worship; 11:00 Contemporary worship", "Next"},
		{"What time are services this week?", "en", now, "- **Sunday:** 09:00", "Next"},
		{"What time is church this week?", "en", now, "- **Sunday:** 09:00", "Next"},
		{"¿A qué hora son los cultos en este templo?", "es", now, "- **Domingo:** 10:30", "próximo"},
		{"Is there church a week on Sunday?", "en", tuesday, "Sunday, December 6", ""},
		{"Is there a service on Sunday week?", "en", tuesday, "Sunday, December 6", ""},
		{"Is there a service on Sunday this week?", "en", tuesday, "Sunday, November 29", ""},
		{"When is this service?", "en", now, "Next: Sunday, November 22", "11:00"},
		{"When is the upcoming service?", "en", now, "Next: Sunday, November 22", "11:00"},
		{"¿A qué hora es el próximo culto?", "es", now, "próximo: domingo 22", "18:00"},
		{"What time is church next week?", "en", now, "", ""},
		{"Is there a service next week on Sunday?", "en", now, "", ""},
		{"When are services the coming week?", "en", now, "", ""},
		{"¿A qué hora son los cultos la próxima semana?", "es", now, "", ""},
		{"¿Hay culto el domingo de la semana que viene?", "es", now, "", ""},
		{"¿Hay culto el domingo 29?", "es", now, "Domingo 29 de noviembre", "Domingo 22"},
		{"¿Hay culto el 29 en la noche?", "es", now, "Domingo 29 de noviembre en Iglesia Nueva Vida:\n\n- 18:00", "10:30"},
		{"¿A qué hora es el culto del 29?", "es", now, "Domingo 29 de noviembre", ""},
		{"¿Hay culto el jueves 24?", "es", now, "jueves 24 de diciembre", ""}, // the 24th of November is a Tuesday
		{"¿Hay culto el domingo a las 10?", "es", now, "Domingo 22 de noviembre", ""},
		{"Is there a service on Sunday 29?", "en", now, "Sunday, November 29", "November 22"},
		{"Is there a service on Sunday the 29th at 9?", "en", now, "", ""},
		{"Is the service on Sunday at 9 am?", "en", now, "Sunday, November 22", ""},
		{"is there a 9:00 service on sunday", "en", now, "Sunday, November 22", ""},
		{"Is there a service on Sunday 28?", "en", now, "", ""}, // neither of the next two is a Sunday
		{"What time is church on 12/24?", "en", now, "", ""},
		{"What time is church on 11/30?", "en", now, "", ""},
		{"Is there a service on Sunday 10?", "en", now, "Sunday, January 10", ""},
		{"¿Hay culto el 24 y el 25?", "es", now, "", ""},
		{"¿Hay culto el 24 en la noche?", "es", now, "", ""}, // a Tuesday evening, of which nothing is on file
		{"What time is the service on February 30?", "en", now, "", ""},
	} {
		c := harbor()
		if test.language == "es" {
			c = nuevaVida()
			c.Hours[time.Thursday] = slots("19:00 Ensayo")
		}
		answer, ok := facts.Find(c, facts.Question{Text: test.question, Language: test.language, Now: test.now})
		if ok != (test.has != "") || !strings.Contains(answer.Text, test.has) || test.without != "" && strings.Contains(answer.Text, test.without) {
			t.Errorf("%s on %s: %v %s", test.question, test.now.Weekday(), ok, answer.Text)
		}
	}
}

// The note of a special Sunday is told when its turn has come.
func TestOnADaysEveningItsNameMeansTheNext(t *testing.T) {
	c := special()
	c.Special = append(c.Special, church.SpecialDay{From: "2026-11-29", To: "2026-11-29", Kind: church.Besides, Name: "First Sunday of Advent", Note: "Bring a candle.", Slots: slots("15:00 Advent walk")})
	c.Special = c.Special[1:]
	evening := time.Date(2026, 11, 22, 19, 0, 0, 0, mustLocation("America/New_York"))
	if answer, ok := facts.Find(c, facts.Question{Text: "Is there a service on Sunday?", Language: "en", Now: evening}); !ok || !strings.Contains(answer.Text, "Bring a candle.") || strings.Contains(answer.Text, "November 22") {
		t.Errorf("%v %s", ok, answer.Text)
	}
	christmasEve := time.Date(2026, 12, 24, 16, 30, 0, 0, mustLocation("America/New_York"))
	if answer, ok := facts.Find(c, facts.Question{Text: "Is there a service on Thursday?", Language: "en", Now: christmasEve}); !ok || !strings.Contains(answer.Text, "19:00 Lessons and Carols") {
		t.Errorf("%v %s", ok, answer.Text)
	}
}

func TestOfSeveralDaysNoneIsToldAlone(t *testing.T) {
	for _, test := range []struct {
		question, language string
		has                []string // none: it is left to others
	}{
		{"What time is church on Saturday and Sunday?", "en", []string{"Saturday, November 21", "Sunday, November 22 at"}},
		{"Is there a service on Sunday or Wednesday?", "en", []string{"Sunday, November 22 at", "Wednesday, November 25"}},
		{"Is there a service today or tomorrow?", "en", []string{"November 19", "November 20"}},
		{"When is the office open Monday to Friday?", "en", []string{"Office hours", "**Tuesday:**", "**Wednesday:**", "**Thursday:**"}},
		{"When is the office open Monday-Friday?", "en", []string{"**Tuesday:**", "**Thursday:**"}},
		{"Is there a service Wednesday night or Sunday morning?", "en", []string{"Sunday, November 22 at", "09:00 Traditional worship", "Wednesday, November 25", "18:30 Midweek prayer"}},
		{"Is there a service on December 24 and on Sunday?", "en", nil},
		{"Is there a service from today to Sunday?", "en", nil},
		{"¿A qué hora es el culto sábado y domingo?", "es", []string{"sábado 21 de noviembre", "Domingo 22 de noviembre"}},
		{"¿Hay culto hoy o mañana?", "es", []string{"jueves 19 de noviembre", "viernes 20 de noviembre"}},
		{"¿A qué hora son los cultos de lunes a viernes?", "es", []string{"Cultos y servicios", "**Domingo:**"}},
	} {
		c := harbor()
		if test.language == "es" {
			c = nuevaVida()
		}
		answer, ok := facts.Find(c, facts.Question{Text: test.question, Language: test.language, Now: now})
		if ok != (test.has != nil) {
			t.Errorf("%s: %v %s", test.question, ok, answer.Text)
		}
		for _, part := range test.has {
			if !strings.Contains(answer.Text, part) {
				t.Errorf("%s: no %q in %s", test.question, part, answer.Text)
			}
		}
	}
}
