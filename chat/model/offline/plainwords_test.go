package offline_test

import "testing"

// madeOf is what is called at the end of a conversation.
func madeOf(a answer) string {
	if len(a.Calls) == 0 {
		return ""
	}
	return a.Calls[0].Name + " " + a.Calls[0].Arguments
}

// Whom to pray for is said first, and what for when that is asked.
func TestAPrayerIsForWhomTheVisitorNamed(t *testing.T) {
	for want, says := range map[string][]string{
		`{"request":"please pray for my sister\ncancer"}`:                                  {"please pray for my sister", "", "cancer"},
		`{"request":"can you pray for my dad\nhes having surgery friday"}`:                 {"can you pray for my dad", "", "hes having surgery friday"},
		`{"request":"pray for my kids\ntheyre struggling"}`:                                {"pray for my kids", card, "theyre struggling"},
		`{"request":"pray for us\nfor the icu team"}`:                                      {"pray for us", "", "for the icu team"},
		`{"request":"oren por mi suegra\nanda mala de la azucar"}`:                         {"oren por mi suegra", carta, "anda mala de la azucar"},
		`{"request":"oren por mi hijo que es soldado\nanda en malos pasos"}`:               {"oren por mi hijo que es soldado", carta, "anda en malos pasos"},
		`{"request":"can someone pray for bob\nhes sick"}`:                                 {"can someone pray for bob", card, "hes sick"},
		`{"request":"my son is in the navy"}`:                                              {"prayer request", "", "my son is in the navy"},
		`{"request":"hay mucha enfermedad en la casa"}`:                                    {"¿Podría alguien orar por mí por favor?", "", "hay mucha enfermedad en la casa"},
		`{"request":"por favor oren por nuestra vecina que se cayo\nla operan el jueves"}`: {"por favor oren por nuestra vecina que se cayo", carta, "la operan el jueves"},
		`{"request":"please pray for my mother she is ill\nshes having chemo this week"}`:  {"please pray for my mother she is ill", card, "shes having chemo this week"},
	} {
		if got := madeOf(talk(t, says...)); got != "submit_prayer_request "+want {
			t.Errorf("%q: %s", says, got)
		}
	}
	if got := talk(t, "i'd like a prayer", "", "no thanks"); len(got.Calls) > 0 {
		t.Errorf("%+v", got.Calls)
	}
}

// What is added to a form comes as it is spoken.
func TestAFormTakesPlainWords(t *testing.T) {
	const call = "Please call me, 207-555-0188, I'm Tom Hale"
	for want, says := range map[string][]string{
		`{"name":"jess tully","phone":"207-555-0188"}`:                             {"Please call me, 207-555-0188, I'm Tom Hale", card, "my name is jess tully"},
		`{"name":"lupe garza","phone":"207-555-0188"}`:                             {"Please call me, 207-555-0188, I'm Tom Hale", card, "me llamo lupe garza"},
		`{"name":"Tom Hale","phone":"207-555-0188","wished_time":"mornings"}`:      {call, card, "mornings are best"},
		`{"name":"Tom Hale","phone":"207-555-0188","wished_time":"en las tardes"}`: {call, card, "mejor en las tardes"},
		`{"name":"Tom Hale","phone":"207-555-0188","wished_time":"9 oclock"}`:      {call, card, "9 oclock"},
		`{"name":"Tom Hale","phone":"207-555-0188","wished_time":"sunday, at 11"}`: {call, card, "sunday at 11", card, "sunday"},
		`{"name":"Tom Hale","phone":"207-555-0188","wished_time":"half eleven"}`:   {call, card, "half eleven"},
	} {
		if got := madeOf(talk(t, says...)); got != "request_callback "+want {
			t.Errorf("%q: %s", says, got)
		}
	}
}
