package draft

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"narthex/admin/siteimport/markup"
	"narthex/chat/words"
)

var aboutQuestions = word(`faqs?|questions|preguntas`)

// shortestAnswer is what an answer has at least, in bytes.
const shortestAnswer = 12

// questions finds questions with their answers: what opens when it is pressed, and headings that ask.
func (p *page) questions() {
	for i, l := range p.lines {
		if !asks(l.text) || l.heading == 0 && !l.asks && !l.strong && !strings.HasPrefix(l.text, "Q") {
			continue
		}
		under := p.under(i)
		if l.heading == 0 && !l.asks {
			under = under[:end(under, 0)]
		}
		p.question(numbered.ReplaceAllString(l.text, ""), said(under, longestAnswer), FromWords, p.isAbout(aboutQuestions))
	}
}

// answerMark is what stands before an answer that is none of it.
var answerMark = regexp.MustCompile(`^[AR]\s?\d*[.:)]\s+`)

// numbered is what stands before a question that is none of it.
var numbered = regexp.MustCompile(`^(?:Q(?:uestion)?\s?\d*[.:)]\s*|P\s?\d*[.:)]\s*|\d+[.)]\s+)`)

// asks reports whether a text is a question.
func asks(text string) bool {
	return utf8.RuneCountInString(text) <= longestQuestion && strings.HasSuffix(strings.TrimRight(text, " +-–▼▾›"), "?") && len(strings.Fields(text)) >= 2
}

// rhetorical are questions that nobody asks a church.
var rhetorical = regexp.MustCompile(`^(?:have )?(?:any |more |still have |got |other )?questions\?|^(?:need (?:help|prayer|a ride)|new here|are you new|ready to|(?:when|what time|what days?) (?:do|does|are|is) (?:we|you|your|our|the church|the service|services?|worship)|(?:cuando|a que hora) (?:nos reunimos|se reunen|son)|want to|looking for|interested|did you|do you want|why wait|preguntas|tienes? (?:alguna )?preguntas?|eres nuev|necesitas? )`)

func (p *page) question(question, answer string, source Source, weight int) {
	question, answer = strings.TrimRight(question, " +-–▼▾›"), answerMark.ReplaceAllString(answer, "")
	if !asks(question) || len(answer) < shortestAnswer || source == FromWords && rhetorical.MatchString(strings.TrimLeft(words.Fold(question), "¿ ")) {
		return
	}
	p.add(FAQs, source, weight, question+" "+answer, "question", question, "answer", cut(answer, longestAnswer))
}

// plainText is a text that may be written as HTML, as answers in JSON-LD are.
func (p *page) plainText(text string) string {
	if !strings.ContainsAny(text, "<&") {
		return text
	}
	root, err := markup.Parse(p.ctx, strings.NewReader(text))
	if err != nil {
		return ""
	}
	var said []string
	for _, l := range linesOf(root) {
		said = append(said, l.text)
	}
	return strings.Join(said, " ")
}
