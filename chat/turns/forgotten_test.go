package turns_test

import (
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"

	"narthex/cache/compressed"
	"narthex/chat/chattest"
	"narthex/chat/model/modeltest"
	"narthex/cmd/dev/stack"
)

// traces returns where anything says one of some words: keys of a Redis with whatever they hold, rows of all tables, and files below
// some directories. Requests that were handed to the church, with the notices of them, are left out.
func traces(t testing.TB, server *chattest.Server, words []string, dirs ...string) (found []string) {
	t.Helper()
	says := func(text string) bool {
		for _, word := range words {
			if strings.Contains(strings.ToLower(text), word) {
				return true
			}
		}
		return false
	}
	keys := server.Redis.Scan(t.Context(), 0, "*", 1000).Iterator()
	for keys.Next(t.Context()) {
		if key := keys.Val(); says(key) || says(content(t, server.Redis, key)) {
			found = append(found, "key "+key)
		}
	}
	chattest.Must(t, keys.Err())
	rows, err := server.DB.Admin.Query(t.Context(), `
		select format('%I.%I', table_schema, table_name) from information_schema.tables
		where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
			and table_name not in ('visitor_requests', 'notifications')`)
	chattest.Must(t, err)
	var tables []string
	for rows.Next() {
		var table string
		chattest.Must(t, rows.Scan(&table))
		tables = append(tables, table)
	}
	chattest.Must(t, rows.Err())
	for _, table := range tables {
		var n int
		chattest.Must(t, server.DB.Admin.QueryRow(t.Context(), `select count(*) from `+table+` as r where lower(r::text) like any ($1)`, patterns(words)).Scan(&n))
		if n > 0 {
			found = append(found, "table "+table)
		}
	}
	for _, dir := range dirs {
		chattest.Must(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			if says(path) || says(string(data)) {
				found = append(found, "file "+path)
			}
			return err
		}))
	}
	return found
}

func patterns(words []string) []string {
	like := make([]string, len(words))
	for i, word := range words {
		like[i] = "%" + word + "%"
	}
	return like
}

// content is all that a key holds, whatever its type, as text.
func content(t testing.TB, client redis.UniversalClient, key string) string {
	t.Helper()
	ctx := t.Context()
	kind, err := client.Type(ctx, key).Result()
	chattest.Must(t, err)
	var parts []string
	switch kind {
	case "none": // it has expired
	case "string":
		parts = append(parts, client.Get(ctx, key).Val())
	case "hash":
		for field, value := range client.HGetAll(ctx, key).Val() {
			parts = append(parts, field, value)
		}
	case "list":
		parts = client.LRange(ctx, key, 0, -1).Val()
	case "set":
		parts = client.SMembers(ctx, key).Val()
	case "zset":
		parts = client.ZRange(ctx, key, 0, -1).Val()
	case "stream":
		for _, entry := range client.XRange(ctx, key, "-", "+").Val() {
			for field, value := range entry.Values {
				parts = append(parts, field, value.(string))
			}
		}
	case "vectorset":
		parts = append(parts, client.Dump(ctx, key).Val())
	default:
		t.Fatalf("%s is a %s, which nobody looks into", key, kind)
	}
	for i, part := range parts {
		_, log, _ := strings.Cut(part, "\n")   // before which the session stands
		_, answer, _ := strings.Cut(part, " ") // before which its sources stand
		for _, kept := range []string{part, log, answer} {
			if compressed.Is([]byte(kept)) {
				opened, err := compressed.Open([]byte(kept))
				chattest.Must(t, err)
				parts[i] += string(opened)
			}
		}
	}
	return strings.Join(parts, "\n")
}

// TestForgottenMeansForgotten looks for a visitor's words wherever anything is kept, before and after their conversation is forgotten.
func TestForgottenMeansForgotten(t *testing.T) {
	spool, logs := t.TempDir(), t.TempDir()
	log, err := os.Create(filepath.Join(logs, "log"))
	chattest.Must(t, err)
	defer log.Close()
	server := chattest.NewServer(t, func(config *chattest.Config) {
		config.RedisURL, config.Turns.SpoolDir = stack.NeedRedisDB(t), spool
		config.Turns.Logger = slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	churchID, session := server.NewChurch(t), uuid.New()
	words := []string{"zwieback", "quokka", "xylotomy"}
	server.Upstream.Script(modeltest.Reply("The zwieback hymnal is the blue one."), modeltest.Reply("I am sorry about your quokka."), modeltest.Reply("Xylotomy, yes."))
	ask := func(message, agent string) string {
		events := server.Ask(t, churchID, chattest.Question{Message: message, Session: session, Agent: agent})
		return events[0].Data["turnId"].(string)
	}
	turn := ask("Which zwieback hymnal stands in the pews here?", "coordinator") // is kept for others
	ask("My quokka has died and I am sad", "care")                               // is the visitor's own
	ask("And what about xylotomy?", "coordinator")                               // leans on what was said
	if status := server.PostToTurn(t, turn, "feedback", map[string]any{"sessionId": session, "churchId": churchID, "value": "down", "comment": "Not that zwieback!"}); status != http.StatusNoContent {
		t.Fatalf("feedback: %d", status)
	}
	eventuallyKept(t, server, churchID, session, 7)
	others, answers := 0, 0
	for _, where := range traces(t, server, words, spool, logs) {
		if strings.Contains(where, "cache:kept") {
			answers++
		}
		others++
	}
	if answers == 0 || others < 6 {
		t.Fatalf("before: %d places, %d of the answer cache: the test shows nothing", others, answers)
	}

	if status := forget(t, server, churchID, session); status != http.StatusNoContent {
		t.Fatalf("status %d", status)
	}
	if found := traces(t, server, words, spool, logs); len(found) != 0 {
		t.Errorf("the visitor's words are in %q", found)
	}
	for _, key := range server.Redis.Keys(t.Context(), "narthex:{"+churchID.String()+"}:cache:*").Val() {
		if strings.Contains(key, ":embedding:") || strings.Contains(key, ":vectors:") || strings.Contains(key, ":answer:") {
			t.Errorf("%s was made of the visitor's questions, and is there", key)
		}
	}
}

// TestARetryForgetsWhatTheFirstTryKnew forgets while Redis is away: the messages are gone by the second try, which has to find in the
// caches what was made of them.
func TestARetryForgetsWhatTheFirstTryKnew(t *testing.T) {
	url := stack.NeedRedisDB(t)
	address, network := stack.NewOutage(t, url)
	server := chattest.NewServer(t, func(config *chattest.Config) { config.RedisURL = address })
	churchID, session := server.NewChurch(t), uuid.New()
	server.Upstream.Script(modeltest.Reply("The zwieback hymnal is the blue one."))
	server.Ask(t, churchID, chattest.Question{Message: "Which zwieback hymnal stands in the pews here?", Session: session})
	eventuallyKept(t, server, churchID, session, 3)
	words := []string{"zwieback"}
	if len(traces(t, server, words)) == 0 {
		t.Fatal("nothing is known of it, so the test shows nothing")
	}
	network.Cut()
	if status := forget(t, server, churchID, session); status != http.StatusServiceUnavailable {
		t.Errorf("without Redis: %d", status)
	}
	network.Restore()
	chattest.Eventually(t, func() bool { return forget(t, server, churchID, session) == http.StatusNoContent })
	if found := traces(t, server, words); len(found) != 0 {
		t.Errorf("the visitor's words are in %q", found)
	}
}
