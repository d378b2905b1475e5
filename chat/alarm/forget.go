package alarm

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"narthex/chat/tools"
)

// Somebody may have a conversation forgotten whose report waits on a disk. The church hears of the danger all the same, and how to
// reach who left that; what they wrote goes. Where a report waits that is found late, because its node was down, words go that are
// older than a church may have conversations deleted after.

const (
	sweepEvery     = time.Hour           // how often what is on disk is looked through for conversations that were forgotten elsewhere
	wordsKept      = 27 * 24 * time.Hour // shorter than the shortest month, which is the least a church may keep conversations for
	labelForgotten = "forgotten"         // of the line that says why there are no words
)

// withoutWords takes out of a report what its visitor wrote and was answered. It reports false when nothing was in it.
func (s *spooledReport) withoutWords() bool {
	if s.Message == "" && s.Answered == "" {
		return false
	}
	s.Message, s.Answered = "", ""
	s.Details = append(s.Details[:len(s.Details):len(s.Details)], tools.Line{Label: labelForgotten, Text: "yes"})
	return true
}

// Forget takes the words of a conversation out of what waits on disk, or was set aside there. It is marked as forgotten already.
func (r *Reports) Forget(churchID, session uuid.UUID) {
	r.queue.forget(session)
	r.rewrite(func(report *spooledReport, _ time.Time) bool {
		return report.ChurchID == churchID && report.SessionID == session
	})
}

// sweep takes the words out of what is too old, or is of conversations that were forgotten while this node did not hear of it.
func (r *Reports) sweep(ctx context.Context) {
	for _, s := range []*spool{r.spool, r.unknown} {
		s.dropDrafts()
		s.dropUnusable()
	}
	r.rewrite(func(report *spooledReport, written time.Time) bool {
		return time.Since(written) > wordsKept || r.isForgotten(ctx, report) == nil
	})
}

// isForgotten returns nil of a conversation that is marked as forgotten; an error may also say that nobody could look.
func (r *Reports) isForgotten(ctx context.Context, report *spooledReport) error {
	ctx, cancel := context.WithTimeout(ctx, reportLimit)
	defer cancel()
	marked, err := r.forgotten(ctx, report.ChurchID, []uuid.UUID{report.SessionID})
	if err == nil && len(marked) == 0 {
		err = errKept
	}
	return err
}

// rewrite takes the words out of the files that match. One that is passed on meanwhile may be there again afterwards: it is passed on
// once more then, which changes nothing.
func (r *Reports) rewrite(matches func(report *spooledReport, written time.Time) bool) {
	for _, s := range []*spool{r.spool, r.unknown} {
		for _, ending := range []string{spooled, unusable} {
			names, ages, _ := s.files(ending) // what cannot be read is logged by who looks for reports
			for _, name := range names {
				if err := s.strip(name+ending, time.Unix(0, ages[name]), matches); err != nil {
					r.logger.Error("words could not be taken out of a report of a crisis", "report", name, "error", err)
				}
			}
		}
	}
}

// strip takes the words out of a file if it matches. One that nobody can read is left for a person.
func (s *spool) strip(file string, written time.Time, matches func(*spooledReport, time.Time) bool) error {
	data, err := os.ReadFile(filepath.Join(s.dir, file))
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	found := &spooledReport{}
	if json.Unmarshal(data, found) != nil || !matches(found, written) || !found.withoutWords() {
		return nil
	}
	if data, err = json.Marshal(found); err != nil {
		return err
	}
	ending := filepath.Ext(file)
	if err := s.putAs(strings.TrimSuffix(file, ending), ending, data); err != nil {
		return err
	}
	return os.Chtimes(filepath.Join(s.dir, file), time.Time{}, written) // its age decides what becomes of it
}

// forget takes a conversation's words out of what is still counted into files.
func (q *queue) forget(session uuid.UUID) {
	q.mu.Lock()
	var open []*overflowFile
	for _, report := range q.known {
		if report.overflow != nil {
			open = append(open, report.overflow)
		}
	}
	q.mu.Unlock()
	for _, file := range open {
		file.forget(session)
	}
}

// forget takes a conversation's words out of what the file will be written with. It is written anew with the next report, or by who
// takes the words out of files.
func (c *overflowFile) forget(session uuid.UUID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.report.SessionID == session {
		c.report.Details = slices.Clone(c.report.Details)
		c.report.withoutWords()
	}
}
