package floor

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
)

// maxQuestion bounds a visitor's request, in bytes.
const maxQuestion = 64 << 10

// Relay asks the model service each visitor's question and copies the answer's stream, with a flush for each read. It
// sends the service's chunks as they are, which are about twice as long as Narthex's events.
type Relay struct {
	completions string
	system      string // a prompt as long as Narthex's, since sending and reading it costs both sides
	client      *http.Client
}

// NewRelay returns a relay to the service at base, whose prompts are promptBytes long.
func NewRelay(base string, promptBytes int) *Relay {
	return &Relay{
		completions: strings.TrimSuffix(base, "/") + "/chat/completions",
		system:      strings.Repeat("You answer for a church. ", promptBytes/25+1)[:promptBytes],
		// All requests go to one host; the default of 2 idle connections would mean a handshake for most.
		client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64, DisableCompression: true}},
	}
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

func (relay *Relay) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var question struct{ Message string }
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxQuestion)).Decode(&question); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	response, err := relay.ask(r.Context(), question.Message)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer response.Body.Close()
	w.Header().Set("Content-Type", response.Header.Get("Content-Type"))
	w.WriteHeader(response.StatusCode)
	copyFlushed(w, response.Body)
}

// ask asks the model service a question. The caller closes the answer.
func (relay *Relay) ask(ctx context.Context, question string) (*http.Response, error) {
	body, err := json.Marshal(map[string]any{
		"model": "loadtest", "stream": true, "stream_options": map[string]bool{"include_usage": true},
		"messages": []message{{"system", relay.system}, {"user", question}},
	})
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, relay.completions, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	return relay.client.Do(request)
}

func copyFlushed(w http.ResponseWriter, from io.Reader) {
	control := http.NewResponseController(w)
	buffer := make([]byte, 4<<10)
	for {
		n, err := from.Read(buffer)
		if n > 0 {
			if _, failed := w.Write(buffer[:n]); failed != nil {
				return
			}
			if control.Flush() != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}
