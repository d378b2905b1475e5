package faqs

import (
	"strings"
	"unicode/utf8"
)

// Bounds of a FAQ, in characters.
const (
	longestQuestion = 300
	longestAnswer   = 4000
	longestCategory = 60
)

// faultKeys is how the keys of the texts begin that say what is the matter with a field.
const faultKeys = "faqs.fault."

// Draft is a FAQ as somebody writes it.
type Draft struct {
	Question   string `json:"question"`
	Answer     string `json:"answer"`
	Category   string `json:"faq_category"`
	Visibility string `json:"visibility"`     // public (the default), or internal: visitors are not told
	Exact      bool   `json:"exact_response"` // the answer is given word for word
}

// clean takes away what nobody meant to write.
func (d Draft) clean() Draft {
	d.Question = strings.Join(strings.Fields(storable(d.Question)), " ")
	d.Answer = strings.TrimSpace(strings.ReplaceAll(storable(d.Answer), "\r\n", "\n"))
	d.Category = strings.Join(strings.Fields(storable(d.Category)), " ")
	if d.Visibility == "" {
		d.Visibility = "public"
	}
	return d
}

// storable leaves out what Postgres cannot hold.
func storable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "")
}

// faults says what is the matter with single fields: keys of texts, by the fields' names.
func (d Draft) faults() map[string]string {
	faults := make(map[string]string)
	note := func(field, key string, wrong bool) {
		if wrong && faults[field] == "" {
			faults[field] = faultKeys + key
		}
	}
	note("question", "question_missing", d.Question == "")
	note("question", "question_long", utf8.RuneCountInString(d.Question) > longestQuestion)
	note("answer", "answer_missing", d.Answer == "")
	note("answer", "answer_long", utf8.RuneCountInString(d.Answer) > longestAnswer)
	note("faq_category", "category_long", utf8.RuneCountInString(d.Category) > longestCategory)
	note("visibility", "visibility", d.Visibility != "public" && d.Visibility != "internal")
	if len(faults) == 0 {
		return nil
	}
	return faults
}
