package match

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/signup"
)

// candidate is a church of the directory in the town of a sign-up, whose name fits.
type candidate struct {
	ID                  uuid.UUID
	PostalCode, Address string
	Family              string // of its denomination, where that is known
	Claimed             bool   // it has a subscription
}

// Found is a church of the directory; its zero value is none.
type Found struct {
	ID uuid.UUID
	// Elsewhere is that it is claimed, and stands elsewhere in the town than the sign-up says: it may be another church of the name.
	Elsewhere bool
}

// Surely is the church if there is no doubt that it is meant, and otherwise the zero UUID.
func (f Found) Surely() uuid.UUID {
	if f.Elsewhere {
		return uuid.Nil
	}
	return f.ID
}

// querier is a pool or a transaction.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// Church is the church of the directory that a sign-up is about, if one is.
func Church(ctx context.Context, db querier, s signup.SignUp) (Found, error) {
	if id, err := claimed(ctx, db, s); err != nil || id != uuid.Nil {
		return Found{ID: id}, err
	}
	fitting, err := inTown(ctx, db, s)
	if err != nil || len(fitting) == 0 {
		return Found{}, err
	}
	rows, err := db.Query(ctx, `
		select c.id, coalesce(c.postal_code, '') as postal_code, coalesce(c.address, '') as address, coalesce(d.family_key, '') as family,
			c.is_premium as claimed
		from churches c left join denominations d on d.key = c.denomination
		where c.id = any($1)`, slices.Collect(maps.Keys(fitting)))
	if err != nil {
		return Found{}, fmt.Errorf("read the churches of a name: %w", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByName[candidate])
	if err != nil {
		return Found{}, fmt.Errorf("read the churches of a name: %w", err)
	}
	return among(found, fitting, s), nil
}

// inTown are the churches of the town whose names fit, with how well. A large town has thousands, so their rows are compared as they
// arrive, in the memory that they arrive in.
func inTown(ctx context.Context, db querier, s signup.SignUp) (map[uuid.UUID]fit, error) {
	rows, err := db.Query(ctx, `
		select c.id, c.name, coalesce(c.state, '') from churches c
		where c.country = $1 and place_key(c.city) = place_key($2) and not c.is_demo`, s.Country, s.City)
	if err != nil {
		return nil, fmt.Errorf("read the churches of a town: %w", err)
	}
	defer rows.Close()
	town := newTown(s)
	for rows.Next() {
		values := rows.RawValues() // the id's 16 bytes, for Postgres sends what pgx knows in binary, and two texts
		if how := town.compare(values[1], values[2]); how != different {
			town.fitting[uuid.UUID(values[0])] = how
		}
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read the churches of a town: %w", err)
	}
	return town.fitting, nil
}

// town compares a sign-up with the churches of its town, one after the other.
type town struct {
	form    signup.SignUp
	words   []string
	wanted  name
	states  map[string]bool // whether it is the sign-up's; those of one town are few
	names   reader
	fitting map[uuid.UUID]fit
}

func newTown(s signup.SignUp) *town {
	words := wordsOf(s.City)
	return &town{form: s, words: words, wanted: readName(s.ChurchName, words), states: make(map[string]bool), fitting: make(map[uuid.UUID]fit)}
}

func (t *town) compare(churchName, state []byte) fit {
	same, known := t.states[string(state)]
	if !known {
		same = sameState(t.form.Country, t.form.State, string(state))
		t.states[string(state)] = same
	}
	if !same {
		return different
	}
	return compare(t.wanted, t.names.read(string(churchName), t.words))
}

// among finds the church that a sign-up is about among those whose names fit.
func among(found []candidate, fitting map[uuid.UUID]fit, s signup.SignUp) Found {
	var best []candidate
	most := different
	for _, c := range found {
		how := fitting[c.ID]
		if how == likely && c.Family != "" && c.Family != s.Family {
			how = different
		}
		switch {
		case how == different || how < most:
		case how > most:
			best, most = []candidate{c}, how
		default:
			best = append(best, c)
		}
	}
	if len(best) > 1 {
		best = oneOf(best, s)
	}
	if len(best) != 1 {
		return Found{}
	}
	return Found{ID: best[0].ID, Elsewhere: best[0].Claimed && elsewhere(best[0], s)}
}

// sameState reports whether two states can be one. Where a state has a code, either may be given.
func sameState(country, a, b string) bool {
	if a == "" || b == "" {
		return !signup.HasStates(country)
	}
	return strings.EqualFold(stateCode(country, a), stateCode(country, b))
}

func stateCode(country, state string) string {
	for _, s := range signup.States(country) {
		if strings.EqualFold(s.Name, state) {
			return s.Code
		}
	}
	return state
}

// oneOf are those of several churches of one name that may be meant: the one where the sign-up says, or else the only one that can
// still be claimed.
func oneOf(several []candidate, s signup.SignUp) []candidate {
	if there := atTheAddress(several, s); len(there) == 1 {
		return there
	}
	return slices.DeleteFunc(several, func(c candidate) bool { return c.Claimed })
}

// atTheAddress are those of several churches of one name that stand where the sign-up says.
func atTheAddress(several []candidate, s signup.SignUp) (there []candidate) {
	for _, c := range several {
		if samePost(c, s) || sameStreet(c, s) {
			there = append(there, c)
		}
	}
	return there
}
