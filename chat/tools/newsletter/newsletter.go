// Package newsletter has the tool that subscribes a visitor to a church's news by mail.
package newsletter

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat/church"
	"narthex/chat/tools"
	"narthex/chat/tools/parameter"
)

// Tools subscribe those who agree.
var Tools = []tools.Tool{
	{
		Name: "subscribe_to_newsletter", Plan: church.Pro, Agents: []church.Agent{church.Coordinator}, Writes: true, Asks: "subscribe",
		Description: "Subscribe a visitor who asks for the church's news by mail. They are shown the consent text and asked for it; do not ask them yourself.",
		Parameters:  parameter.List{parameter.VisitorEmail().Required(), parameter.VisitorName()},
		Run:         subscribe,
	},
}

// subscribe is by the card alone, which shows the consent text: the yes to it is the consent.
func subscribe(ctx context.Context, c *tools.Invocation) (tools.Fields, error) {
	address := c.Text("email")
	text := c.Say("consent", "church", c.Church().Name, "email", address) // kept with the subscription, as proof
	c.Show("consent", text)
	answered := c.Agreed
	if answered == "" {
		answered = c.Say("agreed")
	}
	err := c.Once(ctx, strings.ToLower(address), func(tx pgx.Tx, key uuid.UUID) error {
		id, isNew, err := keepSubscription(ctx, c, tx, key, text, answered)
		lines := c.Lines("email", "name")
		if err != nil || !isNew {
			c.ShowAll(lines)
			return err
		}
		return c.Notify(ctx, tx, tools.Notice{Key: key, Kind: "newsletter", RequestID: id, ReplyTo: address, Lines: lines})
	})
	if err != nil {
		return nil, err
	}
	return tools.Fields{"status": "subscribed", "email": address, "note": "The visitor can unsubscribe at any time."}, nil
}

// keepSubscription writes the consent. Who is subscribed stays so, with the consent given first; who has unsubscribed since is
// subscribed again with this one.
func keepSubscription(ctx context.Context, c *tools.Invocation, tx pgx.Tx, key uuid.UUID, consentText, answered string) (id uuid.UUID, isNew bool, err error) {
	id, err = uuid.NewV7()
	if err != nil {
		return uuid.Nil, false, err
	}
	err = tx.QueryRow(ctx, `
		insert into newsletter_subscriptions as s
			(id, church_id, email, name, language, consent_text, visitor_words, consented_at, session_id, turn_id, idempotency_key)
		values ($1, $2, $3, nullif($4, ''), $5, $6, $7, $8, $9, $10, $11)
		on conflict (church_id, lower(email)) do update
		set name = coalesce(excluded.name, s.name), language = excluded.language, consent_text = excluded.consent_text,
		    visitor_words = excluded.visitor_words, consented_at = excluded.consented_at, unsubscribed_at = null,
		    handled = 'new', acknowledged_at = null, acknowledged_by = null, done_at = null,
		    session_id = excluded.session_id, turn_id = excluded.turn_id, idempotency_key = excluded.idempotency_key
		where s.unsubscribed_at is not null
		returning id`,
		id, c.Church().ID, c.Text("email"), c.Text("name"), c.TextLanguage(), consentText, tools.Shorten(answered, parameter.MaxText-1),
		c.Turn.Now, c.Turn.Session, c.Turn.ID, key).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		return uuid.Nil, false, nil
	}
	if err != nil {
		return uuid.Nil, false, fmt.Errorf("write the subscription: %w", err)
	}
	return id, true, nil
}
