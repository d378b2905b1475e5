package church

import (
	"encoding/json"
	"testing"
)

// FuzzAStringIsReadAsJSONSays compares the short way with the whole one.
func FuzzAStringIsReadAsJSONSays(f *testing.F) {
	for _, raw := range []string{`"plain"`, `""`, `"`, `'a'`, `"a\"b"`, `"\u00e9"`, `"a\\"`, `"a\"`, `"é"`, "\"\xff\"", "\"a\nb\"", "\"\"\v", `"a"b"`, `"a" "b"`, ` "a" `, `12`, `null`, `["a"]`, ``} {
		f.Add([]byte(raw))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var want *string
		isString := json.Unmarshal(raw, &want) == nil && want != nil
		got, ok := stringOf(raw)
		if ok != isString || ok && got != *want {
			t.Errorf("%q: %q, %v", raw, got, ok)
		}
	})
}
