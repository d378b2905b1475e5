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
	"narthex/chat/tools/intent"
	"narthex/chat/tools/parameter"
	"narthex/chat/words"
)

// Tools subscribe those who agree.
var Tools = []tools.Tool{
	{
		Name: "subscribe_to_newsletter", Plan: church.Pro, Agents: []church.Agent{church.Coordinator}, Writes: true,
		Description: "Subscribe the visitor to the church's newsletter. Call it first without agreed to get the consent text; show that text word for word, " +
			"and call again with agreed when the visitor's next message says yes to it.",
		Parameters: parameter.List{
			parameter.VisitorEmail().Required(), parameter.VisitorName(),
			parameter.Boolean("agreed", "True only when the visitor has read the consent text and said yes."),
		},
		Run: subscribe,
	},
}

func subscribe(ctx context.Context, c *tools.Invocation) (tools.Fields, error) {
	address := c.Text("email")
	text := c.Say("consent", "church", c.Church().Name, "email", address) // kept with the subscription, as proof
	if !c.Flag("agreed") || len(c.Turn.Said) < 2 || !wasShown(c, text) {
		return nil, tools.Refuse(tools.InvalidArguments, "Consent comes first. Show the visitor these words exactly, ask whether they agree, and call again with agreed when their next message says yes: “%s”", text)
	}
	answered := c.Turn.Said[len(c.Turn.Said)-1]
	if !intent.Agrees(answered) {
		return nil, tools.Refuse(tools.NotFromVisitor, "The visitor's last message does not say that they agree. Show them these words exactly and ask: “%s”", text)
	}
	err := c.Once(ctx, strings.ToLower(address), func(tx pgx.Tx, key uuid.UUID) error {
		id, isNew, err := keepSubscription(ctx, c, tx, key, text, answered)
		if err != nil || !isNew {
			return err
		}
		return c.Notify(ctx, tx, tools.Notice{Key: key, Kind: "newsletter", RequestID: id, ReplyTo: address, Lines: c.Lines("email", "name")})
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

// wasShown reports whether the visitor's last message came after a message of ours with these words.
func wasShown(c *tools.Invocation, text string) bool {
	last := len(c.Turn.Said) - 1
	if last >= len(c.Turn.Before) {
		return false
	}
	return strings.Contains(wordsAlone(c.Turn.Before[last]), wordsAlone(text))
}

// wordsAlone is a text without what stands between its words, with a space around each.
func wordsAlone(text string) string {
	alone := " "
	for word := range words.Split(words.Fold(text)) {
		alone += word + " "
	}
	return alone
}
