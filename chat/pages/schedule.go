package pages

import (
	"strconv"
	"time"

	"narthex/chat/church"
	"narthex/chat/tools/datetime"
	"narthex/static/web"
)

// dayHours is what is on at the church on one day of the week.
type dayHours struct {
	Name  string
	Today bool
	Lines []string // as the church wrote them
}

// weekOf lists the days on which something is on, from Sunday. now is by the church's clock.
func weekOf(hours church.Hours, now time.Time, language *web.Language) ([]dayHours, error) {
	var week []dayHours
	for day := time.Sunday; day <= time.Saturday; day++ {
		slots := hours.On(day)
		if len(slots) == 0 {
			continue
		}
		name, err := dayName(day, language)
		if err != nil {
			return nil, err
		}
		listed := dayHours{Name: name, Today: day == now.Weekday()}
		for _, slot := range slots {
			listed.Lines = append(listed.Lines, slot.Text)
		}
		week = append(week, listed)
	}
	return week, nil
}

func dayName(day time.Weekday, language *web.Language) (string, error) {
	return language.Text("day." + strconv.Itoa(int(day)))
}

// nextService is the next gathering for worship: "today", "tomorrow" or the day's name, and what the church wrote of it, in
// its language.
type nextService struct{ Label, When, What, Language string }

// comingService finds it; it is empty where the church has not said when it meets. now is by the church's clock.
func comingService(snapshot *church.Snapshot, now time.Time, language *web.Language) (nextService, error) {
	slot, start, ok := snapshot.NextService(now)
	if !ok {
		return nextService{}, nil
	}
	day := slot.Day(start)
	var when string
	var err error
	switch day.YearDay() {
	case now.YearDay():
		when, err = language.Text("day.today")
		if start.Sub(now) > 24*time.Hour { // a week from now, by the same name as today
			when, err = dayName(day.Weekday(), language)
		}
	case now.AddDate(0, 0, 1).YearDay():
		when, err = language.Text("day.tomorrow")
	default:
		when, err = dayName(day.Weekday(), language)
		if start.Sub(now) > 7*24*time.Hour { // those before it are cancelled
			when = datetime.For(snapshot, language.Code).Date(day)
		}
	}
	if err != nil {
		return nextService{}, err
	}
	tradition, _ := snapshot.ResolveLens("", "")
	label, err := wording(language, tradition.Lens, "next.service")
	return nextService{Label: label, When: when, What: slot.Text, Language: snapshot.Language}, err
}
