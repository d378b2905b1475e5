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
func RuntimeOf(ctx context.Context, metricsAddress string) (figures Runtime, err error) {
	wanted := map[string]*uint64{
		"go_memstats_heap_inuse_bytes": &figures.HeapInuse, "go_memstats_stack_inuse_bytes": &figures.StackInuse, "go_goroutines": &figures.Goroutines,
	}
	err = eachFigure(ctx, metricsAddress, func(name string, value float64) {
		if into := wanted[name]; into != nil {
			*into = uint64(value)
		}
	})
	return figures, err
}

// CountOf reads a counter from such a page: the sum over all labels.
func CountOf(ctx context.Context, metricsAddress, counter string) (sum float64, err error) {
	err = eachFigure(ctx, metricsAddress, func(name string, value float64) {
		if whole, _, _ := strings.Cut(name, "{"); whole == counter {
			sum += value
		}
	})
	return sum, err
}

func eachFigure(ctx context.Context, metricsAddress string, take func(name string, value float64)) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+metricsAddress+"/metrics", nil)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("read metrics: %w", err)
	}
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	for lines.Scan() {
		at := strings.LastIndexByte(lines.Text(), ' ')
		if at < 0 || strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		value, err := strconv.ParseFloat(lines.Text()[at+1:], 64)
		if err != nil {
			return fmt.Errorf("read %s: %w", lines.Text()[:at], err)
		}
		take(lines.Text()[:at], value)
	}
	return lines.Err()
}
