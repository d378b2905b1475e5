package model_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"

	"narthex/chat/model"
	"narthex/chat/model/modeltest"
)

func TestConnectionServesTheNextRequest(t *testing.T) {
	up := modeltest.New(t)
	client := newClient(t, up)
	for range 3 {
		if got := collect(t, client.Stream(t.Context(), question())); got.Err != nil {
			t.Fatal(got.Err)
		}
	}
	peers := map[string]bool{}
	for _, chat := range up.Chats() {
		peers[chat.Peer] = true
	}
	if len(peers) != 1 {
		t.Fatalf("3 requests used %d connections", len(peers))
	}
}

func TestServiceThatCannotBeReachedIsUnavailable(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	listener.Close()
	client, err := model.New(model.Config{BaseURL: "http://" + address + "/v1", ChatModel: "m"})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	got := collect(t, client.Stream(t.Context(), question()))
	if got.Err == nil || got.Err.Kind != model.KindUnavailable || !got.Err.Retryable() {
		t.Fatalf("%v", got.Err)
	}
}

func TestConnectionThatIsAcceptedAndNeverServedTimesOut(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	// The kernel completes the connection; nobody reads the request.
	client, err := model.New(model.Config{BaseURL: "http://" + listener.Addr().String() + "/v1", ChatModel: "m", Timeouts: model.Timeouts{FirstByte: patience}})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	got := collect(t, client.Stream(t.Context(), question()))
	if got.Err == nil || got.Err.Kind != model.KindTimeout {
		t.Fatalf("%v", got.Err)
	}
}

func TestConnectionThatTheServiceClosedWhileIdleIsReplaced(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	const reply = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: %d\r\n\r\n%s"
	body := "data: {\"choices\":[{\"delta\":{\"content\":\"hi\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"
	served := make(chan struct{})
	go func() {
		defer close(served)
		for range 2 {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			_, _ = conn.Read(make([]byte, 1<<16))
			fmt.Fprintf(conn, reply, len(body), body)
			// The next request on this connection is read and dropped with it, as when it crosses the close of an idle one.
			_, _ = conn.Read(make([]byte, 1))
			conn.Close()
		}
	}()
	defer func() { listener.Close(); <-served }()
	client, err := model.New(model.Config{BaseURL: "http://" + listener.Addr().String() + "/v1", ChatModel: "m"})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	for i := range 2 {
		if got := collect(t, client.Stream(t.Context(), question())); got.Err != nil || got.text() != "hi" {
			t.Fatalf("request %d: %+v", i+1, got)
		}
	}
	client.Close()
}

func TestRequestIsRepeatedAsItWas(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var bodies []string
	served := make(chan struct{})
	go func() {
		defer close(served)
		for _, requests := range []int{2, 1} { // on each connection; the second one gets no answer, and its connection is closed
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			reader := bufio.NewReader(conn)
			for i := range requests {
				req, err := http.ReadRequest(reader)
				if err != nil {
					break
				}
				body, _ := io.ReadAll(req.Body)
				if bodies = append(bodies, string(body)); i == 0 {
					answer := firstWord + "data: {\"choices\":[{\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"
					fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", len(answer), answer)
				}
			}
			if requests == 2 {
				conn.Close()
			} else {
				defer conn.Close()
			}
		}
	}()
	defer func() { listener.Close(); <-served }()
	client, err := model.New(model.Config{BaseURL: "http://" + listener.Addr().String() + "/v1", ChatModel: "m"})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	req := prompted(100 << 10)
	for i := range 2 {
		if got := collect(t, client.Stream(t.Context(), req)); got.Err != nil {
			t.Fatalf("request %d: %v", i+1, got.Err)
		}
	}
	<-served
	if len(bodies) != 3 || !strings.Contains(bodies[0], req.Messages[0].Content) || bodies[1] != bodies[0] || bodies[2] != bodies[0] {
		t.Fatalf("%d requests were sent, not three that are the same", len(bodies))
	}
}

func TestConnectionsOfABusyTimeServeTheNext(t *testing.T) {
	const streams = 150
	up := modeltest.New(t)
	client := newClient(t, up)
	for range 2 {
		hold := make(chan struct{})
		up.Default(modeltest.Stream(modeltest.Text("one"), modeltest.Hold(hold), modeltest.Finish("stop"), modeltest.Done()))
		var running, begun sync.WaitGroup
		begun.Add(streams)
		for range streams {
			running.Go(func() {
				for chunk := range client.Stream(t.Context(), question()) {
					if chunk.Text != "" {
						begun.Done()
					}
				}
			})
		}
		begun.Wait()
		close(hold)
		running.Wait()
	}
	peers := map[string]bool{}
	for _, chat := range up.Chats() {
		peers[chat.Peer] = true
	}
	if len(peers) != streams {
		t.Fatalf("%d streams at a time used %d connections", streams, len(peers))
	}
}
