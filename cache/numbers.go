package cache

import (
	"fmt"
	"strconv"
	"strings"
)

// readNumber reads the number, ordinal number or time of day at the beginning of tokens: "10", "2nd", "twenty-five",
// "10:30 am", "half past ten", "las diez y media". It returns how many tokens that took, 0 if there is none.
//
// A time of day is time:H:MM on the 24-hour clock, an ordinal number begins with #.
func (l *lexicon) readNumber(tokens []token) (feature string, length int) {
	first := tokens[0].text
	if startsWithDigit(first) {
		return l.readDigits(tokens)
	}
	if feature, length = l.readPast(tokens); length > 0 {
		return feature, length
	}
	value, length := l.readCardinal(tokens)
	if ordinal, ok := l.ordinal[word(tokens, length)]; ok && (length == 0 || value >= 20 && value%10 == 0) {
		return "#" + strconv.Itoa(value+ordinal), length + 1
	}
	if length == 0 {
		return "", 0
	}
	if length == 1 && value >= 1 && value <= 12 {
		if minutes, more := l.readMinutes(tokens[1:]); more > 0 {
			return l.readMeridiem(60*value+minutes, 1+more, tokens)
		}
	}
	if _, more := l.readMeridiem(0, length, tokens); more > length && value <= 24 {
		return l.readMeridiem(60*value, length, tokens)
	}
	return strconv.Itoa(value), length
}

func word(tokens []token, i int) string {
	if i < len(tokens) {
		return tokens[i].text
	}
	return ""
}

// readDigits reads a number that is written in digits. What is none (a verse, a date, a range) stays as it is written.
func (l *lexicon) readDigits(tokens []token) (string, int) {
	text := tokens[0].text
	digits := strings.TrimRight(text, "abcdefghijklmnopqrstuvwxyz")
	suffix := text[len(digits):]
	hour, minute, clock := readClock(digits)
	switch suffix {
	case "am", "pm":
		if clock {
			return timeOfDay(60*hour+minute, suffix), 1
		}
	case "":
		if _, length := l.readMeridiem(0, 1, tokens); clock && length > 1 {
			return l.readMeridiem(60*hour+minute, 1, tokens)
		}
		if clock && strings.Contains(digits, ":") {
			return timeOfDay(60*hour+minute, ""), 1
		}
		return plain(digits), 1
	case "st", "nd", "rd", "th", "er", "ro", "ra", "do", "da", "to", "ta", "mo", "ma", "vo", "va", "no", "na", "o", "a":
		return "#" + plain(digits), 1
	}
	return text, 1
}

// readClock reads 7, 07, 7:30 and 7.30.
func readClock(digits string) (hour, minute int, ok bool) {
	h, m, split := strings.Cut(strings.Replace(digits, ".", ":", 1), ":")
	hour, err := strconv.Atoi(h)
	if err != nil || len(h) > 2 || hour > 24 {
		return 0, 0, false
	}
	if !split {
		return hour, 0, true
	}
	minute, err = strconv.Atoi(m)
	return hour, minute, err == nil && len(m) == 2 && minute < 60
}

// plain writes a whole number without leading zeros and thousands separators, and leaves anything else alone.
func plain(digits string) string {
	whole := digits
	if groups := strings.Split(digits, ","); len(groups) > 1 {
		for _, group := range groups[1:] {
			if len(group) != 3 {
				return digits
			}
		}
		whole = strings.Join(groups, "")
	}
	if trimmed := strings.TrimLeft(whole, "0"); trimmed != "" && strings.Trim(trimmed, "0123456789") == "" {
		return trimmed
	}
	return whole
}

// readMeridiem finishes a time whose minutes since midnight are known with what follows its first tokens: "am", "p.m.",
// "o'clock", "en punto", "de la tarde". The length stays the same if nothing of the kind follows.
func (l *lexicon) readMeridiem(minutes, length int, tokens []token) (string, int) {
	half := ""
	switch word(tokens, length) {
	case "oclock":
		length++
	case "en":
		if word(tokens, length+1) == "punto" {
			length += 2
		}
	}
	switch word(tokens, length) {
	case "am", "pm":
		half = word(tokens, length)
		length++
	case "de", "por", "en":
		if word(tokens, length+1) != "la" {
			break
		}
		switch word(tokens, length+2) {
		case "manana":
			half = "am"
		case "tarde", "noche":
			half = "pm"
		}
		if half != "" {
			length += 3
		}
	}
	return timeOfDay(minutes, half), length
}

// timeOfDay writes a time. Without am or pm it is taken as it stands.
func timeOfDay(minutes int, half string) string {
	switch hour := minutes / 60; {
	case half == "pm" && hour < 12:
		minutes += 12 * 60
	case half == "am" && hour == 12:
		minutes -= 12 * 60
	}
	return fmt.Sprintf("time:%d:%02d", minutes/60, minutes%60)
}

// readPast reads "half past ten", "quarter to seven".
func (l *lexicon) readPast(tokens []token) (string, int) {
	minutes := map[string]int{"half": 30, "quarter": 15}[tokens[0].text]
	if minutes == 0 || len(tokens) < 3 {
		return "", 0
	}
	switch tokens[1].text {
	case "past", "after":
	case "to", "before", "till", "of":
		minutes = -minutes
	default:
		return "", 0
	}
	hour, length := l.readCardinal(tokens[2:])
	if length == 0 {
		if parsed, _, ok := readClock(tokens[2].text); ok {
			hour, length = parsed, 1
		}
	}
	if length == 0 || hour < 1 || hour > 12 {
		return "", 0
	}
	return l.readMeridiem(60*hour+minutes, 2+length, tokens)
}

// readMinutes reads what follows the hour in words: "thirty", "oh five", "y media", "y cuarto", "menos cuarto".
func (l *lexicon) readMinutes(tokens []token) (minutes, length int) {
	switch word(tokens, 0) + " " + word(tokens, 1) {
	case "y media":
		return 30, 2
	case "y cuarto":
		return 15, 2
	case "menos cuarto":
		return -15, 2
	}
	start := 0
	if word(tokens, 0) == "oh" {
		start = 1
	}
	minutes, length = l.readCardinal(tokens[min(start, len(tokens)):])
	if length == 0 || minutes > 59 || start == 0 && minutes < 10 {
		return 0, 0
	}
	return minutes, start + length
}

// readCardinal reads a number in words, up to the thousands.
func (l *lexicon) readCardinal(tokens []token) (value, length int) {
	total, current, last := 0, 0, 0
	for i := 0; i < len(tokens); i++ {
		text := tokens[i].text
		joined := length > 0 && (text == "and" && last < 0 || text == "y" && last >= 20)
		if joined {
			i++
		}
		n, ok := l.numbers[word(tokens, i)]
		if !ok || length > 0 && !continues(last, n, current) {
			break
		}
		switch {
		case n == -1000:
			total, current = total+max(current, 1)*1000, 0
		case n == -100:
			current = max(current, 1) * 100
		default:
			current += n
		}
		last, length = n, i+1
	}
	return total + current, length
}

// continues says whether n goes on with the number whose last word was last: "twenty five", "two hundred thirty".
func continues(last, n, current int) bool {
	switch {
	case n == -1000:
		return current < 1000 && last != -1000
	case n == -100:
		return last > 0 && last < 10
	case last < 0:
		return n > 0 && n < 100
	case last >= 20 && last%10 == 0:
		return n > 0 && n < 10
	}
	return false
}
