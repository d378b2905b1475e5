package tools_test

import (
	"slices"
	"strings"
	"testing"

	"narthex/chat/church"
)

func TestLookUpsFindWhatIsMeant(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	for name, test := range map[string]struct {
		tool, arguments string
		has, hasNot     []string
	}{
		"a day on which nothing is":        {"get_service_times", `{"day":"monday"}`, []string{"Nothing is on file for that day", `"times":{}`, "9:00 AM Traditional worship"}, nil},
		"the next service, not the office": {"get_service_times", `{}`, []string{`"next_service":{"starts":"Sunday, 17 May 2026, 09:00"`, "Church office"}, nil},
		"everybody, without their lives":   {"get_staff_directory", `{}`, []string{"Whitcomb", "Ferreira", "Osei", "(207) 555-0142"}, []string{"Preaches"}},
		"a person by a part of the name":   {"get_staff_directory", `{"search":"pastor whitcomb"}`, []string{"Whitcomb", "Preaches most Sundays."}, []string{"Ferreira"}},
		"a role in other words":            {"get_staff_directory", `{"search":"child ministry"}`, []string{"Osei"}, []string{"Whitcomb", "Ferreira"}},
		"nobody who fits":                  {"get_staff_directory", `{"search":"organist"}`, []string{"Nobody on file fits", "Whitcomb", "Ferreira"}, nil},
		"a ministry by interest":           {"list_ministries", `{"interest":"pizza and teens"}`, []string{"Tide"}, []string{"Nursery", "Harbor Pantry"}},
		"a ministry by age":                {"list_ministries", `{"age":14}`, []string{"Tide"}, []string{"Nursery", "Harbor Kids", "Young Adults"}},
		"no ministry that fits":            {"list_ministries", `{"interest":"falconry"}`, []string{"Nothing on file fits", "Nursery", "Tide"}, nil},
		"children of any age":              {"get_childcare_info", `{}`, []string{"Nursery", "Harbor Kids", "Tide"}, []string{"Young Adults", "Harbor Pantry"}},
		"a child of seven":                 {"get_childcare_info", `{"age":7}`, []string{"Harbor Kids"}, []string{"Nursery", "Tide"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := f.call(turn(at, church.Coordinator), test.tool, test.arguments)
			if !got.OK {
				t.Fatal(got.Content)
			}
			for _, part := range test.has {
				if !strings.Contains(got.Content, part) {
					t.Errorf("%s does not say %s", got.Content, part)
				}
			}
			for _, part := range test.hasNot {
				if strings.Contains(got.Content, part) {
					t.Errorf("%s says %s", got.Content, part)
				}
			}
		})
	}
}

func TestHoursAreNotTakenForAges(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	at.Ministries = []church.Ministry{{Name: "Hombres de Valor", Description: "Desayuno los sábados de 8 a 10."},
		{Name: "Jóvenes", Description: "Viernes de 7 a 9 PM, de 13 a 25 años."},
		{Name: "Semillas", Description: "Niños de los 4 a los 12 años, durante el culto de las 10:30."},
		{Name: "Spark", Description: "Ages: 9-11, from 4 to 6 PM."}, {Name: "Climbers", Description: "For 3-5-year-olds, 9 to 10 on Sundays."}}
	all := []string{"Hombres de Valor", "Jóvenes", "Semillas", "Spark", "Climbers"}
	for tool, byAge := range map[string]map[string][]string{
		"list_ministries":    {"4": {"Semillas", "Climbers"}, "8": {"Semillas"}, "9": {"Semillas", "Spark"}, "15": {"Jóvenes"}, "35": {"Hombres de Valor"}},
		"get_childcare_info": {"5": {"Semillas", "Climbers"}, "8": {"Semillas"}},
	} {
		for age, want := range byAge {
			got := f.call(turn(at, church.Coordinator), tool, `{"age":`+age+`}`)
			for _, name := range all {
				if listed := strings.Contains(got.Content, name); listed != slices.Contains(want, name) {
					t.Errorf("%s for %s gives %s: %v", tool, age, name, listed)
				}
			}
		}
	}
}

func TestAMessageIsOnlyForSomebodyTheChurchNames(t *testing.T) {
	f := setup(t)
	at := f.church("ours")
	at.Staff = append(at.Staff, church.StaffMember{Name: "Marcus Aurel", Title: "Sexton"})
	for to, want := range map[string]string{
		"Ferreira":             "Your message for Marcus Ferreira was passed on.",
		"the church office":    "Your message was passed on to the church office.",
		"Marcus":               "Marcus Ferreira, Director of Youth Ministries; Marcus Aurel, Sexton",
		"Bishop Nobody at all": "Rev. Daniel Whitcomb, Lead Pastor; Marcus Ferreira",
	} {
		got := f.call(turn(at, church.Care, doorBroken), "leave_message", `{"message":"The hall door is broken","to":"`+to+`"}`)
		if got.OK && got.Summary != want || !got.OK && !strings.Contains(got.Message, want) {
			t.Errorf("to %s: %s, %s", to, got.Summary, got.Content)
		}
	}
	at.Staff = nil
	if got := f.call(turn(at, church.Care, doorBroken), "leave_message", `{"message":"The hall door is broken","to":"Marcus"}`); !strings.Contains(got.Message, "names no staff") {
		t.Error(got.Content)
	}
}
