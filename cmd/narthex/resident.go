package main

import (
	"bufio"
	"context"
	"errors"
	"log/slog"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// giveBack gives the system back what only the start needed, once what jobs do first is done, too: the heap, which the runtime would
// keep until it is first collected, and with few visitors that is never, and the program's own pages.
func giveBack(ctx context.Context, logger *slog.Logger) {
	settled := time.NewTimer(settledAfter)
	defer settled.Stop()
	select {
	case <-settled.C:
		debug.FreeOSMemory()
		letGoOfProgram(logger)
	case <-ctx.Done():
	}
}

const settledAfter = 500 * time.Millisecond

// letGoOfProgram has the system map the pages of the program anew as they are used. A start touches code and tables all over the
// program's file, and for each place the kernel maps all that is read from the disk together: 60 of 75 MB, of which answers use a
// fraction. Nothing is read again, as the pages stay in the system's cache: to find one there takes a microsecond.
func letGoOfProgram(logger *slog.Logger) {
	program, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return // a system without /proc
	}
	parts, err := mapped(program)
	for _, part := range parts {
		if _, _, failed := syscall.Syscall(syscall.SYS_MADVISE, part.from, part.to-part.from, syscall.MADV_DONTNEED); failed != 0 {
			err = failed
		}
	}
	if err != nil {
		logger.Warn("more memory is used than is needed", "error", err)
	}
}

func mapped(program string) ([]memory, error) {
	file, err := os.Open("/proc/self/smaps")
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return unwritten(bufio.NewScanner(file), program)
}

// memory is a range of the process's memory.
type memory struct{ from, to uintptr }

// unwritten gives the parts of the program's file that are mapped to be read alone, and in which nothing is other than in the file: what
// a linker has changed in its copy would be lost.
func unwritten(smaps *bufio.Scanner, program string) (parts []memory, err error) {
	var read memory // zero: a part that is not to be let go of
	for smaps.Scan() {
		fields := strings.Fields(smaps.Text())
		if len(fields) == 0 {
			continue
		}
		if !strings.HasSuffix(fields[0], ":") { // a new part begins: addresses, permissions, offset, device, number and name of its file
			read = memory{}
			if len(fields) == 6 && fields[5] == program && (fields[1] == "r-xp" || fields[1] == "r--p") {
				if read, err = readMemory(fields[0]); err != nil {
					return nil, err
				}
			}
		} else if fields[0] == "Anonymous:" && fields[1] == "0" && read.to > 0 {
			parts = append(parts, read)
		}
	}
	return parts, smaps.Err()
}

func readMemory(written string) (memory, error) {
	from, to, _ := strings.Cut(written, "-")
	low, lowErr := strconv.ParseUint(from, 16, 64)
	high, highErr := strconv.ParseUint(to, 16, 64)
	return memory{uintptr(low), uintptr(high)}, errors.Join(lowErr, highErr)
}
