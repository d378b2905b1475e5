package offline_test

import (
	"strings"
	"testing"
)

// asksName reports whether an answer opens a form.
func asksName(text string) bool {
	return strings.Contains(text, "your name") || strings.Contains(text, "Cómo se llama")
}

// tellsHow reports whether an answer says how a wish is taken up.
func tellsHow(text string) bool {
	return strings.Contains(text, "write here who you are") || strings.Contains(text, "escriba aquí quién es")
}

// What comes beside a prayer in grief is asked for when the prayer is safe.
func TestAPrayerIsNotHeldUpByAnotherWishInGrief(t *testing.T) {
	for _, message := range []string{
		"please pray for my family and me, we got a call last night that my brother was killed", "please pray for my brother and could someone visit him in the hospital", "my husband died last night. please pray for us and could somebody call me",
		"can you pray for my dad, he is in the hospital, and can the pastor go see him", "pray for us, my son was shot on friday, and please have someone call me back",
		"oren por mi hermano y también que alguien lo visite en el hospital", "mi esposo murió anoche. oren por nosotros y que me llamen por favor", "oren por mi familia, a mi hermano lo mataron anoche, y que me llame el pastor",
	} {
		if got := withAll(t, seeingTo, message); len(got.Calls) != 1 || got.Calls[0].Name != "submit_prayer_request" {
			t.Errorf("%q: %q %+v", message, got.text(), got.Calls)
		}
	}
	for _, said := range [][]string{
		{"please pray for my brother and could someone visit him in the hospital", "Tom Hale 207 555 0188"}, {"oren por mi hermano y también que alguien lo visite en el hospital", "Rosa Gil 956 555 0177"},
	} {
		if got := withAll(t, seeingTo, said...); len(got.Calls) != 2 || got.Calls[0].Name != "submit_prayer_request" || got.Calls[1].Name != "request_hospital_visit" {
			t.Errorf("%q: %q %+v", said, got.text(), got.Calls)
		}
	}
}

// A no to who they are is none to the prayer.
func TestAPrayerIsPassedOnWithoutWhatWasAskedForTheOtherWish(t *testing.T) {
	for _, said := range [][]string{
		{"can you pray for my knee surgery friday and also can somebody call me", "no"}, {"can you pray for my knee surgery friday and also can somebody call me", "no thanks"}, {"can you pray for my knee surgery friday and also can somebody call me", "Wanda Teel", "no"},
		{"oren por mi mamá, la operan el viernes, y también quiero que me llamen", "no"}, {"oren por mi mamá, la operan el viernes, y también quiero que me llamen", "no, gracias"},
	} {
		if got := withAll(t, seeingTo, said...); len(got.Calls) != 1 || got.Calls[0].Name != "submit_prayer_request" {
			t.Errorf("%q: %q %+v", said, got.text(), got.Calls)
		}
	}
	for _, said := range [][]string{{"Can somebody call me back?", "no"}, {"can you pray for my knee surgery friday and also can somebody call me", "never mind, forget it"}} {
		if got := withAll(t, seeingTo, said...); len(got.Calls) != 0 {
			t.Errorf("%q: %q %+v", said, got.text(), got.Calls)
		}
	}
}

func TestWhoWantsToTalkAndBeCalledAsksForOneThing(t *testing.T) {
	for _, said := range [][]string{
		{"I'd like to talk to the pastor, and can he call me", "Anna Reed 207 555 0122"}, {"quisiera hablar con el padre, y que me llame", "Rosa Gil 956 555 0177"},
	} {
		if got := withAll(t, seeingTo, said...); len(got.Calls) != 1 {
			t.Errorf("%q: %q %+v", said, got.text(), got.Calls)
		}
	}
}

// An errand or an appointment in grief or danger opens no form, and is taken up by who says who they are.
func TestGriefAndDangerOpenNoForm(t *testing.T) {
	for _, message := range []string{
		"my husband died last night and I need a ride to the funeral home", "please tell Rosa that my mother passed away", "I need a ride to the hospital now", "I need a ride to the emergency room", "can someone give my mother a ride to the hospital, she fell",
		"my sister was killed and I want an appointment with the pastor", "my son overdosed last night, I want to see the priest",
		"Mom passed this morning. I need to talk to Father.", "we lost our baby last week and I need to see the pastor", "my wife's cancer is back and we'd like to talk to the priest", "our son was killed in a wreck, can we get an appointment with pastor dan", "dad just died. can i get a ride to mass on sunday", "my brother shot himself and I need to see the priest",
		"my mother is dying, I want to speak with the pastor", "my grandson drowned on saturday. I want to talk with father", "we buried my husband yesterday, could I see the pastor", "I miscarried last night and want to talk to a priest", "my husband beats me and I need to see the pastor", "i want to talk to the pastor, i can't stop crying since my wife died",
		"mi mamá acaba de morir y necesito hablar con el padre", "se murió mi papá, quisiera una cita con el padre", "perdimos a nuestro bebé y queremos ver al pastor", "mataron a mi hijo y quiero hablar con el padre", "mi papá está muriendo, quiero hablar con el padre", "enterramos a mi esposo ayer, ¿puedo ver al pastor?", "mi esposo me pega y necesito hablar con el pastor", "mi nieto se ahogó el sábado, quiero ver al padre",
		"dígale a Rosa que mi mamá falleció", "necesito que alguien me lleve, mi esposo murió anoche y puedo hablar con el padre", "¿alguien puede llevarme al hospital ahora?", "mi hijo se suicidó, quiero hablar con el padre",
	} {
		if got := withAll(t, seeingTo, message); len(got.Calls) > 0 || asksName(got.text()) {
			t.Errorf("%q: %q %+v", message, got.text(), got.Calls)
		}
	}
	for _, test := range []struct {
		said []string
		tool string
	}{
		{[]string{"my husband died and I would like to talk to a priest", "Anna Reed 207 555 0122"}, "book_appointment"},
		{[]string{"mi esposo murió y quiero hablar con el padre", "Rosa Gil 956 555 0177"}, "book_appointment"},
		{[]string{"my husband died last night and I need a ride to the funeral home", "Anna Reed 207 555 0122"}, "leave_message"},
		{[]string{"my sister was killed and I want an appointment with the pastor. Anna Reed 207 555 0122"}, "book_appointment"},
		{[]string{"I need a ride to the hospital on tuesday for my chemo. Anna Reed 207 555 0122"}, "leave_message"},
	} {
		if first := withAll(t, seeingTo, test.said[0]); len(test.said) > 1 && !tellsHow(first.text()) {
			t.Errorf("%q: %q", test.said[0], first.text())
		}
		if got := withAll(t, seeingTo, test.said...); len(got.Calls) != 1 || got.Calls[0].Name != test.tool {
			t.Errorf("%q: %q %+v", test.said, got.text(), got.Calls)
		}
	}
}
