package reply_test

import (
	"regexp"
	"strings"
	"testing"

	"narthex/chat/church"
	"narthex/chat/crisis/reply"
)

// Of a screen, a keyboard and a page that is read: in the languages that calls are held in.
var (
	ofScreen = regexp.MustCompile(`(?i)screen|show|\bwrit|\bread\b|clear this|computer|pantalla|ens[eé][ñn]|escrib|\bleer\b|\blea\b|computadora|borre esta conv`)
	// a paper, and a message to somebody else
	besides = strings.NewReplacer("write it on a piece of paper", "", "writing it down", "", "would rather write than speak", "", "a person writes back", "",
		"escribirlo en un papel", "", "escribirlo", "", "prefiere escribir en vez", "", "prefieres escribir en vez", "", "I could not write that down", "", "I have written down", "")
)

func TestACallerIsToldOfNoScreen(t *testing.T) {
	told := make(map[string]bool) // paragraphs, each looked at once
	for _, language := range []string{"en", "es"} {
		for _, country := range []string{"US", ""} {
			for _, contact := range []church.Safeguarding{{}, {Name: "Helen Marsh", Phone: "555-0149"}} {
				c := abroad(country)
				c.Safeguarding = contact
				to := reply.Visitor{Church: c, Language: language, OnPhone: true}
				for _, f := range findings() {
					for _, text := range []string{
						to.Answer(f), to.Instead(f), to.Again(f), to.WhatNow(f), to.Called(f), to.Apart(f), to.Readers(), to.Glad(), to.Care(""), to.CareAccusing(),
						to.Lines(), to.Kept(f, reply.Contact{Phone: "555-0101"}), to.Lost(),
					} {
						for paragraph := range strings.SplitSeq(text, "\n\n") {
							told[paragraph] = true
						}
					}
				}
			}
		}
	}
	for paragraph := range told {
		if found := ofScreen.FindString(besides.Replace(paragraph)); found != "" || strings.ContainsAny(paragraph, "{}") {
			t.Errorf("a caller is told of %q: %s", found, paragraph)
		}
	}
}

// A call may have moved from a node that knew of no words for calls.
func TestAnAnswerIsKnownAgainHoweverItWasSaid(t *testing.T) {
	for _, f := range reply.Answerable() {
		to := reply.To(abroad("US"), "es")
		for _, said := range []bool{false, true} {
			to.OnPhone = said
			answer := to.Answer(f)
			to.OnPhone = !said
			if got, ok := to.Answered(answer); !ok || to.In("es").Answer(got) != to.In("es").Answer(f) {
				t.Errorf("%s, in a call %v, is known as %s, %v", row(f), said, row(got), ok)
			}
		}
	}
}

// A call in a language that calls are not held in is answered as the page is.
func TestACallerInAnotherLanguageIsAnsweredInIt(t *testing.T) {
	for _, f := range findings() {
		written := reply.To(abroad("US"), "ko")
		spoken := written
		spoken.OnPhone = true
		if spoken.Answer(f) != written.Answer(f) {
			t.Errorf("%s is answered in a call:\n%s", row(f), spoken.Answer(f))
		}
	}
}
