package main

import (
	"bytes"
	"io"
	"net/http"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"narthex/cmd/dev/nodes"
	"narthex/cmd/dev/stack"
	"narthex/migrations/pgtest"
)

func TestANodeStartsWhilePostgresIsDownAndIsReadyWhenItIsThere(t *testing.T) {
	address, network := stack.NewOutage(t, pgtest.New(t).URL)
	network.Cut()
	base, operators := freeAddress(t), freeAddress(t)
	p := startProgram(t, nodes.Build(t), "DATABASE_URL="+address, "REDIS_URL="+stack.NeedRedisDB(t), "OPENAI_API_KEY=",
		"LISTEN_ADDR="+base, "BASE_URL=http://"+base, "METRICS_ADDR="+operators, "NARTHEX_LAME_DUCK=0s")
	p.await(t, "http://"+operators+"/readyz", http.StatusServiceUnavailable, `"postgres":"down"`)
	p.await(t, "http://"+operators+"/healthz", http.StatusOK, "ok")
	p.await(t, "http://"+base+"/chat/grace-harbor", http.StatusServiceUnavailable, "Please try again")
	network.Restore()
	p.await(t, "http://"+operators+"/readyz", http.StatusOK, `"postgres":"ok"`)
	p.await(t, "http://"+base+"/chat/nobody", http.StatusNotFound, "")
	if log := p.stop(t); strings.Count(log, "Postgres cannot be reached") != 1 {
		t.Errorf("the log is\n%s", log)
	}
}

func TestANodeThatWaitsForPostgresCanBeStopped(t *testing.T) {
	address, network := stack.NewOutage(t, pgtest.New(t).URL)
	network.Cut()
	base := freeAddress(t)
	p := startProgram(t, nodes.Build(t), "DATABASE_URL="+address, "REDIS_URL="+stack.NeedRedisDB(t), "LISTEN_ADDR="+base, "METRICS_ADDR=")
	p.await(t, "http://"+base+"/readyz", http.StatusServiceUnavailable, "starting")
	p.stop(t)
}

// started is a server that may not be ready.
type started struct {
	cmd   *exec.Cmd
	log   *bytes.Buffer
	ended chan error

	client http.Client
}

func startProgram(t *testing.T, program string, environment ...string) *started {
	t.Helper()
	s := &started{cmd: exec.Command(program, "serve"), log: &bytes.Buffer{}, ended: make(chan error, 1)}
	s.cmd.Env = append(append(s.cmd.Environ(), "NARTHEX_SPOOL_DIR="+t.TempDir()), environment...)
	s.cmd.Stdout, s.cmd.Stderr = s.log, s.log
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { s.ended <- s.cmd.Wait(); close(s.ended) }()
	t.Cleanup(func() {
		_ = s.cmd.Process.Kill() // or it has ended
		<-s.ended
	})
	return s
}

// await waits until an address answers with a status and a text.
func (s *started) await(t *testing.T, address string, status int, text string) {
	t.Helper()
	var got string
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		select {
		case err := <-s.ended:
			t.Fatalf("it ended: %v\n%s", err, s.log)
		default:
		}
		res, err := s.client.Get(address)
		if err != nil {
			got = err.Error()
			continue
		}
		body, _ := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if got = res.Status + " " + string(body); res.StatusCode == status && strings.Contains(got, text) {
			return
		}
	}
	t.Fatalf("%s: %s", address, got)
}

// stop asks it to end, and gives its log.
func (s *started) stop(t *testing.T) string {
	t.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-s.ended:
		if err != nil {
			t.Errorf("it ended with %v\n%s", err, s.log)
		}
	case <-time.After(time.Minute):
		t.Fatal("it does not stop")
	}
	return s.log.String()
}
