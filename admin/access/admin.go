package access

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"narthex/chat/church"
)

// Admin is who makes a request.
type Admin struct {
	ChurchID, IdentityID uuid.UUID
	SessionID            uuid.UUID // zero: a program that names the church's token
	Name, Email          string
	Roles                []Role
	StandsIn             bool // an admin who sees confidential prayers, because nobody else of the church does
	Church               Church
	Draft                Draft // on the pages of Training, and where a request works in it
}

// Draft is the church's draft of Training, as the pages show it. See package drafts.
type Draft struct {
	Begun   bool // there is one
	On      bool // the admin works in it
	AtOnce  bool // but not on this page: what is done here counts at once
	May     bool // the admin may change something that can be drafted
	Changes int  // in it
	Since   time.Time
	Here    string // the page's address
}

// Church is what every page needs to know of the admin's church.
type Church struct {
	Name, Slug, Language string
	Timezone             string // IANA name
	Plan                 church.Plan
	Status               church.Status
	Deleted              time.Time // when it is to be deleted, which an admin asked for; zero: it is not
	Chatbot              bool      // an assistant was provisioned: premium_churches.chatbot_agent_id is set
}

// Sees reports whether the admin sees what is in an area.
func (a Admin) Sees(area Area) bool {
	return a.inPlace(area) || slices.ContainsFunc(a.Roles, func(r Role) bool { return r.sees(area) })
}

// Changes reports whether the admin may change what is in an area.
func (a Admin) Changes(area Area) bool {
	return a.inPlace(area) || slices.ContainsFunc(a.Roles, func(r Role) bool { return r.changes(area) })
}

func (a Admin) inPlace(area Area) bool { return a.StandsIn && area == Confidential && a.Has(RoleAdmin) }

// Has reports whether the admin has a role.
func (a Admin) Has(role Role) bool { return slices.Contains(a.Roles, role) }

type adminKey struct{}

// From is the admin who makes a request behind the guard. Anywhere else there is none, and asking is a mistake in the program.
func From(ctx context.Context) Admin { return ctx.Value(adminKey{}).(Admin) }

// With returns a context in which From is the admin.
func With(ctx context.Context, a Admin) context.Context { return context.WithValue(ctx, adminKey{}, a) }
