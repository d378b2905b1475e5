package figures

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/chat/church"
)

// Store reads figures.
type Store struct{ Pool *pgxpool.Pool }

// Count is how much there was in a day, or in a whole period.
type Count struct {
	Conversations int   // in which something was asked
	Questions     int   // that were answered, or should have been
	WithoutModel  int   // of them, answered by tiers 0 to 3
	Failed        int   // of them, that ended with an error
	CostMicros    int64 // of answers, and of the minutes of calls that are over
}

// Day is a day of the church.
type Day struct {
	Date string // 2006-01-02
	Count
}

// Share is how often something was the case.
type Share struct {
	Name  string
	Count int
}

// Numbers are those of a period.
type Numbers struct {
	Total  Count
	Days   []Day   // every day of the period, the earliest first
	Ways   []Share // how questions were answered: tier0 to tier4, crisis, error, other; most first
	Agents []Share // conversations in which an agent answered, most first
	Tools  []Share // tools that answers used, "unknown" for what is none; most first, as many as mostTools
	Liked  int     // answers that visitors found helpful
	Poor   int     // and not
	Calls  int     // that were answered
}

// mostTools is how many tools are told apart.
const mostTools = 8

// turns are the answers of a church $1 from a time $2 until $3. The conversations lead to them: there are few of a church's, and the
// messages of all churches stand in one table.
const turns = `
	select m.turn_id, m.conversation_id, m.agent, m.tier, m.reason, m.outcome, m.cost_micros, m.sources, m.trace, m.created_at, c.flagged
	from conversations c join messages m on m.church_id = c.church_id and m.conversation_id = c.id
	where c.church_id = $1 and c.last_message_at >= $2 and m.role = 'assistant' and m.created_at >= $2 and m.created_at < $3`

// Numbers reads those of a church's period.
func (s Store) Numbers(ctx context.Context, churchID uuid.UUID, p Period) (found Numbers, err error) {
	err = church.InChurch(ctx, s.Pool, churchID, func(tx pgx.Tx) error {
		if err := found.count(ctx, tx, churchID, p); err != nil {
			return err
		}
		found.Ways, err = shares(ctx, tx, `
			select case when outcome = 'error' then 'error' when reason = 'crisis' then 'crisis' when tier is null then 'other' else 'tier' || tier end as name, count(*)
			from (`+turns+`) t group by 1 order by 2 desc, 1`, churchID, p.Start, p.End)
		if err != nil {
			return err
		}
		found.Agents, err = shares(ctx, tx, `
			select agent as name, count(distinct conversation_id) from (`+turns+`) t group by 1 order by 2 desc, 1`, churchID, p.Start, p.End)
		if err != nil {
			return err
		}
		found.Tools, err = shares(ctx, tx, `
			select coalesce(nullif(tool ->> 'name', ''), 'unknown') as name, count(*)
			from (`+turns+`) t, jsonb_array_elements(case jsonb_typeof(t.trace -> 'tools') when 'array' then t.trace -> 'tools' else '[]' end) as tool
			group by 1 order by 2 desc, 1 limit $4`, churchID, p.Start, p.End, mostTools)
		if err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, "select count(*) from calls where church_id = $1 and began_at >= $2 and began_at < $3", churchID, p.Start, p.End).Scan(&found.Calls); err != nil {
			return err
		}
		return tx.QueryRow(ctx, `
			select count(*) filter (where value = 'up'), count(*) filter (where value = 'down') from message_feedback
			where church_id = $1 and updated_at >= $2 and updated_at < $3`, churchID, p.Start, p.End).Scan(&found.Liked, &found.Poor)
	})
	if err != nil {
		return Numbers{}, fmt.Errorf("read a church's numbers: %w", err)
	}
	return found, nil
}

// count reads the days, and their total.
func (n *Numbers) count(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, p Period) error {
	rows, err := tx.Query(ctx, `
		select coalesce(date, '') as date, count(distinct conversation_id) as conversations, count(*) as questions,
			count(*) filter (where tier < 4 and outcome <> 'error') as without_model, count(*) filter (where outcome = 'error') as failed,
			coalesce(sum(cost_micros), 0)::bigint as cost_micros
		from (select to_char(created_at at time zone $4, 'YYYY-MM-DD') as date, t.* from (`+turns+`) t) t
		group by rollup(date)`, churchID, p.Start, p.End, p.Timezone)
	if err != nil {
		return err
	}
	days, err := pgx.CollectRows(rows, pgx.RowToStructByName[Day])
	if err != nil {
		return err
	}
	byDate := make(map[string]Count, len(days))
	for _, day := range days {
		byDate[day.Date] = day.Count
	}
	if err := addCalls(ctx, tx, churchID, p, byDate); err != nil {
		return err
	}
	n.Total = byDate[""]
	for _, date := range p.dates() {
		n.Days = append(n.Days, Day{date, byDate[date]})
	}
	return nil
}

// addCalls adds what calls cost beside those of their answers that are counted already: of a call without a transcript, whose messages are
// deleted, that is all of it.
func addCalls(ctx context.Context, tx pgx.Tx, churchID uuid.UUID, p Period, byDate map[string]Count) error {
	rows, err := tx.Query(ctx, `
		select coalesce(date, '') as date, coalesce(sum(cost_micros), 0)::bigint as cost_micros
		from (
			select to_char(c.began_at at time zone $4, 'YYYY-MM-DD') as date,
				greatest(0, c.cost_micros - coalesce((select sum(m.cost_micros) from messages m where m.church_id = $1 and m.conversation_id = c.id), 0)) as cost_micros
			from calls c where c.church_id = $1 and c.began_at >= $2 and c.began_at < $3) c
		group by rollup(date)`, churchID, p.Start, p.End, p.Timezone)
	if err != nil {
		return err
	}
	var date string
	var micros int64
	_, err = pgx.ForEachRow(rows, []any{&date, &micros}, func() error {
		day := byDate[date]
		day.CostMicros += micros
		byDate[date] = day
		return nil
	})
	return err
}

func shares(ctx context.Context, tx pgx.Tx, query string, args ...any) ([]Share, error) {
	rows, err := tx.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Share])
}
