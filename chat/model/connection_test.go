package model_test

import (
	"fmt"
	"net"
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
