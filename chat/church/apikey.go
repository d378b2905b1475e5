package church

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/cache/bounded"
)

// APIKey is what is known of a key that programs of one church authenticate with. The key itself is known to them alone.
type APIKey struct {
	ID         uuid.UUID
	ChurchID   uuid.UUID
	Name       string
	Prefix     string // by which people recognise it
	CreatedAt  time.Time
	LastUsedAt *time.Time
	RevokedAt  *time.Time
}

var (
	// ErrUnknownAPIKey means that the key is none, or was revoked.
	ErrUnknownAPIKey = errors.New("unknown or revoked API key")
	// ErrInvalidAPIKeyName means that the name is empty or too long.
	ErrInvalidAPIKeyName = errors.New("an API key's name must have 1 to 100 characters")
)

const (
	apiKeyStart = "nx_"
	// apiKeySecret is the length of what follows: 26 characters of 5 bits each.
	apiKeySecret = 26
	// apiKeyPrefix is how much of a key people are shown. The rest still holds 100 random bits.
	apiKeyPrefix = len(apiKeyStart) + 6

	maxAPIKeyName = 100
	maxKnownKeys  = 10_000
	// apiKeyAge is how long a key is taken without asking while nothing is announced.
	apiKeyAge = time.Minute
	// apiKeyStale is how long a key that was good is taken without asking while the database cannot be reached.
	apiKeyStale = 15 * time.Minute
)

// APIKeys makes, checks and revokes keys. Its methods may be called at the same time.
//
// What a key turned out to be is remembered like a church's snapshot: while announcements are heard until the next one or
// for a minute, otherwise for a second. So a revoked key is refused on every node as soon as the announcement arrives.
type APIKeys struct {
	store *Store
	known bounded.Cache[digest, knownKey]
}

// digest is the SHA-256 of a key. Keys are random, so how long it takes to look one up tells nothing about others.
type digest [sha256.Size]byte

// knownKey is what a key turned out to be.
type knownKey struct {
	key   *APIKey // nil when it is none
	heard uint64  // Store.heard when it was asked
	at    time.Time
}

// NewAPIKeys returns the keys in the store's database. The store must be running for revocations to be heard at once.
func NewAPIKeys(store *Store) *APIKeys {
	return &APIKeys{store: store, known: bounded.New(bounded.Config[digest, knownKey]{Most: maxKnownKeys})}
}

// Create makes a key. It is returned this once and kept nowhere.
func (k *APIKeys) Create(ctx context.Context, churchID uuid.UUID, name string) (secret string, key APIKey, err error) {
	name = strings.TrimSpace(name)
	if name == "" || utf8.RuneCountInString(name) > maxAPIKeyName {
		return "", APIKey{}, ErrInvalidAPIKeyName
	}
	secret = apiKeyStart + rand.Text()
	sum := sha256.Sum256([]byte(secret))
	key = APIKey{ID: uuid.Must(uuid.NewV7()), ChurchID: churchID, Name: name, Prefix: secret[:apiKeyPrefix]}
	err = InChurch(ctx, k.store.pool, churchID, func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, `
			insert into church_api_keys (id, church_id, name, prefix, sha256)
			values ($1, $2, $3, $4, $5)
			returning created_at`, key.ID, churchID, name, key.Prefix, sum[:]).Scan(&key.CreatedAt)
	})
	if err != nil {
		return "", APIKey{}, fmt.Errorf("create an API key: %w", err)
	}
	return secret, key, nil
}

// List returns the church's keys, revoked ones too, oldest first.
func (k *APIKeys) List(ctx context.Context, churchID uuid.UUID) (keys []APIKey, err error) {
	err = InChurch(ctx, k.store.pool, churchID, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `
			select id, church_id, name, prefix, created_at, last_used_at, revoked_at
			from church_api_keys
			where church_id = $1
			order by created_at, id`, churchID)
		if err != nil {
			return err
		}
		keys, err = pgx.CollectRows(rows, pgx.RowToStructByPos[APIKey])
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list API keys: %w", err)
	}
	return keys, nil
}

// Revoke ends a key for good. ErrUnknownAPIKey means that the church has no such key, or revoked it before.
func (k *APIKeys) Revoke(ctx context.Context, churchID, id uuid.UUID) error {
	err := InChurch(ctx, k.store.pool, churchID, func(tx pgx.Tx) error {
		changed, err := tx.Exec(ctx, `
			update church_api_keys set revoked_at = now()
			where id = $1 and church_id = $2 and revoked_at is null`, id, churchID)
		if err == nil && changed.RowsAffected() == 0 {
			err = ErrUnknownAPIKey
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("revoke an API key: %w", err)
	}
	return nil
}

// Authenticate returns the key that a request showed. The error is ErrUnknownAPIKey, ErrUnavailable, or what the database
// said. LastUsedAt is not filled in.
func (k *APIKeys) Authenticate(ctx context.Context, secret string) (*APIKey, error) {
	if !possibleAPIKey(secret) {
		return nil, ErrUnknownAPIKey
	}
	sum := digest(sha256.Sum256([]byte(secret)))
	known, ok := k.known.Get(sum)
	if ok && known.heard == k.store.heard.Load() && time.Since(known.at) < k.store.knownFor(apiKeyAge) {
		return known.result()
	}
	usable := ok && known.key != nil && time.Since(known.at) < apiKeyStale
	timeout := k.store.config.LoadTimeout
	if usable {
		try := true
		if timeout, try = k.store.mayTry(); !try {
			return known.result()
		}
	}
	asked, err := k.ask(ctx, timeout, sum)
	switch {
	case usable && errors.Is(err, ErrUnavailable):
		return known.result()
	case err != nil:
		return nil, fmt.Errorf("check an API key: %w", err)
	}
	k.known.Set(sum, asked)
	return asked.result()
}

func (k knownKey) result() (*APIKey, error) {
	if k.key == nil {
		return nil, ErrUnknownAPIKey
	}
	return k.key, nil
}

// ask looks a key up in the database, which notes that it was used. What is announced meanwhile outdates the outcome.
func (k *APIKeys) ask(ctx context.Context, timeout time.Duration, sum digest) (knownKey, error) {
	asked := knownKey{heard: k.store.heard.Load(), at: time.Now()}
	err := k.store.ask(ctx, timeout, func(ctx context.Context) error {
		var key APIKey
		var stored []byte
		err := k.store.pool.QueryRow(ctx, `select id, church_id, name, prefix, created_at, sha256 from use_api_key($1)`, sum[:]).
			Scan(&key.ID, &key.ChurchID, &key.Name, &key.Prefix, &key.CreatedAt, &stored)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			return nil
		case err == nil && subtle.ConstantTimeCompare(stored, sum[:]) == 1:
			asked.key = &key
		}
		return err
	})
	return asked, err
}

// possibleAPIKey spares the database what cannot be a key.
func possibleAPIKey(secret string) bool {
	rest, ok := strings.CutPrefix(secret, apiKeyStart)
	if !ok || len(rest) != apiKeySecret {
		return false
	}
	return strings.Trim(rest, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") == ""
}
