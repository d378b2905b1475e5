package crisis_test

import (
	"strings"
	"testing"

	"narthex/chat/crisis"
)

// Accusations in {role} × {harm} × shape. A role stands with its article, a harm is what follows it or, in the passive, what is said before it.
var accusations = []struct {
	roles, does, done, shapes []string
}{
	{
		roles: []string{"my pastor", "our priest", "the deacon", "an elder", "the youth leader", "our choirmaster", "a volunteer at the church",
			"Father Mike", "Sister Agnes", "the parish priest", "our worship leader", "a church volunteer", "the bishop"},
		does: []string{"sends me sexual messages", "hits his wife", "rapes me", "threatens to kill me", "touches my daughter", "kissed me",
			"asked me for nude photos", "groped me", "is stalking and threatens to kill us"},
		done:   []string{"I am being abused by", "I was raped by", "I was groped by"},
		shapes: []string{"{role} {does}", "Please help, {role} {does}", "{done} {role}"},
	},
	{
		roles:  []string{"el pastor", "un sacerdote", "el diácono", "la monja", "el líder de jóvenes", "el padre Miguel", "un voluntario de la iglesia", "nuestro párroco", "el catequista"},
		does:   []string{"me manda mensajes sexuales", "le pega a su esposa", "me viola", "me amenaza con matarme", "toca a mi hija", "me besó", "me pide fotos desnuda"},
		done:   []string{"Fui abusada por", "Fui violada por"},
		shapes: []string{"{role} {does}", "Ayuda por favor, {role} {does}", "{done} {role}"},
	},
}

func TestWhoeverServesAChurchIsKnownInAnAccusation(t *testing.T) {
	missed, all := 0, 0
	for _, a := range accusations {
		for _, shape := range a.shapes {
			harms := a.does
			if strings.Contains(shape, "{done}") {
				harms = a.done
			}
			for _, role := range a.roles {
				for _, harm := range harms {
					message := strings.NewReplacer("{role}", role, "{does}", harm, "{done}", harm).Replace(shape)
					all++
					if f, ok := crisis.Assess(message, nil); !ok || !f.ByClergy {
						missed++
						t.Errorf("%+v, %v: %s", f, ok, message)
					}
				}
			}
		}
	}
	t.Logf("%d of %d missed", missed, all)
}

func TestWhoeverServesAChurchIsNotAccusedByBeingNamed(t *testing.T) {
	for _, message := range []string{
		"My pastor sends me encouraging messages", "Our priest visited his wife in hospital", "Father Mike touched my heart with his sermon",
		"Can the deacon send me the reading?", "Who is the youth leader?", "Our pastor hit the nail on the head", "Father Mike kissed the altar",
		"The volunteer at the church was so kind to us", "El pastor me manda mensajes de ánimo", "El padre Miguel toca la guitarra", "¿El sacerdote visita a los enfermos?",
		"El diácono me invitó a misa", "The sermon touched me", "Sister Agnes taught me to pray",
	} {
		if f, ok := crisis.Assess(message, nil); ok {
			t.Errorf("%+v: %s", f, message)
		}
	}
}

// Who is called what they are is accused, though nothing is said of what they did.
func TestWhoIsCalledAPredatorIsAccused(t *testing.T) {
	for _, message := range []string{
		"Your pastor is a creep, he won't leave my daughter alone", "the youth pastor is a creep and follows my daughter", "our priest is a predator, he touched my son",
		"El pastor es un pervertido, no deja en paz a mi hija", "el padre es un pederasta y toca a los niños",
	} {
		if finding, found := crisis.Assess(message, nil); !found || !finding.ByClergy {
			t.Errorf("%q: %v, %+v", message, found, finding)
		}
	}
	if finding, found := crisis.Assess("My uncle is a creep, he won't leave my daughter alone", nil); found && finding.ByClergy {
		t.Errorf("an uncle: %+v", finding)
	}
}
