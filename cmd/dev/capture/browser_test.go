package capture_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/chromedp/chromedp"

	"narthex/cmd/dev/browsertest"
	"narthex/cmd/dev/capture"
)

const artifacts = "../../../.artifacts/capture"

func TestThePageOfEventsIsForEverybody(t *testing.T) {
	server := httptest.NewServer(capture.New().Handler())
	defer server.Close()
	tab := browsertest.Open(t)
	tab.Do(chromedp.Navigate(server.URL))
	tab.Look(artifacts, "empty")
	if status, body := ask(t, http.MethodPost, server.URL+"/capture/", fmt.Sprintf(told, "3f0b7a52-9a46-4c3e-8f6f-0b1f7b1f0a11", "auth_trigger")); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	tab.Do(chromedp.Click(chromedp.CSS("a")))
	tab.Wait(`document.title === "Events (1)"`)
	tab.Look(artifacts, "events")
}
