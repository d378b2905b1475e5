package process

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// Runtime is what Go's runtime says of itself.
type Runtime struct {
	HeapInuse  uint64 `json:"heap_inuse"`  // bytes
	StackInuse uint64 `json:"stack_inuse"` // bytes
	Goroutines uint64 `json:"goroutines"`
}

// RuntimeOf reads the runtime's figures from a metrics page in Prometheus's text format.
func RuntimeOf(ctx context.Context, metricsAddress string) (Runtime, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+metricsAddress+"/metrics", nil)
	if err != nil {
		return Runtime{}, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return Runtime{}, fmt.Errorf("read the runtime's metrics: %w", err)
	}
	defer response.Body.Close()
	var figures Runtime
	wanted := map[string]*uint64{
		"go_memstats_heap_inuse_bytes": &figures.HeapInuse, "go_memstats_stack_inuse_bytes": &figures.StackInuse, "go_goroutines": &figures.Goroutines,
	}
	lines := bufio.NewScanner(response.Body)
	for lines.Scan() {
		name, value, found := strings.Cut(lines.Text(), " ")
		if into := wanted[name]; found && into != nil {
			number, err := strconv.ParseFloat(value, 64)
			if err != nil {
				return figures, fmt.Errorf("read %s: %w", name, err)
			}
			*into = uint64(number)
		}
	}
	return figures, lines.Err()
}
