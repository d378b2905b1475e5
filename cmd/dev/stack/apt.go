package stack

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// apt downloads packages with the system's apt-get, whose every file lies in a folder of our own: the system's package
// lists, caches and database are neither written nor locked, and no root is needed.
type apt struct {
	dir string
}

// errNoApt says that this is not a system with Debian's package tools.
var errNoApt = errors.New("this system has no apt-get and dpkg")

// newApt prepares a private apt in dir. The status is the content of the file in which dpkg notes what is installed:
// apt downloads what is missing from it.
func newApt(ctx context.Context, dir string, sources []string, status []byte) (apt, error) {
	if findProgram("apt-get") == "" || findProgram("dpkg") == "" {
		return apt{}, errNoApt
	}
	for _, sub := range []string{"state/lists/partial", "cache/archives/partial"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o755); err != nil {
			return apt{}, err
		}
	}
	config, err := aptConfig(ctx, dir)
	if err != nil {
		return apt{}, err
	}
	for name, content := range map[string][]byte{
		"apt.conf":     config,
		"sources.list": []byte(strings.Join(sources, "\n") + "\n"),
		"status":       status,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			return apt{}, err
		}
	}
	return apt{dir: dir}, nil
}

// aptConfig leaves out the system's configuration, whose hooks touch the system's caches and whose pins are made for the
// system's release, but for how to reach mirrors: proxies, time-outs, certificates.
func aptConfig(ctx context.Context, dir string) ([]byte, error) {
	var config bytes.Buffer
	system, err := exec.CommandContext(ctx, "apt-config", "dump").Output()
	if err != nil {
		return nil, fmt.Errorf("read apt's configuration: %w", err)
	}
	for line := range strings.Lines(string(system)) {
		if strings.HasPrefix(line, "Acquire::") && !strings.HasPrefix(line, "Acquire::IndexTargets") {
			config.WriteString(line)
		}
	}
	architecture, err := exec.CommandContext(ctx, "dpkg", "--print-architecture").Output()
	if err != nil {
		return nil, fmt.Errorf("ask dpkg for the architecture: %w", err)
	}
	settings := [][2]string{
		{"Dir::State", filepath.Join(dir, "state")},
		{"Dir::State::status", filepath.Join(dir, "status")},
		{"Dir::Cache", filepath.Join(dir, "cache")},
		{"Dir::Etc::SourceList", filepath.Join(dir, "sources.list")},
		{"Dir::Etc::SourceParts", "/dev/null"},
		{"Dir::Etc::Main", "/dev/null"},
		{"Dir::Etc::Parts", "/dev/null"},
		{"Dir::Etc::Preferences", "/dev/null"},
		{"Dir::Etc::PreferencesParts", "/dev/null"},
		{"APT::Architecture", strings.TrimSpace(string(architecture))},
		{"APT::Install-Recommends", "false"},
		{"APT::Sandbox::User", "root"}, // root's apt would otherwise drop to a user who cannot write here
		{"APT::Update::Error-Mode", "any"},
		{"Acquire::Languages", "none"},
		{"Acquire::Retries", "2"},
		{"Acquire::http::Timeout", "20"},
		{"Acquire::https::Timeout", "20"},
	}
	for _, setting := range settings {
		fmt.Fprintf(&config, "%s %s;\n", setting[0], strconv.Quote(setting[1]))
	}
	fmt.Fprintf(&config, "#clear APT::Architectures;\nAPT::Architectures { %s; };\n", strconv.Quote(strings.TrimSpace(string(architecture))))
	return config.Bytes(), nil
}

// download fetches the packages with all that they need and returns the files. A download that was cut is resumed.
func (a apt) download(ctx context.Context, packages []string, title string, progress io.Writer) ([]string, error) {
	fmt.Fprintf(progress, "reading the package lists for %s\n", title)
	if err := a.runInTurn(ctx, progress, nil, "update"); err != nil {
		return nil, err
	}
	// What a killed run downloaded weeks ago may have been replaced at the mirror since.
	if err := a.runInTurn(ctx, progress, nil, "autoclean"); err != nil {
		return nil, err
	}
	percent := func(text string) { fmt.Fprintf(progress, "downloading %s: %s\n", title, text) }
	args := append([]string{"install", "--download-only", "--yes"}, packages...)
	if err := a.runInTurn(ctx, progress, percent, args...); err != nil {
		return nil, err
	}
	return filepath.Glob(filepath.Join(a.dir, "cache/archives/*.deb"))
}

// forget removes what was downloaded, so that the next download starts afresh.
func (a apt) forget() error {
	for _, sub := range []string{"cache/archives", "state/lists"} {
		if err := os.RemoveAll(filepath.Join(a.dir, sub)); err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Join(a.dir, sub, "partial"), 0o755); err != nil {
			return err
		}
	}
	return nil
}

// errAptBusy says that an apt-get that outlived a killed run of ours still works in the folder.
var errAptBusy = errors.New("an earlier download is still running")

// runInTurn runs apt-get as soon as no other works in the folder.
func (a apt) runInTurn(ctx context.Context, progress io.Writer, report func(string), args ...string) error {
	const pause = 500 * time.Millisecond
	said := false
	for {
		err := a.run(ctx, report, args...)
		if !errors.Is(err, errAptBusy) {
			return err
		}
		if !said {
			fmt.Fprintln(progress, "an earlier download is still running: waiting for its end")
			said = true
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(pause):
		}
	}
}

// run runs apt-get. On a pipe of its own, apt-get tells how far it is; report gets that now and then.
func (a apt) run(ctx context.Context, report func(string), args ...string) error {
	status, theirs, err := os.Pipe()
	if err != nil {
		return err
	}
	defer status.Close()
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, "apt-get", append([]string{"-q", "-o", "APT::Status-Fd=3"}, args...)...)
	cmd.Env = append(os.Environ(), "APT_CONFIG="+filepath.Join(a.dir, "apt.conf"), "LC_ALL=C", "DEBIAN_FRONTEND=noninteractive")
	cmd.ExtraFiles = []*os.File{theirs}
	cmd.Stdout, cmd.Stderr = &out, &out
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 5 * time.Second // apt-get's own children are given the time to end
	if err := cmd.Start(); err != nil {
		return errors.Join(err, theirs.Close())
	}
	if err := theirs.Close(); err != nil { // else the reader below never sees the end
		return errors.Join(err, cmd.Process.Kill(), cmd.Wait())
	}
	var reader sync.WaitGroup
	reader.Go(func() { reportDownload(status, report) })
	err = cmd.Wait()
	deadlineErr := status.SetReadDeadline(time.Now().Add(time.Second)) // a child that stays behind must not hold us
	reader.Wait()
	err = errors.Join(err, deadlineErr)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil && bytes.Contains(out.Bytes(), []byte("Could not get lock")) {
		return errAptBusy
	}
	if err != nil {
		return fmt.Errorf("apt-get %s: %s", args[0], aptComplaint(out.Bytes()))
	}
	return nil
}

// reportDownload passes on every tenth of the way, from lines such as
// "dlstatus:3:41.2:Retrieving file 4 of 60 (6s remaining)".
func reportDownload(status io.Reader, report func(string)) {
	const step = 10
	next := 0
	for lines := bufio.NewScanner(status); lines.Scan(); {
		fields := strings.SplitN(lines.Text(), ":", 4)
		if len(fields) < 4 || fields[0] != "dlstatus" || report == nil {
			continue
		}
		percent, err := strconv.ParseFloat(fields[2], 64)
		if err != nil || int(percent) < next {
			continue
		}
		report(fmt.Sprintf("%d%%", int(percent)))
		next = (int(percent)/step + 1) * step
	}
}

// aptComplaint picks the line of apt-get's output that tells what went wrong.
func aptComplaint(out []byte) string {
	first := ""
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSpace(line)
		message, isError := strings.CutPrefix(line, "E: ")
		if strings.Contains(line, "Failed to fetch") {
			_, message, _ = strings.Cut(line, ": ")
			return strings.Join(strings.Fields(message), " ")
		}
		if isError && first == "" {
			first = message
		}
	}
	if first != "" {
		return first
	}
	return lastOf(out)
}

// lastOf returns the last line of a program's output.
func lastOf(out []byte) string {
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}
