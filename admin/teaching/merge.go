package teaching

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"narthex/admin/access"
	"narthex/static/web"
)

// fields are what the fields of a form hold, by the names under which they are sent: texts, lists of texts, switches, warmths and
// traditions.
type fields map[string]any

// warmth is how warm an agent is, from coldest to warmest.
type warmth int

// tradition is the name of a lens; empty: that of the denomination.
type tradition string

// digest is a short name of a value. 64 bits are enough to tell the few values apart that a field ever has.
func digest(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // texts, lists of them, numbers and switches always marshal
	}
	sum := sha256.Sum256(text)
	return base64.RawURLEncoding.EncodeToString(sum[:8])
}

// version says what somebody was shown: the digest of what each field held. It is written field=digest,field=digest.
type version map[string]string

func (f fields) version() version {
	v := make(version, len(f))
	for name, value := range f {
		v[name] = digest(value)
	}
	return v
}

func (v version) String() string {
	entries := make([]string, 0, len(v))
	for _, name := range slices.Sorted(maps.Keys(v)) {
		entries = append(entries, name+"="+v[name])
	}
	return strings.Join(entries, ",")
}

// parseVersion reads a version. What is none names nothing, and so fits nothing.
func parseVersion(text string) version {
	v := version{}
	if text == "" {
		return v
	}
	for entry := range strings.SplitSeq(text, ",") {
		name, of, _ := strings.Cut(entry, "=")
		v[name] = of
	}
	return v
}

// shownTo is the version that a request names. It is nil for a program that names the church's token and no version: it was shown nothing,
// and may set what it sets.
func shownTo(ctx context.Context, text string) version {
	if text == "" && access.From(ctx).SessionID == uuid.Nil {
		return nil
	}
	return parseVersion(text)
}

// merge says which of the fields sent are a change, given what all of them hold now and what the sender was shown, and what the sender is
// shown from then on. What the sender has left as it was is left alone, whatever others made of it meanwhile. It fails with *meanwhile where
// others have changed a field to something else than the sender.
func merge(held, sent fields, shown version) (write fields, next version, err error) {
	now := held.version()
	write, next = fields{}, shown.of(now)
	changed := &meanwhile{now: fields{}, version: shown.of(now)}
	conflict := func(name string) { changed.now[name], changed.version[name] = held[name], now[name] }
	for name, value := range sent {
		mine := digest(value)
		before, known := shown[name]
		switch {
		case shown != nil && len(shown) == 0: // the sender says nothing of what they were shown
			conflict(name)
		case mine == now[name]:
			next[name] = mine
		case shown != nil && !known:
			conflict(name)
		case shown == nil, before == now[name]:
			write[name], next[name] = value, mine
		case before != mine: // otherwise the sender has left it as it was, and somebody else has not
			conflict(name)
		}
	}
	if len(changed.now) > 0 {
		return nil, nil, changed
	}
	return write, next, nil
}

// of is what the version says of the fields that there are; of nothing, it is theirs.
func (v version) of(now version) version {
	if v == nil {
		return maps.Clone(now)
	}
	known := version{}
	for name := range now {
		if of, shown := v[name]; shown {
			known[name] = of
		}
	}
	return known
}

// meanwhile is that others have changed fields to something else than the sender. With its version the same can be sent again by somebody
// who has read that.
type meanwhile struct {
	now     fields // what they hold
	version version
}

func (*meanwhile) Error() string { return "it was changed meanwhile" }

// refusal says what the fields hold now.
func (m *meanwhile) refusal(language *web.Language) error {
	now := make(map[string]string, len(m.now))
	for name, value := range m.now {
		words, err := wordsOf(language, value)
		if err != nil {
			return err
		}
		if now[name], err = language.Text("set.meanwhile.field", "value", words); err != nil {
			return err
		}
	}
	return language.Refuse("conflict", "changed_meanwhile", "teaching.meanwhile").In(now).At(m.version.String())
}

// wordsOf puts what a field holds into words.
func wordsOf(language *web.Language, value any) (text string, err error) {
	switch held := value.(type) {
	case bool:
		return language.Text(map[bool]string{true: "set.yes", false: "set.no"}[held])
	case warmth:
		return language.Text("agents.warmth." + strconv.Itoa(int(held)))
	case tradition:
		text = language.Tradition(string(held))
	case []string:
		text = strings.Join(held, "; ")
	default:
		text = fmt.Sprint(held)
	}
	if text == "" {
		return language.Text("set.nothing")
	}
	return text, nil
}
