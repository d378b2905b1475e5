package model

import (
	"errors"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Config says how to reach a service and which of its models to use.
type Config struct {
	APIKey    string `json:"-"` // may be empty: local services want none
	BaseURL   string // with the version, without a trailing slash; default upstream.DefaultBaseURL
	ChatModel string
	FastModel string // default ChatModel
	Timeouts  Timeouts
	// Registerer takes the metrics; nil: they are counted and not shown. Clients may share one.
	Registerer prometheus.Registerer
}

// Timeouts bound a request. A zero field takes its default.
type Timeouts struct {
	// Connect bounds the connection: name, TCP and TLS. Default 5 s.
	Connect time.Duration
	// FirstByte bounds the wait from the start of the request to the first event. Comments that a proxy sends to keep the
	// connection alive are no events. Default 15 s.
	FirstByte time.Duration
	// Idle bounds the wait for each further event. Time the caller spends on a chunk does not count. Default 15 s.
	Idle time.Duration
	// Whole bounds the request from start to end. Default 2 min.
	Whole time.Duration
}

// String leaves out the key.
func (c Config) String() string {
	return fmt.Sprintf("model.Config{%s chat=%s fast=%s}", c.BaseURL, c.ChatModel, c.FastModel)
}

// GoString leaves out the key.
func (c Config) GoString() string { return c.String() }

// complete applies the defaults and refuses what cannot work.
func (c Config) complete() (Config, error) {
	if c.ChatModel == "" {
		return c, errors.New("model: the chat model is not set")
	}
	if c.FastModel == "" {
		c.FastModel = c.ChatModel
	}
	if c.Registerer == nil {
		c.Registerer = prometheus.NewRegistry()
	}
	c.Timeouts = c.Timeouts.complete()
	return c, nil
}

func (t Timeouts) complete() Timeouts {
	for _, limit := range []struct {
		value    *time.Duration
		fallback time.Duration
	}{
		{&t.Connect, 5 * time.Second}, {&t.FirstByte, 15 * time.Second}, {&t.Idle, 15 * time.Second}, {&t.Whole, 2 * time.Minute},
	} {
		if *limit.value <= 0 {
			*limit.value = limit.fallback
		}
	}
	return t
}

// of gives the configured model of a class.
func (c Config) of(class Class) string {
	if class.known() == ClassFast {
		return c.FastModel
	}
	return c.ChatModel
}
