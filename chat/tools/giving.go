package tools

import (
	"context"
	"strings"

	"narthex/chat/church"
)

// givingTools say how people give. They read the snapshot only, and write nothing: money is nothing to take orders for.
var givingTools = []tool{
	{
		name: "get_giving_link", plan: church.Pro, agents: []church.Agent{stewardship},
		description: "The church's giving page and its other ways to give. Never press anyone to give, and never take card or account numbers.",
		run:         givingLink,
		running:     texts{"Looking up how to give…", "Consultando cómo ofrendar…"},
	},
	{
		name: "explain_recurring_giving", plan: church.Suite, agents: []church.Agent{stewardship},
		description: "How to set up, change or stop a gift that repeats. Never press anyone to give, and never take card or account numbers.",
		run:         explainRecurringGiving,
		running:     texts{"Looking up regular giving…", "Consultando las ofrendas periódicas…"},
	},
}

var (
	// Whoever files an answer under giving means money; a question may speak of giving notice.
	givingCategories = stemSet("give giving gift gifts donations tithes stewardship ofrendas donaciones diezmos")
	givingQuestions  = stemSet("donate donation gift tithe tithing ofrenda ofrendar donar donacion diezmo diezmar")
	regularly        = stemSet("recurring regular regularly monthly weekly repeat automatic standing periodic mensual mensualmente semanal periodica recurrente automatica")
)

const (
	maxWays = 5
	maxWay  = 400 // characters
)

// waysToGive is what the church's own answers say of giving, the church's link aside.
func waysToGive(c *church.Snapshot, also map[string]bool) []fields {
	var ways []fields
	for _, faq := range c.FAQs {
		aboutGiving := mentions(faq.Category, givingCategories) || mentions(faq.Question, givingQuestions)
		if !aboutGiving || also != nil && !mentions(faq.Question+" "+faq.Answer, also) {
			continue
		}
		ways = append(ways, fields{"question": faq.Question, "answer": shorten(faq.Answer, maxWay)})
		if len(ways) == maxWays {
			break
		}
	}
	return ways
}

func mentions(text string, any map[string]bool) bool {
	for _, s := range stemsOf(fold(text)) {
		if any[s.text] {
			return true
		}
	}
	return false
}

const noPressure = "Giving is a free choice: never press for it, and say nothing of amounts unless asked. Tax questions go to the church office."

func givingLink(_ context.Context, c *call) (outcome, error) {
	ways := waysToGive(c.church(), nil)
	answer, err := givingAnswer(c, ways)
	if err != nil {
		return outcome{}, err
	}
	return outcome{answer: answer, summary: texts{"Looked up how to give.", "Cómo ofrendar: consultado."}}, nil
}

func explainRecurringGiving(_ context.Context, c *call) (outcome, error) {
	ways := waysToGive(c.church(), regularly)
	answer, err := givingAnswer(c, ways)
	if err != nil {
		return outcome{}, err
	}
	if len(ways) == 0 {
		answer["note"] = "The church has not put on file how gifts that repeat are set up. Say so; its giving page shows it, or the office knows. " + noPressure
	}
	return outcome{answer: answer, summary: texts{"Looked up regular giving.", "Ofrendas periódicas: consultado."}}, nil
}

func givingAnswer(c *call, ways []fields) (fields, error) {
	link := strings.TrimSpace(c.church().GivingURL)
	if link == "" && len(ways) == 0 {
		return nil, notOnFile("how to give")
	}
	answer := fields{"note": noPressure}
	addGiven(answer, "link", link)
	addGiven(answer, "office_phone", c.church().Phone)
	if len(ways) > 0 {
		answer["ways"] = ways
	}
	return answer, nil
}
