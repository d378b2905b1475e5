package faqs_test

import (
	"net/http"
	"testing"
	"time"

	"narthex/migrations/pgtest"
	"narthex/retrieval"
	"narthex/static/web/webtest"
)

func TestFilesThatAreNotSentLeaveOtherChurchesTheirRoom(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	h := newHouse(t, db.Admin, db.Pool, retrieval.NewOffline())
	_, slow := h.church(t, "grace", "pro_chat")
	_, other := h.church(t, "hope", "pro_chat")
	const path = "/admin/training/faqs/import"
	if status := webtest.Unsent(t, h.url, path, slow); status != "HTTP/1.1 100 Continue" {
		t.Fatalf("the first: %s", status)
	}
	if status := webtest.Unsent(t, h.url, path, slow); status != "HTTP/1.1 409 Conflict" {
		t.Errorf("another of the same church: %s", status)
	}
	begun := time.Now()
	kind, body := file(t, "faqs.csv", []byte("question,answer\nWhen is the office open?,Until noon.\n"))
	if status, _, code := h.send(t, other, kind, body); status != http.StatusSeeOther || time.Since(begun) > 2*time.Second {
		t.Errorf("another church's: %d %s after %v", status, code, time.Since(begun))
	}
}
