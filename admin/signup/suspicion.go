package signup

import (
	"regexp"
	"strings"

	"narthex/admin/signup/disposable"
)

// Suspicion is how much a sign-up looks like one of a program or a swindler. It blocks nobody: a church may have an odd name. It
// goes into the log, a metric and the founder's notice.
type Suspicion struct {
	Score   int      // 0 to 100
	Reasons []string // stable names
}

// Suspicious is the score from which somebody should have a look.
const Suspicious = 50

// signs are what speaks against a sign-up, and how much.
var signs = []struct {
	name  string
	score int
	shows func(SignUp) bool
}{
	{"hidden_field", 80, func(s SignUp) bool { return s.Website != "" }},
	{"too_fast", 40, func(s SignUp) bool { return s.Seconds > 0 && s.Seconds < fastest }},
	{"disposable_email", 50, func(s SignUp) bool { return disposable.Email(s.Email) || disposable.Email(s.BackupEmail) }},
	{"link", 50, func(s SignUp) bool { return link.MatchString(s.prose()) }},
	{"spam_words", 40, func(s SignUp) bool { return spam.MatchString(s.prose()) }},
	{"no_letters", 40, func(s SignUp) bool { return !letter.MatchString(s.ChurchName) || !letter.MatchString(s.ContactName) }},
	{"keys_at_random", 30, func(s SignUp) bool { return random.MatchString(s.ChurchName) || random.MatchString(s.ContactName) }},
}

// fastest is in how many seconds nobody fills in the form, not even with a browser that fills in most of it.
const fastest = 4

var (
	link   = regexp.MustCompile(`(?i)https?:|www\.|\[url|<a\b|\b[a-z0-9-]+\.(?:com|net|ru|xyz|top|info)\b`)
	letter = regexp.MustCompile(`\pL`)
	random = regexp.MustCompile(`(?i)[bcdfghjklmnpqrstvwxz]{7}|asdf|qwert`)
	spam   = regexp.MustCompile(`(?i)\b(?:viagra|cialis|casino|poker|jackpot|crypto|bitcoin|forex|seo|backlinks?|escorts?|porn|xxx|payday|loans?|` +
		`replica|followers|betting|slots?|pr[eé]stamos|apuestas|ganar dinero|criptomonedas?|whatsapp me|telegram)\b`)
)

// prose is what was written freely.
func (s SignUp) prose() string {
	return strings.Join([]string{s.ChurchName, s.ContactName, s.BackupName, s.DenominationOther, s.City, s.Address}, "\n")
}

// Suspicion weighs a sign-up.
func (s SignUp) Suspicion() (all Suspicion) {
	for _, sign := range signs {
		if sign.shows(s) {
			all.Score = min(all.Score+sign.score, 100)
			all.Reasons = append(all.Reasons, sign.name)
		}
	}
	return all
}
