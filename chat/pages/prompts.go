package pages

import (
	"strconv"
	"time"

	"narthex/chat/church"
	"narthex/chat/facts"
	"narthex/static/web"
)

// families are the traditions that word something otherwise than the rest: who answers to "pastor" there is none, and who is
// baptised as a child does not ask for it. A lens by slug to the family in the keys of the texts.
var families = map[string]string{
	"catholic":              "catholic",
	"eastern-orthodox":      "orthodox",
	"anglican-episcopal":    "anglican",
	"lutheran":              "reformation",
	"reformed-presbyterian": "reformation",
	"mainline-protestant":   "reformation",
	"wesleyan-methodist":    "reformation",
}

// mostPrompts is how many questions an agent suggests.
const mostPrompts = 3

// suggestedPrompts are the questions that an agent suggests to begin with, in the words of a tradition. Only what the church has an
// answer to on file is suggested, so that nobody's first question comes to nothing: of a church that has no Mass nobody is asked to
// ask when it is, whatever tradition a visitor of a demonstration has chosen.
func suggestedPrompts(snapshot *church.Snapshot, language *web.Language, agent church.Agent, lens church.Lens) (prompts []string) {
	for n := 1; len(prompts) < mostPrompts; n++ {
		key := string(agent) + "." + strconv.Itoa(n)
		plain, ok := language.Texts["prompt."+key]
		if !ok {
			break
		}
		for _, prompt := range []string{language.Texts["prompt."+families[lens.Slug]+"."+key], plain} {
			question := facts.Question{Text: prompt, Language: language.Code, Now: time.Now()}
			if _, answered := facts.Find(snapshot, question); answered {
				prompts = append(prompts, prompt)
				break
			}
		}
	}
	return prompts
}

// wording is a text of the pages in the words of a tradition, where they are others.
func wording(language *web.Language, lens church.Lens, key string) (string, error) {
	if text, ok := language.Texts[key+"."+families[lens.Slug]]; ok {
		return text, nil
	}
	return language.Text(key)
}
