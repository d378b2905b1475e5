package offline_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"narthex/chat/model"
)

// seeingTo are the tools for what people of a church see to.
var seeingTo = []model.Tool{
	{Name: "book_appointment", Parameters: json.RawMessage(`{"properties":{"name":{"type":"string"},"email":{"type":"string"},"phone":{"type":"string"},"wished_time":{"type":"string"},"reason":{"type":"string"},"no_link":{"type":"boolean"}}}`)},
	{Name: "request_hospital_visit", Parameters: json.RawMessage(`{"properties":{"hospital":{"type":"string"},"patient":{"type":"string"},"situation":{"type":"string"},"name":{"type":"string"},"email":{"type":"string"},"phone":{"type":"string"}},"required":["hospital","name"]}`)},
	{Name: "request_home_visit", Parameters: json.RawMessage(`{"properties":{"reason":{"type":"string"},"address":{"type":"string"},"name":{"type":"string"},"email":{"type":"string"},"phone":{"type":"string"}},"required":["reason","name"]}`)},
	{Name: "request_meal_support", Parameters: json.RawMessage(`{"properties":{"reason":{"type":"string"},"diet":{"type":"string"},"people":{"type":"integer"},"name":{"type":"string"},"email":{"type":"string"},"phone":{"type":"string"}},"required":["reason","name"]}`)},
	{Name: "request_practical_help", Parameters: json.RawMessage(`{"properties":{"help_with":{"type":"string","enum":["food","rent","utilities","other"]},"situation":{"type":"string"},"name":{"type":"string"},"email":{"type":"string"},"phone":{"type":"string"}},"required":["help_with","situation","name"]}`)},
	{Name: "report_bereavement", Parameters: json.RawMessage(`{"properties":{"loss":{"type":"string"},"funeral":{"type":"boolean"},"name":{"type":"string"},"email":{"type":"string"},"phone":{"type":"string"}},"required":["loss"]}`)},
	{Name: "request_baptism", Parameters: json.RawMessage(`{"properties":{"for_whom":{"type":"string","enum":["self","child","somebody_else"]},"message":{"type":"string"},"name":{"type":"string"},"email":{"type":"string"},"phone":{"type":"string"}},"required":["for_whom","name"]}`)},
	{Name: "request_facility_use", Parameters: json.RawMessage(`{"properties":{"purpose":{"type":"string"},"start_date":{"type":"string","format":"date"},"end_date":{"type":"string","format":"date"},"hours":{"type":"string"},"attendees":{"type":"integer"},"name":{"type":"string"},"email":{"type":"string"},"phone":{"type":"string"}},"required":["purpose","start_date","name"]}`)},
	{Name: "request_giving_statement", Parameters: json.RawMessage(`{"properties":{"year":{"type":"integer"},"name":{"type":"string"},"email":{"type":"string"},"phone":{"type":"string"}},"required":["year","name"]}`)},
}

// withAll converses with a church that has these tools as well.
func withAll(t *testing.T, tools []model.Tool, said ...string) answer {
	t.Helper()
	before := joiningTools
	joiningTools = slices.Concat(before, tools)
	defer func() { joiningTools = before }()
	return converse(t, said...)
}

func TestWhatPeopleSeeToIsAskedOfThem(t *testing.T) {
	for name, talk := range map[string]struct {
		said []string
		tool string
		has  []string
		not  []string
	}{
		"a hospital": {[]string{"my brother is in castlebar hospital would fr tomasz go in to him", "Padraig Gaughan is his name, St Johns ward. I am Bernie Gaughan 020 910 4431", "oh sorry its St Annes ward"},
			"request_hospital_visit", []string{`"patient":"Padraig Gaughan"`, `"name":"Bernie Gaughan"`, "St Annes ward"}, []string{"St Johns"}},
		"un hospital": {[]string{"mi papá está en el hospital, ¿lo puede ir a ver el pastor?", "Se llama Ramón Ortiz, soy su hija Elena Ortiz 956 555 0144"},
			"request_hospital_visit", []string{`"patient":"Ramón Ortiz"`, `"name":"Elena Ortiz"`}, nil},
		"a visit at home": {[]string{"Mum is housebound now, could somebody come and visit her", "Grace Nolan, 12 Mill Road, her number is 087 555 0133"},
			"request_home_visit", []string{`"name":"Grace Nolan"`, "12 Mill Road", "087 555 0133"}, nil},
		"meals": {[]string{"we just had a baby, could someone bring us a few meals", "Tom Hale 207 555 0188", "we cant eat nuts"},
			"request_meal_support", []string{`"name":"Tom Hale"`, "eat nuts"}, nil},
		"the light": {[]string{"me van a cortar la luz y no puedo pagar", "Rosa Gil 956 555 0177"},
			"request_practical_help", []string{`"help_with":"utilities"`, `"name":"Rosa Gil"`}, nil},
		"a death": {[]string{"my father passed away this morning", "Im Anna Reed 207 555 0122, dad was Walter Reed"},
			"report_bereavement", []string{`"name":"Anna Reed"`, "Walter Reed"}, nil},
		"a baptism": {[]string{"we would like our baby boy baptized", "his name is Noah, im Kate Pierce kate@example.org"},
			"request_baptism", []string{`"for_whom":"child"`, "Noah", `"name":"Kate Pierce"`}, nil},
		"un bautizo": {[]string{"quiero bautizarme", "me llamo Toño Ruiz 956 555 0185", "ay no ese es el de mi jefa, el mio es 956 555 0186"},
			"request_baptism", []string{`"for_whom":"self"`, "956 555 0186"}, nil},
		"an appointment": {[]string{"id like to see pastor dan on friday", "ok monday at 10 then. Lena Moody 207 555 0167"},
			"book_appointment", []string{`"name":"Lena Moody"`, "monday", `"no_link":true`}, []string{"friday"}},
		"una cita": {[]string{"quisiera una cita con el padre", "Marta Ríos", "956 555 0112"},
			"book_appointment", []string{`"name":"Marta Ríos"`}, nil},
		"a room": {[]string{"can we use the fellowship hall on June 6, 10 to noon", "Nan Dyer 207 555 0169 theres 9 of us", "make it 12"},
			"request_facility_use", []string{`"start_date":"2026-06-06"`, `"attendees":12`, "10 to noon"}, nil},
		"un salón": {[]string{"quiero apartar el salon para el sabado 6 de junio", "Marisol Vega marisol@example.org, como 35 personas", "que sean 45 por favor"},
			"request_facility_use", []string{`"attendees":45`, `"start_date":"2026-06-06"`}, nil},
		"una constancia": {[]string{"me urge mi comprobante de donativos del año pasado", "Hilda Mora hilda@example.org"},
			"request_giving_statement", []string{`"year":2025`, "hilda@example.org"}, nil},
		"a statement": {[]string{"can i get my giving statement for last year", "Sue Ingram sue.ingram@example.org", "oops thats wrong its sue.ingraham@example.org"},
			"request_giving_statement", []string{`"year":2025`, "sue.ingraham@example.org"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			got := withAll(t, seeingTo, talk.said...)
			if len(got.Calls) != 1 || got.Calls[0].Name != talk.tool {
				t.Fatalf("%q %+v", got.text(), got.Calls)
			}
			for _, part := range talk.has {
				if !strings.Contains(got.Calls[0].Arguments, part) {
					t.Errorf("%s is not in %s", part, got.Calls[0].Arguments)
				}
			}
			for _, part := range talk.not {
				if strings.Contains(got.Calls[0].Arguments, part) {
					t.Errorf("%s is in %s", part, got.Calls[0].Arguments)
				}
			}
			if got := converse(t, talk.said...); len(got.Calls) > 0 && got.Calls[0].Name != "leave_message" {
				t.Errorf("without the tool: %+v", got.Calls)
			}
		})
	}
}

func TestGriefAndNeedAreAnsweredBeforeAnybodyIsAsked(t *testing.T) {
	for _, message := range []string{
		"my father passed away this morning", "my brother is in the hospital, could the pastor visit him", "me van a cortar la luz y no puedo pagar", "mi mamá está en el hospital, ¿la pueden visitar?", "we cannot pay the rent this month, can you help",
		"my husband died and I would like to talk to a priest", "I'm 84 and can't get out anymore, could someone come by the house",
	} {
		if got := withAll(t, seeingTo, message); len(got.Calls) > 0 || strings.Contains(got.text(), "your name") || strings.Contains(got.text(), "Cómo se llama") {
			t.Errorf("%q: %q %+v", message, got.text(), got.Calls)
		}
	}
	for _, said := range [][]string{
		{"could someone bring us meals, my wife had surgery", "actually hold on, her sister is flying in. never mind we r ok"}, {"can i see pastor dan on friday", "ah no, that does not suit. leave it so"},
		{"quisiera una cita con el padre", "ay no mejor no dejelo asi"}, {"can i get my giving statement for 2025", "forget it, I found it. thanks"},
	} {
		if got := withAll(t, seeingTo, said...); len(got.Calls) > 0 || strings.Contains(got.text(), "your name") {
			t.Errorf("%q: %q %+v", said, got.text(), got.Calls)
		}
	}
}

func TestTwoWishesOfOneMessageAreBothTaken(t *testing.T) {
	for _, said := range [][]string{
		{"can you pray for my knee surgery friday and also can somebody call me", "Wanda Teel 207 555 0177"}, {"oren por mi mamá y también quiero que me llamen", "Lety Ruiz 956 555 0188"},
	} {
		got := converse(t, said...)
		if len(got.Calls) != 2 || got.Calls[0].Name != "submit_prayer_request" || got.Calls[1].Name != "request_callback" {
			t.Errorf("%q: %q %+v", said, got.text(), got.Calls)
		}
	}
}

func TestWhatIsShutIsSaidAtOnce(t *testing.T) {
	before := maps.Clone(onFile)
	defer func() { onFile = before }()
	sail := `{"title":"Lighthouse Sail","when":{"words":"%s","starts":"%sT14:00:00Z"},"registration":"%s"}`
	event := func(day, registration string) string {
		return strings.NewReplacer("%sT", day+"T", `"words":"%s"`, `"words":"`+day+`"`, `"registration":"%s"`, `"registration":"`+registration+`"`).Replace(sail)
	}
	for _, test := range []struct{ events, said, want string }{
		{event("2026-06-06", "full"), "sign me up for the lighthouse sail", "Lighthouse Sail, 2026-06-06 is full"},
		{event("2026-06-06", "closed"), "sign me up for the lighthouse sail", "takes nobody new"},
		{event("2026-06-06", "the event is cancelled") + "," + event("2026-06-20", "open"), "sign me up for the lighthouse sail", "is cancelled. The next with a place is Lighthouse Sail, 2026-06-20"},
		{event("2026-06-06", "full"), "quiero dos boletos para el velero sail", "ya no queda lugar"},
	} {
		onFile = maps.Clone(before)
		onFile["list_events"] = `{"events":[` + test.events + `]}`
		if got := converse(t, test.said); !strings.Contains(got.text(), test.want) || len(got.Calls) > 0 {
			t.Errorf("%q: %q %+v", test.said, got.text(), got.Calls)
		}
	}
	onFile["list_events"] = `{"events":[` + strings.TrimSuffix(event("2026-06-06", "open"), "}") + `,"places_left":12}]}`
	if got := converse(t, "sign us up for the sail, 14 of us"); !strings.Contains(got.text(), "places left: 12") {
		t.Errorf("%q %+v", got.text(), got.Calls)
	}
	if got := converse(t, "sign us up for the sail, 14 of us", "o dang. ok just 5 then. Tim Rourke 207 555 0171"); len(got.Calls) != 1 || !strings.Contains(got.Calls[0].Arguments, `"people":5`) {
		t.Errorf("%q %+v", got.text(), got.Calls)
	}
}
