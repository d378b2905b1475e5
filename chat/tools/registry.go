package tools

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/chat/confirmation"
	"narthex/chat/panics"
	"narthex/chat/tools/intent"
	"narthex/chat/tools/parameter"
	"narthex/static/messages"
)

// texts are what visitors read of tools.
var texts = messages.Load("tools")

// Parts are the tools, and what they work with.
type Parts struct {
	Tools    []Tool // in the order in which a model is told of them, see package catalog
	Pool     *pgxpool.Pool
	Notifier Notifier
	Alarms   Alarms // nil: alarms are never held back
}

// Config is how the tools work. The zero Config is usable.
type Config struct {
	Registerer prometheus.Registerer // nil: metrics are kept and not shown
	Logger     *slog.Logger
	BaseURL    string           // of the public site, for the links that tools give
	Now        func() time.Time // for turns that do not say when they are
	Timeout    time.Duration    // of one call; 5 s when 0
	OneForAll  bool             // one model answers for all agents: it may call the tools of each that the church has switched on
}

const defaultTimeout = 5 * time.Second

// Registry holds the tools. It is safe for concurrent use.
type Registry struct {
	Parts
	config        Config
	requests      *Requests
	confirmations *confirmation.Store
	tools         map[string]*registered
	ordered       []*registered
	metrics       *metrics
	panics        *panics.Guard
	dry           *dryRun // nil: calls are for visitors
}

// registered is a tool with what is made of it once.
type registered struct {
	*Tool
	definition Definition
	validator  *parameter.Validator
}

// New makes a registry of the tools.
func New(parts Parts, config Config) (*Registry, error) {
	if len(parts.Tools) == 0 || parts.Pool == nil || parts.Notifier == nil {
		return nil, errors.New("a registry needs tools, a database and a notifier")
	}
	config.Timeout = cmp.Or(config.Timeout, defaultTimeout)
	if config.Logger == nil {
		config.Logger = slog.Default()
	}
	if config.Now == nil {
		config.Now = time.Now
	}
	r := &Registry{Parts: parts, config: config, requests: NewRequests(parts.Pool, parts.Notifier, parts.Alarms),
		confirmations: confirmation.NewStore(parts.Pool), tools: make(map[string]*registered, len(parts.Tools)), metrics: newMetrics(config.Registerer), panics: panics.New(config.Logger, config.Registerer)}
	for i := range parts.Tools {
		if err := r.add(&parts.Tools[i]); err != nil {
			return nil, fmt.Errorf("tool %q: %w", parts.Tools[i].Name, err)
		}
	}
	return r, nil
}

func (r *Registry) add(t *Tool) error {
	if _, twice := r.tools[t.Name]; twice {
		return errors.New("is registered twice")
	}
	if intent.Known(t.Name) != t.AtOnce || t.AtOnce && !t.Writes {
		return errors.New("writes at once without an intent that it could be told by, or has one and does not")
	}
	if t.Writes && !t.AtOnce && cardTexts.In(messages.Default)["title."+t.Name] == "" {
		return errors.New("has no title for its card")
	}
	for _, key := range []string{".running", ".done"} {
		if texts.In(messages.Default)[t.Name+key] == "" {
			return errors.New("has no message " + t.Name + key)
		}
	}
	validator, err := parameter.NewValidator(t.Parameters)
	if err != nil {
		return err
	}
	added := &registered{Tool: t, validator: validator, definition: Definition{Name: t.Name, Description: t.Description, Parameters: validator.Told}}
	r.tools[t.Name] = added
	r.ordered = append(r.ordered, added)
	return nil
}

// Offered are the tools that the turn may call: the plan's, of these the agent's, of these what the church has not switched
// off. The order is always the same, so that a prompt's beginning can be cached.
//
// All are offered at once. What a service has kept of a prompt costs a quarter, and tools are the first of it, so a tool costs as much as 20
// words that are new. With a third of the tools behind one that gives them, a message cost 4 % less and each call of that one as much as 30
// messages saved, because nothing behind the tools is kept then. With the coordinator's tools by subject a message cost 1 % less, because
// each subject is one more beginning to keep. Both were counted as TestAnHourOfMessagesCostsLess counts.
func (r *Registry) Offered(turn Turn) []Definition {
	offered := make([]Definition, 0, len(r.ordered))
	for _, t := range r.ordered {
		if t.allowedIn(&turn, r.config.OneForAll) {
			offered = append(offered, t.definition)
		}
	}
	return offered
}

// Running is what to show the visitor while the tool of that name runs.
func (r *Registry) Running(name, language string) string {
	if _, known := r.tools[name]; !known {
		return texts.In(language).Text("running")
	}
	return texts.In(language).Text(name + ".running")
}

// Requests is the store of what visitors ask for.
func (r *Registry) Requests() *Requests { return r.requests }
