package party_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"narthex/chat/model/offline/party"
)

// sentences reads a file of them: what stands before each is people/children.
func sentences(t *testing.T, name string, read func(said, want string)) {
	t.Helper()
	file, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(file)) {
		if want, said, ok := strings.Cut(strings.TrimSpace(line), " "); ok && strings.Contains(want, "/") {
			read(said, want)
		}
	}
}

func written(c party.Count) string { return fmt.Sprintf("%d/%d", c.People, c.Children) }

func TestAnAnswerIsCountedAsPeopleMeanIt(t *testing.T) {
	sentences(t, "answers.txt", func(said, want string) {
		if got := written(party.Answered(said)); got != want {
			t.Errorf("%q: %s, want %s", said, got, want)
		}
	})
}

func TestAMessageIsCountedAsPeopleMeanIt(t *testing.T) {
	sentences(t, "messages.txt", func(said, want string) {
		if got := written(party.In(said)); got != want {
			t.Errorf("%q: %s, want %s", said, got, want)
		}
	})
}

// Who asks for nothing more does not say how many come, whatever numbers and relatives they name.
func TestWhatSaysNothingButWhoComesIsKnown(t *testing.T) {
	for said, want := range map[string]bool{
		"No, just me": true, "No, somos 4": true, "No kids, just the two of us": true, "no voy sola": true, "I'm not coming alone": true, "como cinco": true, "Como 5 personas": true, "hay 4": true,
		"como 4?": true, "just me?": true, "mi esposo y yo": true, "somos mi esposo mis 3 chamacos y yo": true, "unos cuantos": true, "No, my wife and I": true, "me and my son Tom": true,
		"No, my wife and I changed our minds": false, "Never mind, my husband and I can't make it": false, "No gracias, mi esposa y yo cambiamos de idea": false,
		"No, two people already told me not to come": false, "No, I want to be alone": false, "No, quiero estar sola": false, "No, leave me alone": false, "No. I have 2 questions": false,
		"como llego?": false, "hay estacionamiento?": false, "cuantos niños vienen?": false, "is it only for adults?": false, "no": false, "no we are not coming": false, "What about my kids?": false,
	} {
		if party.Only(said) != want {
			t.Errorf("%q: %v", said, !want)
		}
	}
}
