package provision

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/chat/church"
)

// provisionChatbot is step 4. It may fail alone: the church keeps its subscription, the founder is told, and the step can be
// repeated.
func (p *Provisioner) provisionChatbot(ctx context.Context, tx pgx.Tx, id uuid.UUID, plan church.Plan) (failure error) {
	failure = pgx.BeginFunc(ctx, tx, func(step pgx.Tx) error { return chatbot(ctx, step, id, plan) })
	if failure != nil {
		p.logger.ErrorContext(ctx, "a chatbot could not be provisioned", "church", id, "error", failure)
	}
	return failure
}

// chatbot gives a church its settings, with the agents of its plan, unless it has some, and switches the assistant on.
func chatbot(ctx context.Context, tx pgx.Tx, id uuid.UUID, plan church.Plan) error {
	agents, err := json.Marshal(church.AgentsAtFirst(plan))
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "insert into organization_settings (organization_id, agent_config) values ($1, $2) on conflict (organization_id) do nothing", id, agents)
	if err != nil {
		return fmt.Errorf("store the assistant's settings: %w", err)
	}
	if _, err := tx.Exec(ctx, "update premium_churches set chatbot_enabled = true, chatbot_agent_id = church_id where church_id = $1", id); err != nil {
		return fmt.Errorf("switch the assistant on: %w", err)
	}
	return nil
}

// ErrNoSuchSubscription says that a church has no premium record of that id.
var ErrNoSuchSubscription = errors.New("there is no church of that id with a premium record of that id")

// Repeat does the step again that may fail alone, for a church and its premium record.
func Repeat(ctx context.Context, pool *pgxpool.Pool, churchID, premiumID uuid.UUID) error {
	return church.InChurch(ctx, pool, churchID, func(tx pgx.Tx) error {
		var plan church.Plan
		err := tx.QueryRow(ctx, "select plan from premium_churches where church_id = $1 and id = $2", churchID, premiumID).Scan(&plan)
		if errors.Is(err, pgx.ErrNoRows) {
			return ErrNoSuchSubscription
		}
		if err != nil {
			return fmt.Errorf("read the plan of the premium record: %w", err)
		}
		return chatbot(ctx, tx, churchID, plan)
	})
}
