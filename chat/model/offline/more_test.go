package offline_test

import (
	"strings"
	"testing"

	"narthex/chat/model"
)

// Who asks to hear more is told what else stands there, and nothing twice; and when that was all, so.
func TestOfflineTellsMoreOfWhatWasAsked(t *testing.T) {
	for church, talk := range map[string]struct {
		question string
		more     []string // ways to ask on
		head, no string
	}{
		"grace-harbor": {"What time is the wedding rehearsal?", []string{"tell me more", "Yes please, can you tell me more about that?", "more info", "go on", "what else?", "tell me more", "more", "say more"},
			"This is what else I have on file about that:", "That is all I have on file about that."},
		"nueva-vida": {"¿Qué actividades hay para los jóvenes?", []string{"cuéntame más", "sí, ¿me puede decir más?", "más información por favor", "¿qué más?", "sigue", "dime más"},
			"Esto es lo demás que tengo por escrito sobre eso:", "Eso es todo lo que tengo por escrito sobre eso."},
	} {
		t.Run(church, func(t *testing.T) {
			system := promptOf(t, church)
			said := []model.Message{visitor(talk.question)}
			first := answerTo(t, system, said...).text()
			told, further, ended := map[string]bool{}, 0, false
			for _, ask := range talk.more {
				said = append(said, model.Message{Role: model.RoleAssistant, Content: first}, visitor(ask))
				first = answerTo(t, system, said...).text()
				t.Logf("%s: %s", ask, first)
				switch {
				case strings.HasPrefix(first, talk.head) && !ended:
					further++
					for _, line := range strings.Split(first, "\n- ")[1:] {
						if told[line] {
							t.Errorf("%q tells %q again", ask, line)
						}
						told[line] = true
					}
				case strings.HasPrefix(first, talk.no):
					ended = true
				default:
					t.Errorf("%q: %s", ask, first)
				}
			}
			if further == 0 || !ended {
				t.Errorf("told further %d times, ended: %v", further, ended)
			}
		})
	}
}

// What stored facts have told as a list is told as well.
func TestOfflineTellsNotAgainWhatAStoredFactTold(t *testing.T) {
	said := []model.Message{visitor("What time is the worship service on Sunday?"),
		{Role: model.RoleAssistant, Content: "Sunday, November 29 at Grace Harbor Church:\n\n- 9:00 AM Traditional worship\n- 11:00 AM Contemporary worship"}, visitor("tell me more")}
	if got := answerTo(t, promptOf(t, "grace-harbor"), said...).text(); strings.Contains(got, "9:00 AM Traditional worship; 11:00 AM") {
		t.Errorf("the hours are told again: %s", got)
	}
}

func TestOfflineTellsNoMoreOfNothing(t *testing.T) {
	system := promptOf(t, "grace-harbor")
	if got := answerTo(t, system, visitor("tell me more")).text(); strings.Contains(got, "on file about that") {
		t.Errorf("before anything was asked: %s", got)
	}
	said := []model.Message{visitor("Is there a helicopter pad?"), {Role: model.RoleAssistant, Content: "I don't have that on file, and I would rather not guess."}, visitor("tell me more")}
	if got := answerTo(t, system, said...).text(); !strings.HasPrefix(got, "I don't have that on file") {
		t.Errorf("of what is not on file: %s", got)
	}
	said = []model.Message{visitor("What time is the wedding rehearsal?"), {Role: model.RoleAssistant, Content: "At 5:00 PM."}, visitor("tell me more about parking")}
	if got := answerTo(t, system, said...).text(); strings.Contains(got, "on file about that") {
		t.Errorf("asked of something else: %s", got)
	}
}
