package crisis_test

import (
	"testing"

	"narthex/chat/crisis"
)

// A rule that reads of whom a message tells is believed in that, though the model be surer of what is the matter.
func TestWhoTellsOfAnotherIsNotTakenForThem(t *testing.T) {
	for message, about := range map[string]crisis.Subject{
		"my friend wants to die":                        crisis.Other,
		"my husband wants to end his life":              crisis.Other,
		"my sister says she wants to die":               crisis.Other,
		"my son wants to die":                           crisis.Other,
		"a friend of mine doesn't want to live anymore": crisis.Other,
		"mi amiga se quiere morir":                      crisis.Other,
		"mi hijo quiere matarse":                        crisis.Other,
		"I want to die":                                 crisis.Self,
		"I told my friend that I want to die":           crisis.Self,
		"my husband left me and I want to end my life":  crisis.Self,
		"le dije a mi hermana que me quiero morir":      crisis.Self,
	} {
		if found, ok := crisis.Assess(message, nil); !ok || found.About != about {
			t.Errorf("%q: %v, about %q by %s, want %q", message, ok, found.About, found.Rule, about)
		}
	}
}
