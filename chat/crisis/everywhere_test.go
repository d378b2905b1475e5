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
	} {
		if finding, ok := Assess(message, nil); !ok || finding.Unsure {
			t.Errorf("%q: found %v, unsure %v", message, ok, finding.Unsure)
		}
	}
}
