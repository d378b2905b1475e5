package draft

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"narthex/chat/church"
	"narthex/chat/words"
)

const (
	dayNames = `sundays?|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sun|mon|tues?|wed|thurs?|thu|fri|sat|` +
		`domingos?|lunes|martes|miercoles|jueves|viernes|sabados?`
	// monthNames are whole words: a Spanish Tuesday begins as March does.
	monthNames = `jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|` +
		`enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre`
	// longestSchedule is how long a line of a schedule is, in bytes: what is longer is a story.
	longestSchedule = 160
)

var (
	aDay    = regexp.MustCompile(`(?i)(^|[^\p{L}\p{N}])(` + accented(dayNames) + `)\.?($|[^\p{L}\p{N}])`)
	toDay   = regexp.MustCompile(`^\s*(?:-|–|—|to|through|thru|a|al|hasta el)\s*$`)
	andDay  = regexp.MustCompile(`^\s*(?:&|and|y|e|,|/|,\s*(?:and|y))\s*$`)
	aClock  = regexp.MustCompile(`(?i)\d{1,2}(?:[:.]\d\d)?\s*(?:a\.?\s?m\.?|p\.?\s?m\.?)|\d{1,2}[:.]\d\d|\b(?:noon|midnight)\b|mediod[ií]a|medianoche`)
	halfDay = regexp.MustCompile(`(?i)\d\s*[ap]\.?\s?m\b|\d[ap]\b|\bnoon\b`)
	// oneDate is a day of the calendar: what is on one day is no service time.
	oneDate = word(`(?:` + monthNames + `)\.? \d{1,2}(?:st|nd|rd|th)?|\d{1,2}(?:st|nd|rd|th)?(?: of| de)? (?:` + monthNames + `)|\d{1,2}/\d{1,2}(?:/\d{2,4})?|20\d\d`)
	notOurs = word(`cancel(?:led|ed)?|no (?:service|class|culto)|canceladas?|fundraiser|deadline|election`)
	fillers = regexp.MustCompile(`(?i)^(?:[\s:;,.|•·–—@&/-]|(?:at|on|every|each|from|join us|us|our|we meet|we gather|gathers?|meets?|is|are|for|los|las|el|la|todos|cada|a las|de|por|en|nos reunimos|acomp[aá]ñenos|[uú]nete)\b)+`)
	// nowhere is how words begin that say where it is, not what.
	nowhere  = regexp.MustCompile(`(?i)^(?:in|inside|with|en)\s`)
	trailers = regexp.MustCompile(`(?i)(?:[\s:;,|•·–—@&/-]|\b(?:at|on|every|each|from|and|los|las|el|la|cada|a las|a|y|de|is|are)\b)+$`)
	ofTimes  = regexp.MustCompile(`(?i)^(?:horarios? (?:de |del )?(?:los |las |la |el )?|join us (?:for )?|weekly |our )|(?:^|\s)(?:times?|schedules?|gatherings? times?)$`)
	// sundaySchool names no day, but what is on it.
	sundaySchool = regexp.MustCompile(`(?i)^sunday school`)
	someday      = word(dayNames)
	ofTimesP     = word(`times?|schedule|services?|worship|mass|horarios?|cultos?|misas?|reuniones`)
)

// accented lets names of days be written with their accents, and any case of them.
func accented(names string) string {
	return strings.NewReplacer("miercoles", "mi[eé]rcoles", "sabados", "s[aá]bados").Replace(names)
}

// times finds when the church meets: a line with a day and a time, or a time under a day.
func (p *page) times() {
	var day []time.Weekday // that a line or heading before has named
	heading, since := "", 0
	for _, l := range p.lines {
		for _, text := range parts(l.text) {
			days, rest := daysIn(text)
			timed := aClock.MatchString(rest)
			folded := words.Fold(text)
			switch {
			case oneDate.MatchString(folded) || notOurs.MatchString(folded) || len(text) > longestSchedule:
				day = nil
			case len(days) > 0 && timed:
				p.meets(days, rest, heading, text)
				day, since = days, 0
			case len(days) > 0 && len(text) <= 60:
				day, since = days, 0
			case timed && len(day) > 0 && since < 6:
				p.meets(day, text, heading, text)
				since++
			default:
				since++
			}
		}
		if l.heading > 0 && l.text != "" && !someday.MatchString(words.Fold(l.text)) {
			heading = l.text
			if l.heading <= 2 {
				day = nil
			}
		}
	}
}

// parts are the pieces of a line that may each be about a time of their own.
func parts(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == '|' || r == '•' || r == '·' || r == ';' })
}

// daysIn are the days that a text names, and the text without them.
func daysIn(text string) (days []time.Weekday, rest string) {
	last, end := time.Weekday(-1), 0
	for at := 0; ; {
		found := aDay.FindStringSubmatchIndex(text[at:])
		if found == nil {
			return days, rest + text[end:]
		}
		from, to := at+found[4], at+found[5]
		at = to
		day, known := church.ParseWeekday(text[from:to])
		if !known || sundaySchool.MatchString(text[from:]) {
			continue
		}
		between := text[end:from]
		switch {
		case last >= 0 && toDay.MatchString(strings.ToLower(between)):
			for d := (last + 1) % 7; d != day; d = (d + 1) % 7 {
				days = append(days, d)
			}
		case last >= 0 && andDay.MatchString(strings.ToLower(between)):
		default:
			rest += between + " "
		}
		days, last = append(days, day), day
		end = to
	}
}

// meets notes the times of a line for days.
func (p *page) meets(days []time.Weekday, text, heading, quote string) {
	for _, slot := range church.ParseSlots(tidy(text)) {
		if !slot.Timed() {
			continue
		}
		label, weight := labelOf(slot.Label), 1+p.isAbout(ofTimesP)
		if label == "" {
			label, weight = labelOf(ofTimes.ReplaceAllString(heading, "")), weight-1
		}
		for _, day := range days {
			p.add(Times, FromWords, weight, quote, "day", strings.ToLower(day.String()), "line", timeLine(slot, label, clockOf(text)))
		}
	}
}

// labelOf is what happens, without the words that lead from it to its time.
func labelOf(text string) string {
	text = strings.TrimRight(trailers.ReplaceAllString(fillers.ReplaceAllString(text, ""), ""), " .")
	if len(text) > 80 || strings.ContainsAny(text, "@©?") || nowhere.MatchString(text) {
		return ""
	}
	return capital(text)
}

func capital(text string) string {
	for i, r := range text {
		return strings.ToUpper(string(r)) + text[i+len(string(r)):]
	}
	return ""
}

// timeLine is a line of a day's hours: 9:00 AM Worship.
func timeLine(slot church.Slot, label string, on clock) string {
	line := on.at(slot.Start)
	if slot.End > 0 {
		line += " - " + on.at(slot.End)
	}
	return capital(strings.TrimSpace(line + " " + label))
}

// clock is how a text writes times: on a clock of half a day or of a whole one.
type clock struct {
	half     bool
	midnight string // with which a day ends: 12:00 AM is that with which it begins
}

func clockOf(text string) clock {
	c := clock{halfDay.MatchString(text), "midnight"}
	if strings.Contains(words.Fold(text), "medianoche") {
		c.midnight = "medianoche"
	}
	return c
}

// at is a time in minutes after midnight.
func (c clock) at(minutes int) string {
	at := time.Date(2000, 1, 1, 0, minutes, 0, 0, time.UTC)
	switch {
	case minutes == church.DayEnd:
		return c.midnight
	case c.half:
		return at.Format("3:04 PM")
	}
	return fmt.Sprintf("%02d:%02d", at.Hour(), at.Minute())
}
