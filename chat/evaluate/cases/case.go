package cases

import (
	"slices"
	"strings"
	"unicode/utf8"

	"narthex/chat"
	"narthex/chat/church"
	"narthex/chat/evaluate"
)

// Bounds of a case.
const (
	MostCases      = 500 // of a set
	MostSayings    = 20  // of a list
	LongestSaying  = 200 // characters
	longestHistory = 100 // messages
)

// Case is a question, and what its answer is expected to be. What is empty is not expected.
type Case struct {
	Question   string             `json:"question" yaml:"question"`
	Agent      church.Agent       `json:"agent" yaml:"agent"`
	Language   string             `json:"language,omitempty" yaml:"language"` // ISO 639-1, of the answer
	Tier       Tier               `json:"tier,omitempty" yaml:"tier"`
	MustSay    []string           `json:"must_say,omitempty" yaml:"must_say"`
	MustNotSay []string           `json:"must_not_say,omitempty" yaml:"must_not_say"`
	History    []chat.HistoryItem `json:"history,omitempty" yaml:"history"`
}

// Tier is who is to answer, or answered: 0 to 4, crisis; other for whoever has no number; empty: anybody.
type Tier string

// Those without a number.
const (
	Anybody Tier = ""
	Crisis  Tier = "crisis"
	Other   Tier = "other"
)

// Tiers are those that may be expected.
func Tiers() []Tier { return []Tier{"0", "1", "2", "3", "4", Crisis} }

// TierOf says who gave an answer.
func TierOf(a evaluate.Answer) Tier {
	switch {
	case a.Reason == chat.ReasonCrisis:
		return Crisis
	case a.Tier != nil && *a.Tier >= 0 && *a.Tier <= 4:
		return Tier(rune('0' + *a.Tier))
	}
	return Other
}

// Languages are those that an answer may be expected in.
func Languages() []string { return []string{"en", "es"} }

// Fault is what is the matter with a case: the field, and which of its rules is broken.
type Fault struct {
	Field string // question, agent, language, tier, must_say, must_not_say or history
	Code  string // missing, long, many, unknown
}

// Clean is the case without what nobody meant to write, and with an agent.
func (c Case) Clean() Case {
	c.Question = strings.TrimSpace(church.Storable(strings.ReplaceAll(c.Question, "\r\n", "\n")))
	if c.Agent == "" {
		c.Agent = church.Coordinator
	}
	c.Language, c.Tier = strings.ToLower(strings.TrimSpace(c.Language)), Tier(strings.ToLower(strings.TrimSpace(string(c.Tier))))
	if c.Tier == "any" {
		c.Tier = Anybody
	}
	c.MustSay, c.MustNotSay = cleanAll(c.MustSay), cleanAll(c.MustNotSay)
	return c
}

// cleanAll cleans sayings, and leaves out what is empty or there twice.
func cleanAll(sayings []string) []string {
	var kept []string
	for _, s := range sayings {
		if s = strings.Join(strings.Fields(church.Storable(s)), " "); s != "" && !slices.Contains(kept, s) {
			kept = append(kept, s)
		}
	}
	return kept
}

// Faults says what is the matter with a clean case.
func (c Case) Faults() (faults []Fault) {
	note := func(field, code string, wrong bool) {
		if wrong && !slices.ContainsFunc(faults, func(f Fault) bool { return f.Field == field }) {
			faults = append(faults, Fault{field, code})
		}
	}
	note("question", "missing", c.Question == "")
	note("question", "long", utf8.RuneCountInString(c.Question) > chat.MaxMessageRunes)
	_, known := church.ParseAgent(string(c.Agent))
	note("agent", "unknown", !known)
	note("language", "unknown", c.Language != "" && !slices.Contains(Languages(), c.Language))
	note("tier", "unknown", c.Tier != Anybody && !slices.Contains(Tiers(), c.Tier))
	for field, sayings := range map[string][]string{"must_say": c.MustSay, "must_not_say": c.MustNotSay} {
		note(field, "many", len(sayings) > MostSayings)
		note(field, "long", slices.ContainsFunc(sayings, func(s string) bool { return utf8.RuneCountInString(s) > LongestSaying }))
		note(field, "unknown", slices.ContainsFunc(sayings, func(s string) bool { return folded(s) == "" }))
	}
	note("history", "many", len(c.History) > longestHistory)
	for _, item := range c.History {
		note("history", "unknown", item.Role != "user" && item.Role != "assistant")
		note("history", "long", utf8.RuneCountInString(item.Content) > 4*chat.MaxMessageRunes)
	}
	return faults
}
