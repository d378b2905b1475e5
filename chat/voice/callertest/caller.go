// Package callertest plays a caller: it speaks the protocol of the telephone service, by text. What a caller would hear it gives as
// text, and what is asked of the service it does as the service would.
package callertest

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/coder/websocket"

	"narthex/chat/voice/twilio"
)

// Service is the telephone service, as far as a call needs it.
type Service struct {
	Base  string // where the calls are answered
	Told  string // the address that requests are signed for, if it is another
	Token string // the account's
	Call  string // the service's name of the call
	From  string
	To    string
}

// Answer is the TwiML that the service was given, as far as it is used here.
type Answer struct {
	Says    []string `xml:"Say"`
	Hangup  *struct{}
	Dial    string `xml:"Dial"`
	Dialed  string `xml:"-"` // what is asked when the one who was dialled has hung up, or not answered
	Connect *struct {
		Action string `xml:"action,attr"`
		Relay  struct {
			URL      string `xml:"url,attr"`
			Greeting string `xml:"welcomeGreeting,attr"`
			Language string `xml:"language,attr"`
			Voice    string `xml:"voice,attr"`
		} `xml:"ConversationRelay"`
	}
}

// reached is where an address that the service was told really is.
func (s *Service) reached(address string) string {
	if s.Told == "" {
		return address
	}
	if rest, ok := strings.CutPrefix(address, "ws"+strings.TrimPrefix(s.Told, "http")); ok {
		return "ws" + strings.TrimPrefix(s.Base, "http") + rest
	}
	return s.Base + strings.TrimPrefix(address, s.Told)
}

// Post sends a signed request of the service and reads the TwiML.
func (s *Service) Post(ctx context.Context, address string, fields url.Values) (answer Answer, status int, err error) {
	form := url.Values{"CallSid": {s.Call}, "From": {s.From}, "To": {s.To}, "CallStatus": {"in-progress"}, "Direction": {"inbound"}}
	for name, values := range fields {
		form[name] = values
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.reached(address), strings.NewReader(form.Encode()))
	if err != nil {
		return answer, 0, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set(twilio.Header, twilio.Sign(s.Token, address, form))
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return answer, 0, err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		return answer, res.StatusCode, err
	}
	var dial struct {
		Dial struct {
			Action string `xml:"action,attr"`
		}
	}
	if err := errors.Join(xml.Unmarshal(body, &answer), xml.Unmarshal(body, &dial)); err != nil {
		return answer, res.StatusCode, fmt.Errorf("read %s: %w", body, err)
	}
	answer.Dialed = dial.Dial.Action
	return answer, res.StatusCode, nil
}

// Ring calls, and gives what the service is told to do.
func (s *Service) Ring(ctx context.Context) (Answer, int, error) {
	base := s.Base
	if s.Told != "" {
		base = s.Told
	}
	return s.Post(ctx, base+"/api/voice/incoming", nil)
}

// Caller is somebody on the line.
type Caller struct {
	Service  *Service
	Greeting string
	Offer    string // what follows it in the other language
	Voice    string
	Language string
	Action   string // what is asked when the socket has ended
	conn     *websocket.Conn
}

// ErrNotAnswered says that a call was told something, and not answered.
var ErrNotAnswered = errors.New("the call is not answered")

// Dial calls and is answered.
func (s *Service) Dial(ctx context.Context) (*Caller, error) {
	answer, status, err := s.Ring(ctx)
	if err != nil {
		return nil, err
	}
	if answer.Connect == nil {
		return nil, fmt.Errorf("%w: status %d, %v", ErrNotAnswered, status, answer.Says)
	}
	c, err := s.Connect(ctx, answer)
	if err == nil {
		c.Offer, err = c.Hear(ctx)
	}
	return c, err
}

// Connect opens the socket that an answer names, as the service does.
func (s *Service) Connect(ctx context.Context, answer Answer) (*Caller, error) {
	c := &Caller{Service: s, Greeting: answer.Connect.Relay.Greeting, Voice: answer.Connect.Relay.Voice, Language: answer.Connect.Relay.Language, Action: answer.Connect.Action}
	address := answer.Connect.Relay.URL
	header := http.Header{twilio.Header: {twilio.Sign(s.Token, address, nil)}}
	conn, res, err := websocket.Dial(ctx, s.reached(address), &websocket.DialOptions{HTTPHeader: header})
	if err != nil {
		if res != nil {
			return nil, fmt.Errorf("open the socket: status %d: %w", res.StatusCode, err)
		}
		return nil, fmt.Errorf("open the socket: %w", err)
	}
	c.conn = conn
	return c, c.Send(ctx, map[string]any{
		"type": "setup", "sessionId": "VX" + s.Call, "callSid": s.Call, "from": s.From, "to": s.To, "direction": "inbound", "callType": "PSTN", "callStatus": "RINGING",
	})
}

// Send sends a message of the service.
func (c *Caller) Send(ctx context.Context, message any) error {
	data, err := json.Marshal(message)
	if err != nil {
		return err
	}
	return c.Raw(ctx, websocket.MessageText, data)
}

// Raw sends what may be no message at all.
func (c *Caller) Raw(ctx context.Context, kind websocket.MessageType, data []byte) error {
	return c.conn.Write(ctx, kind, data)
}

// Say says something, which is understood word for word.
func (c *Caller) Say(ctx context.Context, said string) error {
	return c.Send(ctx, map[string]any{"type": "prompt", "voicePrompt": said, "lang": "en-US", "last": true})
}

// Interrupt speaks into an answer of which so much was heard.
func (c *Caller) Interrupt(ctx context.Context, heard string) error {
	return c.Send(ctx, map[string]any{"type": "interrupt", "utteranceUntilInterrupt": heard, "durationUntilInterruptMs": "460"})
}

// Press presses a key.
func (c *Caller) Press(ctx context.Context, digit string) error {
	return c.Send(ctx, map[string]any{"type": "dtmf", "digit": digit})
}

// Message is what the service is sent.
type Message struct {
	Type, Token, Lang, TTSLanguage string
	Last                           bool
	HandoffData                    string
}

// Next waits for the next message.
func (c *Caller) Next(ctx context.Context) (m Message, err error) {
	_, data, err := c.conn.Read(ctx)
	if err != nil {
		return m, err
	}
	return m, json.Unmarshal(data, &m)
}

// Hear listens to one answer, to its last word. Messages that are not spoken are passed over, but for the end.
func (c *Caller) Hear(ctx context.Context) (said string, err error) {
	for {
		m, err := c.Next(ctx)
		switch {
		case err != nil:
			return said, err
		case m.Type == "end":
			return said, &Ended{m.HandoffData}
		case m.Type == "text":
			if said += m.Token; m.Last {
				return said, nil
			}
		}
	}
}

// Ended says that the call was handed back.
type Ended struct{ HandoffData string }

func (e *Ended) Error() string { return "the call was handed back: " + e.HandoffData }

// HangUp ends the call as a caller does.
func (c *Caller) HangUp() error { return c.conn.Close(websocket.StatusNormalClosure, "") }

// MovedTo is the call at another node, whose address is given: its socket stays where it is.
func (c *Caller) MovedTo(base string) *Caller {
	service, moved := *c.Service, *c
	service.Base, moved.Service = base, &service
	return &moved
}

// Drop cuts the socket without a word.
func (c *Caller) Drop() error { return c.conn.CloseNow() }

// After asks what comes after the socket; handoff is the data of an end, if there was one.
func (c *Caller) After(ctx context.Context, handoff string) (Answer, error) {
	fields := url.Values{"SessionStatus": {"failed"}, "ErrorCode": {"64105"}, "ErrorMessage": {"WebSocket Ended"}} // as told by who has seen it, not by the vendor's documents
	if handoff != "" {
		fields = url.Values{"SessionStatus": {"ended"}, "HandoffData": {handoff}}
	}
	answer, status, err := c.Service.Post(ctx, c.Action, fields)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("status %d", status)
	}
	return answer, err
}
