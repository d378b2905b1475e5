package tools

import (
	"cmp"
	"context"
	"errors"
	"slices"
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

// Once runs fn in a transaction confined to the turn's church, at most once in a session for each subject: "", or the id of
// what is written about. Nothing is written when fn returns an error. A row that already has the key is from an earlier
// attempt at this turn: fn must then leave it as it is, notify nobody and return nil.
func (c *Invocation) Once(ctx context.Context, subject string, fn func(tx pgx.Tx, key uuid.UUID) error) error {
	key := Key(c.Turn.ID, c.tool.Name, subject)
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
	err = church.InChurch(ctx, c.Pool(), c.Church().ID, func(tx pgx.Tx) error { return cmp.Or(fn(tx, key), c.session.registry.ending()) })
	if err != nil && !errors.Is(err, errRolledBack) {
		return err
	}
	done, c.Wrote = true, true
	return nil
}

// Notify has the church told, in the transaction that writes. The notice's church and time are the turn's.
func (c *Invocation) Notify(ctx context.Context, tx pgx.Tx, notice Notice) error {
	notice.ChurchID, notice.At = c.Church().ID, c.Turn.Now
	return c.session.registry.Notifier.Notify(ctx, tx, notice)
}

// Submit keeps a request with what the tool's parameters name, email and phone say, and has the church told. The request
// need not say whose it is.
func (c *Invocation) Submit(ctx context.Context, request Request) error {
	return c.SubmitAbout(ctx, "", request)
}

// SubmitAbout is Submit for one of several subjects that a message may have, such as the people it is for.
func (c *Invocation) SubmitAbout(ctx context.Context, subject string, request Request) error {
	for _, p := range c.tool.Parameters {
		switch p.Name {
		case "name":
			request.Name = c.Text(p.Name)
		case "email":
			request.Email = c.Text(p.Name)
		case "phone":
			request.Phone = c.Text(p.Name)
		}
	}
	request.ChurchID, request.SessionID, request.TurnID, request.At = c.Church().ID, c.Turn.Session, c.Turn.ID, c.Turn.Now
	return c.Once(ctx, subject, func(tx pgx.Tx, key uuid.UUID) error {
		request.Key, c.apart = key, c.Turn.PassedTo != ""
		_, _, err := c.session.registry.requests.submit(ctx, tx, request)
		return err
	})
}

// NeedContact refuses a call that gives neither an e-mail address nor a phone number.
func (c *Invocation) NeedContact() error {
	if c.Text("email") == "" && c.Text("phone") == "" {
		return Refuse(InvalidArguments, "email or phone is required: ask the visitor how the church may reach them, then call again.")
	}
	return nil
}

// Phone is the phone number that the visitor gave, in the one way in which it is kept.
func (c *Invocation) Phone() string { return onePhone(c.Text("phone"), c.Church().Address.Country) }

// ContactLines adds who the visitor is, and what they said in the parameter, to the lines of a notice.
func (c *Invocation) ContactLines(lines []Line, said string) []Line {
	all := append(lines, Line{"name", c.Text("name")}, Line{"phone", c.Text("phone")}, Line{"email", c.Text("email")}, Line{"message", c.Text(said)})
	return slices.DeleteFunc(all, func(line Line) bool { return line.Text == "" })
}

// noPromises goes with every request that was kept.
const noPromises = "Nobody has read it yet. Do not say when or how they will answer, and do not promise that it stays secret."

// PassedOn tells the model that a request was kept.
func PassedOn() Fields {
	return Fields{"status": "passed on to the people of the church", "note": noPromises}
}

// passedApart tells the model that a request was kept for somebody else than the people of the church.
func passedApart(who string) Fields {
	return Fields{"status": "passed on to " + who, "note": noPromises + " It does not go to the office, the pastor or anybody else of the church: say to whom it goes, and do not say that the pastor or the office is told."}
}
