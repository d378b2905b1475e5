package floor

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/coder/websocket"
)

// Calls takes the sockets of calls: it gives one question the same answer, in one message, and asks the model service every other one,
// a message for each of its words. Nothing is checked, made speakable or written down.
type Calls struct {
	relay    *Relay
	question string
	answer   string
}

// NewCalls returns a server of calls whose answer to a question is known; all others are a relay's.
func NewCalls(relay *Relay, question, answer string) *Calls { return &Calls{relay, question, answer} }

// textMessage is what the telephone service is sent to be read out.
type textMessage struct {
	Type  string `json:"type"`
	Token string `json:"token"`
	Last  bool   `json:"last"`
}

func (c *Calls) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return // Accept has answered
	}
	defer conn.CloseNow()
	for {
		_, data, err := conn.Read(r.Context())
		if err != nil {
			return
		}
		var said struct{ Type, VoicePrompt string }
		if json.Unmarshal(data, &said) != nil || said.Type != "prompt" {
			continue
		}
		say := func(word string, last bool) error {
			out, err := json.Marshal(textMessage{"text", word, last})
			if err != nil {
				return err
			}
			return conn.Write(r.Context(), websocket.MessageText, out)
		}
		if said.VoicePrompt == c.question {
			err = say(c.answer, true)
		} else {
			err = c.ask(r.Context(), said.VoicePrompt, say)
		}
		if err != nil {
			return
		}
	}
}

// ask says the words of the model's answer as they come.
func (c *Calls) ask(ctx context.Context, question string, say func(word string, last bool) error) error {
	response, err := c.relay.ask(ctx, question)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	for lines := bufio.NewScanner(response.Body); lines.Scan(); {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok || data == "[DONE]" {
			continue
		}
		var chunk struct {
			Choices []struct{ Delta struct{ Content string } }
		}
		if err := json.Unmarshal([]byte(data), &chunk); err != nil {
			return err
		}
		for _, choice := range chunk.Choices {
			if choice.Delta.Content == "" {
				continue
			}
			if err := say(choice.Delta.Content, false); err != nil {
				return err
			}
		}
	}
	return say("", true)
}
