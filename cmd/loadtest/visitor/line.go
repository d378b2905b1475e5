package visitor

import (
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"narthex/chat/voice/twilio"
)

// Line is where a call's socket is opened.
type Line struct {
	Call      string // the telephone service's name of the call
	Path      string
	Signature string // of the handshake; "" where nobody asks for one
}

// TelephoneService has calls answered, as far as it takes to be told where their sockets are.
type TelephoneService struct {
	Address string // host:port of whoever answers
	Token   string // the account's, which requests are signed with
	Called  string // E.164
}

// Ring has a call come in, each number's from a telephone of its own.
func (s TelephoneService) Ring(ctx context.Context, number int) (Line, error) {
	call, incoming := fmt.Sprintf("CA%032d", number), "http://"+s.Address+"/api/voice/incoming"
	form := url.Values{"CallSid": {call}, "From": {fmt.Sprintf("+1207555%04d", number)}, "To": {s.Called}, "CallStatus": {"ringing"}}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, incoming, strings.NewReader(form.Encode()))
	if err != nil {
		return Line{}, err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set(twilio.Header, twilio.Sign(s.Token, incoming, form))
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return Line{}, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return Line{}, err
	}
	var told struct {
		Says  []string `xml:"Say"`
		Relay struct {
			URL string `xml:"url,attr"`
		} `xml:"Connect>ConversationRelay"`
	}
	if err := xml.Unmarshal(body, &told); response.StatusCode != http.StatusOK || err != nil || told.Relay.URL == "" {
		return Line{}, fmt.Errorf("call %d is not answered: %s, %v", number, response.Status, told.Says)
	}
	socket := strings.TrimPrefix(told.Relay.URL, "ws://"+s.Address)
	return Line{Call: call, Path: socket, Signature: twilio.Sign(s.Token, told.Relay.URL, nil)}, nil
}
