package church

import (
	"slices"
	"strings"
)

// What may stand between two times, or beside one, in any case.
var (
	rangeGaps = []string{"-", "–", "—", "~", "to", "until", "til", "till", "a", "al", "a la", "a las", "hasta", "hasta la", "hasta las"}
	listGaps  = []string{",", ";", "/", "&", "+", "|", "·", "•", "and", "or", "y", "e", "o", ",and", ", and", ",or", ", or", ",y", ", y", "and at", "y a la", "y a las"}
	leadIns   = []string{"at", "from", "de", "desde", "a", "la", "las", "de la", "de las", "desde la", "desde las", "a la", "a las"}
	ats       = []string{"", "at", "a la", "a las"} // after a separator
	// trimmedLeadIns are cut off before a time, the longer ones first where one ends like another.
	trimmedLeadIns = []string{"desde las", "desde la", "de las", "de la", "a las", "a la", "las", "la", "desde", "de", "at", "from", "@"}
	joints         = []string{"and", "y", "or"}
)

const separators = ",;/&+|·•"

func isRangeGap(gap string) bool { return isAnyOf(gap, rangeGaps) }

func isListGap(gap string) bool { return isAnyOf(gap, listGaps) }

// isOnlyLeadIn reports whether nothing but a lead-in is in a text.
func isOnlyLeadIn(text string) bool {
	text = strings.Trim(text, spaces)
	return text == "" || isAnyOf(text, leadIns)
}

// isNewStartGap reports whether a new start may follow after a gap with a label in it: a separator stands right beside one of the times.
func isNewStartGap(gap string) bool {
	gap = strings.Trim(gap, spaces)
	if beginsWithAny(gap, separators) {
		return true
	}
	for _, and := range [...]string{"and", "y"} {
		if hasFold(gap, and) && wordEnds(gap, len(and)) {
			return true
		}
	}
	for _, at := range ats {
		before, ok := cutSuffixFold(gap, at)
		if !ok {
			continue
		}
		before = strings.TrimRight(before, spaces)
		if endsWithAny(before, separators) {
			return true
		}
		for _, and := range [...]string{"and", "y"} {
			if rest, ok := cutSuffixFold(before, and); ok && !endsInWord(rest) {
				return true
			}
		}
	}
	return false
}

// trimJoint takes an "and" or "or" away that a label begins or ends with.
func trimJoint(text string) string {
	for _, joint := range joints {
		if strings.EqualFold(text, joint) {
			return ""
		}
	}
	for _, joint := range joints {
		if hasFold(text, joint) && space(text, len(joint)) {
			text = text[len(joint)+1:]
			break
		}
	}
	for _, joint := range joints {
		if rest, ok := cutSuffixFold(text, joint); ok && endsInSpace(rest) {
			return rest[:len(rest)-1]
		}
	}
	return text
}

// trimLeadInWords takes the "at" of "Worship at" away.
func trimLeadInWords(text string) string {
	for _, word := range trimmedLeadIns {
		rest, ok := cutSuffixFold(text, word)
		switch {
		case !ok:
		case rest == "":
			return ""
		case endsInSpace(rest):
			return rest[:len(rest)-1]
		}
	}
	return text
}

func isAnyOf(text string, known []string) bool {
	text = strings.Trim(text, spaces)
	return slices.ContainsFunc(known, func(one string) bool { return strings.EqualFold(text, one) })
}

func beginsWithAny(text, runes string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return strings.ContainsRune(runes, r) }) == 0
}

func endsWithAny(text, runes string) bool {
	return strings.TrimRight(text, runes) != text
}

// cutSuffixFold takes the end of a text away, whatever its case.
func cutSuffixFold(text, suffix string) (before string, found bool) {
	if cut := len(text) - len(suffix); cut >= 0 && strings.EqualFold(text[cut:], suffix) {
		return text[:cut], true
	}
	return text, false
}
