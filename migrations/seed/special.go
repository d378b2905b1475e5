package seed

import (
	"fmt"
	"time"

	"github.com/rickar/cal/v2"
)

// specialDay is a day of every year on which something else holds at a church, as church.yaml has it.
type specialDay struct {
	On    string `yaml:"on"`   // 12-24, or the days from Easter Sunday: easter, easter-2
	Days  int    `yaml:"days"` // how many days in a row; 0 is one
	Kind  string `yaml:"kind"`
	Name  string `yaml:"name"`
	Times string `yaml:"times"` // a line for each
	Note  string `yaml:"note"`
}

// datedDay is a special day of one year, as the column has it.
type datedDay struct {
	From  string `json:"from"`
	To    string `json:"to,omitempty"`
	Kind  string `json:"kind"`
	Name  string `json:"name,omitempty"`
	Times string `json:"times,omitempty"`
	Note  string `json:"note,omitempty"`
}

// dated has each special day on its next date, so that a demonstration has them coming up whenever it is seeded.
func dated(days []specialDay, now time.Time) (all []datedDay, err error) {
	for _, d := range days {
		last := max(d.Days, 1) - 1
		first, err := nextOn(d.On, now.AddDate(0, 0, -last))
		if err != nil {
			return nil, err
		}
		row := datedDay{From: first.Format(time.DateOnly), Kind: d.Kind, Name: d.Name, Times: d.Times, Note: d.Note}
		if last > 0 {
			row.To = first.AddDate(0, 0, last).Format(time.DateOnly)
		}
		all = append(all, row)
	}
	return all, nil
}

// nextOn is the first day from now on that a day of every year falls on.
func nextOn(on string, now time.Time) (time.Time, error) {
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)
	for year := now.Year(); year <= now.Year()+1; year++ {
		var day time.Time
		var offset int
		if _, err := fmt.Sscanf(on, "easter%d", &offset); err == nil || on == "easter" {
			day, _ = (&cal.Holiday{Offset: offset, Func: cal.CalcEasterOffset}).Calc(year)
		} else if day, err = time.Parse(time.DateOnly, fmt.Sprintf("%d-%s", year, on)); err != nil {
			return time.Time{}, fmt.Errorf("special day %q: %w", on, err)
		}
		day = time.Date(year, day.Month(), day.Day(), 0, 0, 0, 0, time.UTC)
		if !day.Before(today) {
			return day, nil
		}
	}
	return time.Time{}, fmt.Errorf("special day %q: never", on)
}
