package slots

import "regexp"

var (
	emailForm = regexp.MustCompile(`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`)
	phoneForm = regexp.MustCompile(`\+?\(?\d[\d\s().-]{5,16}\d`)
	nameForm  = regexp.MustCompile(`(?:(?i:my name is|my name's|i am|i'm|this is|me llamo|mi nombre es|soy))\s+(\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+){0,2})`)
)
