package crisis_test

import (
	"os"
	"strings"
	"testing"

	"narthex/chat/crisis"
)

// pleas are what is said with a danger, by language.
var pleas = map[string][]string{
	"en": {"hi. %", "% please help", "% what do i do"}, "es": {"hola. %", "% ayuda por favor", "% que hago"},
}

// Whatever the gate learns, it must find the plainest dangers. With each line of testdata/plainest.txt stands whether it must be sure.
func TestThePlainestDangersAreAlwaysFound(t *testing.T) {
	data, err := os.ReadFile("testdata/plainest.txt")
	if err != nil {
		t.Fatal(err)
	}
	checked, language := 0, ""
	for line := range strings.Lines(string(data)) {
		want, message, _ := strings.Cut(strings.TrimSpace(line), " ")
		message = strings.TrimSpace(message)
		if want == "#" {
			language = message
			continue
		}
		ways := []string{message, strings.ToUpper(message), message + "."}
		for _, plea := range pleas[language] {
			ways = append(ways, strings.ReplaceAll(plea, "%", message))
		}
		for _, said := range ways {
			finding, found := crisis.Assess(said, nil)
			checked++
			if !found || said == message && want == "sure" && finding.Unsure {
				t.Errorf("%q: found %v, unsure %v, wanted %s", said, found, finding.Unsure, want)
			}
		}
	}
	if checked < 800 {
		t.Errorf("%d messages", checked)
	}
}

// What the rules say that find the plainest whatever is learned is said of other things as well.
func TestWhatOnlySoundsLikeThePlainestIsNoDanger(t *testing.T) {
	for _, message := range []string{
		"do not feed my dad peanuts, he is allergic", "please don't feed the old dog", "I'm 13 and my sister is 25, can we both come", "im 12 and he is 11 can we join the choir",
		"I took my passport photo today", "tengo 12 y mi hermana tiene 20, podemos ir las dos",
		"I am about to jump in the shower, call me later", "the frog in the play is about to jump off the log", "gonna jump on a call, talk after",
		"im coming by car, is there parking", "me duelen las piernas tengo q estar parada",
		"a cual misa traigo a mi vecino q nunca a ido", "is my seeing eye lab welcome",
	} {
		if finding, found := crisis.Assess(message, nil); found {
			t.Errorf("%q: %+v", message, finding)
		}
	}
}

// beside are questions beside which a danger may be told.
var beside = map[string][]string{
	"en": {"what time is the service sunday? %", "%. what time is mass?", "Is this the church on main street? %. Can someone call me?", "i am new here. %",
		"hello father, %, is there mass today", "what time is the service sunday, %", "what time is the service sunday %"},
	"es": {"a que hora es la misa del domingo? %", "%. a que hora es la misa?", "soy nueva aqui. %", "a que hora es la misa del domingo, %", "a que hora es la misa del domingo %"},
}

// leastBeside is what was reached, of the plainest dangers beside a harmless question, with a full stop, a comma or nothing between.
const leastBeside = 0.9

func TestAPlainDangerIsFoundBesideAQuestion(t *testing.T) {
	data, err := os.ReadFile("testdata/plainest.txt")
	if err != nil {
		t.Fatal(err)
	}
	all, missed, language := 0, 0, ""
	for line := range strings.Lines(string(data)) {
		want, message, _ := strings.Cut(strings.TrimSpace(line), " ")
		if want == "#" {
			language = message
			continue
		}
		for _, question := range beside[language] {
			said := strings.ReplaceAll(question, "%", strings.TrimSpace(message))
			all++
			if _, found := crisis.Assess(said, nil); !found {
				missed++
				t.Logf("%q", said)
			}
		}
	}
	if found := 1 - float64(missed)/float64(all); all < 900 || found < leastBeside {
		t.Errorf("%.3f of %d are found", found, all)
	}
}

func TestAWishToDieElsewhereOrOtherwiseIsNone(t *testing.T) {
	for _, message := range []string{
		"my mother wants to die at home, can the priest come", "my husband wants to die to self this lent", "mi abuela quiere morir en su casa, puede venir el padre",
		"mi hijo se quiere morir de la risa con el payaso", "my daughter wants to dye her hair for the play", "my son is going to kill it on stage",
	} {
		if finding, found := crisis.Assess(message, nil); found && !finding.Unsure {
			t.Errorf("%q: %+v", message, finding)
		}
	}
}

// What a rule knows for a suicide is called off by nothing that stands before it without a mark.
func TestAWishToDieIsFoundAfterARequestForPrayer(t *testing.T) {
	for _, message := range []string{
		"me pueden poner en oracion, quiero morir", "me pueden poner en oracion quiero matarme", "can you put me on the prayer list i want to die",
		"can someone pray for me, i want to kill myself", "hola padre me puede dar la bendicion me voy a matar",
	} {
		if _, found := crisis.Assess(message, nil); !found {
			t.Errorf("%q is not found", message)
		}
	}
}
