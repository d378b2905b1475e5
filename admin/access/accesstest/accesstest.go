// Package accesstest signs admins in, for tests.
package accesstest

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"narthex/admin/access"
)

// SignIn adds somebody with the roles to a church that has a premium record, and returns the cookie of a session of theirs, for a
// server whose base URL is not https. Pool is that of a role which row-level security does not bind.
func SignIn(t testing.TB, pool *pgxpool.Pool, churchID uuid.UUID, roles ...access.Role) *http.Cookie {
	t.Helper()
	secret := make([]byte, 32)
	_, _ = rand.Read(secret) // never fails
	hash := sha256.Sum256(secret)
	var identity uuid.UUID
	err := pool.QueryRow(t.Context(), `
		with person as (
			insert into church_admin_identities (church_id, email, name) values ($1, $2, 'Ann Tester') returning id),
		may as (
			insert into church_identity_roles (church_id, identity_id, role) select $1, id, unnest($3::text[]) from person),
		session as (
			insert into auth_sessions (church_id, identity_id, token_sha256, opened_at, used_at) select $1, id, $4, now(), now() from person)
		select id from person`, churchID, uuid.NewString()+"@tester.example", roles, hash[:]).Scan(&identity)
	if err != nil {
		t.Fatalf("sign in: %v", err)
	}
	return &http.Cookie{Name: "narthex_admin", Value: base64.RawURLEncoding.EncodeToString(secret), Path: "/"}
}
