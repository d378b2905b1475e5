package speech_test

import (
	"testing"

	"narthex/chat/voice/speech"
)

func TestWhatADollarSignStandsForIsByTheCountry(t *testing.T) {
	for _, test := range []struct{ country, language, written, spoken string }{
		{"", "en", "Camp is MX$500.", "Camp is five hundred pesos."},
		{"US", "es", "Cuesta MX$500.", "Cuesta quinientos pesos."},
		{"MX", "es", "El campamento cuesta $500", "El campamento cuesta quinientos pesos."},
		{"MX", "en", "It is $1.50, or US$20.", "It is one peso and fifty centavos, or twenty dollars."},
		{"MX", "es", "Son $2.5 millones", "Son dos punto cinco millones de pesos."},
		{"CO", "es", "Son €5", "Son cinco euros."},
		{"US", "es", "Cuesta $500", "Cuesta quinientos dólares."},
		{"", "en", "It is $500.", "It is five hundred dollars."},
	} {
		s := speech.NewStream(test.language)
		s.In(test.country)
		if spoken := s.Write(test.written) + s.Close(); spoken != test.spoken {
			t.Errorf("in %q %q is said %q, not %q", test.country, test.written, spoken, test.spoken)
		}
	}
}
