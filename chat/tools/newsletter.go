package tools

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat/church"
)

// newsletterTools subscribe those who agree.
var newsletterTools = []tool{
	{
		name: "subscribe_to_newsletter", plan: church.Pro, agents: []church.Agent{coordinator}, writes: true,
		description: "Subscribe the visitor to the church's newsletter. Call it first without agreed to get the consent text; show that text word for word, " +
			"and call again with agreed when the visitor's next message says yes to it.",
		parameters: []parameter{
			required(visitorEmail()), visitorName(),
			yesNo("agreed", "True only when the visitor has read the consent text and said yes."),
		},
		run:     subscribe,
		running: texts{"Preparing your subscription…", "Preparando su suscripción…"},
	},
}

// consent is what visitors agree to. The words are kept with each subscription, as proof.
var consent = texts{
	"I agree that {church} sends its newsletter to {email}. I can unsubscribe at any time.",
	"Acepto que {church} envíe su boletín a {email}. Puedo darme de baja en cualquier momento.",
}

func subscribe(ctx context.Context, c *call) (outcome, error) {
	address := c.text("email")
	text := consent.with("church", c.church().Name).with("email", address).in(c.turn.Language)
	if !c.flag("agreed") || len(c.turn.Said) < 2 || !c.wasShown(text) {
		return outcome{}, refuse(InvalidArguments, "Consent comes first. Show the visitor these words exactly, ask whether they agree, and call again with agreed when their next message says yes: “%s”", text)
	}
	answered := c.turn.Said[len(c.turn.Said)-1]
	if !agrees(answered) {
		return outcome{}, refuse(NotFromVisitor, "The visitor's last message does not say that they agree. Show them these words exactly and ask: “%s”", text)
	}
	err := c.once(ctx, strings.ToLower(address), func(tx pgx.Tx, key uuid.UUID) error {
		id, isNew, err := c.keepSubscription(ctx, tx, key, text, answered)
		if err != nil || !isNew {
			return err
		}
		return c.notify(ctx, tx, Notice{Key: key, Kind: "newsletter", RequestID: id, ReplyTo: address, Lines: c.subscriberLines()})
	})
	if err != nil {
		return outcome{}, err
	}
	return outcome{answer: fields{"status": "subscribed", "email": address, "note": "The visitor can unsubscribe at any time."},
		summary: texts{"You are subscribed to the newsletter.", "Su suscripción al boletín está hecha."}}, nil
}

func (c *call) subscriberLines() []Line {
	lines := []Line{{"email", c.text("email")}}
	if name := c.text("name"); name != "" {
		lines = append(lines, Line{"name", name})
	}
	return lines
}

// keepSubscription writes the consent. Who is subscribed stays so, with the consent given first; who has unsubscribed since is
// subscribed again with this one.
func (c *call) keepSubscription(ctx context.Context, tx pgx.Tx, key uuid.UUID, consentText, answered string) (id uuid.UUID, isNew bool, err error) {
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
		id, c.church().ID, c.text("email"), c.text("name"), textLanguage(c.turn.Language), consentText, shorten(answered, maxMessage-1),
		c.turn.Now, c.turn.Session, c.turn.ID, key).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		return uuid.Nil, false, nil
	}
	if err != nil {
		return uuid.Nil, false, fmt.Errorf("write the subscription: %w", err)
	}
	return id, true, nil
}

// textLanguage is the language that texts come out in for the visitor.
func textLanguage(language string) string {
	if language == "es" {
		return language
	}
	return "en"
}

var (
	yesWords       = set("yes yeah yep yup sure ok okay agree agreed accept absolutely definitely please correct si claro acepto vale bueno adelante conforme desde correcto")
	subscribeWords = stemSet("subscribe newsletter suscribir suscribirme suscribame boletin")
	noWords        = set("no not dont don never nope nunca tampoco")
)

// wasShown reports whether the visitor's last message came after a message of ours with these words.
func (c *call) wasShown(text string) bool {
	last := len(c.turn.Said) - 1
	if last >= len(c.turn.Before) {
		return false
	}
	shown, wanted := splitWords(fold(c.turn.Before[last])), splitWords(fold(text))
	return strings.Contains(" "+strings.Join(shown, " ")+" ", " "+strings.Join(wanted, " ")+" ")
}

// longestYes is how many words a yes may have that says nothing of the newsletter: a longer message is about something else,
// whatever small words it has.
const longestYes = 8

// agrees reports whether a message says yes, or asks for the newsletter.
func agrees(message string) bool {
	yes, refused := false, false
	words := splitWords(fold(message))
	if (len(words) > longestYes || strings.ContainsAny(message, "?¿")) && !mentions(message, subscribeWords) {
		return false
	}
	for _, word := range words {
		yes = yes || yesWords[word]
		refused = refused || noWords[word]
	}
	if refused {
		return false
	}
	return yes || mentions(message, subscribeWords)
}
