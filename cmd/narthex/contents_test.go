package main

import (
	"log"
	"os"
	"testing"

	"narthex/cmd/dev/nodes"
	"narthex/migrations/pgtest"
)

// demoContents are the demonstration churches as the program stores them; modelContents are the same, embedded by the model that
// startModel serves: vectors of two embedders cannot be compared.
var (
	demoContents  = pgtest.Contents{Fill: func(t testing.TB, db *pgtest.DB) { migrateAndSeed(t, db, withoutModel()) }}
	modelContents = pgtest.Contents{Fill: func(t testing.TB, db *pgtest.DB) {
		migrateAndSeed(t, db, append(os.Environ(), "OPENAI_BASE_URL="+startModel(t), "OPENAI_API_KEY=test"))
	}}
)

func migrateAndSeed(t testing.TB, db *pgtest.DB, environment []string) {
	t.Helper()
	program := nodes.Build(t)
	environment = append(environment, "DATABASE_URL="+db.URL, "DATABASE_ADMIN_URL="+db.AdminURL)
	nodes.Run(t, program, environment, "migrate")
	nodes.Run(t, program, environment, "seed", "--demo")
}

// TestMain drops the databases that the tests have copied.
func TestMain(m *testing.M) {
	code := m.Run()
	for _, contents := range []*pgtest.Contents{&demoContents, &modelContents} {
		if err := contents.Drop(); err != nil {
			log.Print(err)
			code = max(code, 1)
		}
	}
	os.Exit(code)
}
