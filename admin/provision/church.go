package provision

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/gosimple/slug"
	"github.com/jackc/pgx/v5"

	"narthex/admin/match"
	"narthex/admin/signup"
	"narthex/chat/church"
)

// taken is the church that a sign-up has become.
type taken struct {
	ID     uuid.UUID
	Listed bool   // it stood in the directory before: nothing proves yet that whoever signed up is of it
	Own    string // the address that was given, if it is surely the listed church's: whoever reads it is of the church; "": it is not
	Email  string // the listed one; "": there is none
	Before []byte // its row as it was, in JSON; nil: it was not listed
	Detail string // what the founder should see of the claim; "": nothing
	Offers []byte // what goes into the listing once the claim is proven, in JSON; nil: it was not listed
	Other  bool   // the church that was found has a subscription of its own already, or has rejected this claim: this is a new row beside it
}

// takeChurch is step 1: the church of the directory that is meant, or a new one. What a browser says was matched is not believed:
// it is matched again here. The transaction is confined to the church from then on.
func takeChurch(ctx context.Context, tx pgx.Tx, s signup.SignUp) (taken, error) {
	found, err := match.Church(ctx, tx, s)
	if err != nil {
		return taken{}, err
	}
	if sure := found.Surely(); sure != uuid.Nil {
		claimed, ok, err := claim(ctx, tx, sure, s)
		if err != nil || ok {
			return claimed, err
		}
	}
	made, err := insertChurch(ctx, tx, s)
	made.Other = found.ID != uuid.Nil
	return made, err
}

// claim takes a listed church, unless somebody has it, or this claim of it was rejected: of two who sign up for it at once one gets it.
// The listing stays as it is until the claim is proven, which no address in a form does: anybody can write one. The language is the
// form's, which has no other way to the church, and so is the country where the directory knows none: without it nobody is told where
// to call for help.
func claim(ctx context.Context, tx pgx.Tx, id uuid.UUID, s signup.SignUp) (c taken, ok bool, err error) {
	if err := church.Enter(ctx, tx, id); err != nil {
		return taken{}, false, err
	}
	c = taken{ID: id, Listed: true}
	err = tx.QueryRow(ctx, `
		select to_jsonb(c) from churches c
		where c.id = $1 and not c.is_premium and not exists (select from premium_churches p where p.church_id = $1)
			and not exists (select from rejected_claims r where r.church_id = $1 and lower(r.admin_email) = lower($2))
		for update`, id, s.Email).Scan(&c.Before)
	if errors.Is(err, pgx.ErrNoRows) {
		return taken{}, false, nil
	}
	if err != nil {
		return taken{}, false, fmt.Errorf("look whether a listed church can be claimed: %w", err)
	}
	known, err := readListing(c.Before)
	if err != nil {
		return taken{}, false, err
	}
	if err := forgetVisitors(ctx, tx, id); err != nil {
		return taken{}, false, err
	}
	_, err = tx.Exec(ctx, `
		update churches set church_family = nullif($2, ''), denomination = coalesce(nullif($3, ''), denomination),
			timezone = case when timezone = 'UTC' then $4 else timezone end, language = $5, country = coalesce(country, nullif($6, ''))
		where id = $1`, id, s.Family, denomination(s), s.Timezone, s.Language, s.Country)
	if err != nil {
		return taken{}, false, fmt.Errorf("claim a listed church: %w", err)
	}
	c.Email, c.Detail = known.Email, known.corrected(s)
	if belongs(s.Email, known.Website, known.Email) {
		c.Own = s.Email
	}
	c.Offers, err = json.Marshal(known.offered(s))
	return c, err == nil, err
}

// denomination is what the church's row keeps: a key of the catalogue, or the church's own words.
func denomination(s signup.SignUp) string {
	if s.Denomination == signup.Other {
		return s.DenominationOther
	}
	return s.Denomination
}

// slugTries is how often a slug is tried that may be taken: once, and again up to three times.
const slugTries = 1 + 3

// longestSlug leaves room for what makes a slug another one.
const longestSlug = 60

// insertChurch adds a church to the directory. Its telephone and address are the ones that were given for visitors: those of who signs up
// are the way to the dashboard. Of slugs that are taken it tries others.
func insertChurch(ctx context.Context, tx pgx.Tx, s signup.SignUp) (taken, error) {
	id, err := uuid.NewRandom()
	if err != nil {
		return taken{}, err
	}
	if err := church.Enter(ctx, tx, id); err != nil {
		return taken{}, err
	}
	for try := range slugTries {
		tag, err := tx.Exec(ctx, `
			insert into churches (id, slug, name, denomination, church_family, address, city, state, postal_code, country, phone, email, timezone,
				language)
			values ($1, $2, $3, nullif($4, ''), nullif($5, ''), nullif($6, ''), nullif($7, ''), nullif($8, ''), nullif($9, ''), nullif($10, ''),
				nullif($11, ''), nullif($12, ''), $13, $14)
			on conflict (slug) do nothing`,
			id, slugOf(s, id, try), s.ChurchName, denomination(s), s.Family, s.Address, s.City, s.State, s.PostalCode, s.Country, s.ChurchPhone,
			s.ChurchEmail, s.Timezone, s.Language)
		if err != nil {
			return taken{}, fmt.Errorf("add a church: %w", err)
		}
		if tag.RowsAffected() == 1 {
			return taken{ID: id}, nil
		}
	}
	return taken{}, fmt.Errorf("add a church: every slug tried for %q is taken", s.ChurchName)
}

// slugOf is the name in letters of an address, from any script; then with its town, then with a piece of the id.
func slugOf(s signup.SignUp, id uuid.UUID, try int) string {
	parts := []string{s.ChurchName}
	if try > 0 {
		parts = append(parts, s.City, s.State)
	}
	text := slug.MakeLang(strings.Join(parts, " "), s.Language)
	if len(text) > longestSlug {
		text = text[:longestSlug]
	}
	text = strings.ReplaceAll(text, "_", "-")
	text = strings.Trim(text, "-")
	for strings.Contains(text, "--") {
		text = strings.ReplaceAll(text, "--", "-")
	}
	if text == "" {
		text = "church"
	}
	if try > 1 {
		text += "-" + id.String()[:4*(try-1)]
	}
	return text
}
