package process

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// clockTick is the unit of processor time in /proc: USER_HZ, 100 a second on every Linux that Go runs on.
const clockTick = time.Second / 100

// CPU returns the processor time, user and system, that a process has used so far, in steps of 10 ms.
func CPU(pid int) (time.Duration, error) {
	fields, err := statFields(pid)
	if err != nil {
		return 0, err
	}
	return ticks(fields[utime]) + ticks(fields[stime]), nil
}

// TreeCPU returns the processor time of a process, of its children that run, and of those that have ended and were waited
// for: Postgres, which has a process for each connection.
func TreeCPU(pid int) (time.Duration, error) {
	fields, err := statFields(pid)
	if err != nil {
		return 0, err
	}
	sum := ticks(fields[utime]) + ticks(fields[stime]) + ticks(fields[cutime]) + ticks(fields[cstime])
	others, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return 0, err
	}
	for _, dir := range others {
		child, err := strconv.Atoi(filepath.Base(dir))
		if err != nil {
			continue
		}
		fields, err := statFields(child)
		if err == nil && string(fields[ppid]) == strconv.Itoa(pid) { // it may have ended since
			sum += ticks(fields[utime]) + ticks(fields[stime])
		}
	}
	return sum, nil
}

// MachineCPU returns the processor time that everything on this machine has used since it was started.
func MachineCPU() (time.Duration, error) {
	stat, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0, fmt.Errorf("processor time of the machine: %w", err)
	}
	all, _, _ := bytes.Cut(stat, []byte("\n"))
	fields := bytes.Fields(all)
	if len(fields) < 9 {
		return 0, errors.New("processor time of the machine: the kernel gives too few figures")
	}
	var busy time.Duration
	for i, field := range fields[1:9] { // user, nice, system, idle, iowait, irq, softirq, steal
		if i != 3 && i != 4 {
			busy += ticks(field)
		}
	}
	return busy, nil
}

// Parent returns the process that started pid.
func Parent(pid int) (int, error) {
	fields, err := statFields(pid)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(string(fields[ppid]))
}

// Indexes into what follows the program's name in /proc/<pid>/stat; see proc(5), which counts from 1 and the process id.
const (
	ppid   = 4 - 3
	utime  = 14 - 3
	stime  = 15 - 3
	cutime = 16 - 3
	cstime = 17 - 3
)

func statFields(pid int) ([][]byte, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil, fmt.Errorf("processor time of process %d: %w", pid, err)
	}
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:]) // the name may itself hold spaces and parentheses
	if len(fields) <= cstime {
		return nil, fmt.Errorf("processor time of process %d: the kernel gives too few figures", pid)
	}
	return fields, nil
}

func ticks(figure []byte) time.Duration {
	n, err := strconv.ParseInt(string(figure), 10, 64)
	if err != nil {
		return 0 // the kernel writes numbers
	}
	return time.Duration(n) * clockTick
}

// Memory is what a process holds, in bytes.
type Memory struct {
	RSS uint64 `json:"rss"` // resident, pages shared with others in full
	PSS uint64 `json:"pss"` // resident, pages shared with others in part
}

// MemoryOf returns the memory of a process.
func MemoryOf(pid int) (Memory, error) {
	rollup, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		return Memory{}, fmt.Errorf("memory of process %d: %w", pid, err)
	}
	return Memory{RSS: kilobytes(rollup, "Rss:"), PSS: kilobytes(rollup, "Pss:")}, nil
}

func kilobytes(rollup []byte, name string) uint64 {
	for line := range bytes.Lines(rollup) {
		if rest, found := bytes.CutPrefix(line, []byte(name)); found {
			n, err := strconv.ParseUint(string(bytes.TrimSpace(bytes.TrimSuffix(bytes.TrimSpace(rest), []byte("kB")))), 10, 64)
			if err == nil {
				return n << 10
			}
		}
	}
	return 0
}
