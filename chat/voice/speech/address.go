package speech

import (
	"regexp"
	"strings"

	"narthex/chat/helplines"
)

var (
	webAddress = regexp.MustCompile(`(?i)^(?:https?://|www\.)[^\s)\]>]+`)
	mailbox    = regexp.MustCompile(`^[A-Za-z0-9._%+\-]+@[A-Za-z0-9\-]+(?:\.[A-Za-z0-9\-]+)+`)
	domain     = regexp.MustCompile(`(?i)^[a-z0-9\-]+(?:\.[a-z0-9\-]+)*\.(?:org|com|net|church|edu|gov|info|io|us|uk|ca|au|nz|ie|mx|es|page|link|app|faith|life|help|example|test)(?:/[^\s)\]>,;]*)?`)
)

func hasAddress(_ *spot, word string) bool {
	return strings.Contains(word, "://") || strings.HasPrefix(strings.ToLower(word), "www.") || strings.Contains(word, "@") || strings.Contains(word, ".")
}

// sayAddress says no link, but that there is a page; a mailbox and the name of a site are said as people say them.
func sayAddress(s *spot, t *tongue, text string) (int, string) {
	if found := webAddress.FindString(text); found != "" {
		found = strings.TrimRight(found, ".,;:!?'")
		address := found
		if strings.HasPrefix(strings.ToLower(address), "www.") {
			address = "https://" + address
		}
		s.linkTo(address)
		return len(found), t.website
	}
	if found := mailbox.FindString(text); found != "" {
		found = strings.TrimRight(found, ".-")
		name, host, _ := strings.Cut(found, "@")
		return len(found), t.name(name) + " " + t.at + " " + t.name(host)
	}
	found := strings.TrimRight(domain.FindString(text), ".-")
	if found == "" || !after(text, len(found)) {
		return 0, ""
	}
	host, path, _ := strings.Cut(found, "/")
	if path != "" {
		s.linkTo("https://" + found)
		return len(found), t.website
	}
	if !isSite(host) {
		s.linkTo("https://" + found)
	}
	return len(found), t.name(host)
}

// isSite reports whether a site is one of those for people in danger, which need no link.
func isSite(host string) bool {
	for _, site := range helplines.Sites {
		if strings.EqualFold(site, host) {
			return true
		}
	}
	return false
}

// name says a name as it is spelled in an address: "grace-harbor.org" is "grace harbor dot org".
func (t *tongue) name(name string) string {
	var out strings.Builder
	for _, r := range name {
		switch {
		case r == '.':
			out.WriteString(" " + t.dot + " ")
		case r >= '0' && r <= '9':
			out.WriteString(" " + t.digits[r-'0'] + " ")
		case strings.ContainsRune("-_+%", r):
			out.WriteByte(' ')
		default:
			out.WriteRune(r)
		}
	}
	return strings.Join(strings.Fields(out.String()), " ")
}

// states are what Americans abbreviate at the end of an address.
var states = func() map[string]string {
	all := make(map[string]string)
	for line := range strings.SplitSeq(`AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC D C,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming,PR Puerto Rico`, ",") {
		short, name, _ := strings.Cut(line, " ")
		all[short] = name
	}
	return all
}()

func isState(s *spot, word string) bool {
	_, known := states[strings.TrimRight(word, ".,;")]
	return known
}

// sayState says a state's name after a comma, or before a postal code, which is said digit by digit.
func sayState(s *spot, t *tongue, text string) (int, string) {
	word, code, _ := strings.Cut(text, " ")
	short := strings.TrimRight(word, ".,;")
	digits := code[:len(code)-len(strings.TrimLeft(code, "0123456789"))]
	switch {
	case len(digits) == 5 && word == short:
		n := len(short) + 1 + len(digits)
		return n, states[short] + ", " + t.spell(digits)
	case s.paused:
		return len(short), states[short]
	}
	return 0, ""
}
