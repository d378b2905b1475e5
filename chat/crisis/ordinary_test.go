package crisis_test

import (
	"testing"

	"narthex/chat/crisis"
)

// What people say of telephones, of patients, and to a card is no danger; what is beside it is.
func TestOrdinaryWordsBesideACardAndATelephoneAreNoDanger(t *testing.T) {
	for _, talk := range [][]string{
		{"im a nurse and a patient died on me tonight would ye say a prayer for me"}, {"my patient died in my arms tonight please pray for me"},
		{"please pray for my son hes on drugs", "yes and have the pastor call me"}, {"oren por mi hijo que anda perdido en la droga", "si y tambien que me llame el pastor"},
		{"please pray for my son hes on drugs", "yes please ask father to ring me tomorrow"},
		{"nobody answers your phone im so fed up"}, {"im so tired of calling and nobody picks up"}, {"im at the end of my rope with your office"}, {"ya me canse de llamar y nadie me contesta"},
	} {
		last := len(talk) - 1
		if f, found := crisis.Assess(talk[last], talk[:last]); found && !f.Unsure {
			t.Errorf("%q: %+v", talk, f)
		}
	}
	for _, talk := range [][]string{
		{"im so tired of calling and nobody picks up i want to die"}, {"ya me canse de vivir"}, {"my patient died tonight and i want to die too"}, {"im at the end of my rope"},
		{"nobody answers your phone, im going to kill myself tonight"}, {"my husband beats me", "yes have the pastor call me before he kills me"},
	} {
		last := len(talk) - 1
		if _, found := crisis.Assess(talk[last], talk[:last]); !found {
			t.Errorf("%q: nothing is found", talk)
		}
	}
}
