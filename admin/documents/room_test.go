package documents_test

import (
	"net/http"
	"testing"
	"time"

	"narthex/static/web/webtest"
)

func TestUploadsThatAreNotSentLeaveOtherChurchesTheirRoom(t *testing.T) {
	h := newHouse(t)
	_, slow := h.church(t, "grace")
	_, other := h.church(t, "hope")
	if status := webtest.Unsent(t, h.url, upload, slow); status != "HTTP/1.1 100 Continue" {
		t.Fatalf("the first: %s", status)
	}
	for range 3 {
		if status := webtest.Unsent(t, h.url, upload, slow); status != "HTTP/1.1 409 Conflict" {
			t.Errorf("another of the same church: %s", status)
		}
	}
	begun := time.Now()
	body, kind := form(t, "hours.txt", []byte("The office is open until noon."))
	if status, answer := h.send(t, http.MethodPost, upload, other, body, kind); status != http.StatusAccepted || time.Since(begun) > 2*time.Second {
		t.Errorf("another church's: %d %s after %v", status, answer, time.Since(begun))
	}
}
