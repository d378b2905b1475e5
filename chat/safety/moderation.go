package safety

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/sashabaranov/go-openai"
)

// ModerationConfig says how to reach a service with OpenAI's moderation endpoint. What is zero gets the default.
type ModerationConfig struct {
	APIKey  string
	BaseURL string        // with the version; default https://api.openai.com/v1
	Model   string        // default omni-moderation-latest
	Timeout time.Duration // of a check, connecting included; default 1.5 s
	// Failures in a row after which the service is left alone for Pause, then asked once. Default 3 and 10 s.
	Failures uint
	Pause    time.Duration
	// Registerer takes the metrics; nil: they are counted and not shown.
	Registerer prometheus.Registerer
}

func (c ModerationConfig) withDefaults() ModerationConfig {
	if c.BaseURL == "" {
		c.BaseURL = "https://api.openai.com/v1"
	}
	if c.Model == "" {
		c.Model = openai.ModerationOmniLatest
	}
	if c.Timeout <= 0 {
		c.Timeout = 1500 * time.Millisecond
	}
	if c.Failures == 0 {
		c.Failures = 3
	}
	if c.Pause <= 0 {
		c.Pause = 10 * time.Second
	}
	return c
}

// Verdict is what a moderation service says of a visitor's message. The zero Verdict is that of a service that was not
// reached: nothing is known, and nothing may be refused because of it.
//
// The kinds of flags are kept apart because they ask for different things. A message about self-harm asks for care. One
// about violence or sex may be an insult, but also somebody telling what was done to them, often for the first time: it
// must never just be refused. Only hostility is aimed at somebody.
type Verdict struct {
	Known    bool // the service has judged
	Flagged  bool // for whatever reason
	SelfHarm bool // self-harm of any form: to be answered with care, never refused
	Delicate bool // sexual or violent content
	Hostile  bool // hate, harassment, threats
	// Categories are the service's names of what it found, such as "harassment/threatening", in alphabetical order.
	Categories []string
}

// Moderator asks a moderation service. It is safe for concurrent use.
type Moderator struct {
	config    ModerationConfig
	client    *openai.Client
	transport *http.Transport
	breaker   circuitbreaker.CircuitBreaker[any]
	metrics   *moderationMetrics
}

// NewModerator returns a client. It makes no request.
func NewModerator(config ModerationConfig) (*Moderator, error) {
	config = config.withDefaults()
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 32 // each message is a request
	settings := openai.DefaultConfig(config.APIKey)
	settings.BaseURL = strings.TrimRight(config.BaseURL, "/")
	settings.HTTPClient = &http.Client{
		Transport:     bounded{transport},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	m := &Moderator{
		config: config, client: openai.NewClientWithConfig(settings), transport: transport,
		metrics: newModerationMetrics(config.Registerer),
	}
	m.breaker = circuitbreaker.NewBuilder[any]().
		WithFailureThreshold(config.Failures).
		WithDelay(config.Pause).
		WithJitterFactor(.2). // so that nodes do not probe together
		WithSuccessThreshold(1).
		Build()
	// The library refuses models that it does not know, with an error that would come up with the first visitor only.
	_, err := m.client.Moderations(stopped, openai.ModerationRequest{Model: config.Model})
	if errors.Is(err, openai.ErrModerationInvalidModel) {
		return nil, fmt.Errorf("%q is no moderation model", config.Model)
	}
	return m, nil
}

// stopped is a context that is done.
var stopped = func() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}()

// Model is the name of the model that judges.
func (m *Moderator) Model() string { return m.config.Model }

// Close closes the connections that wait for another request.
func (m *Moderator) Close() { m.transport.CloseIdleConnections() }

var errLeftAlone = errors.New("the moderation service is left alone after failures")

// Check asks what a visitor's message is. On an error the verdict is unknown, and the message is answered as if nobody had
// been asked. No error quotes the message, the key or the service.
func (m *Moderator) Check(ctx context.Context, text string) (Verdict, error) {
	text = cutText(strings.TrimSpace(text))
	if text == "" {
		return Verdict{Known: true}, nil
	}
	start := time.Now()
	verdict, err := m.ask(ctx, text)
	m.metrics.checked(verdict, err, ctx.Err() != nil, time.Since(start))
	return verdict, err
}

func (m *Moderator) ask(ctx context.Context, text string) (Verdict, error) {
	if !m.breaker.TryAcquirePermit() {
		return Verdict{}, errLeftAlone
	}
	probing := m.breaker.IsHalfOpen()
	limited, cancel := context.WithTimeout(ctx, m.config.Timeout)
	defer cancel()
	response, err := m.client.Moderations(limited, openai.ModerationRequest{Input: text, Model: m.config.Model})
	if err == nil && len(response.Results) == 0 {
		err = errNoResult
	}
	switch {
	case err == nil || statusOf(err) == http.StatusBadRequest: // it is there, and did not like this text
		m.breaker.RecordSuccess()
	case ctx.Err() == nil || probing: // a probe that ended early has shown nothing; another will
		m.breaker.RecordFailure()
	}
	if err != nil {
		return Verdict{}, fmt.Errorf("ask the moderation service: %w", plainError(ctx, limited, err))
	}
	return verdictOf(response.Results), nil
}

var (
	errNoResult = errors.New("its answer has no result")
	errNoAnswer = errors.New("it could not be reached, or its answer not be read")
)

// plainError says what went wrong in our own words: those of the service may quote the text, and an address the key.
func plainError(ctx, limited context.Context, err error) error {
	switch status := statusOf(err); {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case limited.Err() != nil:
		return limited.Err()
	case errors.Is(err, errNoResult):
		return err
	case status != 0:
		return fmt.Errorf("status %d", status)
	}
	return errNoAnswer
}

func statusOf(err error) int {
	if api, ok := errors.AsType[*openai.APIError](err); ok {
		return api.HTTPStatusCode
	}
	if request, ok := errors.AsType[*openai.RequestError](err); ok {
		return request.HTTPStatusCode
	}
	return 0
}

func verdictOf(results []openai.Result) Verdict {
	v := Verdict{Known: true}
	for _, r := range results {
		c := r.Categories
		v.Flagged = v.Flagged || r.Flagged
		v.SelfHarm = v.SelfHarm || c.SelfHarm || c.SelfHarmIntent || c.SelfHarmInstructions
		v.Delicate = v.Delicate || c.Sexual || c.SexualMinors || c.Violence || c.ViolenceGraphic
		v.Hostile = v.Hostile || c.Hate || c.HateThreatening || c.Harassment || c.HarassmentThreatening
		v.Categories = append(v.Categories, named(c)...)
	}
	slices.Sort(v.Categories)
	v.Categories = slices.Compact(v.Categories)
	return v
}

func named(c openai.ResultCategories) (names []string) {
	for name, found := range map[string]bool{
		"hate": c.Hate, "hate/threatening": c.HateThreatening,
		"harassment": c.Harassment, "harassment/threatening": c.HarassmentThreatening,
		"self-harm": c.SelfHarm, "self-harm/intent": c.SelfHarmIntent, "self-harm/instructions": c.SelfHarmInstructions,
		"sexual": c.Sexual, "sexual/minors": c.SexualMinors, "violence": c.Violence, "violence/graphic": c.ViolenceGraphic,
	} {
		if found {
			names = append(names, name)
		}
	}
	return names
}

// maxModerated is how many bytes of a text are judged. A visitor's message has at most 2,000 characters.
const maxModerated = 8000

func cutText(text string) string {
	if len(text) <= maxModerated {
		return text
	}
	end := maxModerated
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}

// maxVerdict bounds what is read of an answer. One of the real service has some 2,000 bytes.
const maxVerdict = 64 << 10

// bounded keeps a service from sending without end: the library reads answers whole.
type bounded struct{ transport http.RoundTripper }

func (b bounded) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := b.transport.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	response.Body = struct {
		io.Reader
		io.Closer
	}{io.LimitReader(response.Body, maxVerdict), response.Body}
	return response, nil
}
