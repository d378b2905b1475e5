package cases

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"narthex/chat/evaluate"
	"narthex/chat/words"
)

// Miss is an expectation that an answer does not meet.
type Miss struct {
	Kind   MissKind `json:"kind"`
	Wanted string   `json:"wanted,omitempty"`
	Got    string   `json:"got,omitempty"`
}

// MissKind is what kind of expectation it is.
type MissKind string

// The kinds of misses.
const (
	NoAnswer      MissKind = "no_answer" // none could be made, or not to its end
	WrongTier     MissKind = "tier"
	WrongLanguage MissKind = "language"
	NotSaid       MissKind = "not_said"
	Said          MissKind = "said" // what must not be
)

// Result is what came of a case.
type Result struct {
	Tier      Tier          `json:"tier"`
	Text      string        `json:"text"`
	Language  string        `json:"language"`
	Sources   []string      `json:"sources,omitempty"` // their titles
	NotOnFile bool          `json:"not_on_file"`       // the model answered, and neither knowledge nor a tool of the church's had anything to it
	Misses    []Miss        `json:"misses,omitempty"`  // none: the answer is right
	Micros    int64         `json:"micros"`            // what it cost, in millionths of a US dollar
	Took      time.Duration `json:"took_ns"`
}

// Right reports whether the answer is as it is expected to be.
func (r Result) Right() bool { return len(r.Misses) == 0 }

// Judge holds an evaluation to what is expected of it.
func (c Case) Judge(e *evaluate.Evaluation) Result {
	r := Result{Tier: TierOf(e.Answer), Text: e.Answer.Text, Language: e.Language, Micros: e.Micros, Took: e.Took}
	for _, source := range e.Answer.Sources {
		r.Sources = append(r.Sources, source.Title)
	}
	r.NotOnFile = r.Tier == "4" && len(r.Sources) == 0 && len(e.Tools) == 0
	if e.Answer.Failed {
		r.Misses = []Miss{{Kind: NoAnswer}}
		return r
	}
	if c.Tier != Anybody && c.Tier != r.Tier {
		r.Misses = append(r.Misses, Miss{WrongTier, string(c.Tier), string(r.Tier)})
	}
	if c.Language != "" && c.Language != r.Language {
		r.Misses = append(r.Misses, Miss{WrongLanguage, c.Language, r.Language})
	}
	said := folded(r.Text)
	for _, saying := range c.MustSay {
		if !says(said, folded(saying)) {
			r.Misses = append(r.Misses, Miss{Kind: NotSaid, Wanted: saying})
		}
	}
	for _, saying := range c.MustNotSay {
		if says(said, folded(saying)) {
			r.Misses = append(r.Misses, Miss{Kind: Said, Got: saying})
		}
	}
	return r
}

// marks are those of Markdown that visitors do not see.
var marks = strings.NewReplacer("*", "", "_", "", "`", "", "#", "")

// folded is a text as it is compared: without emphasis, case and accents.
func folded(text string) string { return words.Fold(marks.Replace(text)) }

// says reports whether a text has a saying that neither begins nor ends within a word of it.
func says(text, saying string) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], saying)
		if at < 0 {
			return false
		}
		begin, end := from+at, from+at+len(saying)
		before, _ := utf8.DecodeLastRuneInString(text[:begin])
		first, size := utf8.DecodeRuneInString(saying)
		last, _ := utf8.DecodeLastRuneInString(saying)
		after, _ := utf8.DecodeRuneInString(text[end:])
		if !(ofWord(before) && ofWord(first)) && !(ofWord(last) && ofWord(after)) {
			return true
		}
		from = begin + size
	}
}

func ofWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
