package web_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"narthex/static/web"
)

func TestOnlyASiteWithTLSBindsBrowsersToIt(t *testing.T) {
	for base, want := range map[string]string{"https://narthex.example": "max-age=31536000", "http://127.0.0.1:8080": ""} {
		recorder := httptest.NewRecorder()
		web.StrictTransport(base)(http.NotFoundHandler()).ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/", nil))
		if got := recorder.Header().Get("Strict-Transport-Security"); got != want || recorder.Code != http.StatusNotFound {
			t.Errorf("%s: %q, %d", base, got, recorder.Code)
		}
	}
}
