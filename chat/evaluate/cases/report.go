package cases

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"time"
)

// Judged is a case with what came of it.
type Judged struct {
	Case
	Result Result `json:"result"`
}

// Summary is what came of many.
type Summary struct {
	Cases     int           `json:"cases"`
	Right     int           `json:"right"`
	Wrong     int           `json:"wrong"`
	NotOnFile int           `json:"not_on_file"`
	Tiers     map[Tier]int  `json:"tiers"`
	Micros    int64         `json:"micros"`
	Took      time.Duration `json:"took_ns"` // of all of them, one after another
}

// Sum counts them.
func Sum(all []Judged) Summary {
	s := Summary{Cases: len(all), Tiers: make(map[Tier]int)}
	for _, j := range all {
		if j.Result.Right() {
			s.Right++
		} else {
			s.Wrong++
		}
		if j.Result.NotOnFile {
			s.NotOnFile++
		}
		s.Tiers[j.Result.Tier]++
		s.Micros += j.Result.Micros
		s.Took += j.Result.Took
	}
	return s
}

// Say puts a miss into a line of English, for whoever works at a terminal. Pages and their files have words of their own.
func (m Miss) Say() string {
	switch m.Kind {
	case NoAnswer:
		return "no answer could be made"
	case WrongTier:
		return fmt.Sprintf("answered by %s, not %s", m.Got, m.Wanted)
	case WrongLanguage:
		return fmt.Sprintf("answered in %s, not %s", m.Got, m.Wanted)
	case NotSaid:
		return fmt.Sprintf("does not say %q", m.Wanted)
	case Said:
		return fmt.Sprintf("says %q", m.Got)
	}
	return string(m.Kind)
}

// WriteText writes a report for a terminal: what is wrong, with what was said, then the sum.
func WriteText(w io.Writer, all []Judged) error {
	var text strings.Builder
	for i, j := range all {
		if j.Result.Right() {
			continue
		}
		fmt.Fprintf(&text, "WRONG %d: %s\n", i+1, oneLine(j.Question))
		for _, miss := range j.Result.Misses {
			fmt.Fprintf(&text, "  %s\n", miss.Say())
		}
		fmt.Fprintf(&text, "  said (%s): %s\n\n", j.Result.Tier, oneLine(j.Result.Text))
	}
	s := Sum(all)
	fmt.Fprintf(&text, "%d questions: %d right, %d wrong, %d not on file\n", s.Cases, s.Right, s.Wrong, s.NotOnFile)
	for _, tier := range append(Tiers(), Other) {
		if n := s.Tiers[tier]; n > 0 {
			fmt.Fprintf(&text, "  %-6s %d\n", tier, n)
		}
	}
	fmt.Fprintf(&text, "cost $%.4f\n", float64(s.Micros)/1e6)
	_, err := io.WriteString(w, text.String())
	return err
}

// oneLine is a text without what would let it write elsewhere on a terminal.
func oneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return -1
		}
		return r
	}, text)
}

// WriteReportCSV writes a report as a table, with each miss on a line of its cell, in the words of say.
func WriteReportCSV(w io.Writer, all []Judged, say func(Miss) (string, error)) error {
	out := csv.NewWriter(w)
	err := out.Write([]string{"question", "agent", "right", "why_not", "tier", "language", "not_on_file", "answer", "sources", "cost_usd", "milliseconds"})
	if err != nil {
		return err
	}
	for _, j := range all {
		misses := make([]string, len(j.Result.Misses))
		for i, miss := range j.Result.Misses {
			if misses[i], err = say(miss); err != nil {
				return err
			}
		}
		err = out.Write([]string{
			harmless(j.Question), string(j.Agent), fmt.Sprint(j.Result.Right()), harmless(strings.Join(misses, "\n")), string(j.Result.Tier), j.Result.Language,
			fmt.Sprint(j.Result.NotOnFile), harmless(j.Result.Text), harmless(strings.Join(j.Result.Sources, separator)),
			fmt.Sprintf("%.6f", float64(j.Result.Micros)/1e6), fmt.Sprintf("%.1f", float64(j.Result.Took)/float64(time.Millisecond)),
		})
		if err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
