package tools

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat/church"
	"narthex/chat/confirmation"
)

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
	err = church.InChurch(ctx, c.Pool(), c.Church().ID, func(tx pgx.Tx) error {
		return cmp.Or(c.noting(ctx, tx, key, fn), c.session.registry.ending())
	})
	if err != nil && !errors.Is(err, errRolledBack) {
		return err
	}
	done, c.Wrote, c.key = true, true, key
	return nil
}

// errChanged stands for a call that would write something else than was shown: what it names means another thing by now.
var errChanged = Refuse(NotFound, "it means something else by now")

// noting does work and notes in the same transaction that the visitor has said yes to it, or that it was done without.
func (c *Invocation) noting(ctx context.Context, tx pgx.Tx, key uuid.UUID, work func(pgx.Tx, uuid.UUID) error) error {
	accepting, now := c.session.accepting, c.session.registry.config.Now()
	switch {
	case accepting == nil:
		if err := work(tx, key); err != nil || !c.tool.AtOnce || c.session.registry.dry != nil {
			return err
		}
		c.session.noteDone(ctx, tx, key, c)
		return nil
	case key != accepting.WriteKey:
		return errChanged
	}
	if _, err := confirmation.Take(ctx, tx, accepting.Ref, now); err != nil {
		return err
	}
	if err := work(tx, key); err != nil {
		return err
	}
	c.session.taken = true
	return confirmation.Close(ctx, tx, accepting.Ref, confirmation.Accepted, "", now)
}

// noteDone keeps that something was done at once, as far as that can be kept: the work is what counts.
func (s *Session) noteDone(ctx context.Context, tx pgx.Tx, key uuid.UUID, c *Invocation) {
	c.key = key
	q, err := s.questionAbout(c)
	if err == nil {
		q.Call = key // of a question that was never asked
		err = pgx.BeginFunc(ctx, tx, func(tx pgx.Tx) error { return confirmation.Done(ctx, tx, q) })
	}
	if err != nil {
		s.registry.config.Logger.WarnContext(ctx, "what was done at once could not be kept", "tool", c.tool.Name, "error", err)
	}
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
	request.Origin = c.Turn.Origin
	request.ChurchID, request.SessionID, request.TurnID, request.At = c.Church().ID, c.Turn.Session, c.Turn.ID, c.Turn.Now
	// What the visitor is promised must not wait for the row of the crisis, which may lie on another node's disk still.
	request.Safeguarding = c.Turn.PassedTo != ""
	return c.Once(ctx, subject, func(tx pgx.Tx, key uuid.UUID) error {
		request.Key, c.apart = key, request.Safeguarding
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
