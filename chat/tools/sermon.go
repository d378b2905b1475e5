package tools

import (
	"context"

	"narthex/chat/church"
)

// sermonTools say what is preached on.
var sermonTools = []tool{
	{
		name: "get_current_sermon", plan: church.Pro, agents: []church.Agent{discipleship, coordinator},
		description: "What the church preaches on now: topic, series and theme verse, and the next service.",
		run:         currentSermon,
		running:     texts{"Looking up the sermon…", "Consultando la predicación…"},
	},
}

func currentSermon(_ context.Context, c *call) (outcome, error) {
	at := c.church()
	answer := fields{}
	addGiven(answer, "topic", at.SermonTopic)
	addGiven(answer, "series", at.SermonSeries)
	addGiven(answer, "theme_verse", at.ThemeVerse)
	if len(answer) == 0 {
		return outcome{}, notOnFile("what it preaches on")
	}
	addNextService(answer, c)
	return outcome{answer: answer, summary: texts{"Looked up the sermon.", "Predicación consultada."}}, nil
}
