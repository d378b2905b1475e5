package tools

import (
	"context"
	"regexp"
	"slices"
	"strconv"

	"narthex/chat/church"
)

func listMinistries(_ context.Context, c *call) (outcome, error) {
	all := c.church().Ministries
	if len(all) == 0 {
		return outcome{}, notOnFile("its ministries")
	}
	answer := fields{}
	found := all
	if age, given := c.args["age"]; given {
		found = forAge(found, int(age.(float64)))
	}
	if interest := c.text("interest"); interest != "" {
		found = matching(found, interest, ministryText)
	}
	if len(found) == 0 {
		found, answer["note"] = all, "Nothing on file fits that exactly; these are all ministries on file. Say so, and offer to ask the office."
	}
	answer["ministries"] = describeMinistries(found)
	return outcome{answer: answer, summary: texts{"Looked up the ministries.", "Ministerios consultados."}}, nil
}

func ministryText(m church.Ministry) string { return m.Name + " " + m.Description }

func describeMinistries(found []church.Ministry) []fields {
	listed := []fields{}
	for _, m := range found[:min(len(found), maxListed)] {
		ministry := fields{"name": m.Name}
		addGiven(ministry, "about", m.Description)
		listed = append(listed, ministry)
	}
	return listed
}

// stageOfLife is an age with the words that ministries for it have in their names and descriptions.
type stageOfLife struct {
	from, to int
	words    map[string]bool
}

var stagesOfLife = []stageOfLife{
	{0, 3, set("nursery infant infants toddler toddlers baby babies bebe bebes cuna guarderia")},
	{3, 11, set("kids kid child children children's preschool elementary nino nina ninos ninas infantil")},
	{11, 18, set("youth teen teens teenager teenagers student students grades joven jovenes adolescente adolescentes juvenil")},
	{18, 35, set("college university young adults universitarios jovenes")},
	{18, 120, set("men men's women women's adults adult mothers fathers hombres mujeres damas caballeros varones adultos")},
	{65, 120, set("senior seniors older retired mayores jubilados")},
}

func (s stageOfLife) has(age int) bool { return s.from <= age && age <= s.to }

// forAge gives the ministries for somebody of that age: those whose text gives a range of ages that has it, and those for
// that stage of life, but not those that are for another.
func forAge(all []church.Ministry, age int) []church.Ministry {
	return slices.DeleteFunc(slices.Clone(all), func(m church.Ministry) bool { return !fits(fold(ministryText(m)), age) })
}

// agesForm finds a range: "ages 18 to 30", "de 13 a 25 años", "age 3 through 10".
var agesForm = regexp.MustCompile(`\b(?:ages?|aged|de)\s+(\d{1,3})\s*(?:to|through|and|-|–|a)\s*(\d{1,3})\b`)

func fits(text string, age int) bool {
	if ages := agesForm.FindStringSubmatch(text); ages != nil {
		from, _ := strconv.Atoi(ages[1]) // digits, by the form
		to, _ := strconv.Atoi(ages[2])
		return from <= age && age <= to
	}
	forAnother := false
	for _, stage := range stagesOfLife {
		if !slices.ContainsFunc(splitWords(text), func(word string) bool { return stage.words[word] }) {
			continue
		}
		if stage.has(age) {
			return true
		}
		forAnother = true
	}
	return !forAnother && age >= 18
}

func childcareInfo(_ context.Context, c *call) (outcome, error) {
	age, given := c.args["age"]
	var found []church.Ministry
	for _, m := range c.church().Ministries {
		text := fold(ministryText(m))
		if given && fits(text, int(age.(float64))) || !given && forChildren(text) {
			found = append(found, m)
		}
	}
	if c.church().Expect.Children == "" && len(found) == 0 {
		return outcome{}, notOnFile("anything about children")
	}
	answer := fields{"ministries": describeMinistries(found)}
	addGiven(answer, "during_services", c.church().Expect.Children)
	return outcome{answer: answer, summary: texts{"Looked up what there is for children.", "Actividades para niños: consultadas."}}, nil
}

// forChildren reports whether a ministry is for anybody under 12.
func forChildren(text string) bool {
	for age := range 12 {
		if fits(text, age) {
			return true
		}
	}
	return false
}
