package extract

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"time"
)

// Isolated extracts each document in a process of its own. A hostile file can make a parser run for ever, fill the memory
// or overflow its stack, and none of these can be stopped from within a Go process; a child process can be killed.
type Isolated struct {
	cfg   IsolatedConfig
	slots chan struct{}
}

// IsolatedConfig configures NewIsolated. What is zero gets the default.
type IsolatedConfig struct {
	// Command is a program that calls Serve on its standard input and output. Default: this program with the
	// argument "extract".
	Command []string
	// Env is the child's whole environment but for the Go runtime's limits: what the server was told in its own (secrets
	// among it) is not passed on.
	Env []string

	Timeout   time.Duration // default 5 s
	MaxMemory int64         // resident bytes; default 200 MB
	Parallel  int           // children at a time, further documents wait; default 2
}

// NewIsolated returns an extractor. It starts nothing.
func NewIsolated(cfg IsolatedConfig) (*Isolated, error) {
	cfg.Timeout = cmp.Or(cfg.Timeout, 5*time.Second)
	cfg.MaxMemory = cmp.Or(cfg.MaxMemory, 200<<20)
	cfg.Parallel = cmp.Or(cfg.Parallel, 2)
	if len(cfg.Command) == 0 {
		self, err := os.Executable()
		if err != nil {
			return nil, fmt.Errorf("find this program, to run it as an extractor: %w", err)
		}
		cfg.Command = []string{self, "extract"}
	}
	return &Isolated{cfg: cfg, slots: make(chan struct{}, cfg.Parallel)}, nil
}

// request and reply are what goes to the child and comes back, as JSON. The document's bytes follow the request.
type request struct {
	MediaType string
	Bytes     int
	Timeout   time.Duration
	MaxMemory int64
}

type reply struct {
	Extracted *Text  `json:",omitempty"`
	Code      string `json:",omitempty"` // of a refusal
	Detail    string `json:",omitempty"` // for the log
}

// maxReplyBytes leaves room for JSON's escapes around maxTextBytes of text.
const maxReplyBytes = 4*maxTextBytes + 64*maxBlocks

// Why a child was killed.
var (
	errTimeout = errors.New("reading took too long")
	errMemory  = errors.New("reading took too much memory")
	errKilled  = errors.New("the extractor was killed") // by the system or a person; trying again may help
)

// Extract implements Extractor. A document that takes more time or memory than it may is refused as ErrTooLarge, one that
// ends its process otherwise as ErrUnreadable.
func (x *Isolated) Extract(ctx context.Context, mediaType string, content []byte) (Text, error) {
	if len(content) > MaxDocumentBytes {
		return Text{}, ErrTooLarge
	}
	if _, ok := formats[mediaType]; !ok {
		return Text{}, ErrUnsupported
	}
	select {
	case x.slots <- struct{}{}:
		defer func() { <-x.slots }()
	case <-ctx.Done():
		return Text{}, context.Cause(ctx)
	}
	limited, kill := context.WithCancelCause(ctx)
	defer kill(nil)
	timer := time.AfterFunc(x.cfg.Timeout, func() { kill(errTimeout) })
	defer timer.Stop()
	answer, err := x.run(limited, kill, mediaType, content)
	switch {
	case ctx.Err() != nil:
		return Text{}, context.Cause(ctx)
	case errors.Is(err, errTimeout), errors.Is(err, errMemory):
		return Text{}, fmt.Errorf("%w (%w)", ErrTooLarge, err)
	case err != nil:
		return Text{}, err
	}
	return answer.result()
}

func (r reply) result() (Text, error) {
	switch {
	case r.Extracted != nil:
		return *r.Extracted, nil
	case refusalOf(r.Code) != nil:
		return Text{}, &refusedError{reason: refusalOf(r.Code), detail: r.Detail}
	default:
		return Text{}, fmt.Errorf("%w (the extractor gave no answer)", ErrUnreadable)
	}
}

// refusedError is a refusal with what the child said of it.
type refusedError struct {
	reason *Refusal
	detail string
}

func (e *refusedError) Error() string { return e.detail }
func (e *refusedError) Unwrap() error { return e.reason }

// run starts a child, feeds it and waits for it; kill ends it.
func (x *Isolated) run(ctx context.Context, kill context.CancelCauseFunc, mediaType string, content []byte) (reply, error) {
	header, err := json.Marshal(request{MediaType: mediaType, Bytes: len(content), Timeout: x.cfg.Timeout, MaxMemory: x.cfg.MaxMemory})
	if err != nil {
		return reply{}, err
	}
	output := &boundedBuffer{limit: maxReplyBytes, full: func() { kill(errMemory) }}
	complaint := &boundedBuffer{limit: 4 << 10, full: func() {}}
	cmd := exec.CommandContext(ctx, x.cfg.Command[0], x.cfg.Command[1:]...)
	cmd.Env = append([]string{
		"GOMEMLIMIT=" + strconv.FormatInt(x.cfg.MaxMemory*3/4, 10),
		"GOTRACEBACK=single",
	}, x.cfg.Env...)
	cmd.Dir = os.TempDir()
	cmd.Stdin = io.MultiReader(bytes.NewReader(append(header, '\n')), bytes.NewReader(content))
	cmd.Stdout, cmd.Stderr = output, complaint
	cmd.WaitDelay = time.Second
	if err := cmd.Start(); err != nil {
		return reply{}, fmt.Errorf("start the extractor: %w", err)
	}
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		watchMemory(ctx, cmd.Process.Pid, x.cfg.MaxMemory, func() { kill(errMemory) })
	}()
	err = cmd.Wait()
	cause := context.Cause(ctx)
	kill(nil) // ends the watch
	<-watched
	if cause != nil {
		return reply{}, cause
	}
	var r reply
	if decodeErr := json.Unmarshal(output.content.Bytes(), &r); err != nil || decodeErr != nil {
		return reply{}, fmt.Errorf("%w (the extractor ended: %v: %.200s)", exitReason(cmd.ProcessState), err, complaint.content.String())
	}
	return r, nil
}

// exitReason tells a child that gave up for want of time or memory from one that broke.
func exitReason(state *os.ProcessState) error {
	switch state.ExitCode() {
	case -1:
		return errKilled // not by us, and so no fault of the document that is known
	case exitTimeout, exitMemory:
		return ErrTooLarge
	default:
		return ErrUnreadable
	}
}

// boundedBuffer takes at most limit bytes and calls full at the first one more. The buffer is no embedded field, because
// its ReadFrom would take everything.
type boundedBuffer struct {
	content bytes.Buffer
	limit   int
	full    func()
}

func (b *boundedBuffer) Write(p []byte) (int, error) {
	if room := b.limit - b.content.Len(); len(p) > room {
		b.content.Write(p[:room])
		b.full()
		return len(p), nil
	}
	return b.content.Write(p)
}
