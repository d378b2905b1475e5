package alarm

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// spool keeps small files until they can be passed on. Each is whole or not there, also after a power cut. What they hold is
// confidential, and for this process's user alone.
type spool struct{ dir string }

const (
	spooled      = ".json"
	unusable     = ".unusable"
	draftPattern = ".draft-*"
	draftAge     = time.Minute // another process may be writing one
)

func openSpool(dir string) (*spool, error) {
	if dir == "" {
		return nil, errors.New("there is no directory for what must not be lost")
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("open the spool: %w", err)
	}
	s := &spool{dir}
	s.dropDrafts()
	s.dropUnusable()
	return s, nil
}

// dropDrafts removes what a process that died had begun to write: nobody was told that it was kept.
func (s *spool) dropDrafts() {
	drafts, _ := filepath.Glob(filepath.Join(s.dir, draftPattern)) // the pattern is well formed
	for _, path := range drafts {
		if info, err := os.Stat(path); err == nil && time.Since(info.ModTime()) > draftAge {
			_ = os.Remove(path) // it is found again the next time
		}
	}
}

// put writes a file. One of that name is replaced.
func (s *spool) put(name string, data []byte) error { return s.putAs(name, spooled, data) }

func (s *spool) putAs(name, ending string, data []byte) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("spool: %w", err)
		}
	}()
	draft, err := os.CreateTemp(s.dir, draftPattern)
	if err != nil {
		return err
	}
	defer os.Remove(draft.Name()) // it has another name when all went well
	_, err = draft.Write(data)
	if err = errors.Join(err, draft.Sync(), draft.Close()); err != nil {
		return err
	}
	if err := os.Rename(draft.Name(), filepath.Join(s.dir, name+ending)); err != nil {
		return err
	}
	return s.syncDir()
}

// syncDir makes the names durable.
func (s *spool) syncDir() error {
	dir, err := os.Open(s.dir)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

// files gives the names of the files with an ending, oldest first, and when they were written.
func (s *spool) files(ending string) (names []string, ages map[string]int64, err error) {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return nil, nil, err
	}
	names, ages = make([]string, 0, len(entries)), make(map[string]int64, len(entries))
	for _, entry := range entries {
		name, ok := strings.CutSuffix(entry.Name(), ending)
		info, err := entry.Info()
		if !ok || err != nil {
			continue
		}
		names = append(names, name)
		ages[name] = info.ModTime().UnixNano()
	}
	slices.SortFunc(names, func(a, b string) int { return int(min(max(ages[a]-ages[b], -1), 1)) })
	return names, ages, nil
}

// get reads a file, nil when it is gone.
func (s *spool) get(name string) ([]byte, error) {
	data, err := os.ReadFile(filepath.Join(s.dir, name+spooled))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}

// lacks reports whether a file is gone.
func (s *spool) lacks(name string) bool {
	_, err := os.Stat(filepath.Join(s.dir, name+spooled))
	return errors.Is(err, fs.ErrNotExist)
}

func (s *spool) remove(name string) error {
	err := os.Remove(filepath.Join(s.dir, name+spooled))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// What is kept of that which cannot be passed on. What names churches that do not exist has a spool of its own.
const (
	maxUnusable = 200
	unusableAge = wordsKept
)

// setAside keeps a file for a person to look at, for a while, and the newest of too many.
func (s *spool) setAside(name string) {
	path := filepath.Join(s.dir, name)
	_ = os.Rename(path+spooled, path+unusable) // it is found again otherwise
	_ = os.Chtimes(path+unusable, time.Time{}, time.Now())
	s.dropUnusable()
}

func (s *spool) dropUnusable() {
	names, ages, err := s.files(unusable)
	if err != nil {
		return // it is looked at again with the next
	}
	for i, name := range names {
		if i < len(names)-maxUnusable || time.Since(time.Unix(0, ages[name])) > unusableAge {
			_ = os.Remove(filepath.Join(s.dir, name+unusable))
		}
	}
}
