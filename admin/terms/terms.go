package terms

import (
	"strconv"
	"strings"

	"narthex/static/web"
)

// Version is that of the terms which churches accept today: the day from which they hold. A church's acceptance is kept with it, and so
// is a form that was filled in under another refused.
const Version = "2026-11-30"

// Facts are what the texts say of this deployment. What is empty is not said.
type Facts struct {
	Operator, Address, Email string // who runs it
	Law                      string // the law that holds, in words that follow "the law of"
	Host                     string // of the service's address
	Model                    string // the host of the language model's service; empty: no message leaves these servers
	Moderation               bool   // messages are shown to that service's moderation
	Texting                  string // the company that sends text messages
	Payments                 string // the payment provider
	Simulated                bool   // nobody pays
	News                     bool   // who asks for news is told to somebody who sends it

	TrialDays, GraceDays, Months, DeletionDays, SessionDays int
}

// pairs are the placeholders of the texts.
func (f Facts) pairs() []string {
	return []string{
		"operator", f.Operator, "address", f.Address, "email", f.Email, "law", f.Law, "host", f.Host, "model", f.Model, "texting", f.Texting,
		"payments", f.Payments, "trial", strconv.Itoa(f.TrialDays), "grace", strconv.Itoa(f.GraceDays), "months", strconv.Itoa(f.Months),
		"deletion", strconv.Itoa(f.DeletionDays), "session", strconv.Itoa(f.SessionDays),
	}
}

// part is a section of a text, or a paragraph of one, with when it is there.
type part struct {
	key string
	is  func(Facts) bool // nil: always
}

// section is one heading with its paragraphs.
type section struct {
	key        string
	paragraphs []part
}

func always(keys ...string) (parts []part) {
	for _, key := range keys {
		parts = append(parts, part{key, nil})
	}
	return parts
}

var termsSections = []section{
	{"parties", []part{
		{"known", func(f Facts) bool { return f.Operator != "" }}, {"unknown", func(f Facts) bool { return f.Operator == "" }},
		{"address", func(f Facts) bool { return f.Address != "" }},
	}},
	{"who", always("speaks", "listed")},
	{"price", []part{{"simulated", func(f Facts) bool { return f.Simulated }}, {"amount", nil}, {"trial", nil}, {"changes", nil}}},
	{"owed", always("grace", "offline")},
	{"ending", always("cancel", "change", "deletion")},
	{"assistant", always("machine", "never", "danger")},
	{"church", always("contacts", "content", "link", "visitors")},
	{"forbidden", always("list", "ends")},
	{"data", always("yours", "privacy")},
	{"promise", always("care", "law")},
	{"versions", always("kept")},
	{"law", []part{{"of", func(f Facts) bool { return f.Law != "" }}}},
	{"contact", []part{{"email", func(f Facts) bool { return f.Email != "" }}}},
}

var noticeSections = []section{
	{"who", []part{
		{"church", nil}, {"known", func(f Facts) bool { return f.Operator != "" }}, {"unknown", func(f Facts) bool { return f.Operator == "" }},
	}},
	{"kept", []part{
		{"conversation", nil}, {"calls", nil}, {"texts", func(f Facts) bool { return f.Texting != "" }}, {"requests", nil}, {"address", nil}, {"technical", nil},
	}},
	{"long", always("conversations", "requests", "asked", "mails", "memory")},
	{"readers", always("team", "confidential", "accused", "operator")},
	{"danger", []part{
		{"told", nil}, {"texting", func(f Facts) bool { return f.Texting != "" }}, {"next", nil}, {"limits", nil},
	}},
	{"model", []part{
		{"service", func(f Facts) bool { return f.Model != "" }}, {"offline", func(f Facts) bool { return f.Model == "" }},
		{"moderation", func(f Facts) bool { return f.Moderation }},
	}},
	{"browser", always("copy", "none")},
	{"deleting", always("self", "church", "request")},
	{"signing", []part{
		{"before", nil}, {"provider", func(f Facts) bool { return !f.Simulated && f.Payments != "" }}, {"simulated", func(f Facts) bool { return f.Simulated }},
		{"after", nil}, {"news", func(f Facts) bool { return f.News }}, {"backup", nil},
	}},
	{"admins", always("session", "log")},
	{"leaving", always("export", "deletion", "copies")},
	{"contact", []part{{"email", func(f Facts) bool { return f.Email != "" }}, {"address", func(f Facts) bool { return f.Address != "" }}}},
}

// shown is a section as it is read.
type shown struct {
	ID, Title  string
	Paragraphs []string
}

// sections are those that hold for a deployment, in a language. A section of which nothing holds is not there.
func (f Facts) sections(of string, all []section, language *web.Language) (read []shown, err error) {
	for _, s := range all {
		key := of + "." + s.key
		one := shown{ID: s.key}
		for _, p := range s.paragraphs {
			if p.is != nil && !p.is(f) {
				continue
			}
			text, err := language.Text(key+"."+p.key, f.pairs()...)
			if err != nil {
				return nil, err
			}
			one.Paragraphs = append(one.Paragraphs, strings.TrimSpace(text))
		}
		if len(one.Paragraphs) == 0 {
			continue
		}
		if one.Title, err = language.Text(key); err != nil {
			return nil, err
		}
		read = append(read, one)
	}
	return read, nil
}
