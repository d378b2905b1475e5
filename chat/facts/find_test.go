package facts_test

import (
	"strings"
	"testing"
	"time"

	"narthex/chat/church"
	"narthex/chat/facts"
)

// A Thursday evening in Rockland.
var now = time.Date(2026, 11, 19, 18, 0, 0, 0, mustLocation("America/New_York"))

func mustLocation(name string) *time.Location {
	location, err := time.LoadLocation(name)
	if err != nil {
		panic(err)
	}
	return location
}

func slots(lines ...string) []church.Slot {
	var day []church.Slot
	for _, line := range lines {
		clock, label, _ := strings.Cut(line, " ")
		at, err := time.Parse("15:04", clock)
		if err != nil {
			panic(err)
		}
		day = append(day, church.Slot{Start: at.Hour()*60 + at.Minute(), Label: label, Text: line})
	}
	return day
}

func harbor() *church.Snapshot {
	return &church.Snapshot{
		Name: "Grace Harbor Church", DirectoryName: "Grace Harbor Community Church",
		Address:  church.Address{Street: "212 Breakwater Lane", City: "Rockland", State: "ME", PostalCode: "04841", Country: "US"},
		Phone:    "(207) 555-0142",
		Location: mustLocation("America/New_York"), Language: "en",
		Hours: church.Hours{
			time.Sunday:    slots("08:15 Prayer in the library", "09:00 Traditional worship", "11:00 Contemporary worship", "17:30 Tide youth group"),
			time.Tuesday:   slots("09:00 Church office"),
			time.Wednesday: slots("09:00 Church office", "18:30 Midweek prayer and Bible study"),
			time.Thursday:  slots("09:00 Church office", "19:00 Safe Harbor recovery meeting"),
		},
		PastorName: "Rev. Daniel Whitcomb",
		Staff: []church.StaffMember{
			{Name: "Rev. Daniel Whitcomb", Title: "Lead Pastor", Bio: "Preaches most Sundays."},
			{Name: "Ruth Alden", Title: "Associate Pastor of Care"},
			{Name: "Marcus Ferreira", Title: "Director of Youth Ministries"},
			{Name: "Hannah Osei", Title: "Director of Children's Ministries"},
		},
		Ministries: []church.Ministry{
			{Name: "Tide", Description: "Youth group for grades 6 to 12."},
			{Name: "Women's Bible Study", Description: "Thursdays at 9:30."},
			{Name: "Young Adults", Description: "Every other Friday."},
			{Name: "Harbor Pantry", Description: "Free groceries."},
		},
		Expect: church.WhatToExpect{
			DressCode: "Come as you are.", Parking: "Park free off Spruce Street.", Children: "Nursery and Harbor Kids run during worship.",
			FirstVisit: "Somebody in a green lanyard will greet you.", MusicStyle: "Hymns at 9:00, a band at 11:00.", ServiceLength: "About 70 minutes.",
		},
	}
}

func nuevaVida() *church.Snapshot {
	return &church.Snapshot{
		Name: "Iglesia Nueva Vida", Location: mustLocation("America/Chicago"), Language: "es",
		Address: church.Address{Street: "1408 Calle Las Palmas", City: "Laredo", State: "TX", PostalCode: "78040", Country: "US"},
		Hours: church.Hours{
			time.Sunday:    slots("10:30 Culto de adoración", "18:00 Culto evangelístico"),
			time.Wednesday: slots("19:00 Oración y estudio bíblico"),
			time.Friday:    slots("19:30 Jóvenes"),
		},
		PastorName: "Efraín Cantú",
		Staff:      []church.StaffMember{{Name: "Efraín Cantú", Title: "Pastor"}},
		Ministries: []church.Ministry{{Name: "Jóvenes con Propósito", Description: "De 13 a 25 años."}, {Name: "Damas de Fe", Description: "Hermanas que oran."}},
		Expect:     church.WhatToExpect{Children: "Los niños van a la escuela dominical.", FirstVisit: "Venga con confianza."},
	}
}

func TestQuestionsAboutStoredFactsAreAnswered(t *testing.T) {
	for _, test := range []struct {
		question string
		reason   string
		contains []string
		without  []string
	}{
		{"What time is church on Sunday?", "hours", []string{"November 22", "09:00 Traditional worship"}, []string{"Church office"}},
		{"When are your services?", "hours", []string{"Sunday:", "Contemporary worship"}, []string{"office", "youth"}},
		{"what time are sunday services", "hours", []string{"Traditional worship", "Contemporary worship"}, []string{"Tide"}},
		{"Hi! What are your service times please?", "hours", []string{"09:00 Traditional worship"}, nil},
		{"What are your hours?", "hours", []string{"Sunday:"}, nil},
		{"When is the church office open?", "hours", []string{"Church office"}, []string{"worship"}},
		{"What are the office hours?", "hours", []string{"Office hours", "Church office"}, []string{"worship"}},
		{"What time is church over there?", "hours", []string{"09:00 Traditional worship"}, nil},
		{"Is there a service today?", "hours", []string{"no service", "November 19", "Next: Sunday, November 22, 09:00 Traditional worship"}, nil},
		{"Are you open on Sunday?", "hours", []string{"Traditional worship", "Tide youth group"}, nil},
		{"Is the church open on Thursday?", "hours", []string{"Church office", "recovery meeting"}, nil},
		{"Good morning! What time is church on Sunday?", "hours", []string{"09:00 Traditional worship"}, nil},
		{"Is there a service on Monday?", "hours", []string{"nothing", "Next: Sunday"}, nil},
		{"Is there a service on Monday, December 7?", "hours", []string{"December 7", "Next: Sunday, December 13"}, []string{"November"}},
		{"Is there a service on December 28?", "hours", []string{"December 28", "Next: Sunday, January 3"}, []string{"November"}},
		{"When is the next service?", "hours", []string{"Sunday, November 22", "Traditional worship"}, nil},
		{"When is youth group?", "hours", []string{"Tide youth group"}, []string{"worship"}},
		{"What time is the traditional worship?", "hours", []string{"09:00 Traditional worship"}, []string{"Contemporary"}},
		{"when's bible study", "hours", []string{"18:30 Midweek prayer and Bible study"}, nil},
		{"Where are you located?", "address", []string{"212 Breakwater Lane, Rockland, ME 04841", "openstreetmap.org"}, nil},
		{"What is your address?", "address", []string{"212 Breakwater Lane"}, nil},
		{"Where is Grace Harbor Church?", "address", []string{"212 Breakwater Lane"}, nil},
		{"How do I get there?", "address", []string{"212 Breakwater Lane"}, nil},
		{"Who is the pastor?", "staff", []string{"Daniel Whitcomb", "Lead Pastor"}, []string{"Ruth"}},
		{"Who is your youth director?", "staff", []string{"Marcus Ferreira"}, []string{"Hannah"}},
		{"Who leads the children's ministries?", "staff", []string{"Hannah Osei"}, nil},
		{"Who is Ruth Alden?", "staff", []string{"Associate Pastor of Care"}, nil},
		{"Who is on your staff?", "staff", []string{"Daniel", "Ruth", "Marcus", "Hannah"}, nil},
		{"What ministries do you have?", "ministries", []string{"Tide", "Harbor Pantry"}, nil},
		{"Do you have a young adults group?", "ministries", []string{"Every other Friday"}, []string{"Tide"}},
		{"Tell me about the Harbor Pantry", "ministries", []string{"Free groceries"}, nil},
		{"What should I wear?", "what_to_expect", []string{"Come as you are"}, nil},
		{"Do I need nice clothes?", "what_to_expect", []string{"Come as you are"}, nil},
		{"What's my church's address?", "address", []string{"212 Breakwater Lane"}, nil},
		{"my church's phone number", "contact", []string{"(207) 555-0142"}, nil},
		{"I would like to visit with friends who is the pastor", "staff", []string{"Daniel Whitcomb"}, nil},
		{"Is there parking?", "what_to_expect", []string{"Spruce Street"}, nil},
		{"Where do I park on Sunday?", "what_to_expect", []string{"Spruce Street"}, nil},
		{"Do you have childcare during the service?", "what_to_expect", []string{"Nursery"}, nil},
		{"How long is the service?", "what_to_expect", []string{"70 minutes"}, nil},
		{"What kind of music do you have?", "what_to_expect", []string{"Hymns"}, nil},
		{"What should I expect on my first visit?", "what_to_expect", []string{"green lanyard"}, nil},
	} {
		t.Run(test.question, func(t *testing.T) {
			check(t, harbor(), "en", test.question, test.reason, test.contains, test.without)
		})
	}
	t.Run("When do the seniors over 65 have lunch?", func(t *testing.T) {
		c := harbor()
		c.Ministries = append(c.Ministries, church.Ministry{Name: "Golden Years", Description: "Seniors have lunch on Thursdays."})
		check(t, c, "en", "When do the seniors over 65 have lunch?", "ministries", []string{"Golden Years"}, nil)
		check(t, c, "en", "When do the seniors meet over lunch?", "ministries", []string{"Golden Years"}, nil)
	})
	for _, test := range []struct {
		question, reason string
		contains         []string
	}{
		{"¿A qué hora es el culto del domingo?", "hours", []string{"Domingo 22 de noviembre", "10:30 Culto de adoración"}},
		{"¿Cuáles son los horarios de los cultos?", "hours", []string{"Domingo:", "Culto evangelístico"}},
		{"¿Hay culto mañana?", "hours", []string{"no hay culto", "domingo 22"}},
		{"¿Cuándo es la oración?", "hours", []string{"19:00 Oración y estudio bíblico"}},
		{"¿Dónde están ubicados?", "address", []string{"1408 Calle Las Palmas"}},
		{"¿Cuál es la dirección de la iglesia?", "address", []string{"1408 Calle Las Palmas"}},
		{"¿Quién es el pastor?", "staff", []string{"Efraín Cantú"}},
		{"¿Qué ministerios tienen?", "ministries", []string{"Damas de Fe"}},
		{"¿Hay algo para los niños?", "what_to_expect", []string{"escuela dominical"}},
		{"Quiero ir con amigos, ¿quién es el pastor?", "staff", []string{"Efraín Cantú"}},
		{"Es mi primera vez, ¿qué puedo esperar?", "what_to_expect", []string{"Venga con confianza"}},
	} {
		t.Run(test.question, func(t *testing.T) {
			check(t, nuevaVida(), "es", test.question, test.reason, test.contains, nil)
		})
	}
}

func check(t *testing.T, c *church.Snapshot, language, question, reason string, contains, without []string) {
	t.Helper()
	answer, ok := facts.Find(c, facts.Question{Text: question, Language: language, Now: now})
	if !ok {
		t.Fatalf("not answered")
	}
	if answer.Reason != reason {
		t.Errorf("reason %q, want %q: %s", answer.Reason, reason, answer.Text)
	}
	for _, part := range contains {
		if !strings.Contains(answer.Text, part) {
			t.Errorf("%q is missing in: %s", part, answer.Text)
		}
	}
	for _, part := range without {
		if strings.Contains(answer.Text, part) {
			t.Errorf("%q does not belong in: %s", part, answer.Text)
		}
	}
}

// Questions that share words with facts but ask for something else, or for more.
func TestOtherQuestionsAreLeftToTheNextTier(t *testing.T) {
	for _, question := range []string{
		"What are your hours for renting the hall?",
		"How many volunteer hours do confirmands need?",
		"Can I get community service hours at your church?",
		"When was the church founded?",
		"When did Pastor Dan come to the church?",
		"What time is it?",
		"What time does the service end?",
		"When is church over?",
		"When is youth group over on Sunday?",
		"What time is the service over today?",
		"What time is church over on Sunday?",
		"What time does church let out?",
		"What time does church let out on Sunday?",
		"When do we get out of church?",
		"When do we get out of church on Sunday?",
		"How late does the service run?",
		"How late does the service run on Sunday?",
		"What time does youth group get out?",
		"When is the Christmas Eve service?",
		"Do you have a service on Easter?",
		"Do you have a Spanish service?",
		"Why is the service on Sunday?",
		"Why do Christians worship on Sunday?",
		"Is there a funeral service on Saturday?",
		"Can I book the church for a service on Saturday?",
		"What is your email address?",
		"Where is the nursery?",
		"Where is it?",
		"Where is God when I suffer?",
		"Where does the Bible say that?",
		"Where can I park my boat trailer for a month?",
		"Is parking allowed overnight?",
		"Who is Jesus?",
		"Who is the author of Hebrews?",
		"Who was the pastor before Daniel Whitcomb?",
		"Who is the pastor's wife?",
		"Does the staff get paid?",
		"Is the staff background-checked?",
		"How do I join the staff?",
		"How do I apply for a staff position?",
		"What does the Bible say about children?",
		"My children hate church, what should I do?",
		"I lost my child and I feel alone",
		"How long is eternity?",
		"How long has the church been here?",
		"How long does membership take?",
		"What should a bride wear for a wedding?",
		"What should I expect from God?",
		"Is the music licensed?",
		"Can I sing in the choir?",
		"Can I play in the band?",
		"I want to sing in the worship band",
		"Can I sing hymns?",
		"Do you need people for the band?",
		"Do you need music?",
		"Do you need babysitters?",
		"Can women be pastors?",
		"Can divorced people become members?",
		"Do you have a prison ministry?",
		"How is the ministry funded?",
		"Tell me about baptism",
		"What time should I be there for the wedding rehearsal?",
		"When is youth camp?",
		"Is the youth group safe?",
		"Is there a service fee?",
		"not on sunday",
		"Is there a service on Good Friday?",
		"What time is the Good Friday service?",
		"Is there worship on Thursday evening?",
		"Is there a service tonight?",
		"Is there a service this weekend?",
		"Do you have mass on Sunday?",
		"When did the church open?",
		"When was the church open?",
		"Who is our Father?",
		"Tell me about the Father",
		"Tell me about care",
		"Can I work there?",
		"How long is it to get there?",
		"What is the Sunday service about?",
		"",
		"????",
		strings.Repeat("when is the service ", 50),
	} {
		t.Run(question, func(t *testing.T) {
			if answer, ok := facts.Find(harbor(), facts.Question{Text: question, Language: "en", Now: now}); ok {
				t.Errorf("answered with %s: %s", answer.Reason, answer.Text)
			}
		})
	}
	for _, question := range []string{
		"¿Cuándo es el bautismo?", "¿Quién es Jesús?", "¿Por qué el culto es el domingo?", "¿A qué hora termina el culto?", "¿A qué hora sale el culto?", "Quiero tocar en la banda", "¿A qué hora acaba el culto el domingo?", "¿Hay culto en Navidad?",
		"¿Hay misa el domingo?", "¿Hay culto esta mañana?", "¿A qué hora es el culto el Viernes Santo?", "¿Quién es el Padre?",
		"¿Dónde está Dios?", "¿Cómo perdono a mi padre?", "¿Cuánto cuesta alquilar el salón?", "Mis hijos no quieren ir a la iglesia",
	} {
		t.Run(question, func(t *testing.T) {
			if answer, ok := facts.Find(nuevaVida(), facts.Question{Text: question, Language: "es", Now: now}); ok {
				t.Errorf("answered with %s: %s", answer.Reason, answer.Text)
			}
		})
	}
}

func TestWhoNeedsClothesIsNotToldWhatToWear(t *testing.T) {
	wanting := []string{"I need clothes", "I need good clothes", "Do you have good clothes?", "Do you have clothes?", "Do you give out clothes?", "I'm looking for clothing", "¿Tienen ropa?", "Necesito ropa", "¿Dan ropa?"}
	churchFor := func(question string) *church.Snapshot {
		if strings.Contains(question, "ropa") {
			c := nuevaVida()
			c.Expect.DressCode = "Venga como está."
			return c
		}
		return harbor()
	}
	for _, question := range wanting {
		c := churchFor(question)
		if answer, ok := facts.Find(c, facts.Question{Text: question, Language: c.Language, Now: now}); ok {
			t.Errorf("%s: answered with %s: %s", question, answer.Reason, answer.Text)
		}
		c = churchFor(question)
		c.Ministries = append(c.Ministries, church.Ministry{Name: "Clothing closet · Ropero", Description: "Tuesdays at 9:00."})
		check(t, c, c.Language, question, "ministries", []string{"Tuesdays at 9:00"}, nil)
	}
	for _, question := range []string{"clothes?", "What clothes do people wear?", "What kind of clothes should I wear?"} {
		check(t, harbor(), "en", question, "what_to_expect", []string{"Come as you are"}, nil)
	}
	for _, question := range []string{"Do I need nice clothes?", "Do I need fancy clothes for church?", "Will I need special clothes?", "Do I need to have good clothes?", "¿Necesito buena ropa?", "¿Necesito ropa elegante?"} {
		c := churchFor(question)
		check(t, c, c.Language, question, "what_to_expect", []string{c.Expect.DressCode}, nil)
		c.Ministries = append(c.Ministries, church.Ministry{Name: "Clothing closet · Ropero", Description: "Tuesdays at 9:00."})
		check(t, c, c.Language, question, "what_to_expect", []string{c.Expect.DressCode}, nil)
		c = churchFor(question)
		c.Expect.DressCode = ""
		c.Ministries = append(c.Ministries, church.Ministry{Name: "Clothing closet · Ropero", Description: "Tuesdays at 9:00."})
		if answer, ok := facts.Find(c, facts.Question{Text: question, Language: c.Language, Now: now}); ok {
			t.Errorf("%s: answered with %s: %s", question, answer.Reason, answer.Text)
		}
	}
	check(t, churchFor("ropa"), "es", "¿Qué ropa debo llevar?", "what_to_expect", []string{"Venga como está"}, nil)
}

func TestWhatIsTheVisitorsOwnIsNotTheChurchs(t *testing.T) {
	english, spanish := harbor(), nuevaVida()
	for _, c := range []*church.Snapshot{english, spanish} {
		c.Phone, c.Email = "555-0100", "office@church.example.org"
	}
	for _, question := range []string{
		"Do you have my phone number?", "Do you need my email?", "Do you still have my address?", "Do you have my address?", "Can I give you my new phone number?", "Can I use my phone?",
		"¿Tienen mi correo?", "¿Tienen mi número de teléfono?", "¿Tienen mi dirección?",
	} {
		c := english
		if strings.HasPrefix(question, "¿") {
			c = spanish
		}
		if answer, ok := facts.Find(c, facts.Question{Text: question, Language: c.Language, Now: now}); ok {
			t.Errorf("%s: answered with %s: %s", question, answer.Reason, answer.Text)
		}
	}
	check(t, english, "en", "whats ur address", "address", []string{"Breakwater Lane"}, nil)
	check(t, english, "en", "can i get ur phone number for my family", "contact", []string{"555-0100"}, nil)
	check(t, spanish, "es", "me da su telefono porfa", "contact", []string{"555-0100"}, nil)
}

func TestNothingIsSaidOfFactsThatAreNotOnFile(t *testing.T) {
	empty := &church.Snapshot{Name: "New Church", Location: time.UTC, Language: "en"}
	for _, question := range []string{"When are your services?", "Where are you located?", "Who is the pastor?", "What ministries do you have?", "Is there parking?", "What should I wear?"} {
		if answer, ok := facts.Find(empty, facts.Question{Text: question, Language: "en", Now: now}); ok {
			t.Errorf("%s: answered %q", question, answer.Text)
		}
	}
}

func TestTheDayIsTheChurchsDay(t *testing.T) {
	// Saturday 23:30 in Rockland is Sunday already in UTC.
	late := time.Date(2026, 11, 22, 4, 30, 0, 0, time.UTC)
	answer, ok := facts.Find(harbor(), facts.Question{Text: "Is there a service tomorrow?", Language: "en", Now: late})
	if !ok || !strings.Contains(answer.Text, "Sunday, November 22") {
		t.Errorf("got %q", answer.Text)
	}
}

func FuzzFind(f *testing.F) {
	f.Add("What time is church on Sunday?", "en")
	f.Add("¿Dónde están?", "es")
	f.Fuzz(func(t *testing.T, question, language string) {
		if answer, ok := facts.Find(harbor(), facts.Question{Text: question, Language: language, Now: now}); ok && strings.TrimSpace(answer.Text) == "" {
			t.Errorf("an empty answer to %q", question)
		}
	})
}

func BenchmarkFind(b *testing.B) {
	c := harbor()
	b.ReportAllocs()
	for b.Loop() {
		facts.Find(c, facts.Question{Text: "What time is church on Sunday?", Language: "en", Now: now})
	}
}
