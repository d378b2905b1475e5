package identity

import (
	"context"
	"errors"
	"maps"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"golang.org/x/crypto/bcrypt"
)

// user is a row of auth.users, as it is answered.
type user struct {
	ID                 uuid.UUID      `json:"id"`
	Audience           string         `json:"aud"`
	Role               string         `json:"role"`
	Email              string         `json:"email"`
	EmailConfirmedAt   *time.Time     `json:"email_confirmed_at,omitempty"`
	Phone              string         `json:"phone"`
	ConfirmationSentAt *time.Time     `json:"confirmation_sent_at,omitempty"`
	ConfirmedAt        *time.Time     `json:"confirmed_at,omitempty"`
	RecoverySentAt     *time.Time     `json:"recovery_sent_at,omitempty"`
	LastSignInAt       *time.Time     `json:"last_sign_in_at,omitempty"`
	AppMetadata        map[string]any `json:"app_metadata"`
	UserMetadata       map[string]any `json:"user_metadata"`
	Identities         []identity     `json:"identities"`
	CreatedAt          time.Time      `json:"created_at"`
	UpdatedAt          time.Time      `json:"updated_at"`
	IsAnonymous        bool           `json:"is_anonymous"`

	password    string // its hash; "" for none
	bannedUntil *time.Time
}

// identity is a way in which a user signs in.
type identity struct {
	ID           uuid.UUID      `json:"identity_id"`
	ProviderID   string         `json:"id"`
	UserID       uuid.UUID      `json:"user_id"`
	Data         map[string]any `json:"identity_data"`
	Provider     string         `json:"provider"`
	LastSignInAt *time.Time     `json:"last_sign_in_at,omitempty"`
	CreatedAt    time.Time      `json:"created_at"`
	UpdatedAt    time.Time      `json:"updated_at"`
	Email        string         `json:"email,omitempty"`
}

const authenticated = "authenticated" // the audience and the role of people

// errNone is that there is no such user.
var errNone = errors.New("no such user")

const selectUser = `
	select id, aud, role, coalesce(email, ''), coalesce(encrypted_password, ''), email_confirmed_at, confirmation_sent_at, confirmed_at,
		recovery_sent_at, last_sign_in_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at, banned_until
	from auth.users where deleted_at is null and `

func findUser(ctx context.Context, tx pgx.Tx, where string, args ...any) (*user, error) {
	u := &user{}
	err := tx.QueryRow(ctx, selectUser+where, args...).Scan(&u.ID, &u.Audience, &u.Role, &u.Email, &u.password, &u.EmailConfirmedAt,
		&u.ConfirmationSentAt, &u.ConfirmedAt, &u.RecoverySentAt, &u.LastSignInAt, &u.AppMetadata, &u.UserMetadata, &u.CreatedAt, &u.UpdatedAt, &u.bannedUntil)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, errNone
	}
	if err != nil {
		return nil, err
	}
	return u, u.loadIdentities(ctx, tx)
}

func userByEmail(ctx context.Context, tx pgx.Tx, email string) (*user, error) {
	return findUser(ctx, tx, "email = $1 and aud = $2 and not is_sso_user", email, authenticated)
}

func userByID(ctx context.Context, tx pgx.Tx, id uuid.UUID) (*user, error) {
	return findUser(ctx, tx, "id = $1", id)
}

func (u *user) loadIdentities(ctx context.Context, tx pgx.Tx) error {
	rows, err := tx.Query(ctx, `
		select id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at, coalesce(email, '')
		from auth.identities where user_id = $1 order by created_at, id`, u.ID)
	if err != nil {
		return err
	}
	u.Identities, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (i identity, err error) {
		return i, row.Scan(&i.ID, &i.ProviderID, &i.UserID, &i.Data, &i.Provider, &i.LastSignInAt, &i.CreatedAt, &i.UpdatedAt, &i.Email)
	})
	return err
}

func (u *user) banned(now time.Time) bool { return u.bannedUntil != nil && now.Before(*u.bannedUntil) }

// insertUser makes a user that has confirmed nothing.
func insertUser(ctx context.Context, tx pgx.Tx, now time.Time, email, password, provider string, metadata map[string]any) (*user, error) {
	id := uuid.New()
	if metadata == nil {
		metadata = map[string]any{}
	}
	_, err := tx.Exec(ctx, `
		insert into auth.users (instance_id, id, aud, role, email, encrypted_password, confirmation_token, recovery_token, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
		values ('00000000-0000-0000-0000-000000000000', $1, $2, $2, $3, $4, '', '', $5, $6, $7, $7)`,
		id, authenticated, email, password, map[string]any{"provider": provider, "providers": []string{provider}}, metadata, now)
	if err != nil {
		return nil, err
	}
	return userByID(ctx, tx, id)
}

// addIdentity adds a way to sign in.
func (u *user) addIdentity(ctx context.Context, tx pgx.Tx, now time.Time, provider, providerID string, data map[string]any) error {
	_, err := tx.Exec(ctx, `
		insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
		values ($1, $2, $3, $4, $5, $5, $5)`, providerID, u.ID, data, provider, now)
	if err != nil {
		return err
	}
	return u.loadIdentities(ctx, tx)
}

// distrust takes from a user who has confirmed nothing all that another person may have put there, except for one identity: the
// metadata becomes what that identity says, the password goes unless the identity is the password's own, and so do the others.
func (u *user) distrust(ctx context.Context, tx pgx.Tx, provider string) error {
	for _, kept := range u.Identities {
		if kept.Provider == provider {
			u.UserMetadata = maps.Clone(kept.Data)
		}
	}
	if provider != "email" {
		u.password = ""
		if _, err := tx.Exec(ctx, "update auth.users set encrypted_password = null where id = $1", u.ID); err != nil {
			return err
		}
	}
	if err := u.setMetadata(ctx, tx, nil); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "delete from auth.identities where user_id = $1 and provider <> $2", u.ID, provider); err != nil {
		return err
	}
	if err := u.loadIdentities(ctx, tx); err != nil {
		return err
	}
	return u.nameProviders(ctx, tx)
}

// setMetadata changes what is kept with the user; nil takes a key away.
func (u *user) setMetadata(ctx context.Context, tx pgx.Tx, changes map[string]any) error {
	if u.UserMetadata == nil {
		u.UserMetadata = map[string]any{}
	}
	for key, value := range changes {
		if value == nil {
			delete(u.UserMetadata, key)
		} else {
			u.UserMetadata[key] = value
		}
	}
	_, err := tx.Exec(ctx, "update auth.users set raw_user_meta_data = $2, updated_at = now() where id = $1", u.ID, u.UserMetadata)
	return err
}

// nameProviders notes which ways to sign in there are.
func (u *user) nameProviders(ctx context.Context, tx pgx.Tx) error {
	providers := []string{}
	for _, i := range u.Identities {
		providers = append(providers, i.Provider)
	}
	if len(providers) > 0 {
		u.AppMetadata = map[string]any{"provider": providers[0], "providers": providers}
	}
	_, err := tx.Exec(ctx, "update auth.users set raw_app_meta_data = $2 where id = $1", u.ID, u.AppMetadata)
	return err
}

// confirm marks the address as the user's. It is the first of a verification's writes to the row: last_sign_in_at follows with the
// session, in the same transaction.
func (u *user) confirm(ctx context.Context, tx pgx.Tx, now time.Time) error {
	_, err := tx.Exec(ctx, "update auth.users set confirmation_token = '', email_confirmed_at = $2, updated_at = $2 where id = $1", u.ID, now)
	if err != nil {
		return err
	}
	u.EmailConfirmedAt, u.ConfirmedAt = &now, &now
	if err := u.setMetadata(ctx, tx, map[string]any{"email_verified": true}); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "delete from auth.one_time_tokens where user_id = $1", u.ID)
	return err
}

// setPassword changes the password, and takes back every link that is out.
func (u *user) setPassword(ctx context.Context, tx pgx.Tx, hash string) error {
	u.password = hash
	_, err := tx.Exec(ctx, `
		update auth.users set encrypted_password = $2, confirmation_token = '', confirmation_sent_at = null, recovery_token = '', recovery_sent_at = null, updated_at = now()
		where id = $1`, u.ID, hash)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "delete from auth.one_time_tokens where user_id = $1", u.ID)
	return err
}

func (s *Server) hash(password string) (string, error) {
	hash, err := bcrypt.GenerateFromPassword([]byte(password), s.config.PasswordCost)
	return string(hash), err
}

func (u *user) has(password string) bool {
	return u.password != "" && bcrypt.CompareHashAndPassword([]byte(u.password), []byte(password)) == nil
}
