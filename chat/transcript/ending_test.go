package transcript_test

import (
	"context"
	"log/slog"
	"sync/atomic"
	"testing"

	"github.com/redis/go-redis/v9"

	"narthex/chat/chattest"
)

// What a connection that was cut off has locked is free as soon as Postgres notices that it is gone: a node that ends meanwhile tries
// again.
func TestANodeThatEndsTriesAgainWhatIsLocked(t *testing.T) {
	b := newBench(t, 1)
	release := b.hold(t, `select from churches where id = $1 for update`, b.churches[0])
	b.write(t, 2, b.churches...)
	read := &countedReads{}
	client := b.client(t, func(*redis.Options) {})
	client.AddHook(read)
	n := b.newNode(t, client, slog.New(slog.DiscardHandler))
	n.Note(b.churches...)
	ctx, end := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- n.Run(ctx) }()
	chattest.Eventually(t, func() bool { return n.value(t, "narthex_journal_isolated_churches") == 1 })
	end()
	before := read.reads.Load()
	chattest.Eventually(t, func() bool { return len(ended) > 0 || read.reads.Load() >= before+4 }) // beside one that was under way, it has tried twice in vain
	release()
	if err := <-ended; err != nil {
		t.Errorf("the node ended with: %v", err)
	}
	if left, stored := b.inRedis(t), b.stored(t); left != 0 || stored != 2 {
		t.Errorf("%d entries are left, %d messages are stored", left, stored)
	}
}

// countedReads counts how often journals are read.
type countedReads struct{ reads atomic.Int64 }

func (c *countedReads) DialHook(next redis.DialHook) redis.DialHook { return next }

func (c *countedReads) ProcessHook(next redis.ProcessHook) redis.ProcessHook { return next }

func (c *countedReads) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error {
		if cmds[0].Name() == "xrange" {
			c.reads.Add(1)
		}
		return next(ctx, cmds)
	}
}
