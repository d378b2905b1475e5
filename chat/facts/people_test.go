package facts_test

import (
	"strings"
	"testing"

	"narthex/chat/church"
	"narthex/chat/facts"
)

func TestWhoLeadsIsWhomTheChurchNames(t *testing.T) {
	staff := func(pastor string, members ...church.StaffMember) func(*church.Snapshot) {
		return func(c *church.Snapshot) { c.PastorName, c.Staff = pastor, members }
	}
	marcus := church.StaffMember{Name: "Marcus Ferreira", Title: "Youth Pastor"}
	mike := church.StaffMember{Name: "Mike Brown", Title: "Senior Pastor"}
	jane := church.StaffMember{Name: "Fr. Jan Nowak", Title: "Pastor"}
	vicar := church.StaffMember{Name: "Fr. Tom Reilly", Title: "Parochial Vicar"}
	for _, test := range []struct {
		question, language string
		church             func(*church.Snapshot)
		has, without       string // has nothing: it is left to others
	}{
		{"Who is the pastor?", "en", staff("Daniel Whitcomb", marcus), "Daniel Whitcomb", "Marcus"},
		{"Who is the pastor?", "en", staff("Pastor Mike", marcus, mike), "Mike Brown** – Senior Pastor", "Marcus"},
		{"Who is the pastor?", "en", staff("Pastor Marcus", church.StaffMember{Name: "Marcus Lee", Title: "Sexton"}), "Pastor Marcus", "Sexton"},
		{"Who is the pastor?", "en", staff("Pastor Mike", mike, church.StaffMember{Name: "Mike Lee", Title: "Youth Pastor"}), "Pastor Mike", "Youth"},
		{"Who is the pastor?", "en", staff("Rev. Mike Brown", marcus, mike), "Senior Pastor", "Marcus"},
		{"Who is the vicar?", "en", staff("Jan Nowak", jane, vicar), "Tom Reilly", "Nowak"},
		{"Who is the current vicar?", "en", staff("Jan Nowak", jane, vicar), "", ""},
		{"Who is the priest?", "en", staff("Jan Nowak", jane, vicar), "Nowak", "Reilly"},
		{"Who is the rector?", "en", staff("Jan Nowak", jane, church.StaffMember{Name: "Ann Lee", Title: "Associate Rector"}), "Nowak", "Lee"},
		{"Who is the vicar?", "en", staff("Jan Nowak", vicar), "Nowak", "Reilly"},
		{"Who is the minister?", "en", staff("Mike Brown", mike, church.StaffMember{Name: "Ann Lee", Title: "Minister of Music"}), "Mike Brown", "Lee"},
		{"¿Quién es la pastora?", "es", staff("Efraín Cantú", church.StaffMember{Name: "Efraín Cantú", Title: "Pastor"}, church.StaffMember{Name: "Ana Cantú", Title: "Pastora"}), "Ana", "Efraín"},
		{"¿Quién es el pastor?", "es", staff("Efraín Cantú", church.StaffMember{Name: "Efraín Cantú", Title: "Pastor"}, church.StaffMember{Name: "Ana Cantú", Title: "Pastora"}), "Efraín", "Ana"},
		{"Who is the other pastor?", "en", staff("Mike Brown", mike, marcus), "", ""},
		{"Who is the pastor's spouse?", "en", staff("Mike Brown", mike, marcus), "", ""},
		{"Tell me about the pastor's partner", "en", staff("Mike Brown", mike, marcus), "", ""},
		{"¿Quién es la esposa del pastor?", "es", staff("Efraín Cantú", church.StaffMember{Name: "Efraín Cantú", Title: "Pastor"}), "", ""},
	} {
		c := harbor()
		test.church(c)
		answer, ok := facts.Find(c, facts.Question{Text: test.question, Language: test.language, Now: now})
		if ok != (test.has != "") || !strings.Contains(answer.Text, test.has) || test.without != "" && strings.Contains(answer.Text, test.without) {
			t.Errorf("%s at %s's: %v %s", test.question, c.PastorName, ok, answer.Text)
		}
	}
}

func TestWhoIsToBeToldOfAbuseNeedNotBeOfTheStaff(t *testing.T) {
	harbor, nuevaVida := harbor(), nuevaVida()
	harbor.Safeguarding = church.Safeguarding{Name: "Helen Marsh", Phone: "(207) 555-0149", Email: "safe@grace.example"}
	nuevaVida.Safeguarding = church.Safeguarding{Name: "Rosa Peña", Phone: "(956) 555-0149"}
	for _, test := range []struct {
		church                   *church.Snapshot
		language, question, want string
	}{
		{harbor, "en", "Who is the safeguarding person", "**Helen Marsh** answers for safeguarding here. You can call (207) 555-0149 or write to safe@grace.example."},
		{harbor, "en", "who do I talk to about safeguarding", "**Helen Marsh** answers for safeguarding here. You can call (207) 555-0149 or write to safe@grace.example."},
		{harbor, "en", "who do i contact about child protection", "**Helen Marsh** answers for safeguarding here. You can call (207) 555-0149 or write to safe@grace.example."},
		{harbor, "en", "name of the child safety person please", "**Helen Marsh** answers for safeguarding here. You can call (207) 555-0149 or write to safe@grace.example."},
		{harbor, "en", "who is in charge of child safety", "**Helen Marsh** answers for safeguarding here. You can call (207) 555-0149 or write to safe@grace.example."},
		{nuevaVida, "es", "¿Quién es la persona encargada de protección de menores?", "**Rosa Peña** es la persona encargada aquí de la protección de menores y adultos. Puede llamar al (956) 555-0149."},
	} {
		if answer, _ := facts.Find(test.church, facts.Question{Text: test.question, Language: test.language, Now: now}); answer.Text != test.want {
			t.Errorf("%s: %q", test.question, answer.Text)
		}
	}
	harbor.Safeguarding = church.Safeguarding{}
	if answer, ok := facts.Find(harbor, facts.Question{Text: "Who is the safeguarding person", Language: "en", Now: now}); ok {
		t.Errorf("%q", answer.Text)
	}
}
