package crisis_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"narthex/chat/crisis"
)

// mostGriefAlarmed is the share of grief.txt in which the gate may find what is not there. It found it in 35 of 99 before the
// model had learned from grief, and finds it in 17 now. mostGriefHard is the share in which it may find it without doubt.
const (
	mostGriefAlarmed = 0.20
	mostGriefHard    = 0.03
)

// What must hold for grief_heldout.txt, from which nothing was learned.
const (
	leastGriefHeldOut      = 15 // of 20 dangers
	mostOrdinaryOfTheWords = 2  // of 20 messages without
)

// TestGriefWithoutDangerIsNoCrisis measures the gate on people who mourn. They are for the care agent: whoever is answered as
// in danger there learns that nobody listens.
func TestGriefWithoutDangerIsNoCrisis(t *testing.T) {
	messages, alarms, hard := readMessages(t, "testdata/grief.txt"), 0, 0
	for _, message := range messages {
		if finding, ok := crisis.Assess(message, nil); ok {
			alarms++
			if !finding.Unsure {
				hard++
			}
			t.Logf("%s: %s", finding.Rule, message)
		}
	}
	t.Logf("%d false alarms, %d of them not soft, in %d messages of grief", alarms, hard, len(messages))
	if n := float64(len(messages)); float64(alarms) > mostGriefAlarmed*n || float64(hard) > mostGriefHard*n {
		t.Errorf("at most %.0f and %.0f in 100 are allowed", 100*mostGriefAlarmed, 100*mostGriefHard)
	}
}

// TestGriefThatMayBeMoreIsFound also holds that it is taken for what it is, and that of what was hard nothing turns soft.
func TestGriefThatMayBeMoreIsFound(t *testing.T) {
	const leastHard = 28
	hard := 0
	for _, message := range readMessages(t, "testdata/grief_danger.txt") {
		finding, ok := crisis.Assess(message, nil)
		switch {
		case !ok:
			t.Errorf("missed: %s", message)
		case finding.About != crisis.Self, !slices.Contains([]crisis.Category{crisis.Suicide, crisis.SelfHarm, crisis.Despair}, finding.Category):
			t.Errorf("%+v: %s", finding, message)
		case finding.Category == crisis.Despair && !finding.Unsure:
			t.Errorf("despair is not soft: %s", message)
		}
		if ok && !finding.Unsure {
			hard++
		}
	}
	if hard < leastHard {
		t.Errorf("only %d are found without doubt", hard)
	}
}

func TestWhoMournsAndHasTheMeansIsInDanger(t *testing.T) {
	for _, test := range []struct {
		message  string
		category crisis.Category
		soft     bool
	}{
		{"I buried my son last week and I bought a rope", crisis.Suicide, false},
		{"I lost my wife and I bought a gun yesterday", crisis.Suicide, false},
		{"Enterré a mi esposa y tengo la pistola en la mesa", crisis.Suicide, false},
		{"Murió mi hijo y compré una soga", crisis.Suicide, false},
		{"My husband died and I've stopped taking my insulin", crisis.Suicide, false},
		{"My husband died in March and I have his pills. I count them every night.", crisis.Suicide, false},
		{"Desde que murió mi esposo lloro todas las noches, no tengo con quien hablar y miro el frasco de pastillas", crisis.Suicide, false},
		{"My daughter died. I don't eat, I don't sleep, I cry every night, I have no one to talk to and the house is empty", crisis.Suicide, false},
		{"She dumped me, I lost her, I can't stop crying, nobody to talk to, can't get out of bed", crisis.Despair, true},
		{"I lost her to another man and I can't get out of bed, I feel completely alone", crisis.Despair, true},
		{"My wife died. I cry every night and I have nobody to talk to", crisis.Despair, true},
		{"Thank you for the lovely service on Sunday, the choir was great and the coffee too. I bought a rope.", crisis.Suicide, false},
	} {
		finding, ok := crisis.Assess(test.message, nil)
		if !ok || finding.Category != test.category || finding.Unsure != test.soft {
			t.Errorf("%+v, %v: %s", finding, ok, test.message)
		}
	}
}

func TestWhoGoesSomewhereWithTheLivingDoesNotFollowTheDead(t *testing.T) {
	for _, said := range []string{
		"El funeral es el sábado, yo también quiero ir",
		"¿Puedo llevar flores al entierro? Yo también quiero ir.",
		"When is the funeral for Tom? My neighbours are coming, I want to go too",
		"Are you open Sunday? I'm a widow and my friends love your choir, I'd like to join them.",
		"My grandpa died last month, my cousins are getting baptized and I want to join them",
		"Mi abuelo murió || Mis primos van al retiro y yo también quiero ir",
		"My dad's funeral was at your church || My sister comes to the picnic, I want to go with her",
		"God should have taken me into ministry earlier",
		"Jesus could have taken me to Africa but he brought me to Ohio",
		"God could have taken me out of Egypt, like Moses",
		"My kids are at camp and I just want to be with them again",
		"We bought a rope for the bell tower",
	} {
		if finding, ok := assessLast(said); ok {
			t.Errorf("%s: %s", finding.Rule, said)
		}
	}
	for _, said := range []string{"My husband died in March || I want to be with him", "My twin died and I'll be joining him on our birthday"} {
		if finding, ok := assessLast(said); !ok || finding.Category != crisis.Suicide {
			t.Errorf("%+v, %v: %s", finding, ok, said)
		}
	}
}

// assessLast assesses the last of messages that " || " divides.
func assessLast(said string) (crisis.Finding, bool) {
	messages := strings.Split(said, " || ")
	last := len(messages) - 1
	return crisis.Assess(messages[last], messages[:last])
}

func TestGriefThatNothingWasLearnedFromIsToldFromDanger(t *testing.T) {
	found := make(map[string]int)
	heading := ""
	for _, said := range readMessages(t, "testdata/grief_heldout.txt") {
		if said[0] == '[' {
			heading = said
			continue
		}
		if _, ok := assessLast(said); ok {
			found[heading]++
		}
	}
	t.Logf("%v", found)
	if found["[danger]"] < leastGriefHeldOut || found["[ordinary]"] > mostOrdinaryOfTheWords {
		t.Errorf("at least %d dangers, and at most %d of the others are wanted", leastGriefHeldOut, mostOrdinaryOfTheWords)
	}
}

// readMessages reads a message a line. A line that begins with # is none.
func readMessages(t *testing.T, file string) (messages []string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for message := range strings.Lines(string(data)) {
		if message = strings.TrimSpace(message); message != "" && message[0] != '#' {
			messages = append(messages, message)
		}
	}
	if len(messages) < 40 {
		t.Fatalf("%s holds %d messages", file, len(messages))
	}
	return messages
}

func TestWhoWantsToJoinTheirDeadIsAsked(t *testing.T) {
	for message, want := range map[string]bool{
		"i want to join my husband in heaven": true, "I just want to join him in heaven": true, "i'm ready to follow my wife in heaven": true, "quiero ir con mi esposo al cielo": true, "quiero irme con él al cielo": true,
		"is my husband in heaven": false, "I want to join my husband in the choir": false, "will my dog go to heaven": false, "quiero ir con mi esposo a la misa": false, "mi esposo está en el cielo, ¿pueden orar por él?": false,
	} {
		if finding, found := crisis.Assess(message, nil); found != want {
			t.Errorf("%q: %+v, %v", message, finding, found)
		}
	}
}
