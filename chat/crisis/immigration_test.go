package crisis_test

import (
	"testing"

	"narthex/chat/crisis"
)

// Fear of immigration, and what is asked or told of it next, is nobody's violence at home.
func TestFearOfImmigrationIsNoDanger(t *testing.T) {
	for _, said := range [][2]string{
		{"tengo miedo de la migra", "me van a pedir mis papeles?"}, {"tengo miedo de la migra", "mi esposo esta detenido por ICE"}, {"tengo miedo de la migra", "mi hermano esta detenido"},
		{"hola tengo miedo de que me deporten", "y si me preguntan por mis papeles?"}, {"Tengo mucho miedo a la migra.", "¿Me piden documentos ahí?"}, {"nos da miedo que nos deporten", "y si nos piden papeles?"},
		{"tengo miedo de inmigración", "a mi marido lo deportaron"}, {"tengo miedo de la migra", "la migra se llevó a mi papá ayer"},
		{"I'm scared of ICE", "will they ask me for my papers?"}, {"I'm afraid of being deported", "ICE took my brother yesterday"}, {"hola", "a mi marido lo deportaron y estoy sola con los niños"}, {"we are scared of immigration", "my husband is detained by ICE"}, {"I'm scared of ICE", "my husband was deported"},
	} {
		if f, found := crisis.Assess(said[1], said[:1]); found {
			t.Errorf("%q after %q: %+v", said[1], said[0], f)
		}
	}
}

// Who holds it over somebody, or hurts them besides, is found as before.
func TestWhoIsThreatenedWithImmigrationIsFound(t *testing.T) {
	for _, said := range [][]string{
		{"mi patron me amenaza con llamar a la migra si no trabajo gratis"}, {"mi esposo no me deja tener mis papeles y me amenaza con la migra"}, {"tengo miedo de que mi esposo me pegue", "y si me encuentra?"},
		{"tengo miedo de mi esposo, me pega", "me van a pedir mis papeles?"}, {"tengo miedo de la migra", "mi esposo esta detenido por ICE porque me pega"}, {"tengo miedo de la migra", "mi esposo me pega"},
		{"tengo miedo de la migra", "mi tio me toca en la noche"}, {"mi esposo me golpea y tengo miedo de la migra"},
		{"I'm scared of ICE", "my husband hits me"}, {"my boyfriend says he will call ICE on me if I leave him and he hits me"}, {"I'm scared of ICE", "my husband is detained because he beats me"}, {"I'm afraid of my husband, he beats me", "will they ask me for my papers?"},
		{"tengo miedo de la migra", "la migra se llevo a mi papa y mi padrastro me toca"}, {"I'm scared of ICE", "ICE took my brother and I want to die"},
	} {
		last := len(said) - 1
		_, found := crisis.Assess(said[last], said[:last])
		if last == 1 && !found { // it is answered to the first
			_, found = crisis.Assess(said[0], nil)
		}
		if !found {
			t.Errorf("%q is nothing", said)
		}
	}
}
