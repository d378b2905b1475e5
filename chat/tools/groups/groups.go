package groups

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"narthex/chat/church"
	"narthex/chat/tools"
	"narthex/chat/tools/parameter"
	"narthex/chat/tools/stems"
)

// Tools are about groups that meet again and again.
var Tools = []tools.Tool{
	{
		Name: "find_support_group", Plan: church.Pro, Agents: []church.Agent{church.Care, church.Coordinator},
		Description: "Support groups of the church, when company would help: grief, recovery, illness, divorce, carers.",
		Parameters: parameter.List{
			parameter.Lookup("need", "What the visitor is going through, in a word or two, such as grief, addiction, divorce. Leave it out for all."),
		},
		Run: findSupportGroup,
	},
	{
		Name: "find_small_group", Plan: church.Pro, Agents: []church.Agent{church.Discipleship, church.Coordinator},
		Description: "Small groups and classes that the visitor could join, by day, area or stage of life.",
		Parameters: parameter.List{
			parameter.Enum("day", "The day on which the visitor has time.", "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"),
			parameter.Lookup("area", "The part of town in which the visitor looks."),
			parameter.Lookup("stage_of_life", "Who the visitor is, such as young adult, parent with small children, over seventy, Spanish speaker."),
			parameter.Lookup("about", "What the visitor would like to do or study there."),
		},
		Run: findSmallGroup,
	},
	{
		Name: "join_small_group", Plan: church.Pro, Agents: []church.Agent{church.Discipleship, church.Coordinator}, Writes: true, Meets: true,
		Description: "Tell a group's leader that the visitor would like to join. The leader answers them. Only for a group that find_small_group gave.",
		Parameters: parameter.List{
			parameter.Lookup("group", "The group's name or id, as find_small_group gives it.").Required(),
			parameter.VisitorName().Required(), parameter.VisitorEmail(), parameter.VisitorPhone(),
			parameter.Text("message", "What the leader should know."),
		},
		Run: joinSmallGroup,
	},
}

const (
	maxGroups     = 8
	maxGroupAbout = 240 // characters
)

func findSupportGroup(ctx context.Context, c *tools.Invocation) (tools.Fields, error) {
	groups, err := listGroups(ctx, c, "support")
	if err != nil {
		return nil, err
	}
	if len(groups) == 0 {
		return nil, tools.NotOnFile("any support groups")
	}
	answer := tools.Fields{"note": "To come along, the visitor can have the leader told: offer leave_message or request_callback. Never say who else comes."}
	found := narrow(groups, answer, c.Text("need"))
	answer["groups"] = describeGroups(c, found)
	return answer, nil
}

func findSmallGroup(ctx context.Context, c *tools.Invocation) (tools.Fields, error) {
	groups, err := listGroups(ctx, c, "small", "class")
	if err != nil {
		return nil, err
	}
	if len(groups) == 0 {
		return nil, tools.NotOnFile("any groups")
	}
	answer := tools.Fields{}
	found := groups
	if day := c.Text("day"); day != "" {
		if found = meetingOn(groups, day); len(found) == 0 {
			found, answer["day_note"] = groups, "No group meets on that day; these meet on others."
		}
	}
	found = narrow(found, answer, c.Text("area"), c.Text("stage_of_life"), c.Text("about"))
	answer["groups"] = describeGroups(c, found)
	return answer, nil
}

// narrow keeps the groups that fit each of the wishes, those given. A wish that none of them fits is dropped, and said so.
func narrow(groups []Group, answer tools.Fields, wishes ...string) []Group {
	found := groups
	var unmet []string
	for _, wish := range wishes {
		if wish == "" {
			continue
		}
		if fitting := stems.Search(found, wish, Group.text); len(fitting) > 0 {
			found = fitting
		} else {
			unmet = append(unmet, wish)
		}
	}
	if len(unmet) > 0 {
		answer["not_found"] = unmet
	}
	return found
}

func meetingOn(groups []Group, day string) []Group {
	var found []Group
	for _, g := range groups {
		if g.Weekday != nil && strings.EqualFold(time.Weekday(*g.Weekday).String(), day) {
			found = append(found, g)
		}
	}
	return found
}

// describeGroups tells a model of groups, those with a place first. A leader's address is not for visitors.
func describeGroups(c *tools.Invocation, groups []Group) []tools.Fields {
	slices.SortStableFunc(groups, func(a, b Group) int { return boolInt(!a.hasPlace()) - boolInt(!b.hasPlace()) })
	told := []tools.Fields{}
	for _, g := range groups[:min(len(groups), maxGroups)] {
		one := tools.Fields{"id": g.ID, "name": g.Name, "takes_new_people": g.hasPlace()}
		one.Add("meets", c.Times().Weekly(g.Weekday, g.MeetsAt))
		one.Add("schedule", g.Schedule)
		one.Add("where", g.Area)
		one.Add("for", g.LifeStage)
		one.Add("leader", g.LeaderName)
		one.Add("about", tools.Shorten(g.Description, maxGroupAbout))
		told = append(told, one)
	}
	return told
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func joinSmallGroup(ctx context.Context, c *tools.Invocation) (tools.Fields, error) {
	if err := c.NeedContact(); err != nil {
		return nil, err
	}
	groups, err := listGroups(ctx, c, "small", "class", "support")
	if err != nil {
		return nil, err
	}
	g, err := tools.TheOne(c, groups, "group", "group")
	if err != nil {
		return nil, err
	}
	if !g.Open {
		return nil, tools.Refuse(tools.Full, "%s takes nobody new at the moment. Nothing was written. Offer another group that find_small_group gives.", g.Name)
	}
	err = join(ctx, c, groupRoster, joining{id: g.ID, title: g.Name, leaderEmail: g.LeaderEmail, saidParameter: "message"})
	if err != nil {
		return nil, err
	}
	c.Summarize("done", "leader", cmp.Or(g.LeaderName, c.Say("church")), "group", g.Name)
	answer := tools.PassedOn()
	answer["status"], answer["group"] = "the leader was told", g.Name
	return answer, nil
}
