package main

import (
	"os"
	"strings"
	"testing"

	"github.com/google/uuid"

	"narthex/cmd/dev/nodes"
	"narthex/migrations/pgtest"
)

func TestOperatorsAreToldWhichChurchToCall(t *testing.T) {
	db, id := pgtest.New(t), uuid.New()
	for _, sql := range []string{
		`insert into churches (id, slug, name, phone) values ($1, 'grace', 'Grace Harbor', '+12075550100')`,
		`insert into visitor_requests (id, church_id, kind, session_id, turn_id, idempotency_key, urgent, message) values ($1, $1, 'crisis', $1, $1, $1, true, 'I cannot go on.')`,
	} {
		if _, err := db.Admin.Exec(t.Context(), sql, id); err != nil {
			t.Fatal(err)
		}
	}
	listed := nodes.Run(t, nodes.Build(t), append(os.Environ(), "DATABASE_URL="+db.URL), "crises", "list")
	if !strings.Contains(listed, "grace") || !strings.Contains(listed, "+12075550100") || !strings.Contains(listed, id.String()) || strings.Contains(listed, "cannot go on") {
		t.Error(listed)
	}
}
