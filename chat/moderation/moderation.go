// Package moderation asks OpenAI's moderation endpoint, or one like it, about what a visitor wrote. A church may do without: a
// service that is away or slow is left alone, and the turn goes on.
package moderation

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/sashabaranov/go-openai"

	"narthex/chat/upstream"
)

// Config says how to reach a service with OpenAI's moderation endpoint. What is zero gets the default.
type Config struct {
	APIKey  string
	BaseURL string        // with the version; default upstream.DefaultBaseURL
	Model   string        // default omni-moderation-latest
	Timeout time.Duration // of a check, connecting included; default 1.5 s
	// Failures in a row after which the service is left alone for Pause, then asked once. Default 3 and 10 s.
	Failures uint
	Pause    time.Duration
	// Registerer takes the metrics; nil: they are counted and not shown.
	Registerer prometheus.Registerer
}

func (c Config) withDefaults() Config {
	if c.Model == "" {
		c.Model = openai.ModerationOmniLatest
	}
	if c.Timeout <= 0 {
		c.Timeout = 1500 * time.Millisecond
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
	config   Config
	endpoint *upstream.Endpoint
	breaker  *upstream.Breaker
	metrics  *moderationMetrics
}

// New returns a client. It makes no request.
func New(config Config) (*Moderator, error) {
	config = config.withDefaults()
	if !slices.Contains(moderationModels, config.Model) {
		return nil, fmt.Errorf("%q is no moderation model", config.Model)
	}
	endpoint, err := upstream.New(upstream.Config{APIKey: config.APIKey, BaseURL: config.BaseURL, Path: "/moderations"})
	if err != nil {
		return nil, fmt.Errorf("moderation: %w", err)
	}
	return &Moderator{
		config: config, endpoint: endpoint, metrics: newModerationMetrics(config.Registerer),
		breaker: upstream.NewBreaker(upstream.BreakerConfig{Failures: config.Failures, Pause: config.Pause}),
	}, nil
}

var moderationModels = []string{openai.ModerationOmniLatest, openai.ModerationOmni20240926, openai.ModerationTextStable, openai.ModerationTextLatest}

// Model is the name of the model that judges.
func (m *Moderator) Model() string { return m.config.Model }

// Close closes the connections that wait for another request.
func (m *Moderator) Close() { m.endpoint.Close() }

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
	record, ok := m.breaker.Permit()
	if !ok {
		return Verdict{}, errLeftAlone
	}
	outcome := upstream.None // of a panic as well: a breaker that probes waits for what came of it
	defer func() { record(outcome) }()
	limited, cancel := context.WithTimeout(ctx, m.config.Timeout)
	defer cancel()
	results, err := m.request(limited, text)
	switch {
	case err == nil || statusOf(err) == http.StatusBadRequest: // it is there, and did not like this text
		outcome = upstream.Good
	case ctx.Err() != nil:
	default:
		outcome = upstream.Bad
	}
	if err != nil {
		return Verdict{}, fmt.Errorf("ask the moderation service: %w", plainError(ctx, limited, err))
	}
	return verdictOf(results), nil
}

// maxVerdict bounds what is read of an answer. One of the real service has some 2,000 bytes.
const maxVerdict = 64 << 10

func (m *Moderator) request(ctx context.Context, text string) ([]openai.Result, error) {
	var response openai.ModerationResponse
	err := m.endpoint.Ask(ctx, openai.ModerationRequest{Input: text, Model: m.config.Model}, maxVerdict, func(answer *bytes.Buffer) error {
		return json.NewDecoder(answer).Decode(&response)
	})
	if err != nil {
		return nil, err
	}
	if len(response.Results) == 0 {
		return nil, errNoResult
	}
	return response.Results, nil
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
	if failed, ok := errors.AsType[*upstream.Error](err); ok {
		return failed.Status
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
