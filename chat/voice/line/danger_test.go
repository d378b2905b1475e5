package line_test

import (
	"strings"
	"testing"

	"narthex/chat/church"
	"narthex/chat/crisis"
	"narthex/chat/crisis/reply"
	"narthex/chat/voice/line"
)

const (
	callDanger = "Please call nine, one, one, now. I will say it again: nine, one, one."
	callCrisis = "Please call nine, eight, eight, now. If a life is in danger, call nine, one, one. I will say it again: nine, eight, eight."
	ifInDanger = "If you are in danger, call nine, one, one."
)

func TestWhomToCallFirstFitsTheDanger(t *testing.T) {
	c := &church.Snapshot{Name: "Grace", Language: "en", CrisisMessage: "You matter to us.", Address: church.Address{Country: "US"}}
	for said, want := range map[string]string{
		"I want to kill myself":                                 callCrisis,
		"My friend wants to kill herself":                       callCrisis,
		"I cut myself":                                          callCrisis,
		"I can't go on, I have the pills here, I want to die":   callDanger,
		"My husband isn't breathing":                            callDanger,
		"A man with a gun is here":                              callDanger,
		"My husband hits me":                                    ifInDanger,
		"The pastor touched me":                                 ifInDanger,
		"I was abused as a child by my priest":                  "",
		"I don't see the point anymore":                         "",
		"Everything is hopeless and I give up":                  "",
		"No puedo más, tengo las pastillas aquí y quiero morir": callDanger,
		"Quiero suicidarme":                                     callCrisis,
		"Je veux mourir":                                        callCrisis,
	} {
		f, found := crisis.Assess(said, nil)
		if !found {
			t.Errorf("%s: nothing is found", said)
		}
		for _, language := range reply.Languages() {
			if got := line.Preamble(c, reply.To(c, language).Answer(f), "en"); got != want {
				t.Errorf("%s, answered in %s, begins with %q, want %q", said, language, got, want)
			}
		}
	}
}

// What is said after an answer to somebody in danger comes by the same way, and tells by itself whether anybody is to be called.
func TestWhoeverOnlyAcknowledgesSendsNobodyAnywhere(t *testing.T) {
	suicide := crisis.Finding{Category: crisis.Suicide, About: crisis.Self}
	medical := crisis.Finding{Category: crisis.Medical, About: crisis.Other, Now: true}
	accused := crisis.Finding{Category: crisis.Abuse, About: crisis.Self, ByClergy: true}
	c := &church.Snapshot{Name: "Grace", Language: "en", Address: church.Address{Country: "US"}}
	for _, language := range reply.Languages() {
		for name, test := range map[string]struct{ answer, want string }{
			"glad":                   {reply.To(c, language).Glad(), ""},
			"a number kept":          {reply.To(c, language).Kept(suicide, reply.Contact{Phone: "555-0101"}), ""},
			"a number lost":          {reply.To(c, language).Lost(), ""},
			"they will not call":     {reply.To(c, language).Instead(suicide), ""},
			"not to the accused":     {reply.To(c, language).Apart(accused), ""},
			"in danger once more":    {reply.To(c, language).Again(suicide), callCrisis},
			"what to do":             {reply.To(c, language).WhatNow(suicide), callCrisis},
			"an ambulance once more": {reply.To(c, language).Again(medical), callDanger},
		} {
			if got := line.Preamble(c, test.answer, "en"); got != test.want {
				t.Errorf("%s in %s begins with %q, want %q:\n%s", name, language, got, test.want, test.answer)
			}
		}
	}
}

func TestWhomToCallFirstIsOfTheChurchsCountry(t *testing.T) {
	for country, want := range map[string]struct{ suicide, medical string }{
		"GB": {"Please call one, one, six, one, two, three, now. If a life is in danger, call nine, nine, nine.", "Please call nine, nine, nine, now."},
		"BE": {"Please call one, one, two, now.", "Please call one, one, two, now."},
		"NL": {"Please call one, one, three, now. If a life is in danger, call one, one, two.", "Please call one, one, two, now."},
		"BR": {"Please call one, eight, eight, now. If a life is in danger, call one, nine, two.", "Please call one, nine, two, now."},
		"AQ": {"", ""}, // nobody knows whom
	} {
		c := &church.Snapshot{Name: "Grace", Language: "en", Address: church.Address{Country: country}}
		for f, want := range map[crisis.Finding]string{
			{Category: crisis.Suicide, About: crisis.Self}:             want.suicide,
			{Category: crisis.Medical, About: crisis.Other, Now: true}: want.medical,
		} {
			if got := line.Preamble(c, reply.To(c, "en").Answer(f), "en"); !strings.HasPrefix(got, want) || want == "" && got != "" {
				t.Errorf("%s, %s: it begins with %q, want %q", country, f.Category, got, want)
			}
		}
	}
}

func TestWhereAmbulancesHaveANumberOfTheirOwnItIsSaidAndKnown(t *testing.T) {
	for country, want := range map[string]string{
		"BR": "If you are in danger or thinking of ending your life, call one, eight, eight, or one, nine, zero. For an ambulance, call one, nine, two.",
		"CL": "If you are in danger, call one, three, three. For an ambulance, call one, three, one.",
		"US": "If you are in danger or thinking of ending your life, call nine, eight, eight, or nine, one, one.",
	} {
		c := &church.Snapshot{Name: "Grace", Language: "en", Address: church.Address{Country: country}}
		if got := line.WhomToCall(c, "en"); got != want {
			t.Errorf("in %s: %q", country, got)
		}
	}
	c := &church.Snapshot{Name: "Gracia", Language: "es", Address: church.Address{Country: "AR"}}
	for _, keys := range []string{"1", "10", "107", "91", "911"} {
		if !line.Dials(c, keys) {
			t.Errorf("%s is no number in danger", keys)
		}
	}
	if line.Dials(c, "2") {
		t.Error("2 is the beginning of one")
	}
}
