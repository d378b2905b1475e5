package notify

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json" // refuses a key that stands twice

	"narthex/static/messages"
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

	SMSCrisis      string            `json:"smsCrisis"`
	SMSCrises      string            `json:"smsCrises"`
	SMSUnknown     string            `json:"smsUnknown"`
	SMSCalledFrom  string            `json:"smsCalledFrom"`
	SMSSecond      string            `json:"smsSecond"`
	SMSAcknowledge string            `json:"smsAcknowledge"`
	SMSCaller      string            `json:"smsCaller"`
	Ownership      map[string]string `json:"ownership"`   // the page on which it is settled whose a church is
	Acknowledge    map[string]string `json:"acknowledge"` // the page on which somebody says that they have a crisis
}

// wordings are the words by language, which is the name of the file that they stand in.
type wordings map[string]*wording

var words = must(loadWordings(messageFiles))

func must(loaded wordings, err error) wordings {
	if err != nil {
		panic(err) // the files are part of the program
	}
	return loaded
}

func loadWordings(files fs.FS) (wordings, error) {
	names, err := fs.Glob(files, "messages/*.json")
	if err != nil {
		return nil, err
	}
	all := make(wordings)
	for _, name := range names {
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		w := &wording{}
		if err := json.Unmarshal(content, w); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if len(w.Days) != 7 || len(w.Months) != 12 {
			return nil, fmt.Errorf("%s: a week has 7 days and a year 12 months", name)
		}
		all[strings.TrimSuffix(path.Base(name), ".json")] = w
	}
	if all[messages.Default] == nil {
		return nil, fmt.Errorf("there are no words in %s", messages.Default)
	}
	return all, nil
}

// in returns the words in a language, or in the default one where there are none, and which language they are in.
func (w wordings) in(language string) (*wording, string) {
	if found := w[language]; found != nil {
		return found, language
	}
	return w[messages.Default], messages.Default
}

func (w *wording) subject(kind string) string { return orOther(w.Subjects, kind) }
func (w *wording) intro(kind string) string   { return orOther(w.Intros, kind) }

func orOther(texts map[string]string, kind string) string {
	if text, ok := texts[kind]; ok {
		return text
	}
	return texts[kindOther]
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

// clock words a time of today.
func (w *wording) clock(t time.Time, zone *time.Location) string { return t.In(zone).Format(w.Clock) }

// moment words a time as the church's clock shows it.
func (w *wording) moment(t time.Time, zone *time.Location) string {
	t = t.In(zone)
	abbreviation, _ := t.Zone()
	return strings.NewReplacer(
		"{weekday}", w.Days[t.Weekday()], "{day}", strconv.Itoa(t.Day()), "{month}", w.Months[t.Month()-1],
		"{year}", strconv.Itoa(t.Year()), "{time}", t.Format(w.Clock), "{zone}", abbreviation,
	).Replace(w.Moment)
}
