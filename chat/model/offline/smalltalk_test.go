package offline_test

import (
	"strings"
	"testing"

	"narthex/chat/model"
)

func TestWhoThanksGreetsOrMournsIsAnsweredSo(t *testing.T) {
	const system = thursday
	for want, messages := range map[string][]string{
		"Con mucho gusto":        {"mil gracias", "gracias por todo", "gracias bendiciones", "muchas gracias hermano", "gracias, hasta luego"},
		"You're welcome":         {"thank you, God bless", "thanks for everything"},
		"le damos la bienvenida": {"hola hermano", "qué tal", "buen día", "Dios los bendiga", "buenas tardes hermanos"},
		"and welcome to":         {"hello brother", "good morning pastor"},
		"Lo siento mucho":        {"mi mamá se murió anoche", "perdí a mi mamá", "mi papá acaba de fallecer", "mataron a mi hermano en México", "estoy bien triste", "me siento bien sola", "ando muy triste"},
	} {
		for _, said := range messages {
			if got := answerTo(t, system, visitor(said)).text(); !strings.Contains(got, want) {
				t.Errorf("%q: %q", said, got)
			}
		}
	}
	for _, said := range []string{"gracias, ¿y a qué hora es?", "culto de acción de gracias", "qué tal es el coro", "perdí mi celular", "Jesús murió por nosotros", "mi celular se me murió"} {
		got := answerTo(t, system, visitor(said)).text()
		for _, not := range []string{"Con mucho gusto. ¿Hay", "le damos la bienvenida", "Lo siento mucho", "Siento mucho"} {
			if strings.Contains(got, not) {
				t.Errorf("%q: %q", said, got)
			}
		}
	}
	parting := ask(t, model.Request{Messages: []model.Message{{Role: model.RoleSystem, Content: system}, visitor("Where do I park?"), {Role: model.RoleAssistant, Content: "Behind the church."}, visitor("God bless you")}})
	if !strings.Contains(parting.text(), "You're welcome") {
		t.Errorf("who parts with a blessing: %q", parting.text())
	}
}
