package directory

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Church is an entry of the directory.
type Church struct {
	ID           uuid.UUID
	Slug, Name   string
	Key          string // by which it is ordered
	City, State  string
	Country      string
	Denomination string
	Demo         bool
	Answers      bool // its assistant can be asked
}

// Page is a part of what was found, in the order of names.
type Page struct {
	Churches []Church
	Next     string // where the next page begins; "" if there is none
	Many     bool   // more fit than are looked at: other words are needed to see the rest
}

// Store reads the directory.
type Store struct{ Pool *pgxpool.Pool }

const (
	perPage = 24
	// mostFound bounds what a search puts in order, and so what it costs (as in the query below). Nobody pages through more.
	mostFound = 2000
)

// ErrCursor: what is to say where a page begins was not made here.
var ErrCursor = errors.New("no cursor of ours")

const columns = `c.id, c.slug, c.name, c.name_key, coalesce(c.city, ''), coalesce(c.state, ''), coalesce(c.country, ''),
	coalesce((select d.name from denominations d where d.key = c.denomination), replace(c.denomination, '_', ' '), ''), c.is_demo,
	exists (select from answering_churches(array[c.id]))`

// listed are all churches in the order of names.
const listed = `
	select ` + columns + ` from churches c where (c.name_key, c.id) > ($1, $2::uuid) order by c.name_key, c.id limit $3`

// searched are the churches that have all words, each of which may be the beginning of a longer one. Saints and mounts may be written
// out or not. What fits is found first, up to a number, and put in order then: the order of names would have to be read to its end
// otherwise, to find the few that have a rare word.
const searched = `
	with asked as materialized (
		select to_tsquery('simple', string_agg(case word
			when 'st' then '(st:* | saint)' when 'saint' then '(saint:* | st)' when 'mt' then '(mt:* | mount)' when 'mount' then '(mount:* | mt)'
			else '''' || word || ''':*' end, ' & ')) as query
		from (select distinct word from regexp_split_to_table(btrim(countries_asked(fold_words($4))), ' +') word where word <> '' limit 10) words),
	fitting as materialized (
		select c.id, c.name_key from asked, churches c where c.search_words @@ asked.query limit 2000),
	shown as (
		select f.id from fitting f where (f.name_key, f.id) > ($1, $2::uuid) order by f.name_key, f.id limit $3)
	select ` + columns + `, (select count(*) from fitting) from shown join churches c using (id) order by c.name_key, c.id`

// Find returns a page of the churches that have all words of a text, or of all if it is empty.
func (s Store) Find(ctx context.Context, text, after string) (page Page, err error) {
	from, err := parseCursor(after)
	if err != nil {
		return Page{}, err
	}
	query, arguments := asked(text, from)
	rows, err := s.Pool.Query(ctx, query, arguments...)
	if err != nil {
		return Page{}, fmt.Errorf("search the directory: %w", err)
	}
	page.Churches, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (c Church, err error) {
		into := []any{&c.ID, &c.Slug, &c.Name, &c.Key, &c.City, &c.State, &c.Country, &c.Denomination, &c.Demo, &c.Answers}
		fitting := 0
		if text != "" {
			into = append(into, &fitting)
		}
		err = row.Scan(into...)
		page.Many = fitting == mostFound
		return c, err
	})
	if err != nil {
		return Page{}, fmt.Errorf("search the directory: %w", err)
	}
	if len(page.Churches) > perPage {
		page.Churches = page.Churches[:perPage]
		last := page.Churches[perPage-1]
		page.Next = cursor{last.Key, last.ID}.String()
	}
	return page, nil
}

func asked(text string, from cursor) (query string, arguments []any) {
	arguments = []any{from.key, from.id, perPage + 1}
	if text == "" {
		return listed, arguments
	}
	return searched, append(arguments, text)
}

// cursor is where a page ended: behind a church of a name.
type cursor struct {
	key string
	id  uuid.UUID
}

// String is the cursor as it stands in an address.
func (c cursor) String() string {
	return base64.RawURLEncoding.EncodeToString(append(c.id[:], c.key...))
}

// longestKey is that of a name of 120 characters, in bytes.
const longestKey = 480

func parseCursor(text string) (c cursor, err error) {
	if text == "" {
		return cursor{}, nil
	}
	if len(text) > base64.RawURLEncoding.EncodedLen(len(c.id)+longestKey) {
		return cursor{}, ErrCursor
	}
	data, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(data) < len(c.id) || !utf8.Valid(data[len(c.id):]) || bytes.IndexByte(data[len(c.id):], 0) >= 0 {
		return cursor{}, ErrCursor
	}
	copy(c.id[:], data)
	c.key = string(data[len(c.id):])
	return c, nil
}
