package tools

import (
	"context"
	"slices"
	"strings"
	"time"

	"narthex/chat/church"
)

// groupTools are about groups that meet again and again.
var groupTools = []tool{
	{
		name: "find_support_group", plan: church.Pro, agents: careAgent,
		description: "Support groups of the church, such as for grief, recovery or carers.",
		parameters: []parameter{
			lookup("need", "What the visitor is going through, in a word or two, such as grief, addiction, divorce. Leave it out for all."),
		},
		run:     findSupportGroup,
		running: texts{"Looking for a support group…", "Buscando un grupo de apoyo…"},
	},
	{
		name: "find_small_group", plan: church.Pro, agents: []church.Agent{discipleship},
		description: "Small groups and classes that the visitor could join, by day, area or stage of life.",
		parameters: []parameter{
			choice("day", "The day on which the visitor has time.", "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"),
			lookup("area", "The part of town in which the visitor looks."),
			lookup("stage_of_life", "Who the visitor is, such as young adult, parent with small children, over seventy, Spanish speaker."),
			lookup("about", "What the visitor would like to do or study there."),
		},
		run:     findSmallGroup,
		running: texts{"Looking for a group…", "Buscando un grupo…"},
	},
	{
		name: "join_small_group", plan: church.Pro, agents: []church.Agent{discipleship}, writes: true,
		description: "Tell a group's leader that the visitor would like to join. The leader answers them. Only for a group that find_small_group gave.",
		parameters: []parameter{
			required(lookup("group", "The group's name or id, as find_small_group gives it.")),
			required(visitorName()), visitorEmail(), visitorPhone(),
			words("message", "What the leader should know, in the visitor's own words, if they said so."),
		},
		run:     joinSmallGroup,
		running: texts{"Telling the group's leader…", "Avisando a quien dirige el grupo…"},
	},
}

const (
	maxGroups     = 8
	maxGroupAbout = 240 // characters
)

func findSupportGroup(ctx context.Context, c *call) (outcome, error) {
	groups, err := c.groups(ctx, "support")
	if err != nil {
		return outcome{}, err
	}
	if len(groups) == 0 {
		return outcome{}, notOnFile("any support groups")
	}
	answer := fields{"note": "To come along, the visitor can have the leader told: offer leave_message or request_callback. Never say who else comes."}
	found := narrow(groups, answer, c.text("need"))
	answer["groups"] = c.describeGroups(found)
	return outcome{answer: answer, summary: texts{"Looked for support groups.", "Grupos de apoyo consultados."}}, nil
}

func findSmallGroup(ctx context.Context, c *call) (outcome, error) {
	groups, err := c.groups(ctx, "small", "class")
	if err != nil {
		return outcome{}, err
	}
	if len(groups) == 0 {
		return outcome{}, notOnFile("any groups")
	}
	answer := fields{}
	found := groups
	if day := c.text("day"); day != "" {
		if found = meetingOn(groups, day); len(found) == 0 {
			found, answer["day_note"] = groups, "No group meets on that day; these meet on others."
		}
	}
	found = narrow(found, answer, c.text("area"), c.text("stage_of_life"), c.text("about"))
	answer["groups"] = c.describeGroups(found)
	return outcome{answer: answer, summary: texts{"Looked for groups.", "Grupos consultados."}}, nil
}

// narrow keeps the groups that fit each of the wishes, those given. A wish that none of them fits is dropped, and said so.
func narrow(groups []Group, answer fields, wishes ...string) []Group {
	found := groups
	var unmet []string
	for _, wish := range wishes {
		if wish == "" {
			continue
		}
		if fitting := matching(found, wish, Group.text); len(fitting) > 0 {
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
func (c *call) describeGroups(groups []Group) []fields {
	slices.SortStableFunc(groups, func(a, b Group) int { return boolInt(!a.hasPlace()) - boolInt(!b.hasPlace()) })
	told := []fields{}
	for _, g := range groups[:min(len(groups), maxGroups)] {
		one := fields{"id": g.ID, "name": g.Name, "takes_new_people": g.hasPlace()}
		addGiven(one, "meets", c.speech().weekly(g.Weekday, g.MeetsAt))
		addGiven(one, "schedule", g.Schedule)
		addGiven(one, "where", g.Area)
		addGiven(one, "for", g.LifeStage)
		addGiven(one, "leader", g.LeaderName)
		addGiven(one, "about", shorten(g.Description, maxGroupAbout))
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

func joinSmallGroup(ctx context.Context, c *call) (outcome, error) {
	if err := c.needContact(); err != nil {
		return outcome{}, err
	}
	groups, err := c.groups(ctx, "small", "class", "support")
	if err != nil {
		return outcome{}, err
	}
	g, err := theOne(c, groups, "group", "group")
	if err != nil {
		return outcome{}, err
	}
	if !g.Open {
		return outcome{}, refuse(Full, "%s takes nobody new at the moment. Nothing was written. Offer another group that find_small_group gives.", g.Name)
	}
	err = c.join(ctx, groupRoster, joining{id: g.ID, title: g.Name, leaderEmail: g.LeaderEmail, saidParameter: "message"})
	if err != nil {
		return outcome{}, err
	}
	done := passedOn(texts{"{leader} was told that you would like to join {group}.", "{leader} ya sabe que desea unirse a {group}."}.
		with("leader", whoLeads(g.LeaderName, c)).with("group", g.Name))
	done.answer["status"], done.answer["group"] = "the leader was told", g.Name
	return done, nil
}

// whoLeads names the one who was told.
func whoLeads(name string, c *call) string {
	if name != "" {
		return name
	}
	return texts{"The church", "La iglesia"}.in(c.turn.Language)
}
