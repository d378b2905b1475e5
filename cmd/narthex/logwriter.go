package main

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"sync"
	"time"
)

// logWriter gathers log lines for a moment: a line for each request would be a system call for each request. What is
// more than information goes out at once, with all before it.
type logWriter struct {
	mu     sync.Mutex
	out    *bufio.Writer
	timer  *time.Timer
	queued bool // the timer runs
}

const (
	logBuffer = 32 << 10
	logDelay  = 100 * time.Millisecond
)

func newLogWriter(out io.Writer) *logWriter {
	w := &logWriter{out: bufio.NewWriterSize(out, logBuffer)}
	w.timer = time.AfterFunc(time.Hour, w.flush)
	w.timer.Stop()
	return w
}

// Write implements io.Writer.
func (w *logWriter) Write(line []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.queued {
		w.queued = true
		w.timer.Reset(logDelay)
	}
	return w.out.Write(line)
}

func (w *logWriter) flush() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.queued = false
	_ = w.out.Flush() // there is nobody to tell that the log cannot be written
}

// promptHandler flushes after what somebody may be waiting to see.
type promptHandler struct {
	slog.Handler
	writer *logWriter
}

// Handle implements slog.Handler.
func (h promptHandler) Handle(ctx context.Context, record slog.Record) error {
	err := h.Handler.Handle(ctx, record)
	if record.Level > slog.LevelInfo {
		h.writer.flush()
	}
	return err
}

// WithAttrs implements slog.Handler.
func (h promptHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return promptHandler{h.Handler.WithAttrs(attrs), h.writer}
}

// WithGroup implements slog.Handler.
func (h promptHandler) WithGroup(name string) slog.Handler {
	return promptHandler{h.Handler.WithGroup(name), h.writer}
}
