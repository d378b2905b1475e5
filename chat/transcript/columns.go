package transcript

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgtype"

	"narthex/chat"
)

// conversationColumns are conversations as Postgres takes many at once.
type conversationColumns struct {
	ids, churches, sessions []pgtype.UUID
	agents, languages       []string
	begun, last             []time.Time
	flagged                 []bool
}

// conversationsOf gives the conversations that records begin or bring up to date. A statement may touch a row once only, so of several
// records of a conversation the newest speaks for all.
func conversationsOf(records []chat.Record) *conversationColumns {
	type conversation struct {
		newest *chat.Record
		begun  time.Time
		crisis bool
	}
	type name struct{ church, session uuid.UUID }
	known := make(map[name]*conversation, len(records))
	for i := range records {
		r := &records[i]
		c := known[name{r.ChurchID, r.SessionID}]
		if c == nil {
			c = &conversation{newest: r, begun: r.At}
			known[name{r.ChurchID, r.SessionID}] = c
		}
		c.crisis = c.crisis || r.Reason == chat.ReasonCrisis
		if !r.At.Before(c.newest.At) {
			c.newest = r
		}
		if r.At.Before(c.begun) {
			c.begun = r.At
		}
	}
	columns := &conversationColumns{}
	for of, c := range known {
		columns.ids = append(columns.ids, pgUUID(chat.ConversationID(of.church, of.session)))
		columns.churches, columns.sessions = append(columns.churches, pgUUID(of.church)), append(columns.sessions, pgUUID(of.session))
		columns.agents, columns.languages = append(columns.agents, c.newest.Agent), append(columns.languages, c.newest.Language)
		columns.begun, columns.last = append(columns.begun, c.begun), append(columns.last, c.newest.At)
		columns.flagged = append(columns.flagged, c.crisis)
	}
	return columns
}

// messageColumns are records as Postgres takes many at once.
type messageColumns struct {
	ids, churches, conversations, turns, clients []pgtype.UUID
	roles, contents, agents                      []string
	lenses                                       []int16
	tiers                                        []*int16
	reasons, outcomes, errorCodes                []string
	similarities                                 []*float64
	sources, models                              []string
	promptTokens, cachedTokens, completionTokens []int32
	costs                                        []int64
	timings, traces                              []string
	times                                        []time.Time
}

// add takes a record. Its error is for good: there is a value in it that no column holds.
func (c *messageColumns) add(r *chat.Record) error {
	sources, err := encoded("sources", r.Sources, len(r.Sources) == 0, "[]")
	if err != nil {
		return err
	}
	timings, err := encoded("timings", r.Timings, len(r.Timings) == 0, "{}")
	if err != nil {
		return err
	}
	trace, err := encoded("trace", r.Trace, r.Trace == nil, "")
	if err != nil {
		return err
	}
	if err := c.addNumbers(r); err != nil {
		return err
	}
	c.ids, c.churches, c.turns = append(c.ids, pgUUID(r.ID)), append(c.churches, pgUUID(r.ChurchID)), append(c.turns, pgUUID(r.TurnID))
	c.conversations = append(c.conversations, pgUUID(chat.ConversationID(r.ChurchID, r.SessionID)))
	c.clients = append(c.clients, pgtype.UUID{Bytes: r.ClientMessageID, Valid: r.ClientMessageID != uuid.Nil})
	c.roles, c.contents, c.agents = append(c.roles, r.Role), append(c.contents, r.Content), append(c.agents, r.Agent)
	c.reasons, c.outcomes, c.errorCodes = append(c.reasons, r.Reason), append(c.outcomes, r.Outcome), append(c.errorCodes, r.ErrorCode)
	c.similarities, c.sources = append(c.similarities, r.Similarity), append(c.sources, sources)
	c.models, c.costs = append(c.models, r.Model), append(c.costs, r.CostMicros)
	c.timings, c.traces, c.times = append(c.timings, timings), append(c.traces, trace), append(c.times, r.At)
	return nil
}

// addNumbers takes those of a record that are wider in Go than in Postgres.
func (c *messageColumns) addNumbers(r *chat.Record) error {
	lens, err := fitsInt16("lens_id", r.LensID)
	if err != nil {
		return err
	}
	var tier *int16
	if r.Tier != nil {
		fitting, err := fitsInt16("tier", *r.Tier)
		if err != nil {
			return err
		}
		tier = &fitting
	}
	usage := chat.Usage{}
	if r.Usage != nil {
		usage = *r.Usage
	}
	prompt, err := fitsInt32("prompt_tokens", usage.PromptTokens)
	if err != nil {
		return err
	}
	cached, err := fitsInt32("cached_tokens", usage.CachedTokens)
	if err != nil {
		return err
	}
	completion, err := fitsInt32("completion_tokens", usage.CompletionTokens)
	if err != nil {
		return err
	}
	c.lenses, c.tiers = append(c.lenses, lens), append(c.tiers, tier)
	c.promptTokens, c.cachedTokens = append(c.promptTokens, prompt), append(c.cachedTokens, cached)
	c.completionTokens = append(c.completionTokens, completion)
	return nil
}

// encoded is a value as JSON, or what stands for none.
func encoded(column string, value any, none bool, instead string) (string, error) {
	if none {
		return instead, nil
	}
	data, err := json.Marshal(value)
	if err != nil {
		return "", unfitError{column}
	}
	return string(data), nil
}

// pgUUID is an id as pgx sends it in binary; uuid.UUID itself would travel as text.
func pgUUID(id uuid.UUID) pgtype.UUID { return pgtype.UUID{Bytes: id, Valid: true} }
