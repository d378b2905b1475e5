package main

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
)

// machine says what the figures were measured on.
type machine struct {
	Cores     int    `json:"cores"`
	Processor string `json:"processor,omitempty"`
	RAM       uint64 `json:"ram_bytes,omitempty"`
	Kernel    string `json:"kernel,omitempty"`
	Go        string `json:"go"`
}

// thisMachine leaves out what it cannot learn.
func thisMachine() machine {
	m := machine{Cores: runtime.NumCPU(), Go: runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH}
	if kernel, err := os.ReadFile("/proc/sys/kernel/osrelease"); err == nil {
		m.Kernel = string(bytes.TrimSpace(kernel))
	}
	m.Processor = lineAfter("/proc/cpuinfo", "model name")
	if kilobytes, err := strconv.ParseUint(strings.TrimSuffix(lineAfter("/proc/meminfo", "MemTotal"), " kB"), 10, 64); err == nil {
		m.RAM = kilobytes << 10
	}
	return m
}

// lineAfter finds "name : value" in a file.
func lineAfter(path, name string) string {
	content, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(content)) {
		if key, value, found := strings.Cut(line, ":"); found && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

func (m machine) String() string {
	return fmt.Sprintf("%d cores (%s), %.0f GiB RAM, Linux %s, %s", m.Cores, m.Processor, float64(m.RAM)/(1<<30), m.Kernel, m.Go)
}

// spareFiles are what a process needs beside its connections.
const spareFiles = 200

// openFiles raises the limit on open files as far as it goes and returns it. Children inherit it.
func openFiles() (uint64, error) {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return 0, fmt.Errorf("limit on open files: %w", err)
	}
	const wanted = 1 << 18
	if limit.Max < wanted {
		raised := syscall.Rlimit{Cur: wanted, Max: wanted}
		if syscall.Setrlimit(syscall.RLIMIT_NOFILE, &raised) == nil { // the privileged may
			return wanted, nil
		}
	}
	limit.Cur = limit.Max
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return 0, fmt.Errorf("limit on open files: %w", err)
	}
	return limit.Cur, nil
}
