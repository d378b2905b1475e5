package twilio

import (
	"encoding/xml"
	"fmt"
	"net/http"
)

// Response is what the service is to do with a call, in the order of the fields
// (https://www.twilio.com/docs/voice/twiml).
type Response struct {
	XMLName xml.Name `xml:"Response"`
	Say     []Say    `xml:"Say,omitempty"`
	Connect *Connect `xml:",omitempty"`
	Dial    *Dial    `xml:",omitempty"`
	Hangup  *Hangup  `xml:",omitempty"`
}

// Say reads a text out.
type Say struct {
	Language string `xml:"language,attr"`
	Text     string `xml:",chardata"`
}

// Dial puts the caller through. Action is asked what comes next when that is over, or nobody has answered
// (https://www.twilio.com/docs/voice/twiml/dial#action).
type Dial struct {
	Action   string `xml:"action,attr"`
	CallerID string `xml:"callerId,attr,omitempty"`
	Timeout  int    `xml:"timeout,attr,omitempty"` // seconds of ringing
	Number   string `xml:",chardata"`
}

// Hangup ends the call.
type Hangup struct{}

// Connect hands the call to a relay; Action is asked what comes next when that has ended.
type Connect struct {
	Action string `xml:"action,attr"`
	Relay  Relay  `xml:"ConversationRelay"`
}

// Relay turns what the caller says into text for a socket, and its answers into speech
// (https://www.twilio.com/docs/voice/twiml/connect/conversationrelay).
type Relay struct {
	URL             string     `xml:"url,attr"`
	WelcomeGreeting string     `xml:"welcomeGreeting,attr,omitempty"`
	Language        string     `xml:"language,attr"`
	TTSProvider     string     `xml:"ttsProvider,attr"`
	Voice           string     `xml:"voice,attr"`
	Interruptible   string     `xml:"interruptible,attr"`
	DTMFDetection   bool       `xml:"dtmfDetection,attr"`
	Languages       []Language `xml:"Language"`
}

// Language is how one language is spoken.
type Language struct {
	Code        string `xml:"code,attr"`
	TTSProvider string `xml:"ttsProvider,attr"`
	Voice       string `xml:"voice,attr"`
}

// Write sends it.
func (r Response) Write(w http.ResponseWriter) error {
	body, err := xml.Marshal(r)
	if err != nil {
		return fmt.Errorf("write TwiML: %w", err)
	}
	w.Header().Set("Content-Type", "text/xml; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(append([]byte(xml.Header), body...))
	return nil
}
