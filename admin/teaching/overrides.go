package teaching

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"narthex/admin/access"
	"narthex/chat/church"
	"narthex/static/web"
)

// Bounds of a church's own positions. All of them stand in every prompt.
const (
	longestTopic    = 80  // characters
	longestPosition = 600 // characters
)

// override is a church's own position on a topic, as the form sends it.
type override struct {
	Version  string   `json:"version"` // of the position as it was shown; of a new one that of nothing
	Was      string   `json:"was"`     // the topic as it is stored; empty: a new one
	Topic    string   `json:"topic"`
	Position string   `json:"position"`
	Never    []string `json:"never"` // words that no answer may have
}

// storedOverride is how a position stands in doctrinal_overrides, by its topic.
type storedOverride struct {
	Position string   `json:"position"`
	Never    []string `json:"never,omitempty"`
}

// overrideFields are what the form of one topic's position shows: nothing, where there is none.
func overrideFields(all map[string]json.RawMessage, topic string) fields {
	held := fields{"topic": "", "position": "", "never": []string{}}
	if stored, known := all[topic]; known {
		held["topic"] = topic
		encoded, _ := json.Marshal(map[string]json.RawMessage{topic: stored}) // of what was just read
		for _, rule := range church.ReadOverrides(encoded) {
			held["position"], held["never"] = rule.Position, cleanAll(rule.Forbidden)
		}
	}
	return held
}

// saveOverride is PUT /api/admin/theology/overrides: a position is added, changed, or given another topic.
func (h *Handler) saveOverride(w http.ResponseWriter, r *http.Request) error {
	sent, err := read[override](w, r)
	if err != nil {
		return err
	}
	language := h.texts(r)
	sent.Topic, sent.Position, sent.Never = strings.Join(strings.Fields(clean(sent.Topic)), " "), clean(sent.Position), cleanAll(sent.Never)
	if found := sent.check(access.From(r.Context()), h.countryOf(r.Context())); len(found) > 0 {
		return invalid(language, found)
	}
	return h.changeOverrides(w, r, language, sent, "override.saved", func(all map[string]json.RawMessage) (bool, error) {
		if sent.stands(all) {
			return false, nil
		}
		if now := overrideFields(all, sent.Was); sent.Version != now.version().String() {
			return false, sent.against(now)
		}
		if key := sameTopic(all, sent.Topic); key != "" && key != sent.Was {
			return false, invalid(language, faults{"topic": {key: "overrides.topic.taken"}})
		}
		if _, known := all[sent.Was]; !known && len(all) >= church.MostOverrides {
			return false, invalid(language, faults{"topic": {"overrides.many", []string{"most", strconv.Itoa(church.MostOverrides)}}})
		}
		encoded, err := json.Marshal(storedOverride{sent.Position, sent.Never})
		delete(all, sent.Was)
		all[sent.Topic] = encoded
		return true, err
	})
}

// deleteOverride is DELETE /api/admin/theology/overrides: {"version", "was"}.
func (h *Handler) deleteOverride(w http.ResponseWriter, r *http.Request) error {
	sent, err := read[override](w, r)
	if err != nil {
		return err
	}
	sent.Topic = sent.Was
	return h.changeOverrides(w, r, h.texts(r), sent, "override.deleted", func(all map[string]json.RawMessage) (bool, error) {
		if _, known := all[sent.Was]; !known || sent.Version != overrideFields(all, sent.Was).version().String() {
			return false, errStale
		}
		delete(all, sent.Was)
		return true, nil
	})
}

// changeOverrides has change make something else of the positions, and stores them if it did.
func (h *Handler) changeOverrides(w http.ResponseWriter, r *http.Request, language *web.Language, sent override, what string, change func(map[string]json.RawMessage) (bool, error)) error {
	var next version
	err := h.in(r.Context(), func(ctx context.Context, tx pgx.Tx) error {
		found, err := readSettings(ctx, tx, true)
		if err != nil {
			return err
		}
		all := objectOf(found.DoctrinalOverrides)
		changed, err := change(all)
		next = overrideFields(all, sent.Topic).version()
		if err != nil || !changed {
			return err
		}
		return writeSettings(ctx, tx, doctrinalOverrides, all, what, map[string]string{"topic": sent.Topic})
	})
	if err != nil {
		return refusal(language, err)
	}
	return answerSaved(w, next)
}

// stands reports whether what was sent is what is stored: it was sent once before, and the answer was lost, or two have written the same.
func (o override) stands(all map[string]json.RawMessage) bool {
	_, is := all[o.Topic]
	_, was := all[o.Was]
	return is && (o.Was == o.Topic || !was) && len(o.against(overrideFields(all, o.Topic)).now) == 0
}

// against is that the position holds something else than was shown. A position is one thing: who has read what it holds now, and saves
// again, puts all of their own in its place; where it is gone, they add it.
func (o override) against(now fields) *meanwhile {
	differs := fields{}
	for name, value := range (fields{"topic": o.Topic, "position": o.Position, "never": o.Never}) {
		if digest(value) != digest(now[name]) {
			differs[name] = now[name]
		}
	}
	return &meanwhile{differs, now.version()}
}

// check looks at what was written: what is forbidden must not stand in what is to be said.
func (o override) check(a access.Admin, country string) faults {
	found := faults{}
	if n := utf8.RuneCountInString(o.Topic); n == 0 || n > longestTopic {
		found.add("topic", "overrides.topic.length", "most", strconv.Itoa(longestTopic))
	}
	if n := utf8.RuneCountInString(o.Position); n == 0 || n > longestPosition {
		found.add("position", "overrides.position.length", "most", strconv.Itoa(longestPosition))
	}
	checkTerms(found, "never", o.Never, a, country)
	for _, term := range o.Never {
		if _, bad := found["never"]; bad {
			break
		}
		if forbids(term, o.Position) {
			found.add("never", "overrides.never.said", "term", term)
		}
	}
	return found
}

// sameTopic is the topic that is stored for one, whatever its case; empty: there is none.
func sameTopic(all map[string]json.RawMessage, topic string) string {
	for key := range all {
		if strings.EqualFold(key, topic) {
			return key
		}
	}
	return ""
}

// shownOverride is one of the forms.
type shownOverride struct {
	church.Rule
	Version string
	ID      string // of its fields
}

// showOverrides are the forms, and the version of the one for a new position.
func showOverrides(raw json.RawMessage) (shown []shownOverride, versionOfNew string) {
	all := objectOf(raw)
	for i, rule := range church.ReadOverrides(raw) {
		shown = append(shown, shownOverride{rule, overrideFields(all, rule.Topic).version().String(), "override-" + strconv.Itoa(i+1)})
	}
	slices.SortFunc(shown, func(a, b shownOverride) int {
		return strings.Compare(strings.ToLower(a.Topic), strings.ToLower(b.Topic))
	})
	return shown, overrideFields(all, "").version().String()
}
