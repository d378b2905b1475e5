package identity

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

type verifyRequest struct {
	Type       string `json:"type"`
	Token      string `json:"token"`
	TokenHash  string `json:"token_hash"`
	Email      string `json:"email"`
	RedirectTo string `json:"redirect_to"`
}

func (v *verifyRequest) check() error {
	switch {
	case v.Type == "":
		return invalid("Verify requires a verification type")
	case (v.Token == "") == (v.TokenHash == ""):
		return invalid("Verify requires either a token or a token hash")
	case v.TokenHash != "" && (v.Email != "" || v.RedirectTo != ""):
		return invalid("Only the token_hash and type should be provided")
	case v.Token != "" && v.Email == "":
		return invalid("Only an email address or phone number should be provided on verify")
	case v.Token != "":
		email, err := checkEmail(v.Email)
		if err != nil {
			return refuse(http.StatusUnprocessableEntity, "validation_failed", "Invalid email format")
		}
		v.TokenHash = tokenHash(email, v.Token)
	}
	return nil
}

// verify is POST /verify: a mailed link's token is used up, its address confirmed, its owner let in.
func (s *Server) verify(w http.ResponseWriter, r *http.Request) error {
	asked, err := read[verifyRequest](r)
	if err != nil {
		return err
	}
	if err := asked.check(); err != nil {
		return err
	}
	if err := s.awaitMails(r.Context()); err != nil {
		return err
	}
	var made *tokens
	err = s.transact(r.Context(), func(tx pgx.Tx) error {
		u, err := s.useToken(r.Context(), tx, asked.Type, asked.TokenHash)
		if err != nil {
			return err
		}
		made, err = s.begin(r.Context(), tx, r, u, "otp")
		return err
	})
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, made)
	return nil
}

// verifyLink is GET /verify?token=&type=&redirect_to=: the provider's own links. They lead on with tokens in the fragment or, of a
// sign-up with a challenge, with a code.
func (s *Server) verifyLink(w http.ResponseWriter, r *http.Request) error {
	asked := r.URL.Query()
	token, kind := asked.Get("token"), asked.Get("type")
	if kind == "" {
		return invalid("Verify requires a verification type")
	}
	if token == "" {
		return invalid("Verify requires a token or a token hash")
	}
	if err := s.awaitMails(r.Context()); err != nil {
		return err
	}
	to, withCode := s.redirects.of(r), strings.HasPrefix(token, pkcePrefix)
	var leads string
	err := s.transact(r.Context(), func(tx pgx.Tx) error {
		u, err := s.useToken(r.Context(), tx, kind, token)
		if err != nil {
			return err
		}
		if withCode {
			leads, err = s.codeAddress(r.Context(), tx, u, kind, to)
			return err
		}
		made, err := s.begin(r.Context(), tx, r, u, "otp")
		if err != nil {
			return err
		}
		leads = made.address(to, kind)
		return nil
	})
	if err != nil {
		leads = s.errorAddress(r.Context(), to, err, withCode)
	}
	http.Redirect(w, r, leads, http.StatusSeeOther)
	return nil
}

// codeAddress is where a browser is sent that is to exchange a code.
func (s *Server) codeAddress(ctx context.Context, tx pgx.Tx, u *user, kind, to string) (string, error) {
	how := "email/signup"
	if kind == "recovery" {
		how = "recovery"
	}
	code, err := s.issueCode(ctx, tx, u, how)
	if err != nil {
		return "", err
	}
	return withParameter(to, "code", code)
}

func withParameter(address, name, value string) (string, error) {
	at, err := url.Parse(address)
	if err != nil {
		return "", err
	}
	query := at.Query()
	query.Set(name, value)
	at.RawQuery = query.Encode()
	return at.String(), nil
}

// errLink is said of a token that was used, is too old, or never was one.
var errLink = refuse(http.StatusForbidden, "otp_expired", "Email link is invalid or has expired")

// useToken uses a token up, and returns its user, confirmed.
func (s *Server) useToken(ctx context.Context, tx pgx.Tx, kind, hash string) (*user, error) {
	var kinds []string
	switch kind {
	case "email":
		kinds = []string{confirmationToken, recoveryToken}
	case "signup", "invite":
		kinds = []string{confirmationToken}
	case "recovery", "magiclink":
		kinds = []string{recoveryToken}
	default:
		return nil, invalid("Invalid email verification type")
	}
	u, found, err := tokenUser(ctx, tx, kinds, hash)
	if errors.Is(err, errNone) {
		return nil, errLink
	}
	if err != nil {
		return nil, err
	}
	now := s.now()
	if u.banned(now) {
		return nil, refuse(http.StatusForbidden, "user_banned", "User is banned")
	}
	sent := u.ConfirmationSentAt
	if found == recoveryToken {
		sent = u.RecoverySentAt
	}
	if s.tooOld(sent, now) {
		return nil, errLink
	}
	if found == recoveryToken {
		if err := u.spendRecovery(ctx, tx); err != nil || u.EmailConfirmedAt != nil {
			return u, err
		}
	}
	if err := u.confirm(ctx, tx, now); err != nil {
		return nil, err
	}
	return u, u.verifyIdentity(ctx, tx)
}

func (s *Server) tooOld(sent *time.Time, now time.Time) bool {
	return sent == nil || now.After(sent.Add(s.config.LinksFor))
}

const (
	confirmationToken = "confirmation_token"
	recoveryToken     = "recovery_token"
)

// tokenUser finds whose a token is, and of which kind. A second request for the same token waits for the first, and then finds none.
func tokenUser(ctx context.Context, tx pgx.Tx, kinds []string, hash string) (u *user, kind string, err error) {
	var id string
	err = tx.QueryRow(ctx, "select user_id::text, token_type from auth.one_time_tokens where token_hash = $1 and token_type = any($2) for update", hash, kinds).Scan(&id, &kind)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, "", errNone
	}
	if err != nil {
		return nil, "", err
	}
	u, err = findUser(ctx, tx, "id = $1::uuid", id)
	return u, kind, err
}

// keepToken makes a token the user's only one of its kind.
func (u *user) keepToken(ctx context.Context, tx pgx.Tx, kind, hash string, now time.Time) error {
	column, sent := "confirmation_token", "confirmation_sent_at"
	if kind == recoveryToken {
		column, sent = "recovery_token", "recovery_sent_at"
	}
	if _, err := tx.Exec(ctx, "update auth.users set "+column+" = $2, "+sent+" = $3, updated_at = $3 where id = $1", u.ID, hash, now); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to) values (gen_random_uuid(), $1, $2, $3, $4)
		on conflict (user_id, token_type) do update set id = excluded.id, token_hash = excluded.token_hash, relates_to = excluded.relates_to, updated_at = now()`,
		u.ID, kind, hash, u.Email)
	return err
}

func (u *user) spendRecovery(ctx context.Context, tx pgx.Tx) error {
	if _, err := tx.Exec(ctx, "update auth.users set recovery_token = '', updated_at = now() where id = $1", u.ID); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "delete from auth.one_time_tokens where user_id = $1", u.ID)
	return err
}

// verifyIdentity notes on the identity what is confirmed.
func (u *user) verifyIdentity(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, `update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = now() where user_id = $1 and email = $2`, u.ID, u.Email)
	if err != nil {
		return err
	}
	return u.loadIdentities(ctx, tx)
}
