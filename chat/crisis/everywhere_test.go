package crisis

import "testing"

// What people say in the words of danger, and do not mean, is harmless wherever their language is spoken; danger is found in words of the
// same places. The bounds are what was reached, the unseen half of each among it.
func TestFiguresOfSpeechOfManyCountries(t *testing.T) {
	for file, bounds := range map[string]struct{ mostWoken, mostTaken int }{
		"harmless_es": {mostWoken: 0, mostTaken: 3},
		"harmless_en": {mostWoken: 4, mostTaken: 5},
	} {
		t.Run(file, func(t *testing.T) {
			messages := lines(string(readAll(t, "testdata/everywhere/"+file+".txt")))
			woken, taken := 0, 0
			for _, message := range messages {
				finding, ok := Assess(message, nil)
				if ok {
					t.Logf("%s: %q", finding.Rule, message)
					taken++
				}
				if ok && !finding.Unsure {
					woken++
				}
			}
			if len(messages) < 110 || woken > bounds.mostWoken || taken > bounds.mostTaken {
				t.Errorf("of %d harmless messages %d taken, %d without doubt", len(messages), taken, woken)
			}
		})
	}
	t.Run("danger", func(t *testing.T) {
		messages := lines(string(readAll(t, "testdata/everywhere/danger.txt")))
		if len(messages) < 70 {
			t.Fatal("too few messages")
		}
		for _, message := range messages {
			if finding, ok := Assess(message, nil); !ok || finding.Unsure {
				t.Errorf("%q: found %v, unsure %v", message, ok, finding.Unsure)
			}
		}
	})
}

// Only the figure itself means nothing.
func TestAFigureOfSpeechBesideADangerHidesNothing(t *testing.T) {
	for _, message := range []string{
		"le metieron un tiro al palo y a mi hermano le metieron un tiro en la pierna",
		"gave blood today and feel dizzy, and my husband is choking me",
		"me persiguieron con pistolas de agua y luego mi papá me golpeó con el cinturón",
		"me voy a matar estudiando, no, la verdad me voy a matar esta noche",
		"There is a shooting at Target, we are hiding",
		"There is a shooting at Target, my daughter is inside",
		"mi esposo me va a matar, salí corriendo de la casa",
		"mi hijo se va a matar, va corriendo al puente",
		"me voy a tirar de cabeza a la alberca para matarme",
		"El director del coro donde canta mi hija la toca y la besa",
		"I keep having thoughts of killing myself while studying",
		"I took all the tabs and I give up I want to die tonight",
		"my wife is dying of cancer and we agreed to go together tonight",
	} {
		if finding, ok := Assess(message, nil); !ok || finding.Unsure {
			t.Errorf("%q: found %v, unsure %v", message, ok, finding.Unsure)
		}
	}
}

// Words of alarm are said of ordinary things: who comes into the Church, whose turn it is, who fasts and who is kept company.
func TestOrdinaryThingsAreNoHints(t *testing.T) {
	for _, message := range []string{
		"Si alguien quiere entrar a la Iglesia católica, ¿qué hace?", "Two people are trying to get in, who has the key?", "Mi vecina tiene la casa sucia, ¿pueden ayudar?",
		"El pastel está en mi casa y mi esposo lo lleva", "Este domingo no me toca leer pero puedo ir", "En el ayuno solo tomo agua", "Salió de la operación y solo come gelatina",
		"No food for three days and God made me strong", "¿Quién cuida a mi perro si no estoy? Voy al retiro", "Mom had surgery and should not be alone tonight, who can sit with her?",
	} {
		if finding, ok := Assess(message, nil); ok {
			t.Errorf("%q is %s", message, finding.Rule)
		}
	}
	for _, message := range []string{"Los dos quedamos en irnos juntos mañana al retiro", "No me siento segura conmigo misma", "A mi abuela la operan mañana y no le dan comida hasta después"} {
		if finding, ok := Assess(message, nil); ok && !finding.Unsure {
			t.Errorf("%q wakes somebody: %s", message, finding.Rule)
		}
	}
}
