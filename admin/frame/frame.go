// Package frame is what every page of the admin's house has around it: the church, the tabs by plan and role, who is signed in.
package frame

import (
	"slices"
	"time"

	"narthex/admin/access"
)

// Tab is a page that the navigation leads to.
type Tab string

// The tabs. A page that the navigation does not name belongs to one that it does: documents to Knowledge.
const (
	Overview      Tab = "overview"
	Conversations Tab = "conversations"
	Calls         Tab = "calls"
	Requests      Tab = "requests"
	Care          Tab = "care"
	Knowledge     Tab = "knowledge"
	Week          Tab = "week"
	FAQs          Tab = "faqs"
	Questions     Tab = "questions"
	Answers       Tab = "answers"
	Theology      Tab = "theology"
	Agents        Tab = "agents"
	Safety        Tab = "safety"
	Simulator     Tab = "simulator"
	DraftPage     Tab = "draft"
	General       Tab = "general"
	Website       Tab = "website"
	Team          Tab = "team"
	Sessions      Tab = "sessions"
	Activity      Tab = "activity"
	Data          Tab = "data"
	Upgrade       Tab = "upgrade"
)

// place is where a tab is, and who sees it.
type place struct {
	tab   Tab
	path  string
	areas []access.Area // one of them is enough; none: everybody
	voice bool          // plans with a telephone alone
}

// group is a tab of the first row with those below it.
type group struct {
	name   string // its text is admin.tab.<name>
	places []place
}

// training is the tab of what can be drafted.
const training = "training"

const dataPath = "/admin/settings/data"

// groups are the tabs in the order of the screen. A page stands here from the day that there is one.
var groups = []group{
	{"overview", []place{
		{tab: Overview, path: "/admin/overview", areas: []access.Area{access.Overview}},
		{tab: Conversations, path: "/admin/conversations", areas: []access.Area{access.Conversations}},
	}},
	{"calls", []place{{tab: Calls, path: "/admin/calls", areas: []access.Area{access.Calls}, voice: true}}},
	{"requests", []place{{tab: Requests, path: "/admin/requests", areas: []access.Area{
		access.Requests, access.Volunteers, access.Prayers, access.Confidential, access.Care,
	}}}},
	{"care", []place{{tab: Care, path: "/admin/care", areas: []access.Area{access.Care}}}},
	{training, []place{
		{tab: Knowledge, path: "/admin/training/knowledge", areas: []access.Area{access.Knowledge, access.Volunteers}},
		{tab: Week, path: "/admin/training/week", areas: []access.Area{access.Week}},
		{tab: FAQs, path: "/admin/training/faqs", areas: []access.Area{access.Knowledge}},
		{tab: Questions, path: "/admin/training/questions", areas: []access.Area{access.Knowledge}},
		{tab: Answers, path: "/admin/training/answers", areas: []access.Area{access.Knowledge}},
		{tab: Theology, path: "/admin/training/theology", areas: []access.Area{access.Theology}},
		{tab: Agents, path: "/admin/training/agents", areas: []access.Area{access.Theology}},
		{tab: Safety, path: "/admin/training/safety", areas: []access.Area{access.Safety}},
		{tab: Simulator, path: "/admin/training/simulator", areas: []access.Area{access.Theology}},
		{tab: DraftPage, path: "/admin/training/draft", areas: []access.Area{access.Week, access.Knowledge, access.Theology, access.Safety}},
	}},
	{"settings", []place{
		{tab: General, path: "/admin/settings", areas: []access.Area{access.Settings}},
		{tab: Website, path: "/admin/settings/website", areas: []access.Area{access.Settings}},
		{tab: Team, path: "/admin/settings/team", areas: []access.Area{access.Team}},
		{tab: Sessions, path: "/admin/settings/sessions"},
		{tab: Activity, path: "/admin/settings/audit", areas: []access.Area{access.Audit}},
		{tab: Data, path: dataPath, areas: []access.Area{access.Data}},
	}},
	{"upgrade", []place{{tab: Upgrade, path: "/admin/upgrade", areas: []access.Area{access.Billing}}}},
}

// Frame is what the parts admin-open and admin-close show.
type Frame struct {
	Church string
	Who    string // the admin's name, or address
	Ends   *Ends  // the church is to be deleted; nil: it is not
	Tabs   []Link // the first row
	Pages  []Link // those of the current tab, if they are several
	Draft  *Draft // on the pages of Training, for who may see or change it; nil: nothing is said of drafts
}

// Ends is what the notice says of a deletion that was asked for.
type Ends struct {
	Day string
	URL string // where it can be stopped, for those who may
}

// Draft is what the bar says of the church's draft.
type Draft struct {
	access.Draft
	Day   string // on which it was begun
	Tries bool   // the admin may try it out
}

// Link leads to a page.
type Link struct {
	Name    string // the rest of its text's key: admin.tab.<name> in the first row, admin.page.<name> in the second
	URL     string
	Current bool
}

// Of is the frame of a page for an admin.
func Of(a access.Admin, current Tab) Frame {
	f := Frame{Church: a.Church.Name, Who: a.Name}
	if f.Who == "" {
		f.Who = a.Email
	}
	if !a.Church.Deleted.IsZero() && current != Data { // whose page says it by itself
		f.Ends = &Ends{Day: dayOf(a, a.Church.Deleted)}
		if a.Changes(access.Data) {
			f.Ends.URL = dataPath
		}
	}
	for _, g := range groups {
		shown := seen(a, g)
		if len(shown) == 0 {
			continue
		}
		here := slices.ContainsFunc(g.places, func(at place) bool { return at.tab == current })
		f.Tabs = append(f.Tabs, Link{Name: g.name, URL: shown[0].path, Current: here})
		if here && g.name == training {
			f.Draft = draftOf(a)
		}
		if !here || len(shown) < 2 {
			continue
		}
		for _, at := range shown {
			f.Pages = append(f.Pages, Link{Name: string(at.tab), URL: at.path, Current: at.tab == current})
		}
	}
	return f
}

// draftOf is the church's draft for an admin: who may change nothing of Training is told of one that there is.
func draftOf(a access.Admin) *Draft {
	if a.Draft.Here == "" || !a.Draft.May && !a.Draft.Begun {
		return nil
	}
	shown := &Draft{Draft: a.Draft, Tries: a.Changes(access.Theology) && a.Church.Chatbot}
	if a.Draft.Begun {
		shown.Day = dayOf(a, a.Draft.Since)
	}
	return shown
}

// dayOf is the day of a time where the church is.
func dayOf(a access.Admin, at time.Time) string {
	zone, err := time.LoadLocation(a.Church.Timezone)
	if err != nil {
		zone = time.UTC
	}
	return at.In(zone).Format(time.DateOnly)
}

// First is where an admin begins: the first page that they see.
func First(a access.Admin) (path string) {
	for _, g := range groups {
		if shown := seen(a, g); len(shown) > 0 {
			return shown[0].path
		}
	}
	return ""
}

// seen are the pages of a group that an admin sees.
func seen(a access.Admin, g group) (shown []place) {
	for _, at := range g.places {
		mine := len(at.areas) == 0 || slices.ContainsFunc(at.areas, a.Sees)
		if mine && (!at.voice || a.Church.Plan.HasVoice()) {
			shown = append(shown, at)
		}
	}
	return shown
}
