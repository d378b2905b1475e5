package bundle

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Folder is the folder static of the source code.
type Folder string

// What is read of it, and what is written.
const (
	sources = "assets"
	bundled = "bundled"
)

// Write brings what is bundled up to date. A file that is right already stays untouched, so that nothing is built anew for it.
func (f Folder) Write() error {
	modules, stale, err := f.compare()
	if err != nil {
		return err
	}
	for _, name := range stale {
		path := f.path(name)
		content, wanted := modules[name]
		if !wanted {
			err = os.Remove(path)
		} else if err = os.MkdirAll(filepath.Dir(path), 0o755); err == nil {
			err = os.WriteFile(path, content, 0o644)
		}
		if err != nil {
			return fmt.Errorf("bundle modules: %w", err)
		}
	}
	return nil
}

// Stale are the bundled files that are not what the modules make, or that are missing, or too many.
func (f Folder) Stale() ([]string, error) {
	_, stale, err := f.compare()
	return stale, err
}

func (f Folder) path(name string) string {
	return filepath.Join(string(f), bundled, filepath.FromSlash(name))
}

func (f Folder) compare() (modules map[string][]byte, stale []string, err error) {
	if modules, err = Modules(os.DirFS(filepath.Join(string(f), sources))); err != nil {
		return nil, nil, fmt.Errorf("bundle modules: %w", err)
	}
	for name, content := range modules {
		if written, err := os.ReadFile(f.path(name)); err != nil || !bytes.Equal(written, content) {
			stale = append(stale, name)
		}
	}
	written, err := names(os.DirFS(filepath.Join(string(f), bundled)))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("list bundled modules: %w", err)
	}
	for _, name := range written {
		if _, wanted := modules[name]; !wanted {
			stale = append(stale, name)
		}
	}
	slices.Sort(stale)
	return modules, stale, nil
}
