package tools

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"narthex/chat/church"
)

// registered are all tools, in the order in which a model is told of them.
var registered = slices.Concat(
	firstContactTools,
	intakeTools,
	careTools,
	formationTools,
	officeTools,
	scriptureTools, planTools,
	appointmentTools, eventTools, newsletterTools, sermonTools, groupTools, volunteerTools, givingTools,
)

// Parts are what the tools work with.
type Parts struct {
	Pool     *pgxpool.Pool
	Notifier Notifier
}

// Config is how the tools work. The zero Config is usable.
type Config struct {
	Registerer prometheus.Registerer // nil: metrics are kept and not shown
	Logger     *slog.Logger
	BaseURL    string           // of the public site, for the links that tools give
	Now        func() time.Time // for turns that do not say when they are
	Timeout    time.Duration    // of one call; 5 s when 0
}

const defaultTimeout = 5 * time.Second

// Registry holds the tools. It is safe for concurrent use.
type Registry struct {
	Parts
	config   Config
	requests *Requests
	tools    map[string]*ready
	ordered  []*ready
	metrics  *metrics
}

// ready is a tool with what is made of it once.
type ready struct {
	*tool
	definition Definition
	check      *validator
}

// New makes a registry of all tools.
func New(parts Parts, config Config) (*Registry, error) {
	if parts.Pool == nil || parts.Notifier == nil {
		return nil, errors.New("tools need a database and a notifier")
	}
	config.Timeout = cmp.Or(config.Timeout, defaultTimeout)
	if config.Logger == nil {
		config.Logger = slog.Default()
	}
	if config.Now == nil {
		config.Now = time.Now
	}
	r := &Registry{Parts: parts, config: config, requests: NewRequests(parts.Pool, parts.Notifier), tools: make(map[string]*ready, len(registered)), metrics: newMetrics(config.Registerer)}
	for i := range registered {
		if err := r.add(&registered[i]); err != nil {
			return nil, fmt.Errorf("tool %q: %w", registered[i].name, err)
		}
	}
	return r, nil
}

func (r *Registry) add(t *tool) error {
	if _, twice := r.tools[t.name]; twice {
		return errors.New("is registered twice")
	}
	if _, known := wishes[t.name]; known != t.writes {
		return errors.New("writes without a wish that it could be told by, or has one and does not write")
	}
	parameters, err := objectSchema(t.parameters)
	if err != nil {
		return err
	}
	check, err := newValidator(t, parameters)
	if err != nil {
		return err
	}
	added := &ready{tool: t, check: check, definition: Definition{Name: t.name, Description: t.description, Parameters: parameters}}
	r.tools[t.name] = added
	r.ordered = append(r.ordered, added)
	return nil
}

// Offered are the tools that the turn may call: the plan's, of these the agent's, of these what the church has not switched
// off. The order is always the same, so that a prompt's beginning can be cached.
func (r *Registry) Offered(turn Turn) []Definition {
	offered := make([]Definition, 0, len(r.ordered))
	for _, t := range r.ordered {
		if t.allowedIn(&turn) {
			offered = append(offered, t.definition)
		}
	}
	return offered
}

func (t *tool) allowedIn(turn *Turn) bool {
	c := turn.Church
	on, set := c.Tools[t.name]
	return c.Plan.Tier().AtLeast(t.plan) && c.Agents[turn.Agent].Enabled && (t.agents == nil || slices.Contains(t.agents, turn.Agent)) &&
		(on || !set) && (t.switchedOn == nil || t.switchedOn(c))
}

// Agents that tools are limited to, by the names that tables read well with.
const (
	care         = church.Care
	coordinator  = church.Coordinator
	discipleship = church.Discipleship
	stewardship  = church.Stewardship
)

// stillWorking is shown for a tool of another name.
var stillWorking = texts{"One moment…", "Un momento…"}

// Running is what to show the visitor while the tool of that name runs.
func Running(name, language string) string {
	for i := range registered {
		if registered[i].name == name {
			return registered[i].running.in(language)
		}
	}
	return stillWorking.in(language)
}

// Requests is the store of what visitors ask for.
func (r *Registry) Requests() *Requests { return r.requests }
