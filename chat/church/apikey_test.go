package church_test

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat/church"
)

func (s *store) newKey(keys *church.APIKeys, churchID uuid.UUID, name string) (string, church.APIKey) {
	s.t.Helper()
	secret, key, err := keys.Create(s.t.Context(), churchID, name)
	if err != nil {
		s.t.Fatal(err)
	}
	return secret, key
}

func (s *store) expectKey(keys *church.APIKeys, secret string, want error) {
	s.t.Helper()
	if _, err := keys.Authenticate(s.t.Context(), secret); !errors.Is(err, want) {
		s.t.Errorf("Authenticate: %v; want %v", err, want)
	}
}

func TestAnAPIKeyOpensItsChurchAlone(t *testing.T) {
	f := setup(t)
	ours, theirs := f.subscriber("ours", "pro_chat"), f.subscriber("theirs", "pro_chat")
	s := newStore(t, f.Pool, church.Config{LoadTimeout: patient})
	keys := church.NewAPIKeys(s.Store)
	secret, key := s.newKey(keys, ours, " website ")
	other, _ := s.newKey(keys, theirs, "website")
	for shown, want := range map[string]uuid.UUID{secret: ours, other: theirs} {
		for range 2 { // from the database, then from memory
			got, err := keys.Authenticate(t.Context(), shown)
			if err != nil || got.ChurchID != want {
				t.Fatalf("%v, %v; want church %s", got, err, want)
			}
		}
	}
	listed, err := keys.List(t.Context(), ours)
	if err != nil || len(listed) != 1 || listed[0].ID != key.ID || listed[0].Name != "website" {
		t.Fatalf("listed %+v, %v", listed, err)
	}
	if listed[0].LastUsedAt == nil || listed[0].RevokedAt != nil || !strings.HasPrefix(secret, listed[0].Prefix) || len(listed[0].Prefix) > 9 {
		t.Errorf("listed %+v", listed[0])
	}
	if err := keys.Revoke(t.Context(), theirs, key.ID); !errors.Is(err, church.ErrUnknownAPIKey) {
		t.Errorf("another church revoked the key: %v", err)
	}
	s.expectKey(keys, secret, nil)
}

func TestWhatIsNoAPIKeyIsRefused(t *testing.T) {
	f := setup(t)
	id := f.subscriber("ours", "pro_chat")
	pool, asked := f.tracedPool()
	s := newStore(t, pool, church.Config{LoadTimeout: patient})
	keys := church.NewAPIKeys(s.Store)
	secret, _ := s.newKey(keys, id, "website")
	before := asked.queries.Load()
	for _, shown := range []string{"", "nx_", "sk-" + secret[3:], secret[:28], secret + "A", strings.ToLower(secret), "nx_" + strings.Repeat("é", 13)} {
		s.expectKey(keys, shown, church.ErrUnknownAPIKey)
	}
	if n := asked.queries.Load() - before; n != 0 {
		t.Errorf("the database was asked %d times about what cannot be a key", n)
	}
	stranger := "nx_" + strings.Repeat("A", 26)
	for range 10 {
		s.expectKey(keys, stranger, church.ErrUnknownAPIKey)
	}
	if n := asked.queries.Load() - before; n != 1 {
		t.Errorf("the database was asked %d times about one unknown key", n)
	}
	for _, name := range []string{"", "  ", strings.Repeat("x", 101)} {
		if _, _, err := keys.Create(t.Context(), id, name); !errors.Is(err, church.ErrInvalidAPIKeyName) {
			t.Errorf("name %q: %v", name, err)
		}
	}
}

func TestARevokedAPIKeyIsRefusedOnEveryNodeWithinASecond(t *testing.T) {
	f := setup(t)
	id := f.subscriber("ours", "pro_chat")
	here := newStore(t, f.Pool, church.Config{LoadTimeout: patient}).listen()
	there := newStore(t, f.Pool, church.Config{LoadTimeout: patient}).listen()
	keysHere, keysThere := church.NewAPIKeys(here.Store), church.NewAPIKeys(there.Store)
	var latencies []time.Duration
	for range 3 {
		secret, key := here.newKey(keysHere, id, "website")
		here.expectKey(keysHere, secret, nil)
		there.expectKey(keysThere, secret, nil)
		if err := keysHere.Revoke(t.Context(), id, key.ID); err != nil {
			t.Fatal(err)
		}
		latencies = append(latencies, here.eventually("the key is refused everywhere", func() bool {
			_, err := keysHere.Authenticate(t.Context(), secret)
			_, errThere := keysThere.Authenticate(t.Context(), secret)
			return errors.Is(err, church.ErrUnknownAPIKey) && errors.Is(errThere, church.ErrUnknownAPIKey)
		}))
		if err := keysHere.Revoke(t.Context(), id, key.ID); !errors.Is(err, church.ErrUnknownAPIKey) {
			t.Errorf("revoked twice: %v", err)
		}
	}
	if slices.Sort(latencies); latencies[1] > time.Second { // one may meet a busy machine
		t.Errorf("refused after %v", latencies)
	}
}

func TestAKnownAPIKeyWorksWhilePostgresIsAway(t *testing.T) {
	f := setup(t)
	id := f.subscriber("ours", "pro_chat")
	pool, network := throughOutage(t, f.URL)
	s := newStore(t, pool, church.Config{LoadTimeout: 2 * time.Second})
	keys := church.NewAPIKeys(s.Store)
	secret, _ := s.newKey(keys, id, "website")
	s.expectKey(keys, secret, nil)
	network.Cut()
	for until := time.Now().Add(1500 * time.Millisecond); time.Now().Before(until); time.Sleep(10 * time.Millisecond) {
		s.expectKey(keys, secret, nil) // fresh for a second only, as nothing is announced
	}
	s.expectKey(keys, "nx_"+strings.Repeat("A", 26), church.ErrUnavailable)
}

func TestAPIKeysAreCheckedAtTheSameTime(t *testing.T) {
	f := setup(t)
	id := f.subscriber("ours", "pro_chat")
	s := newStore(t, f.Pool, church.Config{LoadTimeout: patient}).listen()
	keys := church.NewAPIKeys(s.Store)
	secret, _ := s.newKey(keys, id, "website")
	var work sync.WaitGroup
	for range 8 {
		work.Go(func() {
			for range 50 {
				s.expectKey(keys, secret, nil)
			}
		})
	}
	work.Wait()
}

// The app's role may ask about a key whose hash it knows, and can find out nothing else about other churches' keys.
func TestAnotherChurchsAPIKeysCannotBeSeen(t *testing.T) {
	f := setup(t)
	ours, theirs := f.subscriber("ours", "pro_chat"), f.subscriber("theirs", "pro_chat")
	s := newStore(t, f.Pool, church.Config{LoadTimeout: patient})
	secret, _ := s.newKey(church.NewAPIKeys(s.Store), theirs, "website")
	err := church.InChurch(t.Context(), f.Pool, ours, func(tx pgx.Tx) error {
		var seen, found int
		if err := tx.QueryRow(t.Context(), `select count(*) from church_api_keys`).Scan(&seen); err != nil {
			return err
		}
		err := tx.QueryRow(t.Context(), `select (select count(*) from use_api_key(null)) + (select count(*) from use_api_key(''))`).Scan(&found)
		if seen+found != 0 {
			t.Errorf("%d keys seen, %d found", seen, found)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var kept bool
	if err := f.Admin.QueryRow(t.Context(), `select position($1 in church_api_keys::text) > 0 from church_api_keys`, secret[10:]).Scan(&kept); err != nil || kept {
		t.Errorf("the key itself is kept: %v, %v", kept, err)
	}
}
