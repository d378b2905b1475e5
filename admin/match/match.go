package match

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/signup"
)

// candidate is a church of the directory in the town of a sign-up.
type candidate struct {
	ID                               uuid.UUID
	Name, State, PostalCode, Address string
	Family                           string // of its denomination, where that is known
	Claimed                          bool   // it has a subscription
}

// querier is a pool or a transaction.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// Church is the church of the directory that a sign-up is about, the zero UUID if there is none that is surely meant.
func Church(ctx context.Context, db querier, s signup.SignUp) (uuid.UUID, error) {
	rows, err := db.Query(ctx, `
		select c.id, c.name, coalesce(c.state, '') as state, coalesce(c.postal_code, '') as postal_code,
			coalesce(c.address, '') as address, coalesce(d.family_key, '') as family, c.is_premium as claimed
		from churches c left join denominations d on d.key = c.denomination
		where c.country = $1 and place_key(c.city) = place_key($2) and not c.is_demo`, s.Country, s.City)
	if err != nil {
		return uuid.Nil, fmt.Errorf("read the churches of a town: %w", err)
	}
	town, err := pgx.CollectRows(rows, pgx.RowToStructByName[candidate])
	if err != nil {
		return uuid.Nil, fmt.Errorf("read the churches of a town: %w", err)
	}
	return among(town, s), nil
}

// among finds the church that a sign-up is about among those of its town.
func among(town []candidate, s signup.SignUp) uuid.UUID {
	inTown := wordsOf(s.City)
	wanted := readName(s.ChurchName, inTown)
	var best []candidate
	most := different
	states := make(map[string]bool) // those of one town are few
	var names reader
	for _, c := range town {
		same, known := states[c.State]
		if !known {
			same = sameState(s.Country, s.State, c.State)
			states[c.State] = same
		}
		if !same {
			continue
		}
		how := compare(wanted, names.read(c.Name, inTown))
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
		return uuid.Nil
	}
	return best[0].ID
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
		samePost := s.PostalCode != "" && strings.EqualFold(s.PostalCode, c.PostalCode)
		sameStreet := s.Address != "" && strings.Join(wordsOf(s.Address), " ") == strings.Join(wordsOf(c.Address), " ")
		if samePost || sameStreet {
			there = append(there, c)
		}
	}
	return there
}
