package regression_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"narthex/admin/access"
	"narthex/admin/access/accesstest"
	"narthex/chat/church"
	"narthex/static/web/webtest"
)

func TestFilesThatAreNotSentLeaveOtherChurchesTheirRoom(t *testing.T) {
	h := newHouse(t)
	other := h.NewChurch(t)
	h.Exec(t, "update premium_churches set plan = $2, channel = $3 where church_id = $1", other, church.ProChat, church.ProChat.Channel())
	h.Exec(t, "insert into organization_settings (organization_id) values ($1)", other)
	if status := webtest.Unsent(t, h.site.URL, path+"/import", h.cookie); status != "HTTP/1.1 100 Continue" {
		t.Fatalf("the first: %s", status)
	}
	if status := webtest.Unsent(t, h.site.URL, path+"/import", h.cookie); status != "HTTP/1.1 409 Conflict" {
		t.Errorf("another of the same church: %s", status)
	}
	h.cookie = accesstest.SignIn(t, h.DB.Admin, other, access.RoleAdmin)
	begun := time.Now()
	if status, page := h.file(t, "question\nWhere?\n"); status != http.StatusOK || strings.Count(page, "/cases/") != 1 || time.Since(begun) > 2*time.Second {
		t.Errorf("another church's: %d after %v", status, time.Since(begun))
	}
}
