package crisis_test

import (
	"testing"

	"narthex/chat/crisis"
)

// Who lost somebody by suicide must not be told to stay with them and to call for help.
func TestWhoTookTheirOwnLifeIsInNoDanger(t *testing.T) {
	for _, message := range []string{
		"is my brother in hell, he took his own life", "mi papa se suicido, esta en el infierno", "my brother took his own life", "my cousin shot himself, would you do the funeral",
		"mi hijo se quitó la vida en marzo", "My husband committed suicide ten years ago and nobody says his name", "mi hermana se ahorcó, le pueden hacer misa",
		"her father hanged himself when she was nine", "nuestra vecina se pegó un tiro, pueden ir a verlos", "my friend died by suicide and I am to speak at the funeral",
	} {
		if finding, found := crisis.Assess(message, nil); found && finding.About == crisis.Other && finding.Category == crisis.Suicide {
			t.Errorf("%q: %+v", message, finding)
		}
	}
	for _, message := range []string{
		"my brother almost killed himself", "my son is close to suicide", "my daughter plans to die by suicide", "my son suicide note",
		"my friend is being driven to suicide", "mi hija está al borde del suicidio", "my son just hanged himself in the garage", "mi hijo casi se mata, quiere matarse otra vez", "I found my dad, he shot himself",
		"my sister tried to take her own life", "mi hermano intentó quitarse la vida", "she wants to kill herself", "my roommate hanged himself and he is still breathing",
	} {
		if finding, found := crisis.Assess(message, nil); !found {
			t.Errorf("%q is not found: %+v", message, finding)
		}
	}
	for _, message := range []string{"my twin killed himself and I want to go too", "mi esposo se suicidó y yo también quiero morirme"} {
		if finding, found := crisis.Assess(message, nil); !found || finding.About != crisis.Self {
			t.Errorf("%q: %v, %+v", message, found, finding)
		}
	}
}
