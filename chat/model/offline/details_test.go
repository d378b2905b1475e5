package offline_test

import (
	"strings"
	"testing"
)

// oneCall is a conversation, and what its one call has.
type oneCall struct {
	said []string
	has  []string // in the call
	not  []string
}

// calledWith checks what the one call of each talk has.
func calledWith(t *testing.T, tool string, talks ...oneCall) {
	t.Helper()
	for _, each := range talks {
		got := withAll(t, seeingTo, each.said...)
		if len(got.Calls) != 1 || got.Calls[0].Name != tool {
			t.Errorf("%q: %q %+v", each.said, got.text(), got.Calls)
			continue
		}
		for _, part := range each.has {
			if !strings.Contains(got.Calls[0].Arguments, part) {
				t.Errorf("%q: %s is not in %s", each.said, part, got.Calls[0].Arguments)
			}
		}
		for _, part := range each.not {
			if strings.Contains(got.Calls[0].Arguments, part) {
				t.Errorf("%q: %s is in %s", each.said, part, got.Calls[0].Arguments)
			}
		}
	}
}

// A month is a day only beside a figure, and a name is none.
func TestTheWishedDayStaysWhereAMonthIsAWordOrAName(t *testing.T) {
	calledWith(t, "book_appointment",
		oneCall{[]string{"id like to see pastor dan on friday at 10", "Lena Moody 207 555 0167, you may text me"}, []string{"on friday", "at 10"}, nil},
		oneCall{[]string{"id like to see pastor dan on friday at 10", "June Carter 207 555 0167"}, []string{`"June Carter"`, "on friday", "at 10"}, nil},
		oneCall{[]string{"id like to see pastor dan on friday at 10", "my name is April May, 207 555 0167"}, []string{"on friday"}, nil},
		oneCall{[]string{"quisiera una cita con el padre el martes", "Julio Ríos 956 555 0112"}, []string{`"Julio Ríos"`, "el martes"}, nil},
		oneCall{[]string{"quisiera una cita con el padre el martes", "Domingo Pérez, 956 555 0112"}, []string{`"Domingo Pérez"`, "el martes"}, nil},
		oneCall{[]string{"quisiera una cita con el padre el martes", "Domingo Pérez", "956 555 0112"}, []string{`"Domingo Pérez"`, "el martes"}, nil},
		oneCall{[]string{"id like to see pastor dan on friday", "ok june 12 at 10 then. Lena Moody 207 555 0167"}, []string{"june 12"}, []string{"friday"}},
		oneCall{[]string{"id like to see pastor dan on friday at 10", "Lena Moody 207 555 0167. not on monday though"}, []string{"on friday", "at 10", `"wished_time":"on friday, at 10"`}, nil},
		oneCall{[]string{"quisiera una cita con el padre el martes", "Rosa Gil 956 555 0112, menos el lunes"}, []string{`"wished_time":"el martes"`}, nil},
	)
}

func TestHoursDatesAndPostcodesAreNoTelephoneNumber(t *testing.T) {
	calledWith(t, "request_facility_use",
		oneCall{[]string{"can we use the hall on saturday june 6, 9.30 - 10.30", "Nan Dyer", "207 555 0169"}, []string{`"phone":"207 555 0169"`}, nil},
		oneCall{[]string{"can we use the hall on 6 June 2026 10-12", "Nan Dyer", "207 555 0169"}, []string{`"phone":"207 555 0169"`}, nil},
		oneCall{[]string{"can we use the hall on saturday 06-06-2026", "Nan Dyer", "207 555 0169"}, []string{`"phone":"207 555 0169"`}, nil},
		oneCall{[]string{"can we use the hall on June 6, 2026, 10.00-12.00. Nan Dyer, 207 555 0169"}, []string{`"phone":"207 555 0169"`}, nil},
		oneCall{[]string{"quiero apartar el salon para el sabado 6 de junio de 2026, 9.30 - 10.30", "Marisol Vega", "956 555 0112"}, []string{`"phone":"956 555 0112"`}, nil},
		oneCall{[]string{"quiero apartar el salon para el sabado 06.06.2026", "Marisol Vega", "956 555 0112"}, []string{`"phone":"956 555 0112"`}, nil},
	)
	calledWith(t, "request_home_visit",
		oneCall{[]string{"Mum is housebound now, could somebody come and visit her", "Grace Nolan 14 Mill Rd Rockland ME 04841 207 555 0133"}, []string{`"phone":"207 555 0133"`}, nil},
		oneCall{[]string{"Mum is housebound now, could somebody come and visit her", "Grace Nolan, 14 Mill Rd, Rockland 04841, (207) 555-0133"}, []string{`(207) 555-0133"`}, []string{`"phone":"04841`}},
		oneCall{[]string{"mi mamá ya no puede salir, ¿la pueden visitar en su casa?", "Rosa Gil, 14 calle Luna, Brownsville TX 78520 956 555 0112"}, []string{`"phone":"956 555 0112"`}, nil},
	)
	if got := withAll(t, seeingTo, "can we use the hall on saturday june 6, 9.30 - 10.30", "Nan Dyer"); len(got.Calls) != 0 {
		t.Errorf("nobody can reach her: %+v", got.Calls)
	}
}

func TestTheYearOfAStatementIsTheNewestThatIsNoPartOfANumber(t *testing.T) {
	const last, given = "can i get my giving statement for last year", "can i get my giving statement for 2025"
	calledWith(t, "request_giving_statement",
		oneCall{[]string{last, "Sue Ingram 207 555 2019"}, []string{`"year":2025`}, nil},
		oneCall{[]string{last, "Sue Ingram, 2014 Main St, 207 555 0167"}, []string{`"year":2025`}, nil},
		oneCall{[]string{last, "Sue Ingram sue.2020@example.org"}, []string{`"year":2025`}, nil},
		oneCall{[]string{given, "Sue Ingram 207 555 0167", "sorry, 2024"}, []string{`"year":2024`}, nil},
		oneCall{[]string{given, "Sue Ingram 207 555 0167", "sorry, 2024 not 2025"}, []string{`"year":2024`}, nil},
		oneCall{[]string{given, "Sue Ingram 207 555 0167", "actually last year's please, not 2024"}, []string{`"year":2025`}, nil},
		oneCall{[]string{"necesito mi constancia de donaciones del año pasado", "Rosa Gil 956 555 2019"}, []string{`"year":2025`}, nil},
		oneCall{[]string{"necesito mi constancia de donaciones de 2025", "Rosa Gil 956 555 0112", "perdón, 2024"}, []string{`"year":2024`}, nil},
		oneCall{[]string{"necesito mi constancia de donaciones de 2025", "Rosa Gil 956 555 0112", "perdón, no 2025, es 2024"}, []string{`"year":2024`}, nil},
	)
}

func TestAGreetingIsNoPatient(t *testing.T) {
	calledWith(t, "request_hospital_visit",
		oneCall{[]string{"Hello, my dad is in St Mary's hospital, could someone visit him", "Tom Hale 207 555 0188"}, nil, []string{`"patient"`}},
		oneCall{[]string{"Father Tomasz, my brother is in castlebar hospital, could you visit him", "Tom Hale 207 555 0188"}, nil, []string{`"patient"`}},
		oneCall{[]string{"Good Morning, my dad is in St Mary's hospital, could someone visit him", "Tom Hale 207 555 0188"}, nil, []string{`"patient"`}},
		oneCall{[]string{"Please, my dad is in St Mary's hospital, could someone visit him", "Tom Hale 207 555 0188"}, nil, []string{`"patient"`}},
		oneCall{[]string{"Hola, mi papá está en el hospital, ¿lo puede visitar el pastor?", "Rosa Gil 956 555 0112"}, nil, []string{`"patient"`}},
		oneCall{[]string{"Buenas Tardes, mi papá está en el hospital, ¿lo puede visitar el pastor?", "Rosa Gil 956 555 0112"}, nil, []string{`"patient"`}},
		oneCall{[]string{"Padre Tomás, mi papá está en el hospital, ¿lo puede visitar?", "Rosa Gil 956 555 0112"}, nil, []string{`"patient"`}},
		oneCall{[]string{"Walter Reed, my father, is in castlebar hospital, could someone visit him", "Anna Reed 207 555 0122"}, []string{`"patient":"Walter Reed"`}, nil},
	)
}

func TestAPartyStaysAsManyWhereANumberIsOfSomethingElse(t *testing.T) {
	for _, said := range []string{
		"Tom Hale 207 555 0188. just one thing, my son can't eat nuts", "Tom Hale 207 555 0188. only one is vegetarian", "Tom Hale 207 555 0188, just two questions, where do we park", "Tom Hale 207 555 0188. only one of the kids is allergic",
		"Tom Hale 207 555 0188. mejor una mesa cerca de la puerta", "Tom Hale 207 555 0188, solo una cosa, mi hijo no come carne", "Tom Hale 207 555 0188. nada más uno es vegetariano",
	} {
		calledWith(t, "register_for_event", oneCall{[]string{"sign us up for the supper, 4 of us", said}, []string{`"people":4`}, nil})
	}
	for said, people := range map[string]string{
		"Tom Hale 207 555 0188. make it 6": "6", "Tom Hale 207 555 0188, ok just 5 then.": "5", "Tom Hale 207 555 0188. que sean 6 por favor": "6", "Tom Hale 207 555 0188. only 3 can come": "3", "Tom Hale 207 555 0188, mejor dos personas": "2", "Tom Hale 207 555 0188. only three of us now": "3",
	} {
		calledWith(t, "register_for_event", oneCall{[]string{"sign us up for the supper, 4 of us", said}, []string{`"people":` + people}, nil})
	}
}
