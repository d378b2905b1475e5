package notify

import "regexp"

var (
	anAddress = regexp.MustCompile(`[^\s<>()\[\]",:;=]+@[^\s<>()\[\]"',:;=]+`)
	aNumber   = regexp.MustCompile(`\+[\d\s().-]{6,24}\d|\b\d{9,15}\b`)
)

// withoutAddresses takes mail addresses and telephone numbers out of an error: servers repeat whom they refused, and neither
// the log nor what operators see of the queue is a place for that. Codes are shorter and stay.
func withoutAddresses(text string) string {
	return aNumber.ReplaceAllString(anAddress.ReplaceAllString(text, "(address)"), "(number)")
}
