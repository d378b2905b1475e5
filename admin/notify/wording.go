package notify

import (
	"embed"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
)

//go:embed messages
var messageFiles embed.FS

// wording is everything that is said in one language. A kind or label without words of its own gets general ones.
type wording struct {
	Urgent   string            `json:"urgent"`
	Subjects map[string]string `json:"subjects"` // by kind; "other" for the rest
	Intros   map[string]string `json:"intros"`   // by kind; "other" for the rest
	Labels   map[string]string `json:"labels"`
	Values   map[string]string `json:"values"` // short texts that are keys themselves, by themselves or after their label and a dot
	Days     []string          `json:"days"`   // from Sunday
	Months   []string          `json:"months"`
	Moment   string            `json:"moment"`
	Clock    string            `json:"clock"` // a layout of package time
	Words    map[string]string `json:"words"`
	SMS      string            `json:"sms"`
	SMSPhone string            `json:"smsPhone"`
}

type wordings map[string]*wording

// languages are those that there are words in; the first is for all others.
var languages = []string{"en", "es"}

func loadWordings() (wordings, error) {
	all := make(wordings, len(languages))
	for _, language := range languages {
		content, err := messageFiles.ReadFile("messages/" + language + ".json")
		if err != nil {
			return nil, err
		}
		w := &wording{}
		if err := json.Unmarshal(content, w); err != nil {
			return nil, fmt.Errorf("%s: %w", language, err)
		}
		if len(w.Days) != 7 || len(w.Months) != 12 {
			return nil, fmt.Errorf("%s: a week has 7 days and a year 12 months", language)
		}
		all[language] = w
	}
	return all, nil
}

// of returns the words for a church's language, and which language they are in.
func (w wordings) of(language string) (*wording, string) {
	if found := w[language]; found != nil {
		return found, language
	}
	return w[languages[0]], languages[0]
}

// Kinds returns the kinds of news that are told in words of their own.
func Kinds() []string {
	all, err := loadWordings()
	if err != nil {
		panic(err) // embedded
	}
	var kinds []string
	for kind := range all[languages[0]].Subjects {
		if kind != otherKind && kind != kindUnaddressed {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

const otherKind = "other"

func (w *wording) subject(kind string) string { return orOther(w.Subjects, kind) }
func (w *wording) intro(kind string) string   { return orOther(w.Intros, kind) }

func orOther(texts map[string]string, kind string) string {
	if text, ok := texts[kind]; ok {
		return text
	}
	return texts[otherKind]
}

// label words a key; one without words is shown as it is, made readable.
func (w *wording) label(key string) string {
	if text, ok := w.Labels[key]; ok {
		return text
	}
	text := strings.TrimSpace(strings.ReplaceAll(key, "_", " "))
	if text == "" {
		return w.Labels["note"]
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// value words a short text, if it is a key; names and numbers stay as they are. What a key means may depend on what it is
// said of: that goes before.
func (w *wording) value(label, text string) string {
	if worded, ok := w.Values[label+"."+text]; ok {
		return worded
	}
	if worded, ok := w.Values[text]; ok && label != "name" {
		return worded
	}
	return text
}

// Words reports whether there are words in every language for a key that stands under a label.
func Words(label, key string) bool {
	all, err := loadWordings()
	if err != nil {
		panic(err) // embedded
	}
	for _, w := range all {
		if w.value(label, key) == key {
			return false
		}
	}
	return true
}

// moment words a time as the church's clock shows it.
func (w *wording) moment(t time.Time, zone *time.Location) string {
	t = t.In(zone)
	abbreviation, _ := t.Zone()
	return strings.NewReplacer(
		"{weekday}", w.Days[t.Weekday()], "{day}", strconv.Itoa(t.Day()), "{month}", w.Months[t.Month()-1],
		"{year}", strconv.Itoa(t.Year()), "{time}", t.Format(w.Clock), "{zone}", abbreviation,
	).Replace(w.Moment)
}
