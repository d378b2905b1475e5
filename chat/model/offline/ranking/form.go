package ranking

import (
	"regexp"

	"narthex/chat/model/offline/term"
)

// forms show a concept without its word: a clock is a time, an amount a cost.
var forms = map[term.Term]*regexp.Regexp{
	"=time":    regexp.MustCompile(`(?i)\b\d{1,2}[:.]\d{2}\b|\b\d{1,2}\s?[ap]\.?m\b`),
	"=cost":    regexp.MustCompile(`(?i)[$€£]\s?\d|\b\d+\s?(?:euros?|dollars|dólares|pounds)\b`),
	"=last":    regexp.MustCompile(`(?i)\b(?:\d+|an|una|half an|media|one|two|three|ten|fifteen|twenty|thirty|forty|forty-five|fifty|sixty|ninety|dos|tres|diez|quince|veinte|treinta|cuarenta|noventa) (?:minutes?|hours?|minutos?|horas?)\b`),
	"=phone":   regexp.MustCompile(`\+?\(?\d{2,4}\)?[\s.-]\d{3}[\s.-]\d{3,4}\b`),
	"=email":   regexp.MustCompile(`\S@\S+\.\S`),
	"=address": regexp.MustCompile(`(?i)\b\d{1,5}\s(?:\p{L}+\s){1,3}(?:street|st|road|rd|avenue|ave|lane|drive|square)\b`),
}
