package signup

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Catalogue is what the form offers to choose from.
type Catalogue struct {
	Families  []Family
	Languages []string // ISO 639-1: those that a church's own texts may be in
}

// Family is a family of denominations.
type Family struct {
	Key, Name     string
	Denominations []Denomination
}

// Denomination is one that a church may belong to.
type Denomination struct {
	Key       string
	Name      string
	Countries []string // ISO 3166-1 alpha-2 in which it is offered; none: everywhere
}

// Family finds one by its key.
func (c *Catalogue) Family(key string) (family Family, ok bool) {
	at := slices.IndexFunc(c.Families, func(f Family) bool { return f.Key == key })
	if at < 0 {
		return Family{}, false
	}
	return c.Families[at], true
}

func (f Family) has(denomination string) bool {
	return slices.ContainsFunc(f.Denominations, func(d Denomination) bool { return d.Key == denomination })
}

// ReadCatalogue reads the families and denominations, in the order of the form.
func ReadCatalogue(ctx context.Context, pool *pgxpool.Pool, languages []string) (*Catalogue, error) {
	rows, err := pool.Query(ctx, `
		select f.key as family_key, f.name as family_name, d.key, d.name, d.countries
		from church_families f join denominations d on d.family_key = f.key
		order by f.position, d.name`)
	if err != nil {
		return nil, fmt.Errorf("read the denominations: %w", err)
	}
	listed, err := pgx.CollectRows(rows, pgx.RowToStructByName[struct {
		FamilyKey, FamilyName, Key, Name string
		Countries                        []string
	}])
	if err != nil {
		return nil, fmt.Errorf("read the denominations: %w", err)
	}
	catalogue := &Catalogue{Languages: languages}
	for _, d := range listed {
		if n := len(catalogue.Families); n == 0 || catalogue.Families[n-1].Key != d.FamilyKey {
			catalogue.Families = append(catalogue.Families, Family{Key: d.FamilyKey, Name: d.FamilyName})
		}
		family := &catalogue.Families[len(catalogue.Families)-1]
		family.Denominations = append(family.Denominations, Denomination{d.Key, d.Name, d.Countries})
	}
	return catalogue, nil
}
