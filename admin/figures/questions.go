package figures

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat/church"
	"narthex/chat/question"
)

// mostQuestions is how many questions of a kind are shown, and mostRead how many are looked through for them.
const (
	mostQuestions = 10
	mostRead      = 10 * mostQuestions
)

// Asked is what several visitors asked in the same words.
type Asked struct {
	Text  string // as it was asked last
	Count int    // conversations
}

// Uncovered is a question on which the church's own knowledge said nothing and of which no tool took care, whose answer says so, or whose answer the visitor
// found poor.
type Uncovered struct {
	Text string
	Poor bool // the visitor said so
	At   time.Time
	// Leans: it asks nothing by itself ("and on Wednesday?"), so nothing can be taught by answering it to all.
	Leans bool
}

// asked is a question that may be uncovered.
type asked struct {
	Text  string
	Poor  bool
	At    time.Time
	Opens bool // it opened its conversation
}

// shown are those that are worth a church's look: an answer to "and on Wednesday?" was made of what was said before, so that it names no
// source although it may have been right, and nobody is to answer it to all who ask. What the visitor found poor is shown nevertheless.
func shown(all []asked) (found []Uncovered) {
	for _, one := range all {
		leaning := question.LeansOnConversation(one.Text)
		leans := leaning == question.LeansAlways || leaning == question.LeansIfTalked && !one.Opens
		if leans && !one.Poor {
			continue
		}
		if found = append(found, Uncovered{one.Text, one.Poor, one.At, leans}); len(found) == mostQuestions {
			break
		}
	}
	return found
}

// Questions are what visitors asked in a period.
type Questions struct {
	Top       []Asked
	Uncovered []Uncovered // the newest first
}

// Questions reads what visitors asked, but for conversations in which something is for few (Public): these are for whom they were meant.
func (s Store) Questions(ctx context.Context, churchID uuid.UUID, p Period) (found Questions, err error) {
	err = church.InChurch(ctx, s.Pool, churchID, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `
			select (array_agg(content order by created_at desc))[1] as text, count(distinct conversation_id) as count
			from (`+questions+`) q
			group by `+alike+`
			having count(distinct conversation_id) > 1 order by 2 desc, max(created_at) desc limit $4`, churchID, p.Start, p.End, mostQuestions)
		if err != nil {
			return err
		}
		if found.Top, err = pgx.CollectRows(rows, pgx.RowToStructByName[Asked]); err != nil {
			return err
		}
		rows, err = tx.Query(ctx, `
			select text, poor, at, opens from (
				select distinct on (`+alike+`) q.content as text, coalesce(f.value = 'down', false) as poor, q.created_at as at,
					not exists (select from messages e where e.church_id = $1 and e.conversation_id = q.conversation_id and e.role = 'user' and e.created_at < q.created_at) as opens
				from (`+questions+`) q join messages a on a.church_id = $1 and a.turn_id = q.turn_id and a.role = 'assistant'
					left join message_feedback f on f.church_id = $1 and f.turn_id = q.turn_id
				where not exists (select from visitor_requests r where r.church_id = $1 and r.session_id = q.session_id and r.turn_id = q.turn_id)
					and (f.value = 'down' or a.tier = 4 and a.outcome = 'stop' and (a.sources = '[]' and not `+ToolServed+` or left(a.content, 400) ~* $5)
					and (q.content ~ '[?？؟]' or array_length(regexp_split_to_array(btrim(q.content), '\s+'), 1) >= 4))
				order by `+alike+`, 2 desc, 3 desc) u
			order by at desc limit $4`, churchID, p.Start, p.End, mostRead, NotOnFile)
		if err != nil {
			return err
		}
		uncovered, err := pgx.CollectRows(rows, pgx.RowToStructByName[asked])
		found.Uncovered = shown(uncovered)
		return err
	})
	if err != nil {
		return Questions{}, fmt.Errorf("read what was asked: %w", err)
	}
	return found, nil
}

// alike is the same for questions in the same words, however they are written.
const alike = `lower(btrim(regexp_replace(q.content, '[[:space:][:punct:]¿¡]+', ' ', 'g')))`

// Public is the condition on a row c of conversations of the church $1 that nothing in it is for few: nobody was in danger or accused,
// confided something, or asked for prayer or help, and it is no call of which no transcript is kept.
const Public = `not c.flagged and not exists (
	select from visitor_requests r where r.church_id = $1 and r.session_id = c.session_id and (r.confidential or r.safeguarding or r.urgent
		or r.kind in ('prayer', 'crisis', 'escalation', 'hospital_visit', 'home_visit', 'bereavement', 'practical_help', 'meals')))
	and not exists (select from calls k where k.church_id = $1 and k.id = c.id and not k.transcribed)`

// ToolServed is the condition on a row a of messages, an answer, that a tool did what the visitor wanted, or had them asked whether it is to.
const ToolServed = `coalesce(jsonb_path_exists(a.trace, '$.tools[*] ? (@.ok == true || @.asked == true)'), false)`

// NotOnFile finds the answers that say that they are none, though a tool may have looked, or something be shown beside them.
const NotOnFile = `not on file|(don.t|do not|does not|doesn.t) (seem to )?have (that|this|it|any|the|information|details|specific)|no (tengo|tenemos|dispongo de|cuento con) (esa|este|esta|eso|ese|la|el|los|información|informacion|datos|detalles)|no (consta|figura)`

// questions are the visitors' messages of a church $1 from a time $2 until $3 that may be shown to whoever sees its conversations, and are
// short enough to be questions. A call of which no transcript is kept shows none while it goes on, either.
const questions = `
	select m.content, m.conversation_id, m.turn_id, m.created_at, c.session_id
	from conversations c join messages m on m.church_id = c.church_id and m.conversation_id = c.id
	where c.church_id = $1 and c.last_message_at >= $2 and m.role = 'user' and m.created_at >= $2 and m.created_at < $3 and length(m.content) between 4 and 300
		and ` + Public
