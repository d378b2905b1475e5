package modeltest

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"hash/fnv"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"strings"
	"unicode"
)

// EmbeddingRequest is an embedding request as it came over the wire.
type EmbeddingRequest struct {
	Model      string
	Input      []string
	Dimensions int    // 0: not asked for
	Encoding   string // float or base64

	Header http.Header
	Body   []byte // the request's JSON
}

// DefaultDimensions is the length of vectors when a request does not name one.
const DefaultDimensions = 1536

func (s *Server) serveEmbeddings(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	req, err := decodeEmbedding(body, r.Header)
	if err != nil {
		writeError(w, http.StatusBadRequest, "invalid_request_error", "invalid_input", err.Error())
		return
	}
	behaviour := s.takeEmbedding(req)
	e := &exchange{server: s, request: r, writer: w, chat: ChatRequest{Stream: true}}
	if !behaviour.normal() {
		s.run(behaviour, e)
		return
	}
	s.run(Behaviour{before: behaviour.before, until: behaviour.until, steps: func(ChatRequest) []Step {
		return []Step{{do: func(e *exchange) {
			e.open(http.StatusOK, "application/json")
			_ = json.NewEncoder(w).Encode(req.answer())
		}}}
	}}, e)
}

func (s *Server) takeEmbedding(req EmbeddingRequest) Behaviour {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counts.Embeddings++
	s.embeddings = append(s.embeddings, req)
	if len(s.embeddingScript) == 0 {
		return Behaviour{}
	}
	next := s.embeddingScript[0]
	s.embeddingScript = s.embeddingScript[1:]
	return next
}

func decodeEmbedding(body []byte, header http.Header) (EmbeddingRequest, error) {
	var wire struct {
		Model      string          `json:"model"`
		Input      json.RawMessage `json:"input"`
		Dimensions int             `json:"dimensions"`
		Encoding   string          `json:"encoding_format"`
	}
	if err := json.Unmarshal(body, &wire); err != nil {
		return EmbeddingRequest{}, err
	}
	req := EmbeddingRequest{Model: wire.Model, Dimensions: wire.Dimensions, Encoding: wire.Encoding, Header: header.Clone(), Body: body}
	var one string
	switch {
	case json.Unmarshal(wire.Input, &one) == nil:
		req.Input = []string{one}
	case json.Unmarshal(wire.Input, &req.Input) != nil:
		return EmbeddingRequest{}, errors.New("input must be a string or a list of strings")
	}
	for _, text := range req.Input {
		if text == "" {
			return EmbeddingRequest{}, errors.New("input must not contain an empty string") // as the API does
		}
	}
	if len(req.Input) == 0 || req.Dimensions < 0 {
		return EmbeddingRequest{}, errors.New("input and dimensions must not be empty or negative")
	}
	return req, nil
}

func (r EmbeddingRequest) answer() map[string]any {
	dimensions := r.Dimensions
	if dimensions == 0 {
		dimensions = DefaultDimensions
	}
	var data []any
	tokens := 0
	for i, text := range r.Input {
		tokens += len(strings.Fields(text))
		var embedding any = Embed(text, dimensions)
		if r.Encoding == "base64" {
			embedding = encodeBase64(Embed(text, dimensions))
		}
		data = append(data, map[string]any{"object": "embedding", "index": i, "embedding": embedding})
	}
	return map[string]any{"object": "list", "model": r.Model, "data": data,
		"usage": map[string]any{"prompt_tokens": tokens, "total_tokens": tokens}}
}

// Embed gives the vector the server answers for a text: the normalised sum of one pseudo-random direction per distinct
// word, so that the cosine of two texts is about the share of words they have in common. Case and punctuation do not count.
func Embed(text string, dimensions int) []float32 {
	sum := make([]float64, dimensions)
	seen := map[string]bool{}
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	if len(words) == 0 {
		words = []string{text} // punctuation alone still has a direction
	}
	for _, word := range words {
		if seen[word] {
			continue
		}
		seen[word] = true
		hash := fnv.New64a()
		_, _ = io.WriteString(hash, word)
		source := rand.New(rand.NewPCG(hash.Sum64(), 1))
		for i := range sum {
			sum[i] += source.NormFloat64()
		}
	}
	return normalised(sum)
}

func normalised(sum []float64) []float32 {
	length := 0.0
	for _, x := range sum {
		length += x * x
	}
	length = math.Sqrt(length)
	vector := make([]float32, len(sum))
	for i, x := range sum {
		vector[i] = float32(x / length)
	}
	return vector
}

// encodeBase64 writes a vector as the API does: 32-bit floats, little-endian.
func encodeBase64(vector []float32) string {
	var packed []byte
	for _, x := range vector {
		packed = binary.LittleEndian.AppendUint32(packed, math.Float32bits(x))
	}
	return base64.StdEncoding.EncodeToString(packed)
}
