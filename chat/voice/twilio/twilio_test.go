package twilio_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"narthex/chat/voice/twilio"
)

// The example of https://www.twilio.com/docs/usage/security#validating-requests and of the vendor's own libraries' tests.
func TestASignatureIsTheVendorsOwn(t *testing.T) {
	form := url.Values{"CallSid": {"CA1234567890ABCDE"}, "Caller": {"+14158675309"}, "Digits": {"1234"}, "From": {"+14158675309"}, "To": {"+18005551212"}}
	const address, want = "https://mycompany.com/myapp.php?foo=1&bar=2", "RSOYDt4T1cUTdK1PDd93/VVr8B8="
	if got := twilio.Sign("12345", address, form); got != want {
		t.Errorf("the signature is %s, not %s", got, want)
	}
	r := httptest.NewRequest(http.MethodPost, "/", nil)
	for _, shown := range []string{"", "x", want + "x"} {
		r.Header.Set(twilio.Header, shown)
		if twilio.Signed(r, "12345", address, form) {
			t.Errorf("%q is taken for a signature", shown)
		}
	}
	r.Header.Set(twilio.Header, want)
	if !twilio.Signed(r, "12345", address, form) {
		t.Error("the signature is refused")
	}
	r.Header.Set(twilio.Header, twilio.Sign("", address, form))
	if twilio.Signed(r, "", address, form) {
		t.Error("without a token something is taken for signed")
	}
}

func TestWhatIsSaidCannotBreakOutOfTheTwiML(t *testing.T) {
	w := httptest.NewRecorder()
	err := twilio.Response{
		Say: []twilio.Say{{Language: "en-US", Text: "</Say><Dial>+1</Dial>"}},
		Connect: &twilio.Connect{Action: "https://x.example/ended?a=1&b=2", Relay: twilio.Relay{
			URL: "wss://x.example/relay/t", WelcomeGreeting: `"Hello" & <welcome>`, Language: "en-US",
			Languages: []twilio.Language{{Code: "es-US"}},
		}},
	}.Write(w)
	if err != nil {
		t.Fatal(err)
	}
	body := w.Body.String()
	if strings.Contains(body, "<Dial>") || strings.Contains(body, "<welcome>") || !strings.Contains(body, "&lt;welcome&gt;") || !strings.Contains(body, "a=1&amp;b=2") {
		t.Errorf("the TwiML is %s", body)
	}
}
