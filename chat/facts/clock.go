package facts

import (
	"slices"
	"strconv"
	"strings"

	"narthex/chat/words"
)

// numbersUnderstood reports whether every number of the question is a time of day, or of the date that was read in it: whatever else it
// is, it changes what is asked for.
func (q *wording) numbersUnderstood() bool {
	list := q.words()
	for i, w := range list {
		if w.is&dateWord == 0 && isNumber(w.text) && !tellsClock(list, i) {
			return false
		}
	}
	return true
}

// isNumber reports whether a word is one, or one with am or pm.
func isNumber(word string) bool {
	_, err := strconv.Atoi(strings.TrimRight(word, "apm"))
	return err == nil
}

// What stands before and behind the time on a clock, and between several.
var (
	beforeClock  = words.Set("at las")
	behindClock  = words.Set("am pm oclock horas hrs hs")
	betweenClock = words.Set("and or y o")
	leadingClock = words.Set("a an the las de") // what may stand behind one that stands between them
)

// tellsClock reports whether the number at i is a time on a clock: "at 9", "9 oclock", "9am", "9 30", "the 9 and 11 services".
func tellsClock(list []word, i int) bool {
	if i > 0 && isMinute(list[i].text) && isNumber(list[i-1].text) {
		i--
	}
	end := i + 1
	if end < len(list) && isMinute(list[end].text) {
		if strings.Contains("00 15 30 45", list[end].text[:2]) {
			return true
		}
		end++
	}
	last := list[end-1].text
	return last[len(last)-1] == 'm' || i > 0 && beforeClock[list[i-1].text] || end < len(list) && behindClock[list[end].text] || isAmongHours(list, i)
}

// isAmongHours reports whether the number at i is an hour, alone or among several, with a word around them that makes times of them: at,
// o'clock, or a service that begins then.
func isAmongHours(list []word, i int) bool {
	from := 0
	for ; from < i; from++ {
		if isHour(list[from]) && lastAlongside(list, from) >= i {
			break
		}
	}
	to := lastAlongside(list, from)
	if slices.ContainsFunc(list[from:to+1], func(w word) bool { return w.is&dateWord != 0 }) || !isHour(list[i]) {
		return false // "the December 6 and 10 services"
	}
	var before, next, service word
	if from > 0 {
		before = list[from-1]
	}
	if to+1 < len(list) {
		next = list[to+1]
	}
	if from > 1 && before.text == "de" && next.text != "dias" { // "misa de 9 días" is for the dead
		service = list[from-2]
	}
	return beforeClock[before.text] || behindClock[next.text] || (next.is|service.is)&serviceWord != 0
}

// lastAlongside is the last of the hours that are named with the one at i, behind it: "8, 9 and the 11".
func lastAlongside(list []word, i int) int {
	next := i + 1
	if next < len(list) && betweenClock[list[next].text] {
		next++
		if next < len(list) && leadingClock[list[next].text] {
			next++
		}
	}
	if next < len(list) && isHour(list[next]) {
		return lastAlongside(list, next)
	}
	return i
}

// isHour reports whether a word is the number of an hour, or one with am or pm, or of a date, which may be the number of one.
func isHour(w word) bool {
	hour, err := strconv.Atoi(strings.TrimRight(w.text, "apm"))
	return w.is&dateWord != 0 || err == nil && hour >= 1 && hour <= 12
}

// isMinute reports whether a word is two digits, or two with am or pm.
func isMinute(word string) bool { return len(strings.TrimRight(word, "apm")) == 2 && isNumber(word) }
