package front

import (
	"fmt"
	"net/http"
	"slices"
	"sync/atomic"
	"text/tabwriter"
	"time"
)

// StatusPath is where the front itself answers, with what the nodes are doing now; a browser shows it anew each second.
const StatusPath = "/debug/nodes"

// request is one that the front has taken and not finished. Its query stays unknown: it may name a session.
type request struct {
	method, path string
	began        time.Time
	node         atomic.Pointer[node] // nil until one has answered
	upgraded     atomic.Bool
}

type requestKey struct{}

// Status is what the front knows of a node.
type Status struct {
	Node
	Ready    bool
	State    string // "ready", or why not
	Requests uint64 // that it began to answer
	Open     int    // that it is answering now, WebSockets among them
	Cut      uint64 // answers that broke off
}

// Status returns what the front knows of its nodes, in their order.
func (f *Front) Status() []Status {
	open := make(map[*node]int)
	for _, r := range f.openRequests() {
		open[r.node.Load()]++
	}
	var all []Status
	for _, n := range f.nodes {
		all = append(all, Status{
			Node: n.Node, Ready: n.isReady(), State: n.state(),
			Requests: n.requests.Load(), Open: open[n], Cut: n.cut.Load(),
		})
	}
	return all
}

// openRequests returns them oldest first.
func (f *Front) openRequests() []*request {
	f.mu.Lock()
	defer f.mu.Unlock()
	var all []*request
	for r := range f.open {
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b *request) int { return a.began.Compare(b.began) })
	return all
}

// shownRequests bounds the page; the table above them counts all.
const shownRequests = 100

func (f *Front) serveStatus(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Refresh", "1") // seconds
	table := tabwriter.NewWriter(w, 0, 0, 3, ' ', 0)
	fmt.Fprintln(table, "NODE\tADDRESS\tMETRICS\tREQUESTS\tOPEN\tCUT\tSTATE")
	for _, s := range f.Status() {
		fmt.Fprintf(table, "%s\t%s\t%s\t%d\t%d\t%d\t%s\n", s.Name, s.Address, s.Metrics, s.Requests, s.Open, s.Cut, s.State)
	}
	fmt.Fprintln(table)
	open := f.openRequests()
	fmt.Fprintln(table, "NODE\tSINCE\tREQUEST")
	for _, r := range open[:min(len(open), shownRequests)] {
		name, kind := "?", ""
		if n := r.node.Load(); n != nil {
			name = n.Name
		}
		if r.upgraded.Load() {
			kind = " (WebSocket)"
		}
		fmt.Fprintf(table, "%s\t%s\t%s %s%s\n", name, time.Since(r.began).Round(100*time.Millisecond), r.method, r.path, kind)
	}
	_ = table.Flush() // the developer has left
	if len(open) > shownRequests {
		fmt.Fprintf(w, "and %d more\n", len(open)-shownRequests)
	}
}
