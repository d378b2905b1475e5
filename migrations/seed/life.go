package seed

import (
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
)

// churchLife is what life.yaml says: what is on at a church, and who may join in.
type churchLife struct {
	Events []lifeEvent `yaml:"events"`
	Groups []lifeGroup `yaml:"groups"`
	Roles  []lifeRole  `yaml:"volunteer_roles"`
}

// lifeEvent is an event that recurs, so that a demonstration has something coming up whenever it is seeded. Each date
// becomes a row.
type lifeEvent struct {
	Key          string             `yaml:"key"` // names the event within its church: its ids are made of it
	Title        string             `yaml:"title"`
	Description  string             `yaml:"description"`
	Location     string             `yaml:"location"`
	Repeats      string             `yaml:"repeats"` // recurrence rule of RFC 5545
	At           string             `yaml:"at"`      // "15:04" on the church's clock
	Minutes      int                `yaml:"minutes"`
	Ahead        int                `yaml:"ahead"`        // how many dates ahead there are
	Registration *eventRegistration `yaml:"registration"` // nil: people just come
	ContactName  string             `yaml:"contact_name"`
	ContactEmail string             `yaml:"contact_email"`
	Private      bool               `yaml:"private"`
}

type eventRegistration struct {
	Capacity          int `yaml:"capacity"`
	ClosesHoursBefore int `yaml:"closes_hours_before"` // 0: when the event starts
}

type lifeGroup struct {
	Key         string `yaml:"key"`
	Kind        string `yaml:"kind"`
	Name        string `yaml:"name"`
	Description string `yaml:"description"`
	Weekday     string `yaml:"weekday"` // "" for none
	At          string `yaml:"at"`
	Schedule    string `yaml:"schedule"`
	Area        string `yaml:"area"`
	LifeStage   string `yaml:"life_stage"`
	LeaderName  string `yaml:"leader_name"`
	LeaderEmail string `yaml:"leader_email"`
	Closed      bool   `yaml:"closed"`
	Capacity    int    `yaml:"capacity"` // 0: no limit
}

type lifeRole struct {
	Key          string `yaml:"key"`
	Name         string `yaml:"name"`
	Team         string `yaml:"team"`
	Description  string `yaml:"description"`
	Schedule     string `yaml:"schedule"`
	Requirements string `yaml:"requirements"`
	ContactName  string `yaml:"contact_name"`
	ContactEmail string `yaml:"contact_email"`
	Closed       bool   `yaml:"closed"`
	Places       int    `yaml:"places"` // 0: no limit
}

// Rows the seed once gave go when it no longer holds them, unless somebody has signed up: then they, and who signed up, stay.
// Events of the past stay in any case.
var (
	eventTable = table{
		kind: "events", name: "events",
		key: []string{"id"},
		values: []string{"church_id", "title", "description", "location", "starts_at", "ends_at", "takes_registrations", "capacity",
			"registration_closes_at", "contact_name", "contact_email", "is_public"},
		stale: `starts_at > now() and not exists (select from event_registrations r where r.church_id = t.church_id and r.event_id = t.id)`,
	}
	groupTable = table{
		kind: "groups", name: "groups",
		key: []string{"id"},
		values: []string{"church_id", "kind", "name", "description", "weekday", "meets_at", "schedule", "area", "life_stage",
			"leader_name", "leader_email", "is_open", "capacity"},
		stale: `not exists (select from group_join_requests r where r.church_id = t.church_id and r.group_id = t.id)`,
	}
	roleTable = table{
		kind: "volunteer roles", name: "volunteer_roles",
		key: []string{"id"},
		values: []string{"church_id", "name", "team", "description", "schedule", "requirements", "contact_name", "contact_email",
			"is_open", "places"},
		stale: `not exists (select from volunteer_signups r where r.church_id = t.church_id and r.role_id = t.id)`,
	}
)

type (
	eventRow struct {
		ID                   uuid.UUID  `json:"id"`
		ChurchID             uuid.UUID  `json:"church_id"`
		Title                string     `json:"title"`
		Description          string     `json:"description"`
		Location             string     `json:"location"`
		StartsAt             time.Time  `json:"starts_at"`
		EndsAt               time.Time  `json:"ends_at"`
		TakesRegistrations   bool       `json:"takes_registrations"`
		Capacity             int        `json:"capacity,omitempty"`
		RegistrationClosesAt *time.Time `json:"registration_closes_at,omitempty"`
		ContactName          string     `json:"contact_name,omitempty"`
		ContactEmail         string     `json:"contact_email,omitempty"`
		IsPublic             bool       `json:"is_public"`
	}
	groupRow struct {
		ID          uuid.UUID `json:"id"`
		ChurchID    uuid.UUID `json:"church_id"`
		Kind        string    `json:"kind"`
		Name        string    `json:"name"`
		Description string    `json:"description"`
		Weekday     *int      `json:"weekday,omitempty"`
		MeetsAt     string    `json:"meets_at,omitempty"`
		Schedule    string    `json:"schedule"`
		Area        string    `json:"area"`
		LifeStage   string    `json:"life_stage"`
		LeaderName  string    `json:"leader_name,omitempty"`
		LeaderEmail string    `json:"leader_email,omitempty"`
		IsOpen      bool      `json:"is_open"`
		Capacity    int       `json:"capacity,omitempty"`
	}
	roleRow struct {
		ID           uuid.UUID `json:"id"`
		ChurchID     uuid.UUID `json:"church_id"`
		Name         string    `json:"name"`
		Team         string    `json:"team"`
		Description  string    `json:"description"`
		Schedule     string    `json:"schedule"`
		Requirements string    `json:"requirements"`
		ContactName  string    `json:"contact_name,omitempty"`
		ContactEmail string    `json:"contact_email,omitempty"`
		IsOpen       bool      `json:"is_open"`
		Places       int       `json:"places,omitempty"`
	}
)

func lifeSteps(churches []demoChurch, now time.Time) ([]step, error) {
	events, groups, roles := []eventRow{}, []groupRow{}, []roleRow{}
	for _, church := range churches {
		dated, err := eventRows(church, now)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", church.Slug, err)
		}
		events = append(events, dated...)
		for _, group := range church.Life.Groups {
			row, err := group.row(church.Slug)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", church.Slug, err)
			}
			groups = append(groups, row)
		}
		for _, role := range church.Life.Roles {
			roles = append(roles, role.row(church.Slug))
		}
	}
	return []step{syncStep(eventTable, events), syncStep(groupTable, groups), syncStep(roleTable, roles)}, nil
}

var dayNames = []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}

func (g lifeGroup) row(slug string) (groupRow, error) {
	row := groupRow{
		ID: groupID(slug, g.Key), ChurchID: ChurchID(slug), Kind: g.Kind, Name: g.Name, Description: g.Description, MeetsAt: g.At,
		Schedule: g.Schedule, Area: g.Area, LifeStage: g.LifeStage, LeaderName: g.LeaderName, LeaderEmail: g.LeaderEmail,
		IsOpen: !g.Closed, Capacity: g.Capacity,
	}
	if g.Weekday != "" {
		weekday := slices.Index(dayNames, g.Weekday)
		if weekday < 0 {
			return row, fmt.Errorf("group %s: no weekday %q", g.Key, g.Weekday)
		}
		row.Weekday = &weekday
	}
	return row, nil
}

func (r lifeRole) row(slug string) roleRow {
	return roleRow{
		ID: roleID(slug, r.Key), ChurchID: ChurchID(slug), Name: r.Name, Team: r.Team, Description: r.Description, Schedule: r.Schedule,
		Requirements: r.Requirements, ContactName: r.ContactName, ContactEmail: r.ContactEmail, IsOpen: !r.Closed, Places: r.Places,
	}
}
