package review

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"

	"narthex/chat/crisis"
)

// Answer is what the model says of a message, as JSON with these three fields and no others.
type Answer struct {
	Meaning Meaning `json:"meaning"`
	Danger  Danger  `json:"danger"`
	About   About   `json:"about"`
}

// Meaning is how a message is meant.
type Meaning string

// The meanings.
const (
	Literal        Meaning = "literal"
	FigureOfSpeech Meaning = "figure_of_speech"
	SomethingElse  Meaning = "something_else" // a question, news, a quotation, a story, what is long over
)

// Danger is a category of crisis, or NoDanger.
type Danger string

// NoDanger says that nobody is in danger.
const NoDanger Danger = "none"

// About is who is in danger.
type About string

// Who may be in danger.
const (
	Visitor  About = "visitor"
	Somebody About = "somebody_else"
	Nobody   About = "nobody"
)

var (
	meanings = []Meaning{Literal, FigureOfSpeech, SomethingElse}
	dangers  = []Danger{NoDanger, Danger(crisis.Suicide), Danger(crisis.SelfHarm), Danger(crisis.Abuse), Danger(crisis.ChildAtRisk),
		Danger(crisis.Medical), Danger(crisis.Threat), Danger(crisis.Despair)}
	subjects = []About{Visitor, Somebody, Nobody}
)

// longestAnswer is more than the longest answer has, in bytes.
const longestAnswer = 400

var errAnswer = errors.New("the answer is not the JSON asked for")

// parse reads an answer. Whatever is not exactly that is an error: a field missing, added, given twice or of another case, a value
// that was not offered, a word before or after.
func parse(text string) (a Answer, err error) {
	decoder := json.NewDecoder(bytes.NewReader([]byte(text)))
	decoder.DisallowUnknownFields()
	if len(text) > longestAnswer || decoder.Decode(&a) != nil {
		return Answer{}, errAnswer
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return Answer{}, errAnswer
	}
	if !slices.Contains(meanings, a.Meaning) || !slices.Contains(dangers, a.Danger) || !slices.Contains(subjects, a.About) {
		return Answer{}, errAnswer
	}
	// The decoder takes a field twice, and in any case. Then the text is longer than what it stands for, or has other letters.
	var given bytes.Buffer
	if err := json.Compact(&given, []byte(text)); err != nil {
		return Answer{}, errAnswer
	}
	meant, err := json.Marshal(a)
	if err != nil || given.Len() != len(meant) || !bytes.Contains(given.Bytes(), []byte(`"meaning":`)) ||
		!bytes.Contains(given.Bytes(), []byte(`"danger":`)) || !bytes.Contains(given.Bytes(), []byte(`"about":`)) {
		return Answer{}, errAnswer
	}
	return a, nil
}

// raises gives the crisis that an answer tells of. All its fields must say so.
func (a Answer) raises() (crisis.Finding, bool) {
	if a.Meaning != Literal || a.Danger == NoDanger || a.About == Nobody {
		return crisis.Finding{}, false
	}
	f := crisis.Finding{Category: crisis.Category(a.Danger), Unsure: true, About: crisis.Self, Rule: "review." + string(a.Danger)}
	if a.About == Somebody || f.Category == crisis.Threat {
		f.About = crisis.Other
	}
	f.Minor = f.Category == crisis.ChildAtRisk && f.About == crisis.Self
	return f, true
}

// lowers reports whether an answer takes a message for a figure of speech. All its fields must say so.
func (a Answer) lowers() bool {
	return a.Meaning == FigureOfSpeech && a.Danger == NoDanger && a.About == Nobody
}
