// Package audit notes every change that a church's admins make, for its admins to read.
package audit

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
)

// Record notes what the admin in ctx does, in the transaction in which it is done, which must be confined to the admin's church.
// What is the rest of a text's key, audit.<what> ("faq.created"); detail fills in its placeholders: names of things, never
// a secret, or what a visitor wrote.
func Record(ctx context.Context, tx pgx.Tx, what string, detail map[string]string) error {
	a := access.From(ctx)
	if detail == nil {
		detail = map[string]string{}
	}
	encoded, err := json.Marshal(detail)
	if err != nil {
		return fmt.Errorf("note a change: %w", err)
	}
	_, err = tx.Exec(ctx, "insert into audit_log (id, church_id, identity_id, who, what, detail) values ($1, $2, $3, $4, $5, $6)",
		uuid.Must(uuid.NewV7()), a.ChurchID, a.IdentityID, a.Email, what, encoded)
	if err != nil {
		return fmt.Errorf("note a change: %w", err)
	}
	return nil
}
