package speech_test

import (
	"strings"
	"testing"

	"narthex/chat/voice/speech"
)

// spelled are the digits of a number as they are said, whatever rests are between them.
func spelled(number string, digits []string) string {
	var said []string
	for _, r := range number {
		if r >= '0' && r <= '9' {
			said = append(said, digits[r-'0'])
		}
	}
	return strings.Join(said, " ")
}

var (
	inEnglish = strings.Fields("zero one two three four five six seven eight nine")
	inSpanish = strings.Fields("cero uno dos tres cuatro cinco seis siete ocho nueve")
)

func TestAKnownNumberIsSaidDigitByDigitHoweverItIsWritten(t *testing.T) {
	for number, written := range map[string][]string{
		"(02) 9876 5432":      {"(02) 9876 5432", "02 9876 5432", "0298765432", "+61 2 9876 5432", "9876 5432"},
		"09 379 1234":         {"09 379 1234", "(09) 379-1234", "+64 9 379 1234", "379 1234"},
		"01 234 5678":         {"01 234 5678", "(01) 234 5678", "+353 1 234 5678"},
		"+44 (0)20 7946 0958": {"+44 (0)20 7946 0958", "020 7946 0958", "7946 0958"},
		"612345678":           {"612345678", "612 345 678", "612 34 56 78", "+34 612 345 678"},
		"55 1234 5678":        {"55 1234 5678", "(55) 1234-5678", "+52 55 1234 5678", "5512345678"},
		"(207) 555-0142":      {"(207) 555-0142", "207.555.0142", "207 555 0142", "5550142", "555 0142", "+12075550142", "1 207 555 0142"},
		"13 22 00":            {"13 22 00", "132200"},
	} {
		for _, written := range written {
			for language, digits := range map[string][]string{"en": inEnglish, "es": inSpanish} {
				said, _ := speech.Text("Hola "+written+" hola, hola "+written+".", language, number)
				want := spelled(written, digits)
				if plain := strings.ReplaceAll(said, ",", ""); plain != "Hola "+want+" hola hola "+want+"." {
					t.Errorf("%s, known as %s, is said %q", written, number, said)
				}
			}
		}
	}
}

// Of a number that is not known it is told by what stands before it.
func TestANumberThatIsCalledIsSaidDigitByDigit(t *testing.T) {
	for _, number := range []string{"(02) 9876 5432", "09 379 1234", "01 234 5678", "020 7946 0958", "612 345 678", "91 234 56 78", "55 1234 5678", "5550199", "555 0199", "0412 345 678", "612345678"} {
		for sentence, of := range map[string]struct {
			language string
			digits   []string
		}{
			"Please call X.": {"en", inEnglish}, "Our number is X.": {"en", inEnglish}, "You can reach us at X.": {"en", inEnglish}, "Phone: X.": {"en", inEnglish},
			"Llame al X.": {"es", inSpanish}, "El teléfono es X.": {"es", inSpanish}, "Marque X.": {"es", inSpanish},
		} {
			said, _ := speech.Text(strings.Replace(sentence, "X", number, 1), of.language)
			if plain := strings.ReplaceAll(said, ",", ""); !strings.HasSuffix(plain, " "+spelled(number, of.digits)+".") {
				t.Errorf("%q with %s is said %q", sentence, number, said)
			}
		}
	}
}

func TestWhatIsNoNumberIsNotSaidAsOne(t *testing.T) {
	for text, want := range map[string]string{
		"We meet at 10 on 2026-12-07.":           "We meet at ten on December seventh, twenty twenty-six.",
		"We gave 1000000 meals.":                 "We gave one million meals.",
		"Built in 1737, seats 612.":              "Built in seventeen thirty-seven, seats six hundred twelve.",
		"Room 12 holds (10) people and 345 678.": "Room twelve holds, ten, people and three hundred forty-five six hundred seventy-eight.",
	} {
		if said, _ := speech.Text(text, "en", "(207) 555-0142"); said != want {
			t.Errorf("%q is said %q", text, said)
		}
	}
}

func TestAShortLineOfTheCountryIsSaidDigitByDigitAndAnAmountIsNot(t *testing.T) {
	for _, test := range []struct{ country, text, want string }{
		{"NZ", "To talk with a person, day or night: **1737**.", "To talk with a person, day or night: one seven three seven."},
		{"KE", "People who know how to help answer at Childline Kenya: **116**.", "People who know how to help answer at Childline Kenya: one one six."},
		{"FR", "Reach them at 3919, or call 112.", "Reach them at three nine one nine, or call one one two."},
		{"US", "We expect from 80 to 120 people.", "We expect from eighty to one hundred twenty people."},
		{"US", "The fee is 100 dollars.", "The fee is one hundred dollars."},
		{"GB", "The fee is 116 pounds.", "The fee is one hundred sixteen pounds."},
	} {
		s := speech.NewStream("en")
		s.In(test.country)
		if said := s.Write(test.text) + s.Close(); said != test.want {
			t.Errorf("in %s %q is said %q", test.country, test.text, said)
		}
	}
}

func TestWhatStandsBehindANumberIsNoPartOfIt(t *testing.T) {
	for text, want := range map[string]string{
		"Call 207-555-0142 24/7.":            "Call two zero seven, five five five, zero one four two twenty-four seven.",
		"Call (207) 555-0142. 10 people do.": "Call two zero seven, five five five, zero one four two. ten people do.",
		"Call 555-0142 - 24 hours.":          "Call five five five, zero one four two, twenty-four hours.",
	} {
		for _, known := range [][]string{{"(207) 555-0142"}, nil} {
			if said, _ := speech.Text(text, "en", known...); said != want {
				t.Errorf("%q is said %q", text, said)
			}
		}
	}
}

// Whoever is told to call is told so of the number that they are calling.
func TestTheNumberThatWasCalledIsSaidToBeThisOne(t *testing.T) {
	for text, want := range map[string]string{
		"en Please call (207) 555-0142.":                 "Please call this number.",
		"en Phone: +1 207-555-0142":                      "Phone: this number.",
		"en You can reach us at 207.555.0142, ext. 4.":   "You can reach us at this number, extension four.",
		"en Or call the deacon at (207) 555-0143.":       "Or call the deacon at two zero seven, five five five, zero one four three.",
		"en Call 911, then (207) 555-0142.":              "Call nine one one, then this number.",
		"es Llame al (207) 555-0142.":                    "Llame al número que marcó.",
		"es El teléfono es el 207 555 0142.":             "El teléfono es el número que marcó.",
		"es Llame al número (207) 555-0142.":             "Llame al número que marcó.",
		"en Our office number (207) 555-0142 is open.":   "Our office number that you called is open.",
		"es Teléfono: 207 555 0142":                      "Teléfono: este número.",
		"es Puede llamar al diácono, al (207) 555-0143.": "Puede llamar al diácono, al dos cero siete, cinco cinco cinco, cero uno cuatro tres.",
	} {
		language, text, _ := strings.Cut(text, " ")
		stream := speech.NewStream(language)
		stream.Answers("+12075550142", "")
		if said := stream.Write(text) + stream.Close(); said != want {
			t.Errorf("%s is said %q, want %q", text, said, want)
		}
	}
}
