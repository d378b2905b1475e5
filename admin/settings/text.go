package settings

import (
	"encoding/json"
	"math"
	"net/mail"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/nyaruka/phonenumbers"

	telephone "narthex/chat/voice/number"
)

// text is words of at most so many characters.
type text struct {
	longest  int
	area     bool   // may have several lines
	required bool   // may not be empty
	stays    bool   // an empty one is stored as such; otherwise as null
	small    bool   // is stored in small letters
	input    string // of the control: text, email, tel, url, color; text by default
	check    func(text string, r *reading) (fault string)
}

func (k text) read(raw json.RawMessage, path string, r *reading) any {
	words := clean(readText(raw, path, r), k.area)
	if k.small {
		words = strings.ToLower(words)
	}
	switch {
	case words == "" && k.required:
		r.faults.add(path, "missing")
	case utf8.RuneCountInString(words) > k.longest:
		r.faults.add(path, "long", "most", strconv.Itoa(k.longest))
	case words != "" && k.check != nil:
		if found := k.check(words, r); found != "" {
			r.faults.add(path, found)
		}
	}
	return words
}

func (k text) argument(value any) any {
	if value == "" && !k.stays {
		return nil
	}
	return value
}

// clean is a text without what does not show and turns around what is written about it.
func clean(text string, lines bool) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' && lines:
			return r
		case r == '\n' || r == '\r' || r == '\t' || r == '\u2028' || r == '\u2029':
			return ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, text)
	return strings.TrimSpace(text)
}

// isMail, isPhone, isCalled, isPage, isPicture, isColour and isZone check what a text must be.
func isMail(text string, _ *reading) string {
	parsed, err := mail.ParseAddress(text)
	_, domain, _ := strings.Cut(text, "@")
	if err != nil || parsed.Address != text || strings.ContainsAny(text, " \"<>,;") || !strings.Contains(strings.Trim(domain, "."), ".") || strings.Contains(domain, "..") {
		return "email"
	}
	return ""
}

func isPhone(text string, r *reading) string {
	number, err := phonenumbers.Parse(text, r.country)
	if err != nil || phonenumbers.IsPossibleNumberWithReason(number) != phonenumbers.IS_POSSIBLE {
		return "phone"
	}
	return ""
}

// isCalled: nobody is there to dial an extension when a program calls, or sends a text message, and nobody hears of what goes to the
// assistant itself.
func isCalled(text string, r *reading) string {
	if _, err := telephone.E164(text, r.country); err != nil {
		return "called"
	}
	if slices.ContainsFunc(r.answered, func(own string) bool { return telephone.Same(text, own, r.country) }) {
		return "answered"
	}
	return ""
}

func isPage(text string, _ *reading) string {
	page, err := url.Parse(text)
	if err != nil || page.Scheme != "https" && page.Scheme != "http" || !strings.Contains(page.Hostname(), ".") || page.User != nil || strings.ContainsAny(text, " \"<>\\") {
		return "url"
	}
	return ""
}

// isPicture: visitors' browsers take pictures over https alone.
func isPicture(text string, r *reading) string {
	if isPage(text, r) != "" || !strings.HasPrefix(text, "https://") {
		return "picture"
	}
	return ""
}

var colour = regexp.MustCompile(`^#[0-9a-f]{6}$`)

func isColour(text string, _ *reading) string {
	if !colour.MatchString(text) {
		return "colour"
	}
	return ""
}

func isZone(text string, _ *reading) string {
	if _, err := time.LoadLocation(text); err != nil || text == "Local" || !strings.Contains(text, "/") && text != "UTC" {
		return "zone"
	}
	return ""
}

// flag is yes or no.
type flag struct{}

func (flag) read(raw json.RawMessage, path string, r *reading) any {
	var yes bool
	if r.before != nil && absent(raw) || !absent(raw) && json.Unmarshal(raw, &yes) != nil {
		r.faults.add(path, "flag")
	}
	return yes
}

func (flag) argument(value any) any { return value }

// choice is one of some texts.
type choice struct {
	of    []string
	empty bool // none is one of them
}

func (k choice) read(raw json.RawMessage, path string, r *reading) any {
	chosen := readText(raw, path, r)
	for _, one := range k.of {
		if chosen == one {
			return chosen
		}
	}
	if chosen != "" || !k.empty {
		r.faults.add(path, "choice", "of", strings.Join(k.of, ", "))
	}
	return chosen
}

func (k choice) argument(value any) any {
	if value == "" {
		return nil
	}
	return value
}

// number is an amount, or none.
type number struct {
	least, most float64
	whole       bool
}

func (k number) read(raw json.RawMessage, path string, r *reading) any {
	if absent(raw) {
		return nil
	}
	var amount float64
	if json.Unmarshal(raw, &amount) != nil {
		r.faults.add(path, "number")
		return nil
	}
	if amount < k.least || amount > k.most || k.whole && amount != math.Trunc(amount) {
		r.faults.add(path, "range", "least", written(k.least), "most", written(k.most))
	}
	return amount
}

func (k number) argument(value any) any {
	if amount, ok := value.(float64); ok && k.whole {
		return int64(amount)
	}
	return value
}

func written(amount float64) string { return strconv.FormatFloat(amount, 'f', -1, 64) }
