package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"narthex/chat/church"
)

// commonSpool is the folder below which deployments have their spools that have none configured. It lasts unless this user has no
// cache: temporary folders are emptied when a machine starts.
func commonSpool() (dir string, lasts bool) {
	base, err := os.UserCacheDir()
	if err != nil {
		base = os.TempDir()
	}
	return filepath.Join(base, "narthex", "spool"), err == nil
}

// ofSpool warns of reports of crises that a machine may not keep.
func (c *safetyConfig) ofSpool() []string {
	dir, lasts := commonSpool()
	if c.SpoolDir != "" || lasts {
		return nil
	}
	return []string{fmt.Sprintf("NARTHEX_SPOOL_DIR is not set and this user has no HOME: reports of crises wait in %s, which is emptied when the machine starts again. Set it to a directory that is kept", dir)}
}

// openSpool returns the folder in which reports of crises wait: the one configured, or else one that only nodes on this database use.
// Others would find reports there of churches that theirs does not have, and set them aside as undeliverable. The database is known by
// a key that lies in it, not by its address, which is another when it comes back on another machine, and by its name, as a copy beside
// it has the same key.
func (s *server) openSpool(ctx context.Context) (dir string, err error) {
	if s.config.SpoolDir != "" {
		return s.config.SpoolDir, nil
	}
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	key, err := church.DeploymentKey(ctx, s.pool, "spool")
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(append(key, s.pool.Config().ConnConfig.Database...))
	common, _ := commonSpool()
	dir = filepath.Join(common, hex.EncodeToString(sum[:8]))
	moved, err := s.inherit(ctx, common, dir)
	if err != nil {
		s.logger.ErrorContext(ctx, "the reports of crises of earlier builds could not be taken over", "spool", common, "error", err)
	}
	if moved > 0 {
		s.logger.InfoContext(ctx, "reports of crises of earlier builds were taken over", "reports", moved)
	}
	return dir, nil
}

// inherit moves what builds that had one folder for all deployments left there, of churches that this one's database has. One of
// those may still be running: it goes on without the files that it misses.
func (s *server) inherit(ctx context.Context, from, to string) (moved int, err error) {
	for _, folder := range []string{"", "unknown"} {
		reports, err := reportsIn(filepath.Join(from, folder))
		if err != nil {
			return moved, err
		}
		ours, err := s.knownChurches(ctx, slices.Collect(maps.Values(reports)))
		if err != nil {
			return moved, err
		}
		if err := os.MkdirAll(filepath.Join(to, folder), 0o700); err != nil {
			return moved, err
		}
		for name, id := range reports {
			if !ours[id] {
				continue
			}
			err := os.Rename(filepath.Join(from, folder, name), filepath.Join(to, folder, name))
			if err == nil {
				moved++
			} else if !os.IsNotExist(err) { // another node was faster
				return moved, err
			}
		}
	}
	return moved, nil
}

// reportsIn are the names of the reports in a folder, with whose they are. What cannot be read is nobody's.
func reportsIn(folder string) (map[string]uuid.UUID, error) {
	entries, err := os.ReadDir(folder)
	if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	reports := make(map[string]uuid.UUID)
	for _, entry := range entries {
		if ending := filepath.Ext(entry.Name()); ending != ".json" && ending != ".unusable" { // those that were set aside have visitors' words, too
			continue
		}
		content, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			continue
		}
		var report struct{ ChurchID uuid.UUID }
		if json.Unmarshal(content, &report) == nil {
			reports[entry.Name()] = report.ChurchID
		}
	}
	return reports, nil
}

// knownChurches are those of some that the database has.
func (s *server) knownChurches(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]bool, error) {
	rows, err := s.pool.Query(ctx, `select id from churches where id = any($1)`, ids)
	if err != nil {
		return nil, err
	}
	known := make(map[uuid.UUID]bool)
	var id uuid.UUID
	_, err = pgx.ForEachRow(rows, []any{&id}, func() error { known[id] = true; return nil })
	return known, err
}
