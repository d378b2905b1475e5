package simulated

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"narthex/admin/billing"
	"narthex/admin/billing/price"
)

// visitFor is for how long the address of a visit is good.
const visitFor = time.Hour

// visit is a row: a church's visit to the billing portal.
type visit struct {
	ID, SubscriptionID, ChangeTo, ReturnURL string
}

// OpenPortal implements billing.Payments with a page of our own.
func (p *Provider) OpenPortal(ctx context.Context, v billing.Visit) (url string, err error) {
	found, err := p.store.find(ctx, "subscription_id = $1", v.SubscriptionID)
	if err != nil {
		return "", err
	}
	if v.ChangeTo != "" {
		if len(found.recurring()) != 1 {
			return "", billing.ErrSeveral
		}
		if _, ok := price.Lookup(v.ChangeTo); !ok {
			return "", fmt.Errorf("there is no price %s", v.ChangeTo)
		}
	}
	id, err := p.store.visit(ctx, v)
	return p.baseURL + portalPath + id, err
}

// recurring is what is paid again and again.
func (c checkout) recurring() (keys []string) {
	for _, key := range c.LookupKeys {
		if listed, ok := price.Lookup(key); ok && listed.Interval != "" {
			keys = append(keys, key)
		}
	}
	return keys
}

// visit notes a visit, and forgets those that are over.
func (s store) visit(ctx context.Context, v billing.Visit) (id string, err error) {
	id = "bps_simulated_" + rand.Text()
	_, err = s.pool.Exec(ctx, `
		with over as (delete from simulated_portals where created_at < now() - $5::interval)
		insert into simulated_portals (id, subscription_id, change_to, return_url) values ($1, $2, $3, $4)`,
		id, v.SubscriptionID, v.ChangeTo, v.ReturnURL, visitFor)
	if err != nil {
		return "", fmt.Errorf("open the simulated billing portal: %w", err)
	}
	return id, nil
}

// visited is a visit with its subscription, or billing.ErrNotFound.
func (s store) visited(ctx context.Context, id string) (v visit, c checkout, err error) {
	err = s.pool.QueryRow(ctx, `
		select id, subscription_id, change_to, return_url from simulated_portals where id = $1 and created_at > now() - $2::interval`, id, visitFor).
		Scan(&v.ID, &v.SubscriptionID, &v.ChangeTo, &v.ReturnURL)
	if errors.Is(err, pgx.ErrNoRows) {
		return visit{}, checkout{}, billing.ErrNotFound
	}
	if err != nil {
		return visit{}, checkout{}, fmt.Errorf("read a visit to the simulated billing portal: %w", err)
	}
	c, err = s.find(ctx, "subscription_id = $1", v.SubscriptionID)
	return v, c, err
}

// change does what was chosen, to a subscription that has not ended.
func (s store) change(ctx context.Context, v visit, choice, card string) (changed checkout, err error) {
	if len(card) < cardDigits || strings.ContainsFunc(card, func(r rune) bool { return r < '0' || r > '9' }) {
		card = "0000"
	}
	return one(s.pool.Query(ctx, `
		update simulated_checkouts set
			cancel_at_period_end = case $2 when 'cancel' then true when 'resume' then false else cancel_at_period_end end,
			card = case $2 when 'card' then $3 else card end,
			lookup_keys = case $2 when 'change' then array[$4] else lookup_keys end,
			plan_since = case $2 when 'change' then now() else plan_since end,
			trial_days = case $2 when 'change' then 0 else trial_days end
		where subscription_id = $1 and ended_at is null returning `+columns, v.SubscriptionID, choice, card[len(card)-cardDigits:], v.ChangeTo))
}

const cardDigits = 4
