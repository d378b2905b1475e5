package stack

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// unprivileged returns the credentials that servers run with: nil, meaning our own, except for root, whom PostgreSQL
// refuses; its servers run as nobody.
func unprivileged() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	nobody, err := user.Lookup("nobody")
	if err != nil {
		return nil, fmt.Errorf("run servers as an unprivileged user, since PostgreSQL refuses root: %w", err)
	}
	uid, err := strconv.ParseUint(nobody.Uid, 10, 32)
	if err != nil {
		return nil, fmt.Errorf("user id of nobody: %w", err)
	}
	gid, err := strconv.ParseUint(nobody.Gid, 10, 32)
	if err != nil {
		return nil, fmt.Errorf("group id of nobody: %w", err)
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
}

// giveAway makes path belong to the user that servers run as.
func giveAway(path string) error {
	credential, err := unprivileged()
	if err != nil || credential == nil {
		return err
	}
	return os.Chown(path, int(credential.Uid), int(credential.Gid))
}

// reachable says which folder on the way to dir the servers' user cannot enter, if any.
func reachable(dir string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	for at := dir; ; at = filepath.Dir(at) {
		info, err := os.Stat(at)
		if err != nil {
			return err
		}
		if info.Mode().Perm()&0o001 == 0 {
			return fmt.Errorf("the servers run as user nobody, who cannot enter %s: set NARTHEX_DEV_HOME to a folder outside it", at)
		}
		if at == filepath.Dir(at) {
			return nil
		}
	}
}

// runsIn reports whether process pid is alive and is the program that works in dir. A process id alone proves nothing:
// after a reboot it may be anybody's.
func runsIn(pid int, program, dir string) bool {
	if gone(pid) {
		return false
	}
	if runtime.GOOS == "linux" {
		cwd, err := os.Readlink(fmt.Sprintf("/proc/%d/cwd", pid))
		return err == nil && cwd == dir
	}
	return strings.Contains(CommandLine(pid), program)
}

// CommandLine returns the command line of process pid, or nothing when it cannot be seen.
func CommandLine(pid int) string {
	if runtime.GOOS == "linux" {
		line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if err != nil {
			return ""
		}
		return strings.TrimSpace(string(bytes.ReplaceAll(line, []byte{0}, []byte{' '})))
	}
	out, err := exec.Command("ps", "-o", "command=", "-p", strconv.Itoa(pid)).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// gone reports whether no process pid exists any more. A child that nobody has waited for counts as gone.
func gone(pid int) bool {
	reap(pid)
	if err := syscall.Kill(pid, 0); errors.Is(err, syscall.ESRCH) {
		return true
	}
	if runtime.GOOS != "linux" {
		return false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return errors.Is(err, os.ErrNotExist)
	}
	// "pid (name) state …"; the name may itself hold parentheses.
	_, rest, _ := bytes.Cut(stat[bytes.LastIndexByte(stat, ')'):], []byte(" "))
	return bytes.HasPrefix(rest, []byte("Z"))
}

// reap collects the exit of a child of ours and reports whether there was one. For other processes it does nothing.
func reap(pid int) bool {
	got, err := syscall.Wait4(pid, nil, syscall.WNOHANG, nil)
	return err == nil && got == pid
}

// Terminate sends the signals in turn, each once, waiting up to patience after each, until process pid is gone.
func Terminate(ctx context.Context, pid int, patience time.Duration, signals ...syscall.Signal) error {
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for _, signal := range signals {
		if err := syscall.Kill(pid, signal); err != nil && !errors.Is(err, syscall.ESRCH) {
			return fmt.Errorf("send %v to process %d: %w", signal, pid, err)
		}
		_ = syscall.Kill(pid, syscall.SIGCONT) // a process that was stopped hears nothing until it goes on
		for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
			if gone(pid) {
				return nil
			}
			select {
			case <-ctx.Done():
				return context.Cause(ctx)
			case <-tick.C:
			}
		}
	}
	return fmt.Errorf("process %d does not end", pid)
}

// FreePort returns the first TCP port on the loopback address, from preferred on, that nobody listens on.
func FreePort(preferred int) (int, error) {
	const tries = 200
	for port := preferred; port < preferred+tries && port < 1<<16; port++ {
		if portFree(port) {
			return port, nil
		}
	}
	return 0, fmt.Errorf("no free port from %d on", preferred)
}

// Ports that are listened on once more, or only in a while, lie below those that the kernel gives to outgoing connections
// (from 32768 on Linux): one of some hundred clients' connections might have got them in the meantime.
const firstLasting, lastLasting = 20000, 32000

// lasting are the ports that this process has given out.
var lasting sync.Map

// LastingAddress returns a loopback address on which nobody listens, for servers that come, or come back, later. It gives
// none twice.
func LastingAddress() (string, error) {
	for {
		port, err := FreePort(firstLasting + rand.N(lastLasting-firstLasting))
		if err != nil {
			return "", err
		}
		if _, given := lasting.LoadOrStore(port, true); !given {
			return net.JoinHostPort("127.0.0.1", strconv.Itoa(port)), nil
		}
	}
}

func portFree(port int) bool {
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return false
	}
	return listener.Close() == nil
}
