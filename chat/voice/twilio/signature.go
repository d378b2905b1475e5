package twilio

import (
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base64"
	"maps"
	"net/http"
	"net/url"
	"slices"
)

// Header carries the signature of a request.
const Header = "X-Twilio-Signature"

// Sign gives the signature of a request: of its whole address as the service was told it, followed by the fields of its form, each
// name with its value, sorted by name; HMAC-SHA1 with the account's token, in base64
// (https://www.twilio.com/docs/usage/security#validating-requests). A WebSocket's handshake is signed in the same way, for its wss://
// address and without a form (https://www.twilio.com/docs/voice/conversationrelay/websocket-messages, and for the scheme
// https://github.com/twilio-labs/twilio-aspnet/issues/162).
func Sign(token, address string, form url.Values) string {
	mac := hmac.New(sha1.New, []byte(token))
	mac.Write([]byte(address))
	for _, name := range slices.Sorted(maps.Keys(form)) {
		for _, value := range slices.Sorted(slices.Values(form[name])) {
			mac.Write([]byte(name + value))
		}
	}
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// Signed reports whether a request carries the signature of what it is. Without a token nothing is.
func Signed(r *http.Request, token, address string, form url.Values) bool {
	shown := r.Header.Get(Header)
	return token != "" && shown != "" && hmac.Equal([]byte(shown), []byte(Sign(token, address, form)))
}
