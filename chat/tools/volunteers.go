package tools

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"narthex/chat/church"
)

// volunteerTools are about helping at the church.
var volunteerTools = []tool{
	{
		name: "find_volunteer_role", plan: church.Pro, agents: []church.Agent{stewardship, coordinator},
		description: "What the church needs helpers for at the moment.",
		parameters: []parameter{
			lookup("interest", "What the visitor likes or can do, such as children, cooking, sound, driving. Leave it out for all."),
		},
		run:     findVolunteerRole,
		running: texts{"Looking up where help is needed…", "Consultando dónde hace falta ayuda…"},
	},
	{
		name: "sign_up_to_volunteer", plan: church.Pro, agents: []church.Agent{stewardship}, writes: true,
		description: "Tell the person in charge that the visitor would like to help in a role. They answer the visitor. Never promise that a role is theirs, above all where there is a background check.",
		parameters: []parameter{
			required(lookup("role", "The role's name or id, as find_volunteer_role gives it.")),
			required(visitorName()), visitorEmail(), visitorPhone(),
			words("message", "Experience, or when the visitor has time, in their own words, if they said so."),
		},
		run:     signUpToVolunteer,
		running: texts{"Passing on your offer to help…", "Transmitiendo su ofrecimiento…"},
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

func (r Role) identity() (uuid.UUID, string) { return r.ID, r.Name }

func (r Role) text() string {
	return r.Name + " " + r.Team + " " + r.Description + " " + r.Schedule
}

func (r Role) hasPlace() bool { return r.Places == nil || r.Taken < *r.Places }

// roles are the church's that are open, by name.
func (c *call) roles(ctx context.Context) ([]Role, error) {
	roles, err := selectRows[Role](ctx, c.registry.Pool, c.church().ID, `
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

func findVolunteerRole(ctx context.Context, c *call) (outcome, error) {
	roles, err := c.roles(ctx)
	if err != nil {
		return outcome{}, err
	}
	var needed []Role
	for _, r := range roles {
		if r.hasPlace() {
			needed = append(needed, r)
		}
	}
	if len(needed) == 0 {
		return outcome{}, notOnFile("any role that needs helpers at the moment")
	}
	answer := fields{}
	found := needed
	if interest := c.text("interest"); interest != "" {
		if found = matching(needed, interest, Role.text); len(found) == 0 {
			found, answer["note"] = needed, "Nothing fits what was asked; these are all roles that need helpers. Do not make any up."
		}
	}
	told := []fields{}
	for _, r := range found[:min(len(found), maxRoles)] {
		told = append(told, describeRole(r))
	}
	answer["roles"] = told
	return outcome{answer: answer, summary: texts{"Looked up where help is needed.", "Consultado dónde hace falta ayuda."}}, nil
}

func describeRole(r Role) fields {
	told := fields{"id": r.ID, "name": r.Name}
	addGiven(told, "team", r.Team)
	addGiven(told, "about", shorten(r.Description, maxGroupAbout))
	addGiven(told, "when", r.Schedule)
	addGiven(told, "requirements", shorten(r.Requirements, maxGroupAbout))
	addGiven(told, "contact", r.ContactName)
	if r.Places != nil {
		told["places_left"] = max(*r.Places-r.Taken, 0)
	}
	return told
}

func signUpToVolunteer(ctx context.Context, c *call) (outcome, error) {
	if err := c.needContact(); err != nil {
		return outcome{}, err
	}
	roles, err := c.roles(ctx)
	if err != nil {
		return outcome{}, err
	}
	r, err := theOne(c, roles, "role", "role")
	if err != nil {
		return outcome{}, err
	}
	err = c.join(ctx, volunteerRoster, joining{id: r.ID, title: r.Name, leaderEmail: r.ContactEmail, saidParameter: "message"})
	if err != nil {
		return outcome{}, err
	}
	done := passedOn(texts{"Your offer to help was passed on: {role}.", "Su ofrecimiento fue transmitido: {role}."}.with("role", r.Name))
	done.answer["role"] = r.Name
	addGiven(done.answer, "requirements", shorten(r.Requirements, maxGroupAbout))
	return done, nil
}
