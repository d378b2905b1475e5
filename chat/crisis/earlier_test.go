package crisis_test

import (
	"strings"
	"testing"

	"narthex/chat/crisis"
)

// say gives what is found in the last of some messages, each read after those before it.
func say(talk string) (finding crisis.Finding, found bool) {
	messages := strings.Split(talk, " | ")
	last := len(messages) - 1
	return crisis.Assess(messages[last], messages[:last])
}

// A danger that was told of is not overwritten by a lesser one, or by another, that a later message only suggests.
func TestADangerThatWasToldOfStands(t *testing.T) {
	emergencies := []string{
		"one side of his face looks droopy", "my dad collapsed and he is not breathing", "my friend took a bunch of pills and I can't wake her up", "my son is having a seizure", "mi papá se desmayó y no responde",
	}
	for _, emergency := range emergencies {
		first, found := say(emergency)
		if !found || first.Unsure || !first.Now {
			t.Fatalf("%q: %+v, %v", emergency, first, found)
		}
		for _, later := range []string{
			"he says hes fine and wants to lie down", "should i just let her sleep it off", "he says its nothing and I should leave him alone", "I feel so helpless", "she keeps saying leave me alone", "it's all my fault",
			"dice que está bien y que lo deje en paz", "no sé qué hacer, es mi culpa", "I can't do this", "he told me not to tell anyone",
		} {
			if f, found := say(emergency + " | " + later); found && (f.Unsure || !f.Now) {
				t.Errorf("%q, then %q: %+v", emergency, later, f)
			}
		}
	}
	for _, test := range []struct {
		talk     string
		category crisis.Category
		about    crisis.Subject
		now      bool
	}{
		{"I know where he lives and I want to kill him | tonight im going over there with my rifle", crisis.Threat, crisis.Other, false},
		{"I'm going to kill my boss | I have the gun here", crisis.Threat, crisis.Other, true},
		{"voy a matar a ese hombre | ya tengo la pistola en la mano", crisis.Threat, crisis.Other, true},
		{"I want to stab my stepfather | the knife is in my hand | I'm tired of all of it", crisis.Threat, crisis.Other, true},
		{"mi esposo me pegó otra vez anoche | tiene una pistola", crisis.Abuse, crisis.Self, true},
		{"my boyfriend choked me last night | he has a gun in the car", crisis.Abuse, crisis.Self, true},
		{"my boyfriend choked me last night | he is outside with a knife", crisis.Abuse, crisis.Self, true},
		{"mi marido me golpea | trae un cuchillo", crisis.Abuse, crisis.Self, true},
		{"my sister is beaten by her husband | he keeps a gun under the bed", crisis.Abuse, crisis.Other, true},
		{"my boyfriend choked me last night | he goes through my phone | please dont call the police it will make it worse", crisis.Abuse, crisis.Self, false},
		{"I want to die | it's very dark out here | I don't think I'll be coming back", crisis.Suicide, crisis.Self, false},
		{"I took all my pills | I feel sleepy | what's the point", crisis.Suicide, crisis.Self, true},
	} {
		if f, found := say(test.talk); !found || f.Unsure || f.Category != test.category || f.About != test.about || f.Now != test.now {
			t.Errorf("%q: %+v, %v", test.talk, f, found)
		}
	}
}

// What was done long ago, by whomever, does not become what somebody does to somebody else today.
func TestWhatWasOverStaysOver(t *testing.T) {
	for _, talk := range []string{
		"something happened to me as an altar boy | it was a priest, he's dead now",
		"something happened to me as an altar boy | it was a priest, he's dead now | I'm 58, I never told my wife",
		"a priest abused me when I was nine | he's dead now | I never told my wife",
		"my uncle molested me when I was a child | he died last year | nobody in the family knows",
		"mi tío abusó de mí cuando era niña | ya se murió | nunca se lo conté a mi esposo",
	} {
		told, _, _ := strings.Cut(talk, " | ")
		first, _ := say(told)
		if f, found := say(talk); found && (!first.Past || !f.Past || f.Category != first.Category || f.About != first.About) {
			t.Errorf("%q: %+v, told %+v", talk, f, first)
		}
	}
}

// A message that tells of another danger surely, and in words of its own, is answered as it says; the emergency number stays first.
func TestAnotherDangerInItsOwnWordsIsHeard(t *testing.T) {
	for _, test := range []struct {
		talk     string
		category crisis.Category
		now      bool
	}{
		{"my boyfriend choked me last night | I'm going to shoot him", crisis.Threat, false},
		{"my boyfriend choked me last night | I want to die", crisis.Suicide, false},
		{"I'm going to kill my boss | and then I will kill myself", crisis.Suicide, false},
		{"my dad collapsed and he is not breathing | I want to kill myself", crisis.Suicide, true},
		{"a priest abused me when I was nine | I want to kill myself", crisis.Suicide, false},
		{"I want to die | my husband collapsed and is not breathing", crisis.Medical, true},
		{"mi esposo me pega | me quiero morir", crisis.Suicide, false},
		{"my uncle molested me when I was a child | my husband beat me last night", crisis.Abuse, false},
	} {
		if f, found := say(test.talk); !found || f.Unsure || f.Category != test.category || f.Now != test.now || f.Past {
			t.Errorf("%q: %+v, %v", test.talk, f, found)
		}
	}
	if f, found := say("my dad collapsed and he is not breathing | ok | thanks | what time is Mass | and Sunday | is there parking | ok | I feel like there is no hope for me"); found && f.Category == crisis.Medical {
		t.Errorf("an emergency is still going on: %+v", f)
	}
}

// What a later message tells in words of its own is not more of what was told before.
func TestALaterDangerThatIsAnotherIsTold(t *testing.T) {
	for talk, category := range map[string]crisis.Category{
		"everything is hopeless and I give up | active shooter at the church":       crisis.Threat,
		"my husband beats me | there is a man with a gun shooting people at mass":   crisis.Threat,
		"I can't go on anymore. I'm going to the woods with my rifle":               crisis.Suicide,
		"I want to kill myself | ya tengo las pastillas aqui y no quiero seguir":    crisis.Suicide,
		"my dad collapsed on the floor | I can't go on, I am going to kill myself ": crisis.Suicide,
	} {
		if f, found := say(talk); !found || f.Category != category {
			t.Errorf("%q: %+v, %v", talk, f, found)
		}
	}
	if f, found := say("my uncle molested me when I was a child | it started again last night, he is still doing it"); !found || f.Past {
		t.Errorf("what goes on: %+v, %v", f, found)
	}
}
