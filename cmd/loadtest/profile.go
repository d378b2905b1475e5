package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// profile takes the processor profile of a window and keeps it, named after the server and the time. It gives a function
// that waits for it.
func (w window) profile(ctx context.Context, lasting time.Duration) (wait func() error) {
	if w.profiles == "" {
		return func() error { return nil }
	}
	name := fmt.Sprintf("%s-%s.pprof", strings.ReplaceAll(w.subject.name, " ", "-"), time.Now().Format("150405"))
	url := fmt.Sprintf("http://%s/debug/pprof/profile?seconds=%d", w.subject.metrics, max(1, int(lasting.Seconds())))
	taken := make(chan error, 1)
	go func() { taken <- download(ctx, url, filepath.Join(w.profiles, name)) }()
	return func() error { return <-taken }
}

func download(ctx context.Context, url, path string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("take a profile: %w", err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		return fmt.Errorf("take a profile: %w", err)
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("take a profile: %s: %s", response.Status, content)
	}
	return os.WriteFile(path, content, 0o644)
}
