package groups

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"narthex/chat/tools"
)

// Group is a group that meets again and again, as visitors may know it. Texts are empty where the church gave none.
type Group struct {
	ID          uuid.UUID
	Kind        string // small, support or class
	Name        string
	Description string
	Weekday     *int   // a time.Weekday; nil: no fixed day
	MeetsAt     string // "15:04" by the church's clock
	Schedule    string
	Area        string
	LifeStage   string
	LeaderName  string
	LeaderEmail string // not for visitors
	Open        bool
	Capacity    *int // how many may ask to join; nil: no limit
	Asked       int  // how many of these have
}

// Identity implements tools.Item.
func (g Group) Identity() (uuid.UUID, string) { return g.ID, g.Name }

// text is what a search looks through.
func (g Group) text() string { return g.Name + " " + g.Description + " " + g.Area + " " + g.LifeStage }

func (g *Group) hasPlace() bool { return g.Open && (g.Capacity == nil || g.Asked < *g.Capacity) }

// maxStored is how many groups, or volunteer roles, of one church are looked through.
const maxStored = 500

// listGroups gives the church's of these kinds, by the day on which they meet.
func listGroups(ctx context.Context, c *tools.Invocation, kinds ...string) ([]Group, error) {
	groups, err := tools.SelectRows[Group](ctx, c.Pool(), c.Church().ID, `
		select g.id, g.kind, g.name, g.description, g.weekday, coalesce(to_char(g.meets_at, 'HH24:MI'), '') as meets_at, g.schedule,
		       g.area, g.life_stage, coalesce(g.leader_name, '') as leader_name, coalesce(g.leader_email, '') as leader_email,
		       g.is_open as open, g.capacity,
		       (select count(*)::int from group_join_requests r
		        where r.church_id = g.church_id and r.group_id = g.id and r.status in ('new', 'accepted')) as asked
		from groups g
		where g.church_id = $1 and g.kind = any($2)
		order by g.weekday nulls last, g.meets_at, g.name, g.id
		limit $3`, kinds, maxStored)
	if err != nil {
		return nil, fmt.Errorf("list groups: %w", err)
	}
	return groups, nil
}
