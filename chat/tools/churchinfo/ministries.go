package churchinfo

import (
	"context"
	"regexp"
	"slices"
	"strconv"

	"narthex/chat/church"
	"narthex/chat/tools"
	"narthex/chat/tools/stems"
	"narthex/chat/words"
)

func listMinistries(_ context.Context, c *tools.Invocation) (tools.Fields, error) {
	all := c.Church().Ministries
	if len(all) == 0 {
		return nil, tools.NotOnFile("its ministries")
	}
	answer := tools.Fields{}
	found := all
	if c.Given("age") {
		found = forAge(found, c.Number("age"))
	}
	if interest := c.Text("interest"); interest != "" {
		found = stems.Search(found, interest, ministryText)
	}
	if len(found) == 0 {
		found, answer["note"] = all, "Nothing on file fits that exactly; these are all ministries on file. Say so, and offer to ask the office."
	}
	answer["ministries"] = describeMinistries(found)
	return answer, nil
}

func ministryText(m church.Ministry) string { return m.Name + " " + m.Description }

func describeMinistries(found []church.Ministry) []tools.Fields {
	listed := []tools.Fields{}
	for _, m := range found[:min(len(found), maxListed)] {
		ministry := tools.Fields{"name": m.Name}
		ministry.Add("about", m.Description)
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
	{0, 3, words.Set("nursery infant infants toddler toddlers baby babies bebe bebes cuna guarderia")},
	{3, 11, words.Set("kids kid child children children's preschool elementary nino nina ninos ninas infantil")},
	{11, 18, words.Set("youth teen teens teenager teenagers student students grades joven jovenes adolescente adolescentes juvenil")},
	{18, 35, words.Set("college university young adults universitarios jovenes")},
	{18, 120, words.Set("men men's women women's adults adult mothers fathers hombres mujeres damas caballeros varones adultos")},
	{65, 120, words.Set("senior seniors older retired mayores jubilados")},
}

// mentionedIn reports whether a folded text has one of the stage's words.
func (s stageOfLife) mentionedIn(text string) bool {
	for word := range words.Split(text) {
		if s.words[word] {
			return true
		}
	}
	return false
}

func (s stageOfLife) has(age int) bool { return s.from <= age && age <= s.to }

// forAge gives the ministries for somebody of that age: those whose text gives a range of ages that has it, and those for
// that stage of life, but not those that are for another.
func forAge(all []church.Ministry, age int) []church.Ministry {
	return slices.DeleteFunc(slices.Clone(all), func(m church.Ministry) bool { return !fits(words.Fold(ministryText(m)), age) })
}

// agesForm finds a range: "ages 18 to 30", "edades de 6 a 12", "de 13 a 25 años", "3-5 years". Other numbers from which something goes to
// others are its hours.
var agesForm = regexp.MustCompile(`\b(?:ages?|aged|edad(?:es)?):?\s+(?:(?:from|between|de|entre)\s+)?(?:los )?` + agesFromTo + `\b|\b` +
	agesFromTo + `[\s-]*(?:anos|years?)\b`)

const agesFromTo = `(\d{1,3})\s*(?:to|through|and|-|–|a|y)\s*(?:los )?(\d{1,3})`

func fits(text string, age int) bool {
	if ages := agesForm.FindStringSubmatch(text); ages != nil {
		from, _ := strconv.Atoi(ages[1] + ages[3]) // digits, by the form: of one way to say it
		to, _ := strconv.Atoi(ages[2] + ages[4])
		return from <= age && age <= to
	}
	forAnother := false
	for _, stage := range stagesOfLife {
		if !stage.mentionedIn(text) {
			continue
		}
		if stage.has(age) {
			return true
		}
		forAnother = true
	}
	return !forAnother && age >= 18
}

func childcareInfo(_ context.Context, c *tools.Invocation) (tools.Fields, error) {
	var found []church.Ministry
	for _, m := range c.Church().Ministries {
		text := words.Fold(ministryText(m))
		if c.Given("age") && fits(text, c.Number("age")) || !c.Given("age") && forChildren(text) {
			found = append(found, m)
		}
	}
	if c.Church().Expect.Children == "" && len(found) == 0 {
		return nil, tools.NotOnFile("anything about children")
	}
	answer := tools.Fields{"ministries": describeMinistries(found)}
	answer.Add("during_services", c.Church().Expect.Children)
	return answer, nil
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
