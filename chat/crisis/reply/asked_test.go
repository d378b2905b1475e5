package reply_test

import (
	"regexp"
	"testing"

	"narthex/chat/crisis"
	"narthex/chat/crisis/reply"
)

// A bare yes or no must be to the danger: an answer that asks about it asks nothing else.
func TestWhatAsksAboutADangerAsksOneQuestion(t *testing.T) {
	question := regexp.MustCompile(`[?？؟]`)
	for _, language := range reply.Languages() {
		for _, country := range []string{"US", "IE", ""} {
			for _, f := range findings() {
				c := abroad(country)
				answer, asked := reply.To(c, language).Answer(f), reply.To(c, language).Question(f)
				questions := len(question.FindAllString(answer, -1))
				if f.Unsure && f.About == crisis.Self && asked == "" {
					t.Errorf("%s in %s does not ask whether it is so:\n%s", row(f), language, answer)
				}
				if (f.Unsure || asked != "") && questions > 1 || asked != "" && questions == 0 || f.Unsure && asked == "" && questions > 0 {
					t.Errorf("%s in %s asks %d questions, about the danger %q:\n%s", row(f), language, questions, asked, answer)
				}
			}
		}
	}
}

func TestWhoDespairsAndSaysYesThinksOfDying(t *testing.T) {
	for was, is := range map[crisis.Finding]crisis.Finding{
		{Category: crisis.Despair, About: crisis.Self, Unsure: true}:              {Category: crisis.Suicide, About: crisis.Self},
		{Category: crisis.Despair, About: crisis.Self, Minor: true}:               {Category: crisis.Suicide, About: crisis.Self, Minor: true},
		{Category: crisis.Threat, About: crisis.Other, Unsure: true}:              {Category: crisis.Threat, About: crisis.Other},
		{Category: crisis.SelfHarm, About: crisis.Self, Unsure: true, Past: true}: {Category: crisis.SelfHarm, About: crisis.Self},
	} {
		if got := reply.Affirmed(was); got != is {
			t.Errorf("%s affirmed is %s, want %s", row(was), row(got), row(is))
		}
	}
}
