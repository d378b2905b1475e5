package model_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"

	"narthex/chat/model"
)

// stalled is an upstream that answers every request with a first word and then says nothing more. It keeps next to nothing
// per connection, not even a goroutine, so that what a process with it and its clients holds is the clients'.
type stalled struct {
	url      string
	listener net.Listener
	served   chan struct{} // closed when serve has ended
	mu       sync.Mutex
	conns    []net.Conn
}

func newStalled(t testing.TB) *stalled {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	up := &stalled{url: "http://" + listener.Addr().String() + "/v1", listener: listener, served: make(chan struct{})}
	go up.serve()
	t.Cleanup(func() {
		listener.Close()
		<-up.served
		up.hangUp()
	})
	return up
}

const firstWord = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"word\"}}]}\n\n"

var stalledReply = fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n", len(firstWord), firstWord)

func (up *stalled) serve() {
	defer close(up.served)
	reader := bufio.NewReaderSize(nil, 64<<10)
	for {
		conn, err := up.listener.Accept()
		if err != nil {
			return
		}
		reader.Reset(conn)
		req, err := http.ReadRequest(reader)
		if err == nil {
			_, err = io.Copy(io.Discard, req.Body)
		}
		if err == nil {
			_, err = io.WriteString(conn, stalledReply)
		}
		if err != nil {
			conn.Close()
			continue
		}
		up.mu.Lock()
		up.conns = append(up.conns, conn)
		up.mu.Unlock()
	}
}

// hangUp ends the connections that there are.
func (up *stalled) hangUp() {
	up.mu.Lock()
	defer up.mu.Unlock()
	for _, conn := range up.conns {
		conn.Close()
	}
	up.conns = nil
}

// held tells the bytes of live heap and of stacks.
func held() int {
	runtime.GC()
	runtime.GC() // the second frees what pools held
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int(stats.HeapAlloc + stats.StackInuse)
}

// heldPerStream opens streams one after another, waits until each has its first word, and gives what one of them holds.
func heldPerStream(t testing.TB, up *stalled, streams int, open func(ctx context.Context, first func())) int {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	before := held()
	for range streams {
		arrived := make(chan struct{})
		running.Go(func() { open(ctx, sync.OnceFunc(func() { close(arrived) })) })
		<-arrived
	}
	after := held()
	cancel()
	running.Wait()
	up.hangUp()
	return (after - before) / streams
}

// prompted is a request whose prompt is a string of its own, as prompts are.
func prompted(size int) model.Request {
	return model.Request{Messages: []model.Message{{Role: model.RoleSystem, Content: strings.Repeat("Sunday at ten. ", size/15)}, {Role: model.RoleUser, Content: "When?"}}}
}

// readStream reads a stream until it ends.
func readStream(streamer model.Streamer, size int) func(context.Context, func()) {
	return func(ctx context.Context, first func()) {
		defer first()
		for range streamer.Stream(ctx, prompted(size)) {
			first()
		}
	}
}

// bare reads the same stream with nothing but net/http.
func bare(client *http.Client, up *stalled, size int) func(context.Context, func()) {
	return func(ctx context.Context, first func()) {
		defer first()
		body, _ := json.Marshal(map[string]any{"model": "m", "stream": true, "messages": prompted(size).Messages})
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, up.url, bytes.NewReader(body))
		if err != nil {
			return
		}
		resp, err := client.Do(req)
		if err != nil {
			return
		}
		defer resp.Body.Close()
		for buffer := make([]byte, 4<<10); ; first() {
			if _, err := resp.Body.Read(buffer); err != nil {
				return
			}
		}
	}
}

func TestPromptIsNotKeptWhileTheAnswerStreams(t *testing.T) {
	const streams, prompt, limit = 50, 200 << 10, 100 << 10
	secure := newSecure(t)
	for name, test := range map[string]struct {
		streamer func(up *stalled) model.Streamer
	}{
		"by a client":           {streamer: func(up *stalled) model.Streamer { return clientOf(t, up) }},
		"by a failover":         {streamer: func(up *stalled) model.Streamer { return failoverOf(t, up) }},
		"by a client of HTTP/2": {streamer: func(*stalled) model.Streamer { return secure.client(t) }},
	} {
		t.Run(name, func(t *testing.T) {
			up := newStalled(t)
			open := readStream(test.streamer(up), prompt)
			heldPerStream(t, up, 5, open)
			if got := heldPerStream(t, up, streams, open); got > limit {
				t.Fatalf("a stream holds %d bytes with a prompt of %d", got, prompt)
			}
		})
	}
}

// BenchmarkMemory is what a stream holds that waits for its next word: heap and stack, after a collection.
func BenchmarkMemory(b *testing.B) {
	const streams, prompt = 500, 12 << 10
	for _, arm := range []struct {
		name string
		open func(b *testing.B, up *stalled) func(context.Context, func())
	}{
		{"client", func(b *testing.B, up *stalled) func(context.Context, func()) {
			return readStream(clientOf(b, up), prompt)
		}},
		{"failover", func(b *testing.B, up *stalled) func(context.Context, func()) {
			return readStream(failoverOf(b, up), prompt)
		}},
		{"bare", func(b *testing.B, up *stalled) func(context.Context, func()) {
			return bare(bareClient(b), up, prompt)
		}},
		{"bare without a prompt", func(b *testing.B, up *stalled) func(context.Context, func()) {
			return bare(bareClient(b), up, 15)
		}},
	} {
		b.Run(arm.name, func(b *testing.B) {
			up := newStalled(b)
			open := arm.open(b, up)
			heldPerStream(b, up, 10, open)
			total := 0
			for b.Loop() {
				total += heldPerStream(b, up, streams, open)
			}
			b.ReportMetric(float64(total)/float64(b.N), "B/stream")
			b.ReportMetric(0, "ns/op")
		})
	}
}

func bareClient(t testing.TB) *http.Client {
	transport := &http.Transport{MaxIdleConnsPerHost: 4096}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

func clientOf(t testing.TB, up *stalled) *model.Client {
	t.Helper()
	client, err := model.New(model.Config{BaseURL: up.url, ChatModel: "m"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

func failoverOf(t testing.TB, up *stalled) *model.Failover {
	t.Helper()
	failover, err := model.NewFailover(clientOf(t, up), nil, model.FailoverConfig{})
	if err != nil {
		t.Fatal(err)
	}
	return failover
}
