package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"log/slog"
	"strconv"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/admin/billing"
	"narthex/admin/notify"
	"narthex/migrations/pgtest"
)

// An alarm that cannot be mailed would keep the step that raises it from ever ending.
func TestTheFounderIsToldOfEveryAlarmOfBilling(t *testing.T) {
	db := pgtest.New(t)
	service, err := notify.New(db.Pool, notify.Config{BaseURL: "https://narthex.example", FounderEmail: "founder@narthex.example", Registerer: prometheus.NewRegistry(), Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	mail := subscriptionMail{service, nil, slog.New(slog.DiscardHandler)}
	kinds := alarmKinds(t)
	if len(kinds) < 10 {
		t.Fatalf("found %v", kinds)
	}
	for _, kind := range kinds {
		err := pgx.BeginFunc(t.Context(), db.Pool, func(tx pgx.Tx) error {
			return mail.Alarm(t.Context(), tx, billing.Alarm{Key: "k", Kind: kind, ID: "sub_1", Detail: "What has happened."})
		})
		if err != nil {
			t.Errorf("%s: %v", kind, err)
		}
	}
	var queued int
	if err := db.Admin.QueryRow(t.Context(), "select count(*) from notifications").Scan(&queued); err != nil || queued != len(kinds) {
		t.Errorf("%d mails of %d alarms, %v", queued, len(kinds), err)
	}
}

// alarmKinds are the constants of type AlarmKind in package billing.
func alarmKinds(t *testing.T) (kinds []billing.AlarmKind) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../../admin/billing/service.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if named, ok := spec.Type.(*ast.Ident); ok && named.Name == "AlarmKind" {
			for _, value := range spec.Values {
				kind, err := strconv.Unquote(value.(*ast.BasicLit).Value)
				if err != nil {
					t.Fatal(err)
				}
				kinds = append(kinds, billing.AlarmKind(kind))
			}
		}
		return true
	})
	return kinds
}
