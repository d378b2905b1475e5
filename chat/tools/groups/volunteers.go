package groups

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"narthex/chat/church"
	"narthex/chat/tools"
	"narthex/chat/tools/parameter"
	"narthex/chat/tools/stems"
)

// VolunteerTools are about helping at the church.
var VolunteerTools = []tools.Tool{
	{
		Name: "find_volunteer_role", Plan: church.Pro, Agents: []church.Agent{church.Stewardship, church.Coordinator},
		Description: "What the church needs helpers for at the moment. Ask what they like and when they can.",
		Parameters: parameter.List{
			parameter.Lookup("interest", "What the visitor likes or can do, such as children, cooking, sound, driving. Leave it out for all."),
		},
		Run: findVolunteerRole,
	},
	{
		Name: "sign_up_to_volunteer", Plan: church.Pro, Agents: []church.Agent{church.Stewardship, church.Coordinator}, Writes: true, Meets: true,
		Description: "Tell the person in charge that the visitor would like to help in a role that find_volunteer_role gave. They answer the visitor. Never promise that a role is theirs, above all where there is a background check.",
		Parameters: parameter.List{
			parameter.Lookup("role", "The role's name or id, as find_volunteer_role gives it.").Required(),
			parameter.VisitorName().Required(), parameter.VisitorEmail(), parameter.VisitorPhone(),
			parameter.Text("message", "Experience, or when the visitor has time."),
		},
		Run: signUpToVolunteer,
	},
}

const maxRoles = 10

// Role is something that a church needs helpers for. Texts are empty where the church gave none.
type Role struct {
	ID           uuid.UUID
	Name         string
	Team         string
	Description  string
	Schedule     string
	Requirements string
	ContactName  string
	ContactEmail string // not for visitors
	Places       *int   // how many may sign up; nil: no limit
	Taken        int
}

// Identity implements tools.Item.
func (r Role) Identity() (uuid.UUID, string) { return r.ID, r.Name }

func (r Role) text() string {
	return r.Name + " " + r.Team + " " + r.Description + " " + r.Schedule
}

func (r Role) hasPlace() bool { return r.Places == nil || r.Taken < *r.Places }

// listRoles gives the roles of the church church's that are open, by name.
func listRoles(ctx context.Context, c *tools.Invocation) ([]Role, error) {
	roles, err := tools.SelectRows[Role](ctx, c.Pool(), c.Church().ID, `
		select v.id, v.name, v.team, v.description, v.schedule, v.requirements, coalesce(v.contact_name, '') as contact_name,
		       coalesce(v.contact_email, '') as contact_email, v.places,
		       (select count(*)::int from volunteer_signups s
		        where s.church_id = v.church_id and s.role_id = v.id and s.status in ('new', 'accepted')) as taken
		from volunteer_roles v
		where v.church_id = $1 and v.is_open
		order by v.name, v.id
		limit $2`, maxStored)
	if err != nil {
		return nil, fmt.Errorf("list volunteer roles: %w", err)
	}
	return roles, nil
}

func findVolunteerRole(ctx context.Context, c *tools.Invocation) (tools.Fields, error) {
	roles, err := listRoles(ctx, c)
	if err != nil {
		return nil, err
	}
	var needed []Role
	for _, r := range roles {
		if r.hasPlace() {
			needed = append(needed, r)
		}
	}
	if len(needed) == 0 {
		return nil, tools.NotOnFile("any role that needs helpers at the moment")
	}
	answer := tools.Fields{}
	found := needed
	if interest := c.Text("interest"); interest != "" {
		if found = stems.Search(needed, interest, Role.text); len(found) == 0 {
			found, answer["note"] = needed, "Nothing fits what was asked; these are all roles that need helpers. Do not make any up."
		}
	}
	told := []tools.Fields{}
	for _, r := range found[:min(len(found), maxRoles)] {
		told = append(told, describeRole(r))
	}
	answer["roles"] = told
	return answer, nil
}

func describeRole(r Role) tools.Fields {
	told := tools.Fields{"id": r.ID, "name": r.Name}
	told.Add("team", r.Team)
	told.Add("about", tools.Shorten(r.Description, maxGroupAbout))
	told.Add("when", r.Schedule)
	told.Add("requirements", tools.Shorten(r.Requirements, maxGroupAbout))
	told.Add("contact", r.ContactName)
	if r.Places != nil {
		told["places_left"] = max(*r.Places-r.Taken, 0)
	}
	return told
}

func signUpToVolunteer(ctx context.Context, c *tools.Invocation) (tools.Fields, error) {
	if err := c.NeedContact(); err != nil {
		return nil, err
	}
	roles, err := listRoles(ctx, c)
	if err != nil {
		return nil, err
	}
	r, err := tools.TheOne(c, roles, "role", "role")
	if err != nil {
		return nil, err
	}
	err = join(ctx, c, volunteerRoster, joining{id: r.ID, title: r.Name, leaderEmail: r.ContactEmail, saidParameter: "message"})
	if err != nil {
		return nil, err
	}
	c.Summarize("done", "role", r.Name)
	answer := tools.PassedOn()
	answer["role"] = r.Name
	answer.Add("requirements", tools.Shorten(r.Requirements, maxGroupAbout))
	return answer, nil
}
