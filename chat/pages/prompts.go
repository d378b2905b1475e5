package pages

import (
	"strconv"

	"narthex/chat/church"
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

// suggestedPrompts are the questions that an agent suggests to begin with, in the words of a tradition.
func suggestedPrompts(language *web.Language, agent church.Agent, lens church.Lens) (prompts []string) {
	for n := 1; ; n++ {
		key := string(agent) + "." + strconv.Itoa(n)
		prompt, ok := language.Texts["prompt."+families[lens.Slug]+"."+key]
		if !ok {
			prompt, ok = language.Texts["prompt."+key]
		}
		if !ok {
			return prompts
		}
		prompts = append(prompts, prompt)
	}
}

// wording is a text of the pages in the words of a tradition, where they are others.
func wording(language *web.Language, lens church.Lens, key string) (string, error) {
	if text, ok := language.Texts[key+"."+families[lens.Slug]]; ok {
		return text, nil
	}
	return language.Text(key)
}
