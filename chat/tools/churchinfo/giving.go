package churchinfo

import (
	"context"
	"strings"

	"narthex/chat/church"
	"narthex/chat/tools"
	"narthex/chat/tools/stems"
)

// GivingTools say how people give. They read the snapshot only, and write nothing: money is nothing to take orders for.
var GivingTools = []tools.Tool{
	{
		Name: "get_giving_link", Plan: church.Pro, Agents: []church.Agent{church.Stewardship},
		Description: "The church's giving page and its other ways to give. Only when somebody asks how to give; never press anyone, and never take card or account numbers.",
		Run:         givingLink,
	},
	{
		Name: "explain_recurring_giving", Plan: church.Suite, Agents: []church.Agent{church.Stewardship},
		Description: "How to set up, change or stop a gift that repeats. Never press anyone to give, and never take card or account numbers.",
		Run:         explainRecurringGiving,
	},
}

var (
	// Whoever files an answer under giving means money; a question may speak of giving notice.
	givingCategories = stems.NewSet("give giving gift gifts donations tithes stewardship ofrendas donaciones diezmos")
	givingQuestions  = stems.NewSet("donate donation gift tithe tithing ofrenda ofrendar donar donacion diezmo diezmar")
	regularly        = stems.NewSet("recurring regular regularly monthly weekly repeat automatic standing periodic mensual mensualmente semanal periodica recurrente automatica")
)

const (
	maxWays = 5
	maxWay  = 400 // characters
)

// waysToGive is what the church's own answers say of giving, the church's link aside.
func waysToGive(c *church.Snapshot, also stems.Set) []tools.Fields {
	var ways []tools.Fields
	for _, faq := range c.FAQs {
		aboutGiving := givingCategories.In(faq.Category) || givingQuestions.In(faq.Question)
		if !aboutGiving || also != nil && !also.In(faq.Question+" "+faq.Answer) {
			continue
		}
		ways = append(ways, tools.Fields{"question": faq.Question, "answer": tools.Shorten(faq.Answer, maxWay)})
		if len(ways) == maxWays {
			break
		}
	}
	return ways
}

const noPressure = "Giving is a free choice: never press for it, and say nothing of amounts unless asked. Tax questions go to the church office."

func givingLink(_ context.Context, c *tools.Invocation) (tools.Fields, error) {
	return givingAnswer(c, waysToGive(c.Church(), nil))
}

func explainRecurringGiving(_ context.Context, c *tools.Invocation) (tools.Fields, error) {
	ways := waysToGive(c.Church(), regularly)
	answer, err := givingAnswer(c, ways)
	if err != nil {
		return nil, err
	}
	if len(ways) == 0 {
		answer["note"] = "The church has not put on file how gifts that repeat are set up. Say so; its giving page shows it, or the office knows. " + noPressure
	}
	return answer, nil
}

func givingAnswer(c *tools.Invocation, ways []tools.Fields) (tools.Fields, error) {
	link := strings.TrimSpace(c.Church().GivingURL)
	if link == "" && len(ways) == 0 {
		return nil, tools.NotOnFile("how to give")
	}
	answer := tools.Fields{"note": noPressure}
	answer.Add("link", link)
	answer.Add("office_phone", c.Church().Phone)
	if len(ways) > 0 {
		answer["ways"] = ways
	}
	return answer, nil
}
