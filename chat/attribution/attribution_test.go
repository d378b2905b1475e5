package attribution_test

import (
	"os"
	"slices"
	"testing"

	"github.com/goccy/go-yaml"

	"narthex/chat/attribution"
)

type passage struct{ Title, Text string }

type judged struct {
	Q, A         string
	Given, Rests []string
}

func load[T any](t testing.TB, file string) (into T) {
	t.Helper()
	data, err := os.ReadFile("testdata/" + file)
	if err == nil {
		err = yaml.Unmarshal(data, &into)
	}
	if err != nil {
		t.Fatal(err)
	}
	return into
}

// Which of the passages that were given an answer rests on. The bounds are what was reached.
func TestAnswersRestOnWhatTheySay(t *testing.T) {
	passages := make(map[string]attribution.Source)
	for id, p := range load[map[string]passage](t, "passages.yaml") {
		passages[id] = attribution.Read(p.Title, p.Text)
	}
	for file, most := range map[string]struct{ missed, wrong int }{"answers.yaml": {1, 0}, "unseen.yaml": {0, 0}} {
		missed, wrong, rests, others := 0, 0, 0, 0
		for _, c := range load[[]judged](t, file) {
			answer := attribution.ReadAnswer(c.A, c.Q, "Grace Harbor Church, 410 Alder Street, Portland, OR 97205")
			for _, id := range c.Given {
				source, ok := passages[id]
				if !ok {
					t.Fatalf("%s: no passage %q", c.Q, id)
				}
				found, want := answer.RestsOn(source), slices.Contains(c.Rests, id)
				switch {
				case want && !found:
					missed++
					t.Logf("missed: %q, %s", c.A, id)
				case found && !want:
					wrong++
					t.Logf("wrong: %q, %s", c.A, id)
				}
				if want {
					rests++
				} else {
					others++
				}
			}
		}
		t.Logf("%s: %d of %d found, %d of %d others taken", file, rests-missed, rests, wrong, others)
		if missed > most.missed || wrong > most.wrong {
			t.Errorf("%s: missed %d, wrong %d; at most %+v", file, missed, wrong, most)
		}
	}
}

// A text may have the church's number, too: that an answer says where to call does not come from it.
func TestWhereToCallRestsOnNothing(t *testing.T) {
	for _, c := range []struct{ question, answer, phone, text string }{
		{"hay transporte pa la iglesia", "No tengo esa información, y prefiero no adivinar. Puede llamar a la oficina de la iglesia al (956) 555-0176.", "(956) 555-0176", "Para preguntar cómo llegar, llame al (956) 555-0176 por la tarde, de martes a viernes."},
		{"is 207 your area code", "I don't have that on file. You can reach the church office at (207) 555-0142.", "(207) 555-0142", "If your question is not here, call the office at (207) 555-0142 on Tuesday."},
	} {
		source := attribution.Read("Guide", c.text)
		if attribution.ReadAnswer(c.answer, c.question, c.phone).RestsOn(source) {
			t.Errorf("%q is said to rest on %q", c.answer, c.text)
		}
		if !attribution.ReadAnswer(c.text, c.question, c.phone).RestsOn(source) {
			t.Errorf("%q does not rest on itself", c.text)
		}
	}
}

// What telling the sources of an answer costs a turn, with eight texts that were read before.
func BenchmarkAnswer(b *testing.B) {
	var sources []attribution.Source
	for _, p := range load[map[string]passage](b, "passages.yaml") {
		if sources = append(sources, attribution.Read(p.Title, p.Text)); len(sources) == 8 {
			break
		}
	}
	said := load[[]judged](b, "answers.yaml")[0]
	b.ReportAllocs()
	for b.Loop() {
		answer := attribution.ReadAnswer(said.A, said.Q)
		for _, s := range sources {
			answer.RestsOn(s)
		}
	}
}
