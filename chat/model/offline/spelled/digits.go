// Package spelled reads telephone numbers that are said in words.
package spelled

import (
	"regexp"
	"strings"

	"narthex/chat/words"
)

// figures are digits as people say them: "dos cero siete", "two oh seven", "cincuenta y cinco".
var figures = map[string]string{
	"zero": "0", "oh": "0", "o": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10",
	"eleven": "11", "twelve": "12", "thirteen": "13", "fourteen": "14", "fifteen": "15", "sixteen": "16", "seventeen": "17", "eighteen": "18", "nineteen": "19",
	"twenty": "20", "thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "seventy": "70", "eighty": "80", "ninety": "90",
	"cero": "0", "uno": "1", "dos": "2", "tres": "3", "cuatro": "4", "cinco": "5", "seis": "6", "siete": "7", "ocho": "8", "nueve": "9", "diez": "10", "once": "11", "doce": "12",
	"trece": "13", "catorce": "14", "quince": "15", "dieciseis": "16", "diecisiete": "17", "dieciocho": "18", "diecinueve": "19", "veinte": "20",
	"treinta": "30", "cuarenta": "40", "cincuenta": "50", "sesenta": "60", "setenta": "70", "ochenta": "80", "noventa": "90",
}

// FewestDigits is how many a telephone number has at least.
const FewestDigits = 7

var spokenWord = regexp.MustCompile(`[\p{L}\p{M}]+|\d+|[^\p{L}\p{M}\d]+`)

// InDigits writes a telephone number that is spelled out in figures, and leaves all else as it is.
func InDigits(message string) string {
	parts := spokenWord.FindAllString(message, -1)
	var whole strings.Builder
	for at := 0; at < len(parts); {
		number, end := digitsFrom(parts, at)
		if end == at {
			whole.WriteString(parts[at])
			at++
			continue
		}
		whole.WriteString(number)
		at = end
	}
	return whole.String()
}

// digitsFrom is the number that is spelled out from a word on, and where it ends: where it begins, if there is none.
func digitsFrom(parts []string, from int) (number string, end int) {
	var digits []byte
	tens := false
	end = from
	for at := from; at < len(parts); at++ {
		word := words.Fold(parts[at])
		figure, known := figures[word]
		switch {
		case known && tens && len(figure) == 1 && figure != "0":
			digits[len(digits)-1] = figure[0]
		case known:
			digits = append(digits, figure...)
		case strings.Trim(word, " ,.-") == "" && at > from, word == "y" && tens:
			continue
		default:
			at = len(parts)
			continue
		}
		tens = known && len(figure) == 2 && figure[1] == '0' && figure != "10"
		end = at + 1
	}
	if len(digits) < FewestDigits {
		return "", from
	}
	return string(digits), end
}
