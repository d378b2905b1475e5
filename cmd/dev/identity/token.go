package identity

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// token is POST /token?grant_type=.
func (s *Server) token(w http.ResponseWriter, r *http.Request) error {
	var (
		made *tokens
		err  error
	)
	switch r.URL.Query().Get("grant_type") {
	case "password":
		made, err = s.byPassword(r)
	case "refresh_token":
		made, err = s.byRefreshToken(r)
	case "pkce":
		made, err = s.byCode(r)
	default:
		err = refuse(http.StatusBadRequest, "invalid_credentials", "unsupported_grant_type")
	}
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, made)
	return nil
}

var errCredentials = refuse(http.StatusBadRequest, "invalid_credentials", "Invalid login credentials")

// byPassword says that an address is not confirmed only to somebody who knows the password.
func (s *Server) byPassword(r *http.Request) (made *tokens, err error) {
	asked, err := read[struct {
		Email    string `json:"email"`
		Password string `json:"password"`
	}](r)
	if err != nil {
		return nil, err
	}
	if asked.Email == "" {
		return nil, invalid("missing email or phone")
	}
	err = s.transact(r.Context(), func(tx pgx.Tx) error {
		u, err := findUser(r.Context(), tx, "email = lower($1) and aud = $2 and not is_sso_user", asked.Email, authenticated)
		switch {
		case errors.Is(err, errNone):
			return errCredentials
		case err != nil:
			return err
		case u.banned(s.now()):
			return refuse(http.StatusBadRequest, "user_banned", "User is banned")
		case !u.has(asked.Password):
			return errCredentials
		case u.EmailConfirmedAt == nil:
			return refuse(http.StatusBadRequest, "email_not_confirmed", "Email not confirmed")
		}
		made, err = s.begin(r.Context(), tx, r, u, "password")
		return err
	})
	return made, err
}

// refreshToken is a row of auth.refresh_tokens.
type refreshToken struct {
	id        int64
	userID    uuid.UUID
	sessionID uuid.UUID
	revoked   bool
	usedAt    time.Time // of one that is revoked
}

// byRefreshToken swaps a refresh token for the next. One that was used is answered again while it is the last but one, because its
// answer may have been lost, or was used a moment ago; otherwise somebody has stolen it, and the session ends.
func (s *Server) byRefreshToken(r *http.Request) (made *tokens, err error) {
	asked, err := read[struct {
		RefreshToken string `json:"refresh_token"`
	}](r)
	if err != nil {
		return nil, err
	}
	if asked.RefreshToken == "" {
		return nil, &oauthProblem{"invalid_request", "refresh_token required"}
	}
	ctx := r.Context()
	err = s.transact(ctx, func(tx pgx.Tx) error {
		var found refreshToken
		err := tx.QueryRow(ctx, `
			select t.id, t.user_id::uuid, t.session_id, t.revoked, t.updated_at from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id
			where t.token = $1 for update of s`, asked.RefreshToken).Scan(&found.id, &found.userID, &found.sessionID, &found.revoked, &found.usedAt)
		if errors.Is(err, pgx.ErrNoRows) {
			return refuse(http.StatusBadRequest, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")
		}
		if err != nil {
			return err
		}
		u, err := userByID(ctx, tx, found.userID)
		if err != nil {
			return err
		}
		if u.banned(s.now()) {
			return refuse(http.StatusBadRequest, "user_banned", "Invalid Refresh Token: User Banned")
		}
		next, err := s.rotate(ctx, tx, u, found, asked.RefreshToken)
		if err != nil {
			return err
		}
		made, err = s.sign(ctx, tx, r, u, found.sessionID, next)
		return err
	})
	return made, err
}

// rotate returns the token that follows on another. The session's row is locked.
func (s *Server) rotate(ctx context.Context, tx pgx.Tx, u *user, found refreshToken, token string) (string, error) {
	now := s.now()
	// Read again under the lock: it may have been used while we waited for it.
	if err := tx.QueryRow(ctx, "select revoked, updated_at from auth.refresh_tokens where id = $1", found.id).Scan(&found.revoked, &found.usedAt); err != nil {
		return "", err
	}
	if found.revoked {
		var active, parent string
		err := tx.QueryRow(ctx, "select token, coalesce(parent, '') from auth.refresh_tokens where session_id = $1 and not revoked order by id desc limit 1", found.sessionID).Scan(&active, &parent)
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return "", err
		}
		if active != "" && parent == token {
			return active, nil
		}
		if s.config.ReuseFor < 0 || now.After(found.usedAt.Add(s.config.ReuseFor)) {
			if _, err := tx.Exec(ctx, "update auth.refresh_tokens set revoked = true, updated_at = $2 where session_id = $1 and not revoked", found.sessionID, now); err != nil {
				return "", err
			}
			return "", committed{refuse(http.StatusBadRequest, "refresh_token_already_used", "Invalid Refresh Token: Already Used")}
		}
	}
	if _, err := tx.Exec(ctx, "update auth.refresh_tokens set revoked = true, updated_at = $2 where id = $1", found.id, now); err != nil {
		return "", err
	}
	if _, err := tx.Exec(ctx, "update auth.sessions set refreshed_at = $2 at time zone 'utc', updated_at = $2 where id = $1", found.sessionID, now); err != nil {
		return "", err
	}
	return s.grant(ctx, tx, u, found.sessionID, token)
}

// flow is a sign-in under way that ends with a code.
type flow struct {
	id         uuid.UUID
	userID     *uuid.UUID
	code       string
	provider   string
	how        string
	referrer   string
	createdAt  time.Time
	codeIssued *time.Time
	challenge
}

// beginFlow keeps a flow of a mail. Without a challenge there is none.
func (s *Server) beginFlow(ctx context.Context, tx pgx.Tx, begun flow) error {
	if begun.Challenge == "" {
		return nil
	}
	_, err := s.keepFlow(ctx, tx, begun)
	return err
}

func (s *Server) keepFlow(ctx context.Context, tx pgx.Tx, begun flow) (id uuid.UUID, err error) {
	var code *string
	if begun.Challenge != "" {
		fresh := uuid.NewString()
		code = &fresh
	}
	err = tx.QueryRow(ctx, `
		insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type, created_at, updated_at, authentication_method, referrer)
		values (gen_random_uuid(), $1, $2, nullif(lower($3), ''), nullif($4, ''), $5, $6, $6, $7, $8) returning id`,
		begun.userID, code, begun.Method, begun.Challenge, begun.provider, s.now(), begun.how, begun.referrer).Scan(&id)
	return id, err
}

const selectFlow = `
	select id, user_id, coalesce(auth_code, ''), provider_type, authentication_method, coalesce(referrer, ''), created_at, auth_code_issued_at,
		coalesce(code_challenge, ''), coalesce(code_challenge_method, '')
	from auth.flow_state where `

func findFlow(ctx context.Context, tx pgx.Tx, where string, args ...any) (f flow, err error) {
	err = tx.QueryRow(ctx, selectFlow+where, args...).Scan(&f.id, &f.userID, &f.code, &f.provider, &f.how, &f.referrer, &f.createdAt, &f.codeIssued, &f.Challenge, &f.Method)
	if errors.Is(err, pgx.ErrNoRows) {
		return f, errNone
	}
	return f, err
}

// over reports whether a flow is too old: from its beginning on, which for a sign-up is when the mail was sent.
func (s *Server) over(f flow) bool { return s.now().After(f.createdAt.Add(s.config.FlowsFor)) }

// issueCode returns the code of a user's latest flow of a kind.
func (s *Server) issueCode(ctx context.Context, tx pgx.Tx, u *user, how string) (string, error) {
	f, err := findFlow(ctx, tx, "user_id = $1 and authentication_method = $2 order by created_at desc limit 1", u.ID, how)
	if errors.Is(err, errNone) {
		return "", refuse(http.StatusBadRequest, "flow_state_not_found", "No associated flow state found. No valid flow state found for user.")
	}
	if err != nil {
		return "", err
	}
	_, err = tx.Exec(ctx, "update auth.flow_state set auth_code_issued_at = $2, updated_at = $2 where id = $1", f.id, s.now())
	return f.code, err
}

// byCode lets somebody in who shows the secret of the challenge that the flow began with. A wrong one does not use the code up.
func (s *Server) byCode(r *http.Request) (made *tokens, err error) {
	asked, err := read[struct {
		Code     string `json:"auth_code"`
		Verifier string `json:"code_verifier"`
	}](r)
	if err != nil {
		return nil, err
	}
	if asked.Code == "" || asked.Verifier == "" {
		return nil, invalid("invalid request: both auth code and code verifier should be non-empty")
	}
	ctx := r.Context()
	err = s.transact(ctx, func(tx pgx.Tx) error {
		f, err := findFlow(ctx, tx, "auth_code = $1 for update", asked.Code)
		switch {
		case errors.Is(err, errNone) || err == nil && f.userID == nil:
			return refuse(http.StatusNotFound, "flow_state_not_found", "invalid flow state, no valid flow state found")
		case err != nil:
			return err
		case s.over(f):
			return refuse(http.StatusUnprocessableEntity, "flow_state_expired", "invalid flow state, flow state has expired")
		case !f.verifies(asked.Verifier):
			return refuse(http.StatusBadRequest, "bad_code_verifier", "code challenge does not match previously saved code verifier")
		}
		u, err := userByID(ctx, tx, *f.userID)
		if err != nil {
			return err
		}
		if made, err = s.begin(ctx, tx, r, u, f.how); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, "delete from auth.flow_state where id = $1", f.id)
		return err
	})
	return made, err
}

func (c challenge) verifies(verifier string) bool {
	shown := verifier
	if c.Method == "s256" {
		hash := sha256.Sum256([]byte(verifier))
		shown = base64.RawURLEncoding.EncodeToString(hash[:])
	}
	return subtle.ConstantTimeCompare([]byte(shown), []byte(c.Challenge)) == 1
}
