package churchinfo

import (
	"context"

	"narthex/chat/church"
	"narthex/chat/tools"
)

// SermonTools say what is preached on.
var SermonTools = []tools.Tool{
	{
		Name: "get_current_sermon", Plan: church.Pro, Agents: []church.Agent{church.Discipleship, church.Coordinator},
		Description: "What the church preaches on now: topic, series and theme verse, and the next service.",
		Run:         currentSermon,
	},
}

func currentSermon(_ context.Context, c *tools.Invocation) (tools.Fields, error) {
	at := c.Church()
	answer := tools.Fields{}
	answer.Add("topic", at.SermonTopic)
	answer.Add("series", at.SermonSeries)
	answer.Add("theme_verse", at.ThemeVerse)
	if len(answer) == 0 {
		return nil, tools.NotOnFile("what it preaches on")
	}
	addNextService(answer, c)
	return answer, nil
}
