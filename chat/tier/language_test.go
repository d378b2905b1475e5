package tier_test

import (
	"testing"

	"narthex/chat/chattest"
)

func TestAStartSaysWhichLanguageItsAnswerIsIn(t *testing.T) {
	server := chattest.NewServer(t)
	churchID := server.NewChurch(t)
	for message, want := range map[string]string{
		"When are your services?":                                              "en", // from stored facts
		"¿Puedo hablar con un pastor?":                                         "es",
		"Is the roof of the tower made of copper or of slate?":                 "en", // by a model
		"¿El techo de la torre es de cobre o de pizarra?":                      "es",
		"Bonjour, est-ce que le toit de la tour est en cuivre ?":               "fr",
		"Ist das Dach von dem Turm aus Kupfer und wann wurde der Turm gebaut?": "de",
	} {
		events := server.Ask(t, churchID, chattest.Question{Message: message})
		if got := events[0].Data["language"]; got != want {
			t.Errorf("%s: %v, want %s", message, got, want)
		}
	}
}
