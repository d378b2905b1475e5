package pages_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"narthex/chat/church"
	"narthex/chat/crisis"
	"narthex/chat/crisis/reply"
	"narthex/chat/helplines"
)

// findings are all that the gate may find, and more: every danger, whoever is in it, in every way.
func findings() (all []crisis.Finding) {
	for _, category := range []crisis.Category{crisis.Suicide, crisis.SelfHarm, crisis.Despair, crisis.Abuse, crisis.ChildAtRisk, crisis.Medical, crisis.Threat} {
		for _, about := range []crisis.Subject{crisis.Self, crisis.Other} {
			for ways := range 1 << 5 {
				is := func(way int) bool { return ways>>way&1 == 1 }
				all = append(all, crisis.Finding{Category: category, About: about, Minor: is(0), Unsure: is(1), Now: is(2), Past: is(3), ByClergy: is(4)})
			}
		}
	}
	return all
}

// answersTo are the different answers that a church's visitors may be given in danger.
func answersTo(snapshot *church.Snapshot) (answers []string) {
	for _, finding := range findings() {
		for _, language := range []string{"en", "es"} {
			answers = append(answers, reply.To(snapshot, language).Answer(finding))
		}
	}
	slices.Sort(answers)
	return slices.Compact(answers)
}

// lineForms are how the lines of all countries stand in a text, the longest first.
var lineForms = func() (forms []lineForm) {
	for _, line := range append(helplines.Numbers(), helplines.Directory) {
		forms = append(forms, lineForm{line, regexp.MustCompile(`(^|[^\d-])` + regexp.QuoteMeta(line) + `($|[^\d-])`)})
	}
	slices.SortFunc(forms, func(a, b lineForm) int { return len(b.line) - len(a.line) })
	return forms
}()

type lineForm struct {
	line string
	form *regexp.Regexp
}

// linesNamed lists the lines that a text names, in its order: none within a longer number.
func linesNamed(text string) []string {
	at := make(map[string]int)
	for _, of := range lineForms {
		if !strings.Contains(text, of.line) { // which is much faster to say
			continue
		}
		if found := of.form.FindStringIndex(text); found != nil {
			at[of.line] = found[0]
			text = of.form.ReplaceAllString(text, "${1}"+strings.Repeat("x", len(of.line))+"${2}")
		}
	}
	return slices.SortedFunc(maps.Keys(at), func(a, b string) int { return at[a] - at[b] })
}

func TestEveryLineThatAnAnswerNamesHasAButtonInItsOrder(t *testing.T) {
	var churches []*church.Snapshot
	for _, country := range strings.Fields("US PR CA GB IE AU NZ ES FR BR MX DE JM BE AQ") {
		snapshot := graceHarbor()
		snapshot.Slug, snapshot.Address.Country = strings.ToLower(country), country
		churches = append(churches, snapshot)
	}
	s, p, calls := serve(t, churches...), newTab(t, phone), quote(moduleURL(t, "calls.js"))
	for _, snapshot := range churches {
		answers := answersTo(snapshot)
		encoded, err := json.Marshal(answers)
		if err != nil {
			t.Fatal(err)
		}
		p.open(s.url + "/chat/" + snapshot.Slug)
		buttons := eval[[][]string](p, fmt.Sprintf(`import(%s).then(({ namedIn }) => {
			const { lines } = JSON.parse(document.querySelector("#chat-data").textContent);
			return %s.map((answer) => namedIn(answer, lines, true).map(({ number, url }) => number ?? new URL(url).host));
		})`, calls, encoded))
		for i, answer := range answers {
			// Where none is named, those that help whatever has happened are shown.
			if named := linesNamed(answer); len(named) > 0 && !slices.Equal(buttons[i], named) {
				t.Errorf("%s: the buttons are %q, want %q:\n%s", snapshot.Slug, buttons[i], named, answer)
				break
			}
		}
	}
}
