package reply

import (
	"strings"

	"narthex/chat/crisis"
)

// Question is the paragraph of the answer to a finding that asks whether it is so, "" where none does. An answer asks nothing else
// that yes or no answers as long as a finding is unsure: a bare no would otherwise be taken for a no to the danger.
func (v Visitor) Question(f crisis.Finding) string {
	a := v.answer(f)
	if question := a.question(); question != "" && !a.numberFirst() {
		return question
	}
	if opening := a.opening(); f.Unsure && strings.ContainsAny(opening, questionMarks) {
		return opening
	}
	return ""
}

// HearsNo reports whether an answer, in whatever language, asks whether its visitor is in danger, or is glad that they are not: who says no
// to either says that they are in none.
func (v Visitor) HearsNo(answer string) bool {
	if !strings.ContainsAny(answer, questionMarks) {
		return false
	}
	for _, language := range Languages() {
		to := v.In(language)
		for _, to.OnPhone = range []bool{v.OnPhone, !v.OnPhone} {
			if strings.Contains(answer, to.Glad()) {
				return true
			}
			for _, f := range Answerable() {
				for _, f.Past = range []bool{false, true} {
					if question := to.Question(f); question != "" && strings.Contains(answer, question) {
						return true
					}
				}
			}
		}
	}
	return false
}

// questionMarks are those of all languages that there are texts in.
const questionMarks = "?？؟"

// Affirmed is what a finding is once its visitor has said yes to its question, which is of now. Who despairs was asked whether they
// think of dying.
func Affirmed(f crisis.Finding) crisis.Finding {
	if f.Category == crisis.Despair {
		f.Category = crisis.Suicide
	}
	f.Unsure, f.Past = false, false
	return f
}

// Answered gives the finding that an answer, in whatever language, was given to, which the gate does not find again where somebody else
// had found it: a second reader, a moderation service, the visitor who said yes. What it was shows in the answer alone.
func (v Visitor) Answered(answer string) (crisis.Finding, bool) {
	if answer == "" {
		return crisis.Finding{}, false
	}
	for _, f := range Answerable() {
		for _, language := range Languages() { // "ok" is of any
			to := v.In(language)
			for _, to.OnPhone = range []bool{v.OnPhone, !v.OnPhone} { // a node that knew of no difference may have said it
				if to.Answer(f) == answer {
					f.Language = language
					return f, true
				}
			}
		}
	}
	return crisis.Finding{}, false
}

// Answerable are the findings that Answered tells apart.
func Answerable() (all []crisis.Finding) {
	for _, unsure := range []bool{true, false} {
		for _, category := range []crisis.Category{crisis.Despair, crisis.Suicide, crisis.SelfHarm, crisis.Medical, crisis.Abuse, crisis.ChildAtRisk, crisis.Threat} {
			for _, about := range []crisis.Subject{crisis.Self, crisis.Other} {
				for _, minor := range []bool{false, true} {
					for _, accused := range []bool{false, true} {
						if minor || category != crisis.ChildAtRisk || about != crisis.Self {
							all = append(all, crisis.Finding{Category: category, About: about, Unsure: unsure, Minor: minor, ByClergy: accused})
						}
					}
				}
			}
		}
	}
	return all
}
