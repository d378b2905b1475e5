package tools

import (
	"context"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat/church"
)

// keySpace is the name space of idempotency keys.
var keySpace = uuid.NewSHA1(uuid.NameSpaceURL, []byte("narthex:tool-call"))

// Key is the idempotency key of what a turn writes through a tool about a subject: "", or the id of what it is about. It is
// the same whenever the turn is answered anew, on whatever node and in whatever words.
func Key(turn uuid.UUID, tool, subject string) uuid.UUID {
	return uuid.NewSHA1(keySpace, []byte(strings.Join([]string{turn.String(), tool, subject}, "\x00")))
}

// doneOnce tells of what a turn does once at the most, in whatever words the model wants it again.
const doneOnce = "This was done already for this message, and is not done twice. If the visitor wants a second one, tell them that it was NOT passed on, and ask them to send it in a message of its own."

// once runs fn in a transaction confined to the turn's church, at most once in a session for each subject: "", or the id of
// what is written about. Nothing is written when fn returns an error. A row that already has the key is from an earlier
// attempt at this turn: fn must then leave it as it is, notify nobody and return nil.
func (c *call) once(ctx context.Context, subject string, fn func(tx pgx.Tx, key uuid.UUID) error) error {
	key := Key(c.turn.ID, c.tool.name, subject)
	release, err := c.session.claim(key, doneOnce)
	if err != nil {
		return err
	}
	done := false
	defer func() {
		if !done { // it panicked, perhaps
			release()
		}
	}()
	if err := church.InChurch(ctx, c.registry.Pool, c.church().ID, func(tx pgx.Tx) error { return fn(tx, key) }); err != nil {
		return err
	}
	done, c.wrote = true, true
	return nil
}

// read runs fn in a transaction confined to the turn's church.
func (c *call) read(ctx context.Context, fn func(tx pgx.Tx) error) error {
	return church.InChurch(ctx, c.registry.Pool, c.church().ID, fn)
}

// notify has the church told, in the transaction that writes. The notice's church and time are the turn's.
func (c *call) notify(ctx context.Context, tx pgx.Tx, notice Notice) error {
	notice.ChurchID, notice.At = c.church().ID, c.turn.Now
	return c.registry.Notifier.Notify(ctx, tx, notice)
}

// submit keeps a request with what the tool's parameters name, email and phone say, and has the church told. The request
// need not say whose it is.
func (c *call) submit(ctx context.Context, request Request) error {
	return c.submitAbout(ctx, "", request)
}

// submitAbout is submit for one of several subjects that a message may have, such as the people it is for.
func (c *call) submitAbout(ctx context.Context, subject string, request Request) error {
	for _, p := range c.tool.parameters {
		switch p.name {
		case "name":
			request.Name = c.text(p.name)
		case "email":
			request.Email = c.text(p.name)
		case "phone":
			request.Phone = c.text(p.name)
		}
	}
	request.ChurchID, request.SessionID, request.TurnID, request.At = c.church().ID, c.turn.Session, c.turn.ID, c.turn.Now
	return c.once(ctx, subject, func(tx pgx.Tx, key uuid.UUID) error {
		request.Key = key
		_, _, err := c.registry.requests.submit(ctx, tx, request)
		return err
	})
}

// needContact refuses a call that gives neither an e-mail address nor a phone number.
func (c *call) needContact() error {
	if c.text("email") == "" && c.text("phone") == "" {
		return refuse(InvalidArguments, "email or phone is required: ask the visitor how the church may reach them, then call again.")
	}
	return nil
}
