package church

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"testing"
)

// FuzzMembersAreReadAsJSONSays compares the short way with the whole one.
func FuzzMembersAreReadAsJSONSays(f *testing.F) {
	for _, raw := range []string{`{}`, `[]`, ` { } `, `[ ]`, `{"a": 1}`, `{"a": {"b": [1, "}"]}, "c" : "d,e:f" }`, `[1 , "a\"]", ["\\"], {"b": ","}]`, `{"\u0061": null, "a": 2}`,
		`{"a" 1}`, `[1,]`, `{"a": 1,}`, `[`, `"a"`, `12`, ``, `[1] 2`, `{"": ""}`, "[\n1,\t2]", "{\"\xff\": \"\xfe\"}", `["\\\\\"", "]"]`} {
		f.Add([]byte(raw))
	}
	same := func(a, b json.RawMessage) bool { return bytes.Equal(a, b) }
	f.Fuzz(func(t *testing.T, raw []byte) {
		null := absent(raw) // to nobody who asks
		var object map[string]json.RawMessage
		isObject := json.Unmarshal(raw, &object) == nil && !null
		if fields, ok := fieldsOf(raw); ok != isObject || ok && !maps.EqualFunc(fields, object, same) {
			t.Errorf("fields of %q: %q, %v; want %q, %v", raw, fields, ok, object, isObject)
		}
		var array []json.RawMessage
		isArray := json.Unmarshal(raw, &array) == nil && !null
		if items, ok := itemsOf(raw); ok != isArray || ok && !slices.EqualFunc(items, array, same) {
			t.Errorf("items of %q: %q, %v; want %q, %v", raw, items, ok, array, isArray)
		}
	})
}
