package facts

import (
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

// What stands before and behind the time on a clock.
var (
	beforeClock = words.Set("at las")
	behindClock = words.Set("am pm oclock horas hrs hs")
)

// tellsClock reports whether the number at i is a time on a clock: "at 9", "9 oclock", "9am", "9 30".
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
	return last[len(last)-1] == 'm' || i > 0 && beforeClock[list[i-1].text] || end < len(list) && behindClock[list[end].text]
}

// isMinute reports whether a word is two digits, or two with am or pm.
func isMinute(word string) bool { return len(strings.TrimRight(word, "apm")) == 2 && isNumber(word) }
