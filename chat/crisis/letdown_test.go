package crisis_test

import (
	"testing"

	"narthex/chat/crisis"
)

// Who reproaches a church with a visit that nobody made is in no danger for that.
func TestWhoWasLetDownByAChurchIsInNoDanger(t *testing.T) {
	for _, message := range []string{
		"My mother gave you money for 40 years and nobody even came to see her when she was sick",
		"my dad tithed here for thirty years and no one visited him when he was in the hospital",
		"I sang in your church every sunday for 12 years and not one of you called",
		"My grandmother came here all her life and nobody ever came to visit when she was dying.",
		"mi mamá dio dinero a la iglesia por 40 años y nadie vino a verla cuando estaba enferma",
	} {
		if f, found := crisis.Assess(message, nil); found {
			t.Errorf("%q: %+v", message, f)
		}
	}
	for _, message := range []string{
		"My mother gave you money for 40 years and nobody came when my father beat her",
		"my husband gave you money for years and nobody came to see us when he hit me and the kids",
		"I came here for 10 years and nobody ever asked why I had bruises, he beats me",
		"I sang in your church for 12 years and nobody called and now I want to die",
	} {
		if _, found := crisis.Assess(message, nil); !found {
			t.Errorf("%q is nothing", message)
		}
	}
	if _, found := crisis.Assess("my mother gave you money for 40 years and nobody even came to see her when she was sick", []string{"my stepfather hits her"}); !found {
		t.Error("nothing is found after a danger")
	}
}
