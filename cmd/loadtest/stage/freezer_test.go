package stage

import (
	"io"
	"net"
	"strings"
	"testing"
	"time"
)

// echo is a server that sends back what it reads, and its address.
func echo(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() { defer conn.Close(); _, _ = io.Copy(conn, conn) }() // ends with the connection
		}
	}()
	t.Cleanup(func() { _ = listener.Close(); <-ended })
	return listener.Addr().String()
}

func TestWhatAFrozenServerWasToldArrivesWhenItThaws(t *testing.T) {
	freezer, address, err := NewFreezer("postgres://somebody@" + echo(t) + "/some")
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := freezer.Close(); err != nil {
			t.Error(err)
		}
	}()
	host, rest, _ := strings.Cut(strings.TrimPrefix(address, "postgres://somebody@"), "/")
	if rest != "some" {
		t.Fatalf("the address is %q", address)
	}
	freezer.Freeze()
	conn, err := net.Dial("tcp", host) // comes about, as with a process that was stopped
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.Write([]byte("word")); err != nil {
		t.Fatal(err)
	}
	heard := make([]byte, 4)
	_ = conn.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
	if n, err := conn.Read(heard); n > 0 || err == nil {
		t.Errorf("a frozen server says %q", heard[:n])
	}
	freezer.Thaw()
	freezer.Thaw()
	_ = conn.SetReadDeadline(time.Now().Add(time.Minute))
	if _, err := io.ReadFull(conn, heard); err != nil || string(heard) != "word" {
		t.Errorf("%q, %v", heard, err)
	}
}

func TestAFrozenServerCanBeLeft(t *testing.T) {
	freezer, address, err := NewFreezer("http://" + echo(t))
	if err != nil {
		t.Fatal(err)
	}
	conn, err := net.Dial("tcp", strings.TrimPrefix(address, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	freezer.Freeze()
	if _, err := conn.Write([]byte("word")); err != nil {
		t.Fatal(err)
	}
	if err := freezer.Close(); err != nil {
		t.Error(err)
	}
}
