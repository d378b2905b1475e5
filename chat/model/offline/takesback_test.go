package offline_test

import (
	"strings"
	"testing"
)

func TestAnswersAreNotTakenBack(t *testing.T) {
	for name, said := range map[string][]string{
		"956 555 0123":           {"¿Me pueden llamar? Me llamo Luz Vega", "no importa la hora, al 956 555 0123"},
		"956 555 0124":           {"¿Me pueden llamar? Me llamo Luz Vega", "no hace falta que sea hoy, 956 555 0124"},
		"956 555 0125":           {"Please call me, my name is Luz Vega", "No, 956 555 0125"},
		"fight anymore":          {"Can you pray for me?", "we don't want to fight anymore"},
		"never mind what people": {"Can you pray for me?", "never mind what people say, I just want my son back home"},
		"no importa lo que":      {"¿Podrían orar por mí?", "no importa lo que digan, quiero perdonar a mi papá"},
		"2026-05-21":             {"Queremos visitar la iglesia", "déjelo para el jueves", "somos tres"},
		"2026-05-17":             {"Queremos visitar la iglesia", "mejor voy el domingo", "somos dos"},
		"\"party_size\":2":       {"Queremos visitar la iglesia, somos dos", "no importa, el próximo domingo"},
	} {
		if got := converse(t, said...); len(got.Calls) != 1 || !strings.Contains(got.Calls[0].Arguments, name) {
			t.Errorf("%q: %q %+v", said, got.text(), got.Calls)
		}
	}
	if got := converse(t, "Queremos visitar la iglesia, somos dos", "no importa, cualquier domingo"); len(got.Calls) != 1 || got.Calls[0].Name != "plan_visit" {
		t.Errorf("any Sunday: %q %+v", got.text(), got.Calls)
	}
}

func TestAFormIsLetGo(t *testing.T) {
	for _, said := range []string{"never mind", "never mind, thanks", "no importa", "no hace falta, gracias", "déjelo", "déjelo así", "mejor no", "actually forget it, I changed my mind", "mejor yo llamo", "ya no, gracias", "we don't want to go any more"} {
		for _, wish := range []string{"Can somebody call me back?", "sign me up for the supper"} {
			if got := converse(t, wish, said); len(got.Calls) != 0 || strings.Contains(got.text(), "name") {
				t.Errorf("%q: %q %+v", said, got.text(), got.Calls)
			}
		}
	}
	for _, said := range []string{"never mind", "never mind, thanks", "actually forget it, I changed my mind", "no importa, gracias"} {
		if got := converse(t, "Can you pray for me?", said); len(got.Calls) != 0 {
			t.Errorf("prayer, %q: %+v", said, got.Calls)
		}
	}
}

func TestANameBesideAnAddressIsRead(t *testing.T) {
	for _, said := range []string{"Sign us up for the fellowship supper: Paula Greer, paula@example.com, 2 people", "sign me up for the supper please. Paula Greer paula@example.com", "put me down for the supper, Paula Greer, paula@example.com"} {
		if got := converse(t, said); len(got.Calls) != 1 || !strings.Contains(got.Calls[0].Arguments, `"Paula Greer"`) || !strings.Contains(got.Calls[0].Arguments, "paula@example.com") {
			t.Errorf("%q: %q %+v", said, got.text(), got.Calls)
		}
	}
}

func TestGriefIsNotAskedForAName(t *testing.T) {
	for _, said := range []string{"my husband died last night, what do I do?", "I lost my job, where can I get food?", "my mother is dying, can a priest come?", "is there help? I can't pay the rent"} {
		if got := converse(t, "Can somebody call me back?", said); strings.Contains(got.text(), "your name") {
			t.Errorf("%q: %q", said, got.text())
		}
	}
}
