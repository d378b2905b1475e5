package retrieval

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/sashabaranov/go-openai"

	"narthex/chat/upstream"
)

// OpenAIConfig configures the embedder for OpenAI and every server that speaks its API. What is zero gets the default.
type OpenAIConfig struct {
	APIKey  string
	BaseURL string // default upstream.DefaultBaseURL
	Model   string // default text-embedding-3-small; it must be able to give 1,536 dimensions

	RequestTimeout time.Duration // of one attempt, connecting included; default 30 s
	Attempts       int           // of one request, the first included; default 4
	MaxBackoff     time.Duration // between attempts; default 20 s; also the longest Retry-After that is waited for

	MaxBatchTexts int // texts in one request; default 128
	MaxBatchBytes int // bytes of text in one request; default 400,000, about a third of the API's limit in tokens
	MaxTextBytes  int // of one text; a longer one is cut; default 24,000, about the model's limit of 8,192 tokens

	Registerer prometheus.Registerer // nil: no metrics
}

func (cfg OpenAIConfig) withDefaults() OpenAIConfig {
	setDefault(&cfg.Model, string(openai.SmallEmbedding3))
	setDefault(&cfg.RequestTimeout, 30*time.Second)
	setDefault(&cfg.Attempts, 4)
	setDefault(&cfg.MaxBackoff, 20*time.Second)
	setDefault(&cfg.MaxBatchTexts, 128)
	setDefault(&cfg.MaxBatchBytes, 400_000)
	setDefault(&cfg.MaxTextBytes, 24_000)
	return cfg
}

func setDefault[T comparable](value *T, otherwise T) {
	var zero T
	if *value == zero {
		*value = otherwise
	}
}

// OpenAI embeds by an API that speaks OpenAI's. It is safe for concurrent use.
type OpenAI struct {
	cfg      OpenAIConfig
	endpoint *upstream.Endpoint
	breaker  *upstream.Breaker
	hurried  *upstream.Breaker // of callers who wait for less than an attempt may take
	retries  retrypolicy.RetryPolicy[[]openai.Embedding]
	metrics  *embeddingMetrics
}

// NewOpenAI returns the embedder. It makes no request.
func NewOpenAI(cfg OpenAIConfig) (*OpenAI, error) {
	cfg = cfg.withDefaults()
	if cfg.APIKey == "" {
		return nil, errors.New("the OpenAI embedder needs an API key")
	}
	if cfg.Attempts < 1 || cfg.MaxBatchTexts < 1 || cfg.MaxBatchBytes < 1 || cfg.MaxTextBytes < utf8.UTFMax {
		return nil, errors.New("the OpenAI embedder's limits must be positive")
	}
	endpoint, err := upstream.New(upstream.Config{APIKey: cfg.APIKey, BaseURL: cfg.BaseURL, Path: "/embeddings"})
	if err != nil {
		return nil, fmt.Errorf("the OpenAI embedder: %w", err)
	}
	e := &OpenAI{cfg: cfg, endpoint: endpoint, metrics: newEmbeddingMetrics(cfg.Registerer),
		breaker: upstream.NewBreaker(upstream.BreakerConfig{Failures: failuresInARow, Pause: breakerPause}),
		hurried: upstream.NewBreaker(upstream.BreakerConfig{Failures: failuresInARow, Pause: breakerPause})}
	e.retries = e.newRetryPolicy()
	return e, nil
}

// Name is "openai:" and the model.
func (e *OpenAI) Name() string { return "openai:" + e.cfg.Model }

// Close lets go of idle connections. The embedder can go on being used.
func (e *OpenAI) Close() { e.endpoint.Close() }

// ErrBadEmbedding says that the server answered with something that is not an embedding of ours.
var ErrBadEmbedding = errors.New("the embedding server's answer cannot be used")

// Embed sends the texts in batches. It retries what may pass (429, 5xx, broken connections) with growing pauses, honours
// Retry-After, and halves a batch that the server refuses until only the text at fault is left out.
func (e *OpenAI) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	run := &embedRun{embedder: e, texts: make([]string, len(texts)), vectors: make([][]float32, len(texts)), errs: make(map[int]error)}
	for i, text := range texts {
		run.texts[i] = cut(strings.ToValidUTF8(text, "\uFFFD"), e.cfg.MaxTextBytes)
		if strings.TrimSpace(text) == "" {
			run.errs[i] = errors.New("an empty text has no embedding")
		}
	}
	for _, batch := range run.batches() {
		if err := run.embed(ctx, batch); err != nil {
			return nil, fmt.Errorf("embed %d texts with %s: %w", len(texts), e.Name(), err)
		}
	}
	e.metrics.countTexts(e.Name(), len(texts)-len(run.errs), len(run.errs))
	if len(run.errs) > 0 {
		return run.vectors, &PartialError{Errs: run.errs}
	}
	return run.vectors, nil
}

// cut shortens text to at most limit bytes, at the border of a character.
func cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return text[:limit]
}

// embedRun is one call of Embed.
type embedRun struct {
	embedder *OpenAI
	texts    []string
	vectors  [][]float32
	errs     map[int]error
}

// batches groups the indexes of the texts that are to be sent.
func (r *embedRun) batches() [][]int {
	var batches [][]int
	var batch []int
	bytes := 0
	for i, text := range r.texts {
		if r.errs[i] != nil {
			continue
		}
		if len(batch) > 0 && (len(batch) == r.embedder.cfg.MaxBatchTexts || bytes+len(text) > r.embedder.cfg.MaxBatchBytes) {
			batches, batch, bytes = append(batches, batch), nil, 0
		}
		batch = append(batch, i)
		bytes += len(text)
	}
	if len(batch) > 0 {
		batches = append(batches, batch)
	}
	return batches
}

// embed embeds one batch. It returns an error only when going on makes no sense: the server is down, or refuses us and not
// a text.
func (r *embedRun) embed(ctx context.Context, batch []int) error {
	texts := make([]string, len(batch))
	for i, index := range batch {
		texts[i] = r.texts[index]
	}
	data, err := r.embedder.request(ctx, texts)
	if err != nil {
		if !refusesText(err) {
			return err
		}
		if len(batch) == 1 {
			r.errs[batch[0]] = err
			return nil
		}
		half := len(batch) / 2
		if err := r.embed(ctx, batch[:half]); err != nil {
			return err
		}
		return r.embed(ctx, batch[half:])
	}
	r.take(batch, data)
	return nil
}

// take sorts the answer's vectors to their texts. A text without a good one is an error of that text alone.
func (r *embedRun) take(batch []int, data []openai.Embedding) {
	for _, d := range data {
		if d.Index < 0 || d.Index >= len(batch) {
			continue
		}
		index := batch[d.Index]
		vector, err := checked(d.Embedding)
		if err != nil {
			r.errs[index] = err
			continue
		}
		r.vectors[index] = vector
	}
	for _, index := range batch {
		if r.vectors[index] == nil && r.errs[index] == nil {
			r.errs[index] = fmt.Errorf("%w: it has no embedding for one of the texts", ErrBadEmbedding)
		}
	}
}

// checked brings the vector to length 1 and returns it, or why it is none.
func checked(vector []float32) ([]float32, error) {
	if len(vector) != Dimensions {
		return nil, fmt.Errorf("%w: %d dimensions instead of %d; choose a model that can give %d", ErrBadEmbedding, len(vector), Dimensions, Dimensions)
	}
	var squares float64
	for _, x := range vector {
		squares += float64(x) * float64(x)
	}
	if squares == 0 || math.IsNaN(squares) || math.IsInf(squares, 0) {
		return nil, fmt.Errorf("%w: the vector has no direction", ErrBadEmbedding)
	}
	length := math.Sqrt(squares)
	for i, x := range vector {
		vector[i] = float32(float64(x) / length)
	}
	return vector, nil
}

// request sends one batch, again if need be.
func (e *OpenAI) request(ctx context.Context, texts []string) ([]openai.Embedding, error) {
	return failsafe.With(e.retries).WithContext(ctx).GetWithExecution(func(exec failsafe.Execution[[]openai.Embedding]) ([]openai.Embedding, error) {
		return e.attempt(exec.Context(), texts, exec.Retries())
	})
}

func (e *OpenAI) attempt(ctx context.Context, texts []string, retries int) ([]openai.Embedding, error) {
	record, ok := e.permit(ctx)
	if !ok {
		return nil, upstream.ErrOpen
	}
	limited, cancel := context.WithTimeout(ctx, e.cfg.RequestTimeout)
	defer cancel()
	began := time.Now()
	data, err := e.ask(limited, texts)
	e.metrics.countRequest(e.Name(), err)
	record(err, time.Since(began))
	if err != nil {
		return nil, &requestError{err, e.outlasts(ctx, err, retries)}
	}
	return data, nil
}

// maxAnswerBytes bounds what is read of one answer; a full batch takes about 1 MB.
const maxAnswerBytes = 32 << 20

func (e *OpenAI) ask(ctx context.Context, texts []string) (data []openai.Embedding, err error) {
	err = e.endpoint.Ask(ctx, openai.EmbeddingRequestStrings{
		Input:          texts,
		Model:          openai.EmbeddingModel(e.cfg.Model),
		EncodingFormat: openai.EmbeddingEncodingFormatBase64,
		Dimensions:     Dimensions,
	}, maxAnswerBytes, func(answer *bytes.Buffer) (err error) {
		data, err = decodeVectors(answer)
		return err
	})
	return data, err
}

// decodeVectors reads an answer as leniently as the library does, which takes a multiple of the time.
func decodeVectors(body *bytes.Buffer) ([]openai.Embedding, error) {
	var answer struct {
		Data []struct {
			Index     int          `json:"index"`
			Embedding base64Vector `json:"embedding"`
		} `json:"data"`
	}
	decoder := jsontext.NewDecoder(body, jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true), json.MatchCaseInsensitiveNames(true))
	if err := json.UnmarshalDecode(decoder, &answer); err != nil {
		return nil, fmt.Errorf("decode the answer: %w", err)
	}
	data := make([]openai.Embedding, len(answer.Data))
	for i, item := range answer.Data {
		data[i] = openai.Embedding{Index: item.Index, Embedding: item.Embedding}
	}
	return data, nil
}

// base64Vector is decoded where the decoder has it, without a copy of the text.
type base64Vector []float32

// UnmarshalJSONFrom implements [json.UnmarshalerFrom].
func (v *base64Vector) UnmarshalJSONFrom(decoder *jsontext.Decoder) error {
	literal, err := decoder.ReadValue()
	if err != nil {
		return err
	}
	if *v, err = decodeVector(literal); err != nil {
		return fmt.Errorf("decode an embedding: %w", err)
	}
	return nil
}

// decodeVector reads the base64 of 32-bit floats, little-endian, or their list.
func decodeVector(literal jsontext.Value) ([]float32, error) {
	if len(literal) == 0 || literal.Kind() == 'n' {
		return nil, nil // a vector of no dimensions, which is refused later for its text alone
	}
	if literal.Kind() == '[' { // of a service that knows no encoding_format
		var vector []float32
		err := json.Unmarshal(literal, &vector)
		return vector, err
	}
	if literal.Kind() != '"' {
		return nil, errors.New("it is neither a string nor a list")
	}
	text := literal[1 : len(literal)-1]
	if bytes.IndexByte(text, '\\') >= 0 {
		text, _ = jsontext.AppendUnquote(nil, literal) // the decoder has checked it
	}
	space := packed.Get().(*[]byte)
	defer packed.Put(space)
	raw, err := base64.StdEncoding.AppendDecode((*space)[:0], text)
	if err != nil {
		return nil, err
	}
	vector := make([]float32, len(raw)/4)
	for i := range vector {
		vector[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	return vector, nil
}

// packed has room for the bytes of a vector.
var packed = sync.Pool{New: func() any {
	space := make([]byte, 0, 4*Dimensions)
	return &space
}}
