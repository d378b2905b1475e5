package extract

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// How a child that limits itself ends.
const (
	exitTimeout = 64
	exitMemory  = 65
)

// Serve is the child's side of [Isolated]: it reads one document from r, writes its text to w and returns. The
// program should end then. It also ends by itself when it takes longer or more memory than it was told it may, so that no
// child outlives a parent that was killed.
func Serve(r io.Reader, w io.Writer) error {
	input := bufio.NewReader(r)
	line, err := input.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("read the request: %w", err)
	}
	var q request
	if err := json.Unmarshal(line, &q); err != nil {
		return fmt.Errorf("read the request: %w", err)
	}
	if q.Bytes < 0 || q.Bytes > MaxDocumentBytes {
		return ErrTooLarge
	}
	go limitSelf(q.Timeout+time.Second, q.MaxMemory) // lives as long as the process, which has this one purpose
	debug.SetMaxStack(64 << 20)
	content := make([]byte, q.Bytes)
	if _, err := io.ReadFull(input, content); err != nil {
		return fmt.Errorf("read the document: %w", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), q.Timeout)
	defer cancel()
	var answer reply
	text, err := Document(ctx, q.MediaType, content)
	refusal, refused := errors.AsType[*Refusal](err)
	switch {
	case err == nil:
		answer.Extracted = &text
	case ctx.Err() != nil:
		answer.Code, answer.Detail = ErrTooLarge.Code, err.Error()
	case refused:
		answer.Code, answer.Detail = refusal.Code, err.Error()
	}
	output := bufio.NewWriter(w)
	if err := json.NewEncoder(output).Encode(answer); err != nil {
		return fmt.Errorf("write the answer: %w", err)
	}
	return output.Flush()
}

// limitSelf ends the process when its time is over or the Go runtime has taken too much memory.
func limitSelf(timeout time.Duration, maxMemory int64) {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	deadline := time.After(timeout)
	tick := time.NewTicker(20 * time.Millisecond)
	for {
		select {
		case <-deadline:
			os.Exit(exitTimeout)
		case <-tick.C:
			metrics.Read(sample)
			if used := sample[0].Value.Uint64() - sample[1].Value.Uint64(); used > uint64(maxMemory) {
				os.Exit(exitMemory)
			}
		}
	}
}
