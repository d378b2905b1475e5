package provision

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/admin/signup"
)

// insertPeople is step 3: who may administer the church, and a session for the first of them.
func insertPeople(ctx context.Context, tx pgx.Tx, id uuid.UUID, s signup.SignUp) error {
	first, err := insertIdentity(ctx, tx, id, s.ContactName, s.Email, s.Phone, false)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "insert into auth_sessions (church_id, identity_id, token_sha256) values ($1, $2, $3)", id, first, unguessable()); err != nil {
		return fmt.Errorf("store an admin's session: %w", err)
	}
	if s.BackupEmail != "" {
		_, err = insertIdentity(ctx, tx, id, s.BackupName, s.BackupEmail, s.BackupPhone, true)
	}
	return err
}

func insertIdentity(ctx context.Context, tx pgx.Tx, id uuid.UUID, name, email, phone string, backup bool) (identity uuid.UUID, err error) {
	err = tx.QueryRow(ctx, `
		with person as (
			insert into church_admin_identities (church_id, email, name, phone, is_backup)
			values ($1, $2, nullif($3, ''), nullif($4, ''), $5) returning id)
		insert into church_identity_roles (church_id, identity_id, role) select $1, id, 'admin' from person returning identity_id`,
		id, email, name, phone, backup).Scan(&identity)
	if err != nil {
		return uuid.Nil, fmt.Errorf("store an admin: %w", err)
	}
	return identity, nil
}

// unguessable is the hash of a secret that nobody is told: the session is opened by following the magic link.
func unguessable() []byte {
	secret := make([]byte, sha256.Size)
	_, _ = rand.Read(secret) // never fails
	hash := sha256.Sum256(secret)
	return hash[:]
}

// insertTeam is step 5: the first member of the team, if there is none.
func insertTeam(ctx context.Context, tx pgx.Tx, id uuid.UUID, s signup.SignUp) error {
	_, err := tx.Exec(ctx, `
		insert into church_team_members (church_id, identity_id, email, name, role)
		select church_id, id, email, name, 'admin' from church_admin_identities
		where church_id = $1 and not is_backup and not exists (select from church_team_members where church_id = $1)`, id)
	if err != nil {
		return fmt.Errorf("store the first member of the team: %w", err)
	}
	return nil
}

// orNull is a time that may not be known.
func orNull(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	return &at
}
