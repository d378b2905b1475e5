package reply_test

import (
	"slices"
	"strings"
	"testing"

	"narthex/chat/crisis"
	"narthex/chat/crisis/reply"
	"narthex/chat/helplines"
)

// What is over is not spoken of as being done, and not sent to the line about violence at home, in any language.
func TestWhatIsOverIsAnsweredAsOverInEveryLanguage(t *testing.T) {
	for language := range others {
		for _, country := range []string{"US", "IE", "GB", "FR", "DE", "MX", "AQ"} {
			c, lines := abroad(country), helplines.In(country)
			for _, category := range []crisis.Category{crisis.Abuse, crisis.ChildAtRisk} {
				now := strings.Split(reply.To(c, language).Answer(crisis.Finding{Category: crisis.Abuse, About: crisis.Self}), "\n\n")
				past := crisis.Finding{Category: category, About: crisis.Self, Past: true}
				answer := reply.To(c, language).Answer(past)
				said := strings.Split(answer, "\n\n")
				if said[0] == now[0] || slices.Contains(said, now[len(now)-2]) || lines.Abuse.Number != "" && strings.Contains(answer, lines.Abuse.Number) {
					t.Errorf("%s of the past in %s is answered as of now:\n%s", category, language, answer)
				}
				if !strings.Contains(answer, lines.Survivors.Number) || !strings.Contains(answer, "Helen Marsh") {
					t.Errorf("%s of the past in %s in %s does not name who is there for survivors:\n%s", category, language, country, answer)
				}
				if instead := reply.To(c, language).Instead(past); instead == reply.To(c, language).Instead(crisis.Finding{Category: crisis.Abuse, About: crisis.Self}) {
					t.Errorf("who will not call about the past is told in %s what to do tonight:\n%s", language, instead)
				}
			}
		}
	}
}
