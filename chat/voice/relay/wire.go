package relay

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"
)

// What the service sends (https://www.twilio.com/docs/voice/conversationrelay/websocket-messages#getting-messages-from-twilio).
const (
	kindSetup     = "setup"
	kindPrompt    = "prompt"
	kindInterrupt = "interrupt"
	kindDTMF      = "dtmf"
	kindError     = "error"
)

// received is a message of the service; Type says which fields it has.
type received struct {
	Type string `json:"type"`

	CallSID string `json:"callSid"` // setup

	VoicePrompt string `json:"voicePrompt"` // prompt
	Lang        string `json:"lang"`
	Last        *bool  `json:"last"` // absent: the whole of what was said

	Heard    string   `json:"utteranceUntilInterrupt"` // interrupt
	Duration duration `json:"durationUntilInterruptMs"`

	Digit string `json:"digit"` // dtmf

	Description string `json:"description"` // error
}

// isSaid reports whether a message is the whole of what a caller has said.
func (r received) isSaid() bool { return r.Type == kindPrompt && (r.Last == nil || *r.Last) }

// duration is in milliseconds. The service's examples have it as a string, its traffic as a number.
type duration int64

// UnmarshalJSON implements json.Unmarshaler. What is no duration is none: nothing depends on it.
func (d *duration) UnmarshalJSON(data []byte) error {
	text := strings.Trim(string(data), `"`)
	if ms, err := strconv.ParseFloat(text, 64); err == nil && ms >= 0 && ms < math.MaxInt32 {
		*d = duration(ms)
	}
	return nil
}

var (
	errNoType = errors.New("a message without a type")
	errNoText = errors.New("a message that is no text")
)

// parse reads a message.
func parse(data []byte) (m received, err error) {
	if err := json.Unmarshal(data, &m); err != nil {
		return m, err
	}
	if m.Type == "" {
		return m, errNoType
	}
	return m, nil
}

// What we send (https://www.twilio.com/docs/voice/conversationrelay/websocket-messages#sending-messages-to-twilio). The service
// refuses messages with fields that it does not know (error 64107).
type textMessage struct {
	Type          string `json:"type"` // text
	Token         string `json:"token"`
	Last          bool   `json:"last"`
	Lang          string `json:"lang,omitempty"`
	Interruptible *bool  `json:"interruptible,omitempty"`
}

type languageMessage struct {
	Type          string `json:"type"` // language
	TTSLanguage   string `json:"ttsLanguage"`
	Transcription string `json:"transcriptionLanguage"`
}

type endMessage struct {
	Type        string `json:"type"` // end
	HandoffData string `json:"handoffData,omitempty"`
}

// Handoff is why a call leaves the relay, as the end message carries it to the address that is asked what comes next.
type Handoff struct {
	Reason string `json:"reason"` // transfer, goodbye, limit, confused
}

// encode writes a message in one line.
func encode(message any) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(message) // they are all of texts and numbers
	return bytes.TrimSpace(out.Bytes())
}
