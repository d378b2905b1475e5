package tools

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/jackc/pgx/v5"
)

// DryCall is a call of a dry run, with what came of it.
type DryCall struct {
	Call   Call
	Result Result   // where the visitor is asked first, what would come of it after a yes
	Asked  *Card    // what the visitor would be asked first; nil: nothing
	Told   []Notice // what the church would have been told
}

// DryRun returns a registry with the same tools, which write nothing: what a call would write is rolled back, and what a church would
// be told is given to heard, after each call, and to nobody else. Calls of one dry run come one after the other.
func (r *Registry) DryRun(heard func(DryCall)) *Registry {
	dry := *r
	dry.dry = &dryRun{heard: heard}
	dry.Notifier, dry.Alarms = dry.dry, nil
	dry.requests = NewRequests(r.Pool, dry.dry, nil)
	return &dry
}

// Dry reports whether the registry writes nothing.
func (r *Registry) Dry() bool { return r.dry != nil }

// dryRun is the notifier of a registry that writes nothing.
type dryRun struct {
	heard func(DryCall)
	mu    sync.Mutex
	told  []Notice // by the call under way
	after *Result  // what would come of that call after a yes
	asked *Card
}

// Notify implements Notifier.
func (d *dryRun) Notify(_ context.Context, _ pgx.Tx, notice Notice) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.told = append(d.told, notice)
	return nil
}

// toldSoFar is what the church was told by the call under way.
func (d *dryRun) toldSoFar() []Notice {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.told)
}

// rehearsed keeps what would come of the call under way after a yes to the card.
func (d *dryRun) rehearsed(after Result, asked *Card) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.after, d.asked = &after, asked
}

func (d *dryRun) called(call Call, result Result) {
	d.mu.Lock()
	if d.after != nil {
		result = *d.after
	}
	made := DryCall{call, result, d.asked, d.told}
	d.told, d.after, d.asked = nil, nil, nil
	d.mu.Unlock()
	d.heard(made)
}

// errRolledBack has the transaction of a dry run rolled back, which had no error of its own.
var errRolledBack = errors.New("a dry run writes nothing")

// ending is how a transaction of the registry's ends that has no error.
func (r *Registry) ending() error {
	if r.dry != nil {
		return errRolledBack
	}
	return nil
}
