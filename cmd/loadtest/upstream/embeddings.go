package upstream

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"hash/fnv"
	"math"
	"net"
	"net/http"
	"strings"
	"unicode"
)

const (
	defaultDimensions = 1536
	maxDimensions     = 3072
)

type embeddingRequest struct {
	Input      json.RawMessage `json:"input"` // a string, or an array of strings
	Model      string          `json:"model"`
	Format     string          `json:"encoding_format"`
	Dimensions int             `json:"dimensions"`
}

type embedding struct {
	Object    string `json:"object"`
	Index     int    `json:"index"`
	Embedding any    `json:"embedding"` // []float32, or the base64 of its bytes
}

func (s *Server) embed(conn net.Conn, body []byte) error {
	var request embeddingRequest
	if err := json.Unmarshal(body, &request); err != nil {
		return refuse(conn, http.StatusBadRequest, "invalid_request_error", "We could not parse the JSON body of your request.")
	}
	var texts []string
	if err := json.Unmarshal(request.Input, &texts); err != nil {
		texts = make([]string, 1)
		if err := json.Unmarshal(request.Input, &texts[0]); err != nil {
			return refuse(conn, http.StatusBadRequest, "invalid_request_error", "'input' must be a string or an array of strings.")
		}
	}
	if request.Dimensions == 0 {
		request.Dimensions = defaultDimensions
	}
	if request.Dimensions < 0 || request.Dimensions > maxDimensions {
		return refuse(conn, http.StatusBadRequest, "invalid_request_error", "Invalid value for 'dimensions'.")
	}
	s.stats.embeddings.Add(uint64(len(texts)))
	data := make([]embedding, len(texts))
	used := 0
	for i, text := range texts {
		data[i] = embedding{Object: "embedding", Index: i, Embedding: encode(embed(text, request.Dimensions), request.Format)}
		used += len(text) / 4
	}
	return reply(conn, http.StatusOK, map[string]any{
		"object": "list", "data": data, "model": request.Model,
		"usage": map[string]int{"prompt_tokens": used, "total_tokens": used},
	})
}

func encode(vector []float32, format string) any {
	if format != "base64" {
		return vector
	}
	raw := make([]byte, 0, 4*len(vector))
	for _, x := range vector {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(x))
	}
	return base64.StdEncoding.EncodeToString(raw)
}

const (
	wordSpread   = 24  // numbers of the vector that one word touches
	textStrength = 0.2 // of what tells two texts of the same words apart, against a word's 1
)

// embed makes a vector of length 1 from the words of a text: the same for the same text, near for texts with words in
// common, so that searches find passages as with a real model.
func embed(text string, dimensions int) []float32 {
	sum := make([]float64, dimensions)
	add(sum, text, textStrength)
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		add(sum, word, 1)
	}
	var squares float64
	for _, x := range sum {
		squares += x * x
	}
	vector := make([]float32, dimensions)
	for i, x := range sum {
		vector[i] = float32(x / math.Sqrt(squares))
	}
	return vector
}

// add spreads a word over the vector, at places and with signs that its hash chooses.
func add(sum []float64, word string, strength float64) {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(word)) // never fails
	state := hash.Sum64() | 1
	for range wordSpread {
		state ^= state << 13
		state ^= state >> 7
		state ^= state << 17
		if state&(1<<40) == 0 {
			sum[state%uint64(len(sum))] += strength
		} else {
			sum[state%uint64(len(sum))] -= strength
		}
	}
}
