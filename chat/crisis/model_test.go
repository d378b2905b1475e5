package crisis

import (
	"strings"
	"testing"
)

func TestWhatIsFoundIsCalledByItsName(t *testing.T) {
	for name, want := range map[string]struct {
		message string
		finding Finding
	}{
		"an attempt that bleeds is an attempt, and happening": {
			"I cut my wrists and it won't stop bleeding",
			Finding{Category: Suicide, About: Self, Now: true, Rule: "suicide.attempt"},
		},
		"an armed husband who means somebody else is a threat": {
			"my husband has a gun and says he'll kill the pastor",
			Finding{Category: Threat, About: Other, Rule: "threat.other"},
		},
		"an armed husband who means the visitor is violence at home": {
			"He put a gun to my head last night", Finding{Category: Abuse, About: Self, Now: true, Rule: "abuse.now"},
		},
		"whoever fears an armed husband is in danger from him": {
			"Tengo miedo de mi esposo, tiene un arma", Finding{Category: Abuse, About: Self, Rule: "abuse.partner"},
		},
	} {
		if got, ok := Assess(want.message, nil); !ok || got != want.finding {
			t.Errorf("%s: %+v, want %+v", name, got, want.finding)
		}
	}
}

// What the model finds is found in words that stand in no rule and in no example.
func TestTheModelFindsWhatNoRuleForesaw(t *testing.T) {
	g := compiled()
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	named := 0
	messages := map[string]Category{
		"my tank is full of gas and the garage door stays shut, i finally feel calm, tell my kids i am sorry": Suicide,
		"el novio de mi mami se acuesta conmigo cuando ella trabaja, tengo 11":                                ChildAtRisk,
		"tengo la gasolina lista y el domingo van a arder todos los que me corrieron":                         Threat,
		"i press the hot iron on my leg whenever dad yells, it makes the noise in my head stop":               SelfHarm,
		"everything is grey and empty, i cry in the car, i feel useless and prayer is dust":                   Despair,
	}
	for message, category := range messages {
		if found, _ := g.look(message, s); found != nil && !found.weak {
			t.Errorf("a rule finds %q: %+v", message, found.finding)
		}
		got, ok := Assess(message, nil)
		if !ok {
			t.Errorf("%q is not found", message)
		}
		if got.Category == category {
			named++
		}
	}
	if named < len(messages)-2 {
		t.Errorf("only %d of %d are called what they are", named, len(messages))
	}
}

func TestWhatIsInnocentAddsNothingToACrisisLongPast(t *testing.T) {
	earlier := []string{"I want to end my life and I have the pills in my hand", "nobody would miss me"}
	for _, message := range []string{"thanks", "thank you so much", "ok", "What time is the service on Sunday?", "gracias", "good night"} {
		if finding, ok := Assess(message, earlier); ok {
			t.Errorf("%q: %+v", message, finding)
		}
	}
}

func TestMessagesReadTogetherAreNoLongerThanOne(t *testing.T) {
	var f folded
	long := strings.Repeat("ﷺ", maxBytes)
	f.foldAll([]string{long, long, long}, "I want to die")
	if last := f.tokens[len(f.tokens)-1]; string(f.text[last.from:last.to]) != "die" {
		t.Errorf("the new message is cut short: it ends with %q", f.text[last.from:last.to])
	}
}

func TestADamagedModelIsNoModel(t *testing.T) {
	if _, err := readModel(weightsBytes[:len(weightsBytes)-1]); err == nil {
		t.Error("a model with a byte missing is read")
	}
	for _, text := range []string{"death die", "death = die die", "death = d*", "death = don't"} {
		if _, err := readIdeas(text); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

// Who was in danger and then leaves a number, or says no, is not in danger anew: the number is kept, and something else is offered.
func TestANumberOrANoAfterADangerIsNoDangerAnew(t *testing.T) {
	before := []string{"hi", "I want to kill myself and I have the pills here"}
	for _, message := range []string{"207 555 0199", "+1 (207) 555-0199", "087 123 4567", "no", "no thanks", "No.", "nope", "sí", "¡Sí!", "ok", "thanks"} {
		for i := range before {
			if finding, found := Assess(message, before[1-i:]); found {
				t.Errorf("%q after %q: %+v", message, before[1-i:], finding)
			}
		}
	}
	if _, found := Assess("with the pills from the bathroom", before[:1]); !found {
		t.Error("a danger is not found")
	}
	for _, message := range []string{"gun", "goodbye", "knife", "rope", "navaja"} { // short, and all that is to be said
		if _, found := Assess(message, nil); found {
			t.Errorf("%q is a danger alone: choose another", message)
		}
		if _, found := Assess(message, []string{"I wrote letters to my family"}); !found {
			t.Errorf("%q after letters to the family is passed over", message)
		}
	}
}

// Who asks to hear more, and again, says nothing of a danger.
func TestToGoOnIsNoDanger(t *testing.T) {
	goingOn := []string{"tell me more", "yes tell me more", "say more", "and then", "go on", "keep going", "i want to know more", "what else", "one more question", "sigue", "cuéntame más", "otra vez"}
	taken := 0
	for _, before := range goingOn {
		for _, message := range goingOn {
			for _, earlier := range [][]string{{before}, {"What time is church on Sunday?", before}} {
				if finding, found := Assess(message, earlier); found {
					taken++
					t.Logf("%q after %q: %+v", message, earlier, finding)
				}
			}
		}
	}
	if most := 2 * len(goingOn) * len(goingOn) / 100; taken > most {
		t.Errorf("%d are taken for a danger, %d at most", taken, most)
	}
}

// The sums of four units stand in one number while features are added: they must be what the rows say, also of more than such a number holds.
func TestTheNetworkAddsUpItsRows(t *testing.T) {
	n := learned().network
	for _, features := range []int{0, 1, mostLanes, mostLanes + 1, 3*mostLanes - 1} {
		hashes, got, want := make([]uint32, features), units{5, -7}, units{5, -7}
		for i := range hashes {
			hashes[i] = uint32(i) * 2654435761
			for k, w := range &n.rows[hashes[i]&(1<<networkBits-1)] {
				want[k] += int32(int8(w))
			}
		}
		if n.add(&got, hashes); got != want {
			t.Errorf("%d features: %v, want %v", features, got, want)
		}
	}
	extreme := &network{rows: make([][hiddenUnits]byte, 1<<networkBits)}
	for k := range extreme.rows[0] {
		extreme.rows[0][k] = []byte{0x80, 0x7f}[k%2] // -128 and 127
	}
	var got units
	extreme.add(&got, make([]uint32, mostLanes))
	if got[0] != -128*mostLanes || got[1] != 127*mostLanes {
		t.Errorf("%v", got)
	}
}
